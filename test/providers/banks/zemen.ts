import type { Judgement } from '../../../src/providers/types.js';
import type { BankCases } from '../support.js';

const source = 'zemen-pdf';
const host = 'https://share.zemenbank.com';
const token = 'aB3dE5gH000ETTB251800000';
const leadsTo = { source, reference: token, qualifier: '', url: `${host}/rt/${token}/pdf` };
/** A token that does not end in a number of the known shape: nothing is known against it. */
const odd = 'AAAAAAAAbbbbbbbb00000000';
const needsLink = { reference: '000ETTB251800000', needs: ['link' as const] };
const asked = { reference: token };

const settled: Judgement = {
  kind: 'settled',
  receipt: {
    source,
    reference: '000ETTB251800000',
    payerName: 'ABEBE TEST KEBEDE',
    payerAccount: '1234******001',
    recipientName: 'Sara Test Tadesse',
    recipientAccount: '1000000000012',
    settledAmount: 1594.25,
    serviceCharge: 5,
    vat: 0.75,
    totalAmountPaid: 1600,
    currency: 'ETB',
    transactionStatus: 'COMPLETED',
    paymentDate: '29-Jun-2025',
    invoiceNo: '1234567',
    transactionDetail: 'Fund Transfer',
    amountInWords: 'ONE THOUSAND SIX HUNDRED BIRR AND ZERO CENT(S)',
  },
  payment: {
    amount: '1594.25',
    currency: 'ETB',
    fee: '5.00',
    vat: '0.75',
    total: '1600.00',
    payer: { name: 'ABEBE TEST KEBEDE', account: '1234******001' },
    receiver: { name: 'Sara Test Tadesse', account: '1000000000012', bank: null },
    reference: '000ETTB251800000',
    status: 'settled',
    paidAt: '2025-06-29T00:00:00+03:00',
    reason: null,
    channel: null,
  },
};

export const zemen: BankCases = {
  key: 'zemen',
  links: [
    { url: `${host}/rt/${token}/pdf`, leadsTo },
    { url: `${host}/ft/${token}/pdf`, leadsTo: { ...leadsTo, url: `${host}/ft/${token}/pdf` } },
    { url: `${host}/rt/${odd}/pdf`, leadsTo: { ...leadsTo, reference: odd, url: `${host}/rt/${odd}/pdf` } },
  ],
  otherLinks: [
    `${host}/`,
    `${host}/rt/${token}`,
    `${host}/rt/${token}/html`,
    `${host}/rt/${token}/pdf/x`,
    `${host}/rt/${token}A/pdf`,
    `${host}/rt/000ETTB251800000/pdf`,
    `${host}/RT/${token}/pdf`,
    `${host}:8443/rt/${token}/pdf`,
    `https://zemenbank.com/rt/${token}/pdf`,
  ],
  references: [
    { reference: token, leadsTo },
    { reference: token, provider: 'zemen', leadsTo },
    {
      reference: '12340001000IBET251800000',
      leadsTo: {
        ...leadsTo,
        reference: '12340001000IBET251800000',
        url: `${host}/ft/12340001000IBET251800000/pdf`,
      },
    },
    {
      reference: '12340001000P2PI251800000',
      leadsTo: {
        ...leadsTo,
        reference: '12340001000P2PI251800000',
        url: `${host}/rt/12340001000P2PI251800000/pdf`,
      },
    },
    { reference: '000ETTB251800000', provider: 'zemen', leadsTo: needsLink },
    { reference: '000ettb251800000', provider: 'zemen', account: '1234000000001', leadsTo: needsLink },
  ],
  impossible: [
    { reference: 'aB3dE5gH000ETTB250000000' }, // day 000
    { reference: 'aB3dE5gH000ETTB253660000' }, // 2025 has 365 days
    { reference: '000ETTB280010000', provider: 'zemen' }, // the year after next
    { url: `${host}/rt/aB3dE5gH000ETTB250000000/pdf` },
  ],
  answers: [
    { file: 'zemen/pdf_text.txt', status: 200, pdf: true, asked, judgement: settled },
    {
      file: 'zemen/not_found_404.json',
      status: 404,
      asked,
      judgement: { kind: 'not_found', receipt: { source } },
    },
  ],
};

import type { BankCases } from '../support.js';

const source = 'abay-html';
const code = '135FTRM26115000000000000000';
const url = `https://abaymobile.com.et/info/${code}`;
const leadsTo = { source, reference: code, qualifier: '', url };

export const abay: BankCases = {
  key: 'abay',
  links: [
    { url, leadsTo },
    { url: `https://abaymobile.com.et/info/${code.toLowerCase()}`, leadsTo },
  ],
  otherLinks: [
    'https://abaymobile.com.et/',
    'https://abaymobile.com.et/info/',
    'https://abaymobile.com.et/info/135FTRM2611500000000000',
    'https://abaymobile.com.et/info/135FTRM26115000000000000000000000000',
    'https://abaymobile.com.et/info/136FTRM26115000000000000000',
    `https://abaymobile.com.et/info/${code}/x`,
    `https://abaymobile.com.et/${code}`,
    `https://www.abaymobile.com.et/info/${code}`,
  ],
  references: [
    { reference: code, leadsTo },
    { reference: ` ${code.toLowerCase()}.`, leadsTo },
    {
      // Whether every code begins with a type and a date is not known.
      reference: '135FT00000000000000000000A',
      leadsTo: {
        ...leadsTo,
        reference: '135FT00000000000000000000A',
        url: 'https://abaymobile.com.et/info/135FT00000000000000000000A',
      },
    },
  ],
  impossible: [
    { reference: '135FTRM26000000000000000001' }, // day 000
    { reference: '135FTRM26366000000000000000' }, // 2026 has 365 days
    { reference: '135FTRM28001000000000000000' }, // the year after next
    { url: 'https://abaymobile.com.et/info/135FTRM26366000000000000000' },
  ],
  answers: [
    {
      file: 'abay/info_page.html',
      status: 200,
      asked: { reference: code },
      judgement: {
        kind: 'settled',
        receipt: {
          source,
          reference: code,
          transactionType: 'Transfer',
          payerName: 'ABEBE TEST KEBEDE',
          payerAccount: '1350000000001',
          receiverName: 'SARA TEST TADESSE',
          receiverAccount: '1350000000002',
          transferredAmount: 1500,
          serviceCharge: 0,
          vat: 0,
          currency: 'ETB',
          paymentDate: '25/04/2026 10:15:30',
          paymentReason: 'Rent payment',
        },
        payment: {
          amount: '1500.00',
          currency: 'ETB',
          fee: '0.00',
          vat: '0.00',
          total: null,
          payer: { name: 'ABEBE TEST KEBEDE', account: '1350000000001' },
          receiver: { name: 'SARA TEST TADESSE', account: '1350000000002', bank: null },
          reference: code,
          status: 'settled',
          paidAt: '2026-04-25T10:15:30+03:00',
          reason: 'Rent payment',
          channel: null,
        },
      },
    },
  ],
};

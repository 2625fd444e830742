import type { Judgement } from '../../../src/providers/types.js';
import type { BankCases } from '../support.js';

const source = 'mpesa-pdf';
const host = 'https://m-pesabusiness.safaricom.et';
const api = `${host}/api/receipt/getReceipt?trxNo=`;
const leadsTo = { source, reference: 'UGO0AAAA00', qualifier: '', url: `${api}UGO0AAAA00` };
const asked = { reference: 'UGO0AAAA00' };

const columns: Judgement = {
  kind: 'settled',
  receipt: {
    source,
    reference: 'UGO0AAAA00',
    transactionId: 'UGO0AAAA00',
    payerName: 'ABEBE TEST KEBEDE',
    payerPhone: '251700000001',
    receiverName: 'SARA TEST TADESSE',
    receiverAccount: '1000000000012',
    receiverBank: 'TEST BANK',
    transferredAmount: 2,
    serviceCharge: 0,
    discount: 0,
    vat: 0,
    totalAmount: 2,
    currency: 'ETB',
    paymentDate: '2026-07-24 11:53:00',
    paymentMethod: 'M-PESA',
    transactionType: 'Send Money',
    paymentChannel: 'APP',
    paymentReason: null,
    amountInWords: 'Two Birr',
  },
  payment: {
    amount: '2.00',
    currency: 'ETB',
    fee: '0.00',
    vat: '0.00',
    total: '2.00',
    payer: { name: 'ABEBE TEST KEBEDE', account: '251700000001' },
    receiver: { name: 'SARA TEST TADESSE', account: '1000000000012', bank: 'TEST BANK' },
    reference: 'UGO0AAAA00',
    status: 'settled',
    paidAt: '2026-07-24T11:53:00+03:00',
    reason: null,
    channel: 'APP',
  },
};

/** This text lacks the labels of the receiver's account and bank, of discount and VAT: so does the receipt. */
const { receiverAccount: _, receiverBank: __, ...labelled } = columns.receipt;
const parseOrder: Judgement = {
  kind: 'settled',
  receipt: { ...labelled, source, discount: null, vat: null },
  payment: {
    ...columns.payment,
    vat: null,
    receiver: { name: 'SARA TEST TADESSE', account: null, bank: null },
  },
};

/** What is left when there is no PDF in the envelope, or none that can be read. */
const empty = {
  source,
  reference: null,
  transactionId: null,
  payerName: null,
  payerPhone: null,
  transferredAmount: null,
  serviceCharge: null,
  discount: null,
  vat: null,
  totalAmount: null,
  currency: 'ETB',
  paymentDate: null,
  paymentMethod: null,
  transactionType: null,
  paymentChannel: null,
  paymentReason: null,
};

export const mpesa: BankCases = {
  key: 'mpesa',
  links: [
    { url: `${host}/receipt/UGO0AAAA00`, leadsTo },
    { url: `${host}/receipt/ugo0aaaa00`, leadsTo },
    { url: `${api}UGO0AAAA00`, leadsTo },
  ],
  otherLinks: [
    `${host}/`,
    `${host}/receipt/`,
    `${host}/receipt/UGO0AAAA0`,
    `${host}/receipt/UGO0AAAA000`,
    `${host}/receipt/UGO0AAAA00/x`,
    `${host}/receipts/UGO0AAAA00`,
    `${host}/receipt/?trxNo=UGO0AAAA00`,
    `${api}UGO0AAAA00&trxNo=UGO0AAAA01`,
    `${host}/api/receipt/getReceipt?id=UGO0AAAA00`,
    `${host}:8443/receipt/UGO0AAAA00`,
    'https://www.safaricom.et/receipt/UGO0AAAA00',
  ],
  references: [
    { reference: 'UGO0AAAA00', leadsTo },
    { reference: ' ugo0aaaa00. ', leadsTo },
    { reference: 'UGO0AAAA00', provider: 'mpesa', leadsTo },
  ],
  impossible: [
    { reference: 'UBV0AAAA00' }, // 31 February
    { reference: 'TBT0AAAA00' }, // 29 February 2025
    { reference: 'DF70AAAA00', provider: 'mpesa' }, // 2009: telebirr's
    { reference: 'WA10AAAA00' }, // 2028
    { url: `${host}/receipt/UBV0AAAA00` },
  ],
  answers: [
    {
      file: 'mpesa/pdf_text_column_layout.txt',
      status: 200,
      pdf: 'in JSON',
      asked,
      judgement: columns,
    },
    {
      file: 'mpesa/pdf_text_pdf_parse_order.txt',
      status: 200,
      pdf: 'in JSON',
      asked,
      judgement: parseOrder,
    },
    {
      // Its document is a placeholder.
      file: 'mpesa/getReceipt_success_shape.json',
      status: 200,
      asked,
      judgement: { kind: 'unreadable', receipt: empty, missing: ['reference', 'transferredAmount'] },
    },
    {
      file: 'mpesa/getReceipt_error_shape.json',
      status: 200,
      asked,
      judgement: { kind: 'not_found', receipt: { source } },
    },
  ],
};

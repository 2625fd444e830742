import type { Judgement } from '../../../src/providers/types.js';
import type { BankCases } from '../support.js';

const pdf = 'cbe-pdf';
const json = 'mb-json';
const token = 'v2-hfHCxAAAAAAAAAAAAAAA';
const api = 'https://mb.cbe.com.et/api/v1/transactions/public/transaction-detail';

const byDigits = {
  source: pdf,
  reference: 'FT260830AAAA',
  qualifier: '00000001',
  url: 'https://apps.cbe.com.et:100/?id=FT260830AAAA00000001',
};
const byToken = { source: json, reference: token, qualifier: '', url: `${api}/${token}` };
const springToken = 'fHCxAAAAAAAAAAaaa1';
const bySpringToken = { source: json, reference: springToken, qualifier: '', url: `${api}/${springToken}` };
const needsAccount = { reference: 'FT260830AAAA', needs: ['account' as const] };

const people = {
  payerName: 'ABEBE TEST KEBEDE',
  payerAccount: '1****0001',
  receiverName: 'SARA TEST TADESSE',
  receiverAccount: '1****0002',
};
const parties = {
  payer: { name: 'ABEBE TEST KEBEDE', account: '1****0001' },
  receiver: { name: 'SARA TEST TADESSE', account: '1****0002', bank: null },
};

const labelsApart: Judgement = {
  kind: 'settled',
  receipt: {
    source: pdf,
    ...people,
    paymentDate: '5/5/2026, 1:56:00 PM',
    reference: 'FT261250AAAA',
    transferredAmount: 25,
    totalAmount: 25.61,
    currency: 'ETB',
    serviceCharge: 0.53,
    vat: 0.08,
    paymentReason: 'Pay done via Mobile',
    branch: 'TEST BRANCH NAME',
    vatReceiptNo: 'FT261250AAAA',
    amountInWords: 'ETB Twenty Five & Sixty One cents',
  },
  payment: {
    amount: '25.00',
    currency: 'ETB',
    fee: '0.53',
    vat: '0.08',
    total: '25.61',
    ...parties,
    reference: 'FT261250AAAA',
    status: 'settled',
    paidAt: '2026-05-05T13:56:00+03:00',
    reason: 'Pay done via Mobile',
    channel: null,
  },
};

const glued: Judgement = {
  kind: 'settled',
  receipt: {
    source: pdf,
    ...people,
    payerName: 'Mr Abebe Test Kebede',
    paymentDate: '5/20/2026, 7:29:00 PM',
    reference: 'FT261400AAAA',
    transferredAmount: 20000,
    totalAmount: 20000,
    currency: 'ETB',
    serviceCharge: 0,
    vat: 0,
    paymentReason: 'test done via Mobile',
    amountInWords: 'ETB Twenty Thousand & Zero cents',
  },
  payment: {
    amount: '20000.00',
    currency: 'ETB',
    fee: '0.00',
    vat: '0.00',
    total: '20000.00',
    payer: { name: 'Mr Abebe Test Kebede', account: '1****0001' },
    receiver: parties.receiver,
    reference: 'FT261400AAAA',
    status: 'settled',
    paidAt: '2026-05-20T19:29:00+03:00',
    reason: 'test done via Mobile',
    channel: null,
  },
};

const layout2024: Judgement = {
  kind: 'settled',
  receipt: {
    source: pdf,
    ...people,
    payerName: 'CBE Birr to T24 Transfer Settlement',
    paymentDate: 'Sat Aug 24 2024',
    reference: 'FT242370AAAA',
    transferredAmount: 800,
    totalAmount: null,
    currency: 'ETB',
    paymentReason: 'e-commerce payment',
  },
  payment: {
    amount: '800.00',
    currency: 'ETB',
    fee: null,
    vat: null,
    total: null,
    payer: { name: 'CBE Birr to T24 Transfer Settlement', account: '1****0001' },
    receiver: parties.receiver,
    reference: 'FT242370AAAA',
    status: 'settled',
    paidAt: '2024-08-24T00:00:00+03:00',
    reason: 'e-commerce payment',
    channel: null,
  },
};

const jsonReceipt: Judgement = {
  kind: 'settled',
  receipt: {
    source: json,
    reference: 'FT262470AAAA',
    payerName: 'Abebe Test Kebede',
    payerAccount: '1********0001',
    receiverName: 'Sara Test Tadesse',
    receiverAccount: '1********0002',
    transferredAmount: 5100,
    totalAmount: 5102.4,
    currency: 'ETB',
    transactionStatus: 'COMPLETED',
    paymentDate: '2026-09-04T10:59:00Z',
    serviceCharge: 2,
    vat: 0.3,
    disasterRecovery: 0.1,
    transactionType: 'ACNX',
    paymentReason: 'MB Transfer',
    paymentChannel: 'IOS',
    commissions: [
      { type: 'COMFTMB', amount: 2 },
      { type: 'DISASRECOV', amount: 0.1 },
    ],
    taxes: [{ type: '15', amount: 0.3 }],
  },
  payment: {
    amount: '5100.00',
    currency: 'ETB',
    fee: '2.10',
    vat: '0.30',
    total: '5102.40',
    payer: { name: 'Abebe Test Kebede', account: '1********0001' },
    receiver: { name: 'Sara Test Tadesse', account: '1********0002', bank: null },
    reference: 'FT262470AAAA',
    status: 'settled',
    paidAt: '2026-09-04T10:59:00+03:00',
    reason: 'MB Transfer',
    channel: 'IOS',
  },
};

export const cbe: BankCases = {
  key: 'cbe',
  links: [
    { url: 'https://apps.cbe.com.et:100/ft?id=FT260830AAAA00000001', leadsTo: byDigits },
    { url: 'https://apps.cbe.com.et:100/?id=FT260830AAAA00000001', leadsTo: byDigits },
    { url: 'https://apps.cbe.com.et:100/?id=ft260830aaaa00000001', leadsTo: byDigits },
    { url: 'https://apps.cbe.com.et:100/?id=FT260830AAAA&00000001', leadsTo: byDigits },
    { url: 'https://apps.cbe.com.et:100/?id=FT260830AAAA-00000001', leadsTo: byDigits },
    { url: 'https://apps.cbe.com.et:100/BranchReceipt/FT260830AAAA00000001', leadsTo: byDigits },
    { url: 'https://apps.cbe.com.et:100/BranchReceipt/FT260830AAAA&00000001', leadsTo: byDigits },
    { url: 'https://mbreciept.cbe.com.et/FT260830AAAA-00000001', leadsTo: byDigits },
    { url: 'https://apps.cbe.com.et:100/?id=FT260830AAAA', leadsTo: needsAccount },
    { url: 'https://apps.cbe.com.et:100/?id=FT260830AAAA', account: '1000000000001', leadsTo: byDigits },
    { url: 'https://mbreciept.cbe.com.et/FT260830AAAA', leadsTo: needsAccount },
    { url: `https://mbreciept.cbe.com.et/${token}`, leadsTo: byToken },
    { url: `https://mbreciept.cbe.com.et/${springToken}`, leadsTo: bySpringToken },
    { url: `${api}/${token}`, leadsTo: byToken },
  ],
  otherLinks: [
    'https://apps.cbe.com.et:100/ft',
    'https://apps.cbe.com.et:100/ft/?id=FT260830AAAA00000001',
    'https://apps.cbe.com.et/?id=FT260830AAAA00000001',
    'https://apps.cbe.com.et:443/?id=FT260830AAAA00000001',
    'https://apps.cbe.com.et:100/',
    'https://apps.cbe.com.et:100/?id=FT260830AAAA0000001',
    'https://apps.cbe.com.et:100/?id=FT260830AAAA00000001&id=FT260830AAAB00000001',
    'https://apps.cbe.com.et:100/?ref=FT260830AAAA00000001',
    'https://apps.cbe.com.et:100/Other/FT260830AAAA00000001',
    'https://mbreciept.cbe.com.et/',
    'https://mbreciept.cbe.com.et/v2-short',
    `https://mbreciept.cbe.com.et/V2-hfHCxAAAAAAAAAAAAAAA`,
    `https://mbreciept.cbe.com.et/${token}/x`,
    `https://mbreceipt.cbe.com.et/${token}`,
    `https://mb.cbe.com.et/${token}`,
  ],
  references: [
    { reference: 'FT260830AAAA00000001', leadsTo: byDigits },
    { reference: 'FT260830AAAA&00000001', leadsTo: byDigits },
    { reference: 'ft260830aaaa-00000001', leadsTo: byDigits },
    { reference: 'FT260830AAAA00000001', account: '1000099999999', leadsTo: byDigits },
    { reference: 'FT260830AAAA', provider: 'cbe', account: '1000 0000 00001', leadsTo: byDigits },
    { reference: 'FT260830AAAA', provider: 'cbe', account: '00000001', leadsTo: byDigits },
    { reference: 'FT260830AAAA', provider: 'cbe', account: '0000001', leadsTo: needsAccount },
    { reference: 'FT260830AAAA', provider: 'cbe', account: '1********0001', leadsTo: needsAccount },
    { reference: 'FT260830AAAA', provider: 'cbe', leadsTo: needsAccount },
    { reference: token, leadsTo: byToken },
    { reference: springToken, leadsTo: bySpringToken },
  ],
  impossible: [
    { reference: 'FT260000AAAA00000001' }, // day 000
    { reference: 'FT263660AAAA00000001' }, // 2026 has 365 days
    { reference: 'FT280010AAAA00000001' }, // the year after next
    { reference: 'FT143000AAAA00000001' }, // before the bank printed such receipts
    { url: 'https://apps.cbe.com.et:100/?id=FT263660AAAA00000001' },
  ],
  answers: [
    {
      file: 'cbe/pdf/text_labels_and_values_apart.txt',
      status: 200,
      pdf: true,
      asked: { reference: 'FT261250AAAA00000001' },
      judgement: labelsApart,
    },
    {
      file: 'cbe/pdf/text_glued_pdf_parse.txt',
      status: 200,
      pdf: true,
      asked: { reference: 'FT261400AAAA00000001' },
      judgement: glued,
    },
    {
      file: 'cbe/pdf/older_2024_layout.txt',
      status: 200,
      pdf: true,
      asked: { reference: 'FT242370AAAA00000001' },
      judgement: layout2024,
    },
    {
      file: 'cbe/pdf/not_found_404.html',
      status: 404,
      asked: { reference: 'FT261250AAAA00000001' },
      judgement: { kind: 'not_found', receipt: { source: pdf } },
    },
    { file: 'cbe/mb-json/receipt.json', status: 200, asked: { reference: token }, judgement: jsonReceipt },
    {
      file: 'cbe/mb-json/unknown_token_500.json',
      status: 500,
      asked: { reference: token },
      judgement: { kind: 'not_found', receipt: { source: json } },
    },
    {
      // For reading screenshots; the bank never answers a lookup with it.
      file: 'cbe/mb-json/web_page_text.txt',
      status: 200,
      asked: { reference: token },
      judgement: { kind: 'blocked', receipt: { source: json } },
    },
  ],
};

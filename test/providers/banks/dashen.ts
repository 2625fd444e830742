import type { Judgement } from '../../../src/providers/types.js';
import type { BankCases } from '../support.js';

const source = 'dashen-html';
const number = 'ZZZWDTS2626700AA';
const url = `https://receipts.dashenbanksc.com/receipt/${number}`;
const leadsTo = { source, reference: number, qualifier: '', url };
const asked = { reference: number };

const noCharges = {
  serviceCharge: 0,
  vat: 0,
  disasterRecovery: 0,
  discount: 0,
  exciseTax: 0,
  penaltyFee: 0,
  incomeTax: 0,
  tax: 0,
  interestFee: 0,
  stampDuty: 0,
};

const page: Judgement = {
  kind: 'settled',
  receipt: {
    source,
    reference: number,
    transferReference: 'WDTS5186142501962751000',
    payerName: 'Abebe Test Kebede',
    payerAccount: '5169******001',
    receiverName: 'Sara Test Tadesse',
    receiverAccount: '2955******002',
    receiverBank: 'Dashen Bank',
    institutionName: 'Dashen Bank Sc',
    transactionType: 'Within Dashen Transfer',
    paymentChannel: 'Dashen Bank Super App',
    paymentReason: 'test & payment',
    paymentDate: 'Sep 24, 2026, 08:44:18 am',
    transferredAmount: 1005,
    ...noCharges,
    totalAmount: 1005,
    currency: 'ETB',
  },
  payment: {
    amount: '1005.00',
    currency: 'ETB',
    fee: '0.00',
    vat: '0.00',
    total: '1005.00',
    payer: { name: 'Abebe Test Kebede', account: '5169******001' },
    receiver: { name: 'Sara Test Tadesse', account: '2955******002', bank: 'Dashen Bank' },
    reference: number,
    status: 'settled',
    paidAt: '2026-09-24T08:44:18+03:00',
    reason: 'test & payment',
    channel: 'Dashen Bank Super App',
  },
};

const oldPdf: Judgement = {
  kind: 'settled',
  receipt: {
    source: 'dashen-pdf',
    reference: 'ZZZWDTI261620000',
    transferReference: 'WDTI5921680061225850000',
    payerName: 'Abebe Test Kebede',
    payerAccount: '2912******001',
    receiverName: 'Test Merchant Plc',
    receiverAccount: '7900000000002',
    institutionName: 'Dashen Bank Sc',
    transactionType: 'Within Dashen Transfer',
    paymentChannel: 'Dashen Bank Super App',
    paymentReason: 'transfer',
    paymentDate: 'Jun 11, 2026, 08:45:50 am',
    transferredAmount: 20475,
    ...noCharges,
    totalAmount: 20475,
    currency: 'ETB',
  },
  payment: {
    amount: '20475.00',
    currency: 'ETB',
    fee: '0.00',
    vat: '0.00',
    total: '20475.00',
    payer: { name: 'Abebe Test Kebede', account: '2912******001' },
    receiver: { name: 'Test Merchant Plc', account: '7900000000002', bank: null },
    reference: 'ZZZWDTI261620000',
    status: 'settled',
    paidAt: '2026-06-11T08:45:50+03:00',
    reason: 'transfer',
    channel: 'Dashen Bank Super App',
  },
};

export const dashen: BankCases = {
  key: 'dashen',
  links: [
    { url, leadsTo },
    { url: `https://receipts.dashenbanksc.com/receipt/${number.toLowerCase()}`, leadsTo },
    { url: `https://receipt.dashensuperapp.com/receipt/${number}`, leadsTo },
    { url: `https://api.dashensuperapp.com/receipts/Within-Dashen-Transfer-${number}.pdf`, leadsTo },
  ],
  otherLinks: [
    'https://receipts.dashenbanksc.com/',
    'https://receipts.dashenbanksc.com/receipt/',
    'https://receipts.dashenbanksc.com/receipt/ZZZWDTS2626700A',
    'https://receipts.dashenbanksc.com/receipt/ZZZWDTS2626700AAA',
    'https://receipts.dashenbanksc.com/receipt/ZZZWDTSA626700AA',
    'https://receipts.dashenbanksc.com/receipt/WDTS5186142501962751000',
    `https://receipts.dashenbanksc.com/receipts/${number}`,
    `https://receipts.dashenbanksc.com/receipt/${number}/x`,
    `https://receipts.dashenbanksc.com/receipts/Within-Dashen-Transfer-${number}.pdf`,
    `https://api.dashensuperapp.com/receipt/${number}`,
    `https://api.dashensuperapp.com/receipts/${number}.pdf`,
    `https://api.dashensuperapp.com/receipts/Within-Dashen-Transfer-${number}`,
    `https://dashenbanksc.com/receipt/${number}`,
  ],
  references: [
    { reference: number, leadsTo },
    { reference: ` ${number.toLowerCase()}. `, leadsTo },
    { reference: number, provider: 'dashen', leadsTo },
    ...['ZZZWDTI261620000', 'ZZZOBTI2616200AA', 'ZZZOBTS2616200AA', '0A1LTWS2622600AA'].map((reference) => ({
      reference,
      leadsTo: { ...leadsTo, reference, url: `https://receipts.dashenbanksc.com/receipt/${reference}` },
    })),
  ],
  impossible: [
    { reference: 'ZZZWDTS2600000AA' }, // day 000
    { reference: 'ZZZWDTS2636600AA' }, // 2026 has 365 days
    { reference: 'ZZZWDTS2800100AA' }, // the year after next
    { url: 'https://receipts.dashenbanksc.com/receipt/ZZZWDTS2600000AA' },
    { url: 'https://api.dashensuperapp.com/receipts/Within-Dashen-Transfer-ZZZWDTS2600000AA.pdf' },
  ],
  answers: [
    { file: 'dashen/page.html', status: 200, asked, judgement: page },
    {
      file: 'dashen/old_pdf_text_one_line.txt',
      status: 200,
      pdf: true,
      asked: { reference: 'ZZZWDTI261620000' },
      judgement: oldPdf,
    },
    {
      file: 'dashen/not_found_400.json',
      status: 400,
      asked,
      judgement: { kind: 'not_found', receipt: { source } },
    },
  ],
};

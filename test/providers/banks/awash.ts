import type { Judgement, Need, Payment } from '../../../src/providers/types.js';
import type { Answer, BankCases } from '../support.js';

const source = 'awash-html';
const origin = 'https://awashpay.awashbank.com:8225';
const token = '-2KDL95XE85-000000';
const target = (reference: string) => ({ source, reference, qualifier: '', url: `${origin}/${reference}` });
const leadsTo = target(token);
const transactionId = { reference: '260809093300000', needs: ['link' as Need] };

const abebe = {
  customerName: 'ABEBE  TEST  KEBEDE',
  accountNo: '01425******0001/BANK',
  branch: 'IFB-KHIDMA BRANCH',
};
const payer = { name: 'ABEBE TEST KEBEDE', account: '01425******0001/BANK' };

/** One of the bank's layouts: what the page shows, and the payment it is. */
function layout(
  file: string,
  asked: string,
  customer: Record<string, string>,
  transaction: Record<string, string>,
  payment: Pick<Payment, 'amount' | 'paidAt'> & Partial<Payment>,
): Answer {
  const judgement: Judgement = {
    kind: 'settled',
    receipt: { source, customer, transaction },
    payment: {
      currency: 'ETB',
      fee: null,
      vat: null,
      total: null,
      payer,
      receiver: { name: null, account: null, bank: null },
      reference: transaction.transactionId ?? '',
      status: 'settled',
      reason: null,
      channel: null,
      ...payment,
    },
  };
  return { file: `awash/${file}`, status: 200, asked: { reference: asked }, judgement };
}

const sendToBank = layout(
  'send-to-bank.html',
  token,
  abebe,
  {
    transactionTime: '2026-06-07 11:22:03',
    transactionType: 'Send To Bank',
    amount: '3,000 ETB',
    senderName: 'ABEBE  TEST  KEBEDE',
    senderAccount: '01425******0001/BANK',
    beneficiaryName: 'HANA TEST BEKELE',
    beneficiaryAccount: '01425******0002',
    transactionId: '260607112200005',
    charge: '0.00 ETB',
    vat: '0.00 ETB',
    reason: 'Salary',
  },
  {
    amount: '3000.00',
    fee: '0.00',
    vat: '0.00',
    receiver: { name: 'HANA TEST BEKELE', account: '01425******0002', bank: null },
    paidAt: '2026-06-07T11:22:03+03:00',
    reason: 'Salary',
  },
);

const ipsToCbe = layout(
  'ips-cbe.html',
  '-2KCGUFSW4I-000000',
  abebe,
  {
    transactionTime: '2026-05-19 03:05:53 PM',
    transactionType: 'IPS Bank Transfer',
    amount: '1000 ETB',
    senderName: 'ABEBE  TEST  KEBEDE',
    senderAccount: '01425*******001',
    beneficiaryName: 'DAWIT TEST ALEMU',
    beneficiaryAccount: '1000000000012',
    beneficiaryBank: 'Commercial Bank of Ethiopia',
    transactionId: '260519150500002',
    vat: '0.90 ETB',
    reason: 'Sedqa',
  },
  {
    amount: '1000.00',
    vat: '0.90',
    payer: { ...payer, account: '01425*******001' },
    receiver: { name: 'DAWIT TEST ALEMU', account: '1000000000012', bank: 'Commercial Bank of Ethiopia' },
    paidAt: '2026-05-19T15:05:53+03:00',
    reason: 'Sedqa',
  },
);

const ipsToBoa = layout(
  'ips-boa.html',
  '-2KCGDSM8WX-000000',
  abebe,
  {
    transactionTime: '2026-05-18 02:41:20 PM',
    transactionType: 'IPS Bank Transfer',
    amount: '1860 ETB',
    senderName: 'ABEBE  TEST  KEBEDE',
    senderAccount: '01425*******001',
    beneficiaryName: 'SARA TEST TADESSE',
    beneficiaryAccount: '200000001',
    beneficiaryBank: 'Bank of Abyssinia',
    transactionId: '260518144100001',
    vat: '1.68 ETB',
    reason: 'Buy',
  },
  {
    amount: '1860.00',
    vat: '1.68',
    payer: { ...payer, account: '01425*******001' },
    receiver: { name: 'SARA TEST TADESSE', account: '200000001', bank: 'Bank of Abyssinia' },
    paidAt: '2026-05-18T14:41:20+03:00',
    reason: 'Buy',
  },
);

const merchantPayment = layout(
  'merchant-payment.html',
  '-2KCEJ96TLV-000000',
  { ...abebe, accountNo: '25190******1/WALLET' },
  {
    transactionTime: '2026-05-14 12:08:00',
    transactionType: 'Merchant Payment',
    amount: '100.00 ETB',
    senderName: 'ABEBE  TEST  KEBEDE',
    senderAccount: '25190******1/WALLET',
    beneficiaryName: 'TEST MERCHANT',
    transactionId: '260514120700003',
    reason: 'V',
    tillNumber: '80000001',
  },
  {
    amount: '100.00',
    payer: { ...payer, account: '25190******1/WALLET' },
    receiver: { name: 'TEST MERCHANT', account: null, bank: null },
    paidAt: '2026-05-14T12:08:00+03:00',
    reason: 'V',
  },
);

const sendMoney = layout(
  'send-money.html',
  '-2KCEJ92JAC-000000',
  abebe,
  {
    transactionTime: '2026-05-14 12:05:55',
    transactionType: 'Send Money',
    amount: '100 ETB',
    senderName: 'ABEBE  TEST  KEBEDE',
    senderAccount: '01425******0001/BANK',
    beneficiaryAccount: '251900000001/WALLET',
    transactionId: '260514120500004',
  },
  {
    amount: '100.00',
    receiver: { name: null, account: '251900000001/WALLET', bank: null },
    paidAt: '2026-05-14T12:05:55+03:00',
  },
);

const telebirrTransfer = layout(
  'telebirr-transfer.html',
  '-2KDS63Z51I-000000',
  { customerName: 'Almaz Test Girma', accountNo: '01425******0003/BANK', branch: 'SENGATERA' },
  {
    transactionTime: '2026-06-22',
    transactionType: 'Telebirr Transfer',
    amount: '800.00',
    senderName: 'Almaz Test Girma',
    senderAccount: '01425******0003/BANK',
    beneficiaryAccount: '251900000002',
    transactionId: '260622165000006',
    charge: '0.00',
    vat: '0.00',
    reason: 'A',
  },
  {
    amount: '800.00',
    fee: '0.00',
    vat: '0.00',
    payer: { name: 'Almaz Test Girma', account: '01425******0003/BANK' },
    receiver: { name: null, account: '251900000002', bank: null },
    paidAt: '2026-06-22T00:00:00+03:00',
    reason: 'A',
  },
);

export const awash: BankCases = {
  key: 'awash',
  links: [
    { url: `${origin}/${token}`, leadsTo },
    { url: `${origin}/${token.toLowerCase()}`, leadsTo },
    // Before 2026 the first segment was something else, of twelve characters.
    { url: `${origin}/-0A1B2C3D4E5F-AB12C`, leadsTo: target('-0A1B2C3D4E5F-AB12C') },
  ],
  otherLinks: [
    `${origin}/`,
    `${origin}/2KDL95XE85-000000`,
    `${origin}/--2KDL95XE85-000000`,
    `${origin}/-2KDL95XE85`,
    `${origin}/-2KDL95X-0000`,
    `${origin}/-2KDL95-000000`,
    `${origin}/-2KDL95XE85-00000000`,
    `${origin}/x/${token}`,
    `https://awashpay.awashbank.com/${token}`,
    `https://awashpay.awashbank.com:443/${token}`,
    `https://awashpay.awashbank.com:8226/${token}`,
  ],
  references: [
    { reference: token, leadsTo },
    { reference: '2kdl95xe85-000000', leadsTo },
    { reference: ' 2KDL95XE85-000000. ', leadsTo },
    { reference: '-AAAAAAAAAA-AAAAAA', leadsTo: target('-AAAAAAAAAA-AAAAAA') },
    { reference: '260809093300000', leadsTo: transactionId },
    { reference: '260809093300000', provider: 'awash', leadsTo: transactionId },
  ],
  impossible: [
    { reference: '261309093300000' }, // month 13
    { reference: '260230093300000' }, // 30 February
    { reference: '260809243300000' }, // hour 24
    { reference: '280809093300000' }, // the year after next
    { reference: '-2K5UCMZYM8-AAAAAA' }, // base 36 of an ID in month 00
    { url: `${origin}/-2K5UCMZYM8-AAAAAA` },
  ],
  answers: [
    sendToBank,
    ipsToCbe,
    ipsToBoa,
    merchantPayment,
    sendMoney,
    telebirrTransfer,
    {
      file: 'awash/not_found.html',
      status: 200,
      asked: { reference: token },
      judgement: { kind: 'not_found', receipt: { source } },
    },
  ],
};

import type { Judgement } from '../../../src/providers/types.js';
import type { BankCases } from '../support.js';

const source = 'cbebirr-pdf';
const page = 'https://cbepay1.cbe.com.et/aureceipt';
const number = 'DE30AAAA000';
const qualifier = '251900000001';
const asInternational = {
  source,
  reference: number,
  qualifier,
  url: `${page}?TID=${number}&PH=251900000001`,
};
const asNational = { ...asInternational, url: `${page}?TID=${number}&PH=0900000001` };
/** The caller's phone: which form the bank wants is disputed. */
const eitherWay = { ...asInternational, secondUrl: asNational.url };
const needsPhone = { reference: number, needs: ['phone' as const] };
const asked = { url: asInternational.url };

const settled: Judgement = {
  kind: 'settled',
  receipt: {
    source,
    reference: number,
    transactionStatus: 'Completed',
    payerName: 'ABEBE TEST KEBEDE',
    payerAccount: '2519XXXX0001',
    receiverName: 'TEST MERCHANT PLC',
    receiverAccount: '1000XXXXX0002',
    transferredAmount: 1500,
    paidAmount: 1500,
    serviceCharge: 5,
    vat: 0.75,
    totalAmount: 1505.75,
    currency: 'ETB',
    paymentDate: '2026-05-03 14:05',
    paymentReason: 'Rent',
    paymentChannel: 'USSD',
    orderId: number,
    otherReference: 'TESTREF0001',
    amountInWords: 'One Thousand Five Hundred Five birr and Seventy Five cents',
    tip: 0,
  },
  payment: {
    amount: '1500.00',
    currency: 'ETB',
    fee: '5.00',
    vat: '0.75',
    total: '1505.75',
    payer: { name: 'ABEBE TEST KEBEDE', account: '2519XXXX0001' },
    receiver: { name: 'TEST MERCHANT PLC', account: '1000XXXXX0002', bank: null },
    reference: number,
    status: 'settled',
    paidAt: '2026-05-03T14:05:00+03:00',
    reason: 'Rent',
    channel: 'USSD',
  },
};

export const cbebirr: BankCases = {
  key: 'cbebirr',
  links: [
    { url: `${page}?TID=${number}&PH=251900000001`, leadsTo: asInternational },
    { url: `${page}?TID=${number}&PH=0900000001`, leadsTo: asNational },
    { url: `${page}?PH=0900000001&TID=${number.toLowerCase()}`, leadsTo: asNational },
    { url: `${page}?TID=${number}&PH=0900000001`, phone: '251911111111', leadsTo: asNational },
    { url: `${page}?TID=${number}`, leadsTo: needsPhone },
    { url: `${page}?TID=${number}`, phone: '0900000001', leadsTo: eitherWay },
    { url: `${page}?TID=${number}&PH=`, phone: '0900000001', leadsTo: eitherWay },
  ],
  otherLinks: [
    page,
    `${page}?TID=${number}&PH=251700000001`,
    `${page}?TID=${number}&PH=900000001`,
    `${page}?TID=${number}&PH=+251900000001`,
    `${page}?TID=${number}&PH=0900000001&PH=0900000002`,
    `${page}?TID=${number}&TID=DE30AAAA001&PH=0900000001`,
    `${page}?TID=DE30AAAA0&PH=0900000001`,
    `${page}?TID=DE30AAAA00000&PH=0900000001`,
    `${page}?id=${number}&PH=0900000001`,
    `${page}/x?TID=${number}&PH=0900000001`,
    `https://cbepay1.cbe.com.et/?TID=${number}&PH=0900000001`,
    `https://cbepay1.cbe.com.et:100/aureceipt?TID=${number}&PH=0900000001`,
    `https://cbepay2.cbe.com.et/aureceipt?TID=${number}&PH=0900000001`,
  ],
  references: [
    { reference: number, leadsTo: needsPhone },
    { reference: number, phone: '251900000001', leadsTo: eitherWay },
    { reference: ' de30aaaa000. ', phone: '+251 90 000 0001', leadsTo: eitherWay },
    { reference: number, phone: '0900-000-001', leadsTo: eitherWay },
    { reference: number, phone: '900000001', leadsTo: eitherWay },
    { reference: number, phone: '251700000001', leadsTo: needsPhone },
    { reference: number, phone: '2519****0001', leadsTo: needsPhone },
    { reference: number, phone: '', account: '1000000000012', leadsTo: needsPhone },
  ],
  impossible: [
    { reference: 'DBV0AAAA000', phone: '0900000001' }, // 31 February
    { reference: 'CBT0AAAA000' }, // 29 February 2025
    { reference: 'UGO0AAAA000' }, // year 2043
    { url: `${page}?TID=DBV0AAAA000&PH=0900000001` },
    { url: `${page}?TID=AZ1AAAAAAAA&PH=0900000001` }, // Z is no month
  ],
  answers: [
    { file: 'cbebirr/pdf_text_line_layout.txt', status: 200, pdf: true, asked, judgement: settled },
    {
      file: 'cbebirr/not_found_shell.html',
      status: 200,
      asked,
      judgement: { kind: 'not_found', receipt: { source } },
    },
  ],
};

import type { Judgement } from '../../../src/providers/types.js';
import type { BankCases } from '../support.js';

const source = 'amhara-json';
const api = 'https://transaction.amharabank.com.et';
const page = 'https://receipt.amharabank.com.et';
const leadsTo = { source, reference: 'FT262500AAAA', qualifier: '', url: `${api}/FT262500AAAA` };
const outgoingAsked = { reference: 'FT262500AAAA' };
const incomingAsked = { reference: 'FT262480AAAA' };

const outgoing: Judgement = {
  kind: 'settled',
  receipt: {
    source,
    reference: 'FT262500AAAA',
    transactionStatus: 'MAT',
    transactionType: 'IPS Outgoing Txn',
    payerName: 'Abebe Test Kebede',
    payerAccount: '9900000000001',
    receiverName: 'Miss Sara Test Tadesse',
    receiverAccount: '1000000000012',
    receiverBank: 'COMMERCIAL BANK OF ETHIOPIA',
    transferredAmount: 5000,
    serviceCharge: 30,
    disasterRecovery: 1.5,
    vat: 4.5,
    totalAmount: 5036,
    currency: 'ETB',
    paymentDate: '2609060908',
    bookingDate: '20260907',
    branch: 'AMHARA BANK S.C.',
  },
  payment: {
    amount: '5000.00',
    currency: 'ETB',
    fee: '31.50',
    vat: '4.50',
    total: '5036.00',
    payer: { name: 'Abebe Test Kebede', account: '9900000000001' },
    receiver: {
      name: 'Miss Sara Test Tadesse',
      account: '1000000000012',
      bank: 'COMMERCIAL BANK OF ETHIOPIA',
    },
    reference: 'FT262500AAAA',
    status: 'settled',
    paidAt: '2026-09-06T09:08:00+03:00',
    reason: null,
    channel: null,
  },
};

const incoming: Judgement = {
  kind: 'settled',
  receipt: {
    source,
    reference: 'FT262480AAAA',
    transactionStatus: 'MAT',
    transactionType: 'IPS Incoming Txn',
    payerName: 'Abebe Test Kebede',
    payerAccount: '1000000000012',
    receiverName: 'Sara Test Tadesse',
    receiverAccount: '9900000000001',
    payerBank: 'COMMERCIAL BANK OF ETHIOPIA',
    transferredAmount: 5000,
    serviceCharge: 0,
    totalAmount: 5000,
    currency: 'ETB',
    paymentDate: '2609051714',
    bookingDate: '20260905',
    branch: 'AMHARA BANK S.C.',
  },
  payment: {
    amount: '5000.00',
    currency: 'ETB',
    fee: '0.00',
    vat: null,
    total: '5000.00',
    payer: { name: 'Abebe Test Kebede', account: '1000000000012' },
    receiver: { name: 'Sara Test Tadesse', account: '9900000000001', bank: null },
    reference: 'FT262480AAAA',
    status: 'settled',
    paidAt: '2026-09-05T17:14:00+03:00',
    reason: null,
    channel: null,
  },
};

export const amhara: BankCases = {
  key: 'amhara',
  links: [
    { url: `${page}/?trx=FT262500AAAA`, leadsTo },
    { url: `${page}/?trx=ft262500aaaa`, leadsTo },
    { url: `${api}/FT262500AAAA`, leadsTo },
    { url: `${api}/ft262500aaaa`, leadsTo },
  ],
  otherLinks: [
    `${page}/`,
    `${page}/?id=FT262500AAAA`,
    `${page}/?trx=FT262500AAA`,
    `${page}/?trx=FT262500AAAA12345`,
    `${page}/?trx=TT262500AAAA`,
    `${page}/?trx=FT262500AAAA&trx=FT262500AAAB`,
    `${page}/receipt?trx=FT262500AAAA`,
    `${page}/FT262500AAAA`,
    `${api}/?trx=FT262500AAAA`,
    `${api}/FT262500AAAA/x`,
    'https://amharabank.com.et/?trx=FT262500AAAA',
  ],
  references: [
    { reference: 'FT262500AAAA', provider: 'amhara', leadsTo },
    { reference: ' ft262500aaaa. ', provider: 'amhara', leadsTo },
    { reference: 'FT262500AAAA', provider: 'amhara', account: '9900000000001', leadsTo },
  ],
  impossible: [
    { reference: 'FT260000AAAA', provider: 'amhara' }, // day 000
    { reference: 'FT263660AAAA', provider: 'amhara' }, // 2026 has 365 days
    { reference: 'FT280010AAAA', provider: 'amhara' }, // the year after next
    { url: `${page}/?trx=FT260000AAAA` },
    { url: `${api}/FT260000AAAA` },
  ],
  answers: [
    { file: 'amhara/outgoing.json', status: 200, asked: outgoingAsked, judgement: outgoing },
    { file: 'amhara/incoming.json', status: 200, asked: incomingAsked, judgement: incoming },
    {
      file: 'amhara/not_found_500.json',
      status: 500,
      asked: outgoingAsked,
      judgement: { kind: 'not_found', receipt: { source } },
    },
    // Belongs to the reader of QR codes; as an answer to a lookup it is none.
    {
      file: 'amhara/qr_payload.json',
      status: 200,
      asked: outgoingAsked,
      judgement: { kind: 'blocked', receipt: { source } },
    },
  ],
};

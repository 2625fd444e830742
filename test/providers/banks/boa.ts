import type { Judgement } from '../../../src/providers/types.js';
import type { BankCases } from '../support.js';

const source = 'boa-json';
const api = 'https://cs.bankofabyssinia.com/api/onlineSlip/getDetails/?id=';
const leadsTo = {
  source,
  reference: 'FT261960AAAA',
  qualifier: '00001',
  url: `${api}FT261960AAAA00001`,
};
const cash = { source, reference: 'TT262250AAAA', qualifier: '00036', url: `${api}TT262250AAAA00036` };
const needsAccount = { reference: 'FT261960AAAA', needs: ['account' as const] };
const asked = { reference: 'FT261960AAAA00001' };

const settled: Judgement = {
  kind: 'settled',
  receipt: {
    source,
    transactionReference: 'FT261960AAAA',
    receiverName: 'SARA TEST TADESSE',
    receiverAccount: '1****0002',
    transferredAmount: 5000,
    totalAmount: 5005.75,
    currency: 'ETB',
    upstreamStatus: 'Success',
    payerName: 'ABEBE TEST KEBEDE',
    payerAccount: '2****0001',
    serviceCharge: 5,
    vat: 0.75,
    transactionDate: '15/07/2026, 14:04:20',
    transactionType: 'Transfer',
    paymentReason: 'test',
    amountInWords: 'Five Thousand Birr',
  },
  payment: {
    amount: '5000.00',
    currency: 'ETB',
    fee: '5.00',
    vat: '0.75',
    total: '5005.75',
    payer: { name: 'ABEBE TEST KEBEDE', account: '2****0001' },
    receiver: { name: 'SARA TEST TADESSE', account: '1****0002', bank: null },
    reference: 'FT261960AAAA',
    status: 'settled',
    paidAt: '2026-07-15T14:04:20+03:00',
    reason: 'test',
    channel: null,
  },
};

export const boa: BankCases = {
  key: 'boa',
  links: [
    { url: 'https://cs.bankofabyssinia.com/slip/?trx=FT261960AAAA00001', leadsTo },
    { url: 'https://cs.bankofabyssinia.com/slip?trx=ft261960aaaa00001', leadsTo },
    { url: `${api}FT261960AAAA00001`, leadsTo },
    { url: 'https://cs.bankofabyssinia.com/slip/?trx=TT262250AAAA00036', leadsTo: cash },
    { url: 'https://cs.bankofabyssinia.com/slip/?trx=FT261960AAAA', leadsTo: needsAccount },
    { url: 'https://cs.bankofabyssinia.com/slip/?trx=FT261960AAAA', account: '20000001', leadsTo },
  ],
  otherLinks: [
    'https://cs.bankofabyssinia.com/cs/?trx=CFT261960AAAA',
    'https://cs.bankofabyssinia.com/cs/?trx=FT261960AAAA00001',
    'https://cs.bankofabyssinia.com/slip/?trx=CFT261960AAAA',
    'https://cs.bankofabyssinia.com/slip/?trx=FT261960AAAA0000',
    'https://cs.bankofabyssinia.com/slip/?id=FT261960AAAA00001',
    'https://cs.bankofabyssinia.com/slip/?trx=FT261960AAAA00001&trx=FT261960AAAB00001',
    'https://cs.bankofabyssinia.com/slip/FT261960AAAA00001',
    'https://www.bankofabyssinia.com/slip/?trx=FT261960AAAA00001',
  ],
  references: [
    { reference: 'ABYSETAAFT261960AAAA', account: '20000001', leadsTo },
    { reference: 'ABYSETAAFT261960AAAA', leadsTo: needsAccount },
    { reference: 'FT261960AAAA00001', leadsTo },
    { reference: 'tt262250aaaa00036', leadsTo: cash },
    { reference: 'FT261960AAAA', provider: 'boa', account: '200000001', leadsTo },
    { reference: 'FT261960AAAA', provider: 'boa', account: '0001', leadsTo: needsAccount },
    { reference: 'FT261960AAAA', provider: 'boa', leadsTo: needsAccount },
    { reference: 'TT262250AAAA', leadsTo: { reference: 'TT262250AAAA', needs: ['account'] } },
    { reference: 'TT262250AAAA', account: '2000000036', leadsTo: cash },
  ],
  impossible: [
    { reference: 'FT260000AAAA00001' },
    { reference: 'TT263660AAAA00001' },
    { reference: 'TT990010AAAA' },
    { url: 'https://cs.bankofabyssinia.com/slip/?trx=FT260000AAAA00001' },
  ],
  answers: [
    { file: 'boa/getDetails_success.json', status: 200, asked, judgement: settled },
    {
      file: 'boa/getDetails_not_found.json',
      status: 200,
      asked,
      judgement: { kind: 'not_found', receipt: { source } },
    },
    // Belongs to the reader of QR codes; as an answer to a lookup it is none.
    {
      file: 'boa/qr_payload_invented.txt',
      status: 200,
      asked,
      judgement: { kind: 'blocked', receipt: { source } },
    },
  ],
};

import type { Judgement } from '../../../src/providers/types.js';
import type { BankCases } from '../support.js';

const source = 'wegagen-json';
const host = 'https://transinfo.wegagenbanksc.com.et';
const id = '150TBAW2626200001113DAAT';
const leadsTo = { source, reference: id, qualifier: '', url: `${host}:8011/sms_wega/txn/${id}` };
const needsLink = { reference: '150TBAW262620000', needs: ['link' as const] };
const asked = { reference: id };

const settled: Judgement = {
  kind: 'settled',
  receipt: {
    source,
    reference: '150TBAW262620000',
    direction: 'D',
    payerName: 'ABEBE TEST KEBEDE',
    payerAccount: '1113000000001',
    receiverName: null,
    receiverAccount: '251900000001',
    transferredAmount: 2000,
    serviceCharge: 0.3,
    vat: 0.05,
    currency: 'ETB',
    paymentDate: '2026-09-19T15:30:30.500Z',
    paymentReason: 'Telebirr transfer from account to wallet',
    paymentMethod: 'Account To Account Transfer',
    transactionType: 'SERVICE CHARGE ON TOP UP AIR TIME',
    amountInWords: 'Two Thousand  Birr',
  },
  payment: {
    amount: '2000.00',
    currency: 'ETB',
    fee: '0.30',
    vat: '0.05',
    total: null,
    payer: { name: 'ABEBE TEST KEBEDE', account: '1113000000001' },
    receiver: { name: null, account: '251900000001', bank: null },
    reference: '150TBAW262620000',
    status: 'settled',
    paidAt: '2026-09-19T15:30:30+03:00',
    reason: 'Telebirr transfer from account to wallet',
    channel: null,
  },
};

export const wegagen: BankCases = {
  key: 'wegagen',
  links: [
    { url: `${host}:8183/?id=${id}`, leadsTo },
    { url: `${host}:8183/?id=${id.toLowerCase()}`, leadsTo },
  ],
  otherLinks: [
    `${host}/?id=${id}`,
    `${host}:8011/?id=${id}`,
    `${host}:8183/`,
    `${host}:8183/?id=150TBAW262620000`,
    `${host}:8183/?id=${id}A`,
    `${host}:8183/?id=${id}&id=${id}`,
    `${host}:8183/?trx=${id}`,
    `${host}:8183/receipt?id=${id}`,
    `${host}:8183/${id}`,
    `https://wegagenbanksc.com.et:8183/?id=${id}`,
  ],
  references: [
    { reference: id, leadsTo },
    { reference: ` ${id.toLowerCase()}. `, leadsTo },
    { reference: '150TBAW262620000', provider: 'wegagen', leadsTo: needsLink },
  ],
  impossible: [
    { reference: '150TBAW2600000001113DAAT' }, // day 000
    { reference: '150TBAW2636600001113DAAT' }, // 2026 has 365 days
    { reference: '150TBAW260000000', provider: 'wegagen' },
    { url: `${host}:8183/?id=150TBAW2600000001113DAAT` },
  ],
  answers: [
    { file: 'wegagen/txn.json', status: 200, asked, judgement: settled },
    {
      file: 'wegagen/not_found_200.json',
      status: 200,
      asked,
      judgement: { kind: 'not_found', receipt: { source } },
    },
  ],
};

import type { Judgement } from '../../../src/providers/types.js';
import type { BankCases } from '../support.js';

const source = 'siinqee-pdf';
const asked = { reference: 'SQB26K20A1B2' };
const leadsTo = {
  source,
  reference: 'SQB26K20A1B2',
  qualifier: '',
  url: 'https://siinqeebank.com/receipt/SQB26K20A1B2',
};
const ofSms = {
  source,
  reference: 'A35U2TB26226AAAA',
  qualifier: '',
  url: 'https://receipts.siinqeebank.com:871/generate/A35U2TB26226AAAA',
};
const credit = 'A350ay526224AAAA';
const ofCredit = {
  ...ofSms,
  reference: credit,
  url: `https://receipts.siinqeebank.com:871/generate/${credit}`,
};
const second = {
  source,
  reference: 'AAAA0000',
  qualifier: '',
  url: 'https://receipts.siinqee.test:8443/view?ref=AAAA0000&as=pdf',
};

const settled: Judgement = {
  kind: 'settled',
  receipt: {
    source,
    reference: 'SQB26K20A1B2',
    transactionStatus: 'Completed',
    transactionType: 'Transfer',
    payerName: 'ABEBE TEST KEBEDE',
    payerAccount: '1000*****0001',
    receiverName: 'SARA TEST TADESSE',
    receiverAccount: '1000*****0002',
    transferredAmount: 12_350,
    serviceCharge: 5,
    vat: 0.75,
    totalAmount: 12_355.75,
    currency: 'ETB',
    paymentDate: '2026-09-14 10:15:30',
    paymentReason: 'Rent, Transferred Amount ETB 1.00',
    paymentChannel: 'Mobile',
    amountInWords: 'Twelve Thousand Three Hundred Fifty Five Birr And Seventy Five Cents',
  },
  payment: {
    amount: '12350.00',
    currency: 'ETB',
    fee: '5.00',
    vat: '0.75',
    total: '12355.75',
    payer: { name: 'ABEBE TEST KEBEDE', account: '1000*****0001' },
    receiver: { name: 'SARA TEST TADESSE', account: '1000*****0002', bank: null },
    reference: 'SQB26K20A1B2',
    status: 'settled',
    paidAt: '2026-09-14T10:15:30+03:00',
    reason: 'Rent, Transferred Amount ETB 1.00',
    channel: 'Mobile',
  },
};

/** With the link forms of `siinqeeLinks` in support.ts. */
export const siinqee: BankCases = {
  key: 'siinqee',
  links: [
    { url: ofSms.url, leadsTo: ofSms },
    { url: ofCredit.url, leadsTo: ofCredit },
    { url: 'https://siinqeebank.com/receipt/SQB26K20A1B2', leadsTo },
    { url: 'https://receipts.siinqee.test:8443/view?ref=AAAA0000&as=pdf', leadsTo: second },
  ],
  otherLinks: [
    'https://receipts.siinqeebank.com:871/',
    'https://receipts.siinqeebank.com:871/generate/A35U2TB2622AAAAA',
    'https://receipts.siinqeebank.com:871/generate/A35U2TB26226AAAA0',
    'https://receipts.siinqeebank.com:871/generate/SQB26K20A1B2',
    'https://receipts.siinqeebank.com/generate/A35U2TB26226AAAA',
    'https://siinqeebank.com/',
    'https://siinqeebank.com/receipt/',
    'https://siinqeebank.com/receipt/SHORT12',
    'https://siinqeebank.com/receipt/TWENTYONECHARACTERS00',
    'https://siinqeebank.com/receipt/lowercase1234',
    'https://siinqeebank.com/receipt/SQB26K20A1B2/more',
    'https://siinqeebank.com/receipt/SQB26K20A1B2?x=1',
    'https://siinqeebank.com:8443/receipt/SQB26K20A1B2',
    'https://receipts.siinqee.test:8443/view?ref=AAAA0000',
    'https://receipts.siinqee.test/view?ref=AAAA0000&as=pdf',
    'https://receipt.ebirr.com/siinqee/',
  ],
  references: [
    { reference: ofSms.reference, provider: 'siinqee', leadsTo: ofSms },
    { reference: credit, provider: 'siinqee', leadsTo: ofCredit },
    { reference: 'SQB26K20A1B2', provider: 'siinqee', leadsTo },
    { reference: 'AAAAAAAA', provider: 'siinqee', leadsTo: target('AAAAAAAA') },
    { reference: '12345678901234567890', provider: 'siinqee', leadsTo: target('12345678901234567890') },
  ],
  impossible: [
    { url: 'https://receipts.siinqeebank.com:871/generate/A35U2TB26000AAAA' },
    { url: 'https://receipts.siinqeebank.com:871/generate/A35U2TB25366AAAA' },
    { reference: 'A35U2TB14226AAAA', provider: 'siinqee' },
  ],
  answers: [
    { file: 'siinqee/receipt.txt', pdf: true, status: 200, asked, judgement: settled },
    {
      file: 'siinqee/not_found_404.txt',
      status: 404,
      asked,
      judgement: { kind: 'not_found', receipt: { source } },
    },
    {
      file: 'siinqee/views_used_up_403.txt',
      status: 403,
      asked,
      judgement: { kind: 'blocked', receipt: { source } },
    },
  ],
};

function target(reference: string) {
  return { source, reference, qualifier: '', url: `https://siinqeebank.com/receipt/${reference}` };
}

import type { Judgement } from '../../../src/providers/types.js';
import type { BankCases } from '../support.js';

const page = 'https://transactioninfo.ethiotelecom.et/receipt/DF70AAAA00';
const source = 'telebirr-html';
const leadsTo = { source, reference: 'DF70AAAA00', qualifier: '', url: page };
const asked = { reference: 'DF70AAAA00' };

const sendMoney: Judgement = {
  kind: 'settled',
  receipt: {
    source,
    payerName: 'Abebe Test Kebede',
    payerTelebirrNo: '2519****0001',
    payerAccountType: 'Individual Customer',
    creditedPartyName: 'Sara Test Tadesse',
    creditedPartyAccountNo: '2519****0002',
    transactionStatus: 'Completed',
    receiptNo: 'DF70AAAA00',
    paymentDate: '07-06-2026 18:37:39',
    settledAmount: '1,600.00 Birr',
    serviceFee: '5.22 Birr',
    serviceFeeVAT: '0.78 Birr',
    totalPaidAmount: '1,606.00 Birr',
    paymentReason: 'Send Money to Registered Customer',
    paymentMode: 'telebirr',
    paymentChannel: 'API/App',
    stampDuty: '0.0 Birr',
    discountAmount: '0.0 Birr',
  },
  payment: {
    amount: '1600.00',
    currency: 'ETB',
    fee: '5.22',
    vat: '0.78',
    total: '1606.00',
    payer: { name: 'Abebe Test Kebede', account: '2519****0001' },
    receiver: { name: 'Sara Test Tadesse', account: '2519****0002', bank: null },
    reference: 'DF70AAAA00',
    status: 'settled',
    paidAt: '2026-06-07T18:37:39+03:00',
    reason: 'Send Money to Registered Customer',
    channel: 'API/App',
  },
};

const toBank = {
  creditedPartyName: 'Commercial Bank of Ethiopia',
  creditedPartyAccountNo: '0003',
  bankAccountNumber: '1000000000012   Sara Test Tadesse',
  paymentReason: 'Customer Transfer from Mobile Money to Bank',
};
const bankReceiver = {
  receiver: { name: 'Sara Test Tadesse', account: '1000000000012', bank: 'Commercial Bank of Ethiopia' },
  reason: 'Customer Transfer from Mobile Money to Bank',
};

const walletToBank: Judgement = {
  kind: 'settled',
  receipt: { ...sendMoney.receipt, ...toBank },
  payment: { ...sendMoney.payment, ...bankReceiver },
};

/** The text of a page is not the page: without its cells, a note may hold any label. */
const textOfPage: Judgement = { kind: 'unreadable', receipt: { source }, missing: [], conflicts: ['page'] };

const notFound: Judgement = { kind: 'not_found', receipt: { source } };
const blocked: Judgement = { kind: 'blocked', receipt: { source } };

export const telebirr: BankCases = {
  key: 'telebirr',
  links: [
    { url: page, leadsTo },
    { url: 'https://apps.ethiotelecom.et/receipt/DF70AAAA00', leadsTo },
    { url: 'https://transactioninfo.ethiotelecom.et/receipt/df70aaaa00', leadsTo },
  ],
  otherLinks: [
    'https://transactioninfo.ethiotelecom.et/',
    'https://transactioninfo.ethiotelecom.et/receipt/',
    'https://transactioninfo.ethiotelecom.et/receipt/DF70AAAA0',
    'https://transactioninfo.ethiotelecom.et/receipt/DF70AAAA000',
    'https://transactioninfo.ethiotelecom.et/receipt/DF70AAAA00/x',
    'https://transactioninfo.ethiotelecom.et/receipts/DF70AAAA00',
    'https://transactioninfo.ethiotelecom.et/receipt/DF70%41AAA00',
    'https://transactioninfo.ethiotelecom.et/x/../receipt/DF70AAAA00',
    'https://transactioninfo.ethiotelecom.et/?receipt=DF70AAAA00',
    'https://www.ethiotelecom.et/receipt/DF70AAAA00',
  ],
  references: [
    { reference: 'DF70AAAA00', leadsTo },
    { reference: ' df70aaaa00. ', leadsTo },
  ],
  impossible: [
    { reference: 'DBV0AAAA00' }, // 31 February
    { reference: 'CBT0AAAA00' }, // 29 February 2025
    { reference: 'UGO0AAAA00', provider: 'telebirr' }, // year 2043: M-PESA's
    { url: 'https://transactioninfo.ethiotelecom.et/receipt/DBV0AAAA00' },
  ],
  answers: [
    { file: 'telebirr/page_send_money.html', status: 200, asked, judgement: sendMoney },
    { file: 'telebirr/page_wallet_to_bank.html', status: 200, asked, judgement: walletToBank },
    { file: 'telebirr/wallet_to_bank_text_lines.txt', status: 200, asked, judgement: textOfPage },
    { file: 'telebirr/wallet_to_bank_glued_text.txt', status: 200, asked, judgement: textOfPage },
    { file: 'telebirr/not_found.html', status: 200, asked, judgement: notFound },
    { file: 'telebirr/qr_payload.txt', status: 200, asked, judgement: blocked },
  ],
};

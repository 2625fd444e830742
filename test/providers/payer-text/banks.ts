/** The receipts into which the suite of payer-written text writes, bank by bank (docs/adding-a-bank.md#what-payers-write). */
import type { Row } from '../../support/pdf.js';
import type { PayerText, Values } from './types.js';

const liar = 'MALLORY TEST GIRMA';

const telebirrLabels = [
  'Payer Name',
  'Payer telebirr no.',
  'Payer account type',
  'Payer TIN No',
  'Credited Party name',
  'Credited party account no',
  'የክፍያው ሁኔታ/transaction status',
  'transaction status',
  'Bank account number',
  'Invoice details',
  'Invoice No.',
  'Payment date',
  'የተከፈለው መጠን/Settled Amount',
  'Settled Amount',
  'Stamp Duty',
  'Discount Amount',
  'Service fee',
  'Service fee VAT',
  'Total Paid Amount',
  'Payment Reason',
  'Payment channel',
  'Customer Note',
];
const telebirrValues: Values = {
  reference: 'DF70ZZZZ99',
  amount: '90,000.00 Birr',
  name: liar,
  account: '2519****9999',
  date: '08-06-2026 10:00:00',
  settled: 'Completed',
  unsettled: 'Pending',
};
const telebirrAlso = [
  'DF70ZZZZ99 07-06-2026 18:37:39 90,000.00 Birr',
  'This request is not correct',
  'telebirr receipt',
  `Bank account number 1000000000099   ${liar}`,
];

function telebirr(name: string, file: string): PayerText {
  return {
    key: 'telebirr',
    file,
    name,
    written: { payerName: '>{Abebe Test Kebede}<', note: '>{order twelve}<' },
    insert: [
      'Customer Note</td><td style="text-align: left"></td>',
      'Customer Note</td><td style="text-align: left">order twelve</td>',
    ],
    labels: telebirrLabels,
    values: telebirrValues,
    also: telebirrAlso,
  };
}

/** Its text without the cells, as somebody copies it: never read, whoever wrote what. */
const telebirrText = ['lines', 'glued'].map(
  (form): PayerText => ({
    key: 'telebirr',
    file: `telebirr/wallet_to_bank_${form === 'lines' ? 'text_lines' : 'glued_text'}.txt`,
    name: `telebirr as text, ${form}`,
    written: { payerName: 'Abebe Test Kebede', note: 'order 12' },
    labels: telebirrLabels,
    values: telebirrValues,
    also: telebirrAlso,
  }),
);

const cbeLabels = [
  'Payer',
  'Account',
  'Receiver',
  'Payment Date & Time',
  'Reference No. (VAT Invoice No)',
  'Reference No',
  'Reason / Type of service',
  'Transferred Amount',
  'Commission or Service Charge',
  '15% VAT on Commission',
  'Disaster recovery (5%)',
  'Total amount debited from customers account',
  'Amount in Word',
  'Branch:',
  'Customer Name:',
  'VAT Receipt No:',
  'Payment / Transaction Information',
  'Customer Information',
  'Status',
  'The Bank you can always rely on.',
];
const cbeValues: Values = {
  reference: 'FT261259ZZZZ',
  amount: '90,000.00 ETB',
  name: liar,
  account: '1****9999',
  date: '5/6/2026, 9:00:00 AM',
  settled: 'Completed',
  unsettled: 'Reversed',
};

const cbeRows: readonly Row[] = [
  ['Commercial Bank of Ethiopia'],
  ['VAT Invoice / Customer Receipt'],
  ['Company Address & Other Information'],
  ['Country:', 'Ethiopia'],
  ['City:', 'Addis Ababa'],
  ['Tin:', '0000006966'],
  ['VAT Receipt No:', 'FT261250AAAA'],
  ['VAT Registration No:', '011140'],
  ['Customer Information'],
  ['Customer Name:', 'ABEBE TEST KEBEDE'],
  ['Region:', 'Adama'],
  ['City:', '_'],
  ['Branch:', 'TEST BRANCH NAME'],
  ['Payment / Transaction Information'],
  ['Payer', 'ABEBE TEST KEBEDE'],
  ['Account', '1****0001'],
  ['Receiver', 'SARA TEST TADESSE'],
  ['Account', '1****0002'],
  ['Payment Date & Time', '5/5/2026, 1:56:00 PM'],
  ['Reference No. (VAT Invoice No)', 'FT261250AAAA'],
  ['Reason / Type of service', 'Pay done via Mobile'],
  ['Transferred Amount', '25.00 ETB'],
  ['Commission or Service Charge', '0.53 ETB'],
  ['15% VAT on Commission', '0.08 ETB'],
  ['Total amount debited from customers account', '25.61 ETB'],
  ['Amount in Word', 'ETB Twenty Five & Sixty One cents'],
  ['The Bank you can always rely on.'],
  ['© 2026 Commercial Bank of Ethiopia. All rights reserved'],
];
const cbeRows2024: readonly Row[] = [
  ['Commercial Bank of Ethiopia'],
  ['Customer Receipt'],
  ['Company Information'],
  ['Country:', 'Ethiopia'],
  ['City:', 'Addis Ababa'],
  ['Payment Information'],
  ['Payer:', 'CBE Birr to T24 Transfer Settlement'],
  ['Account:', '1****0001'],
  ['Receiver:', 'SARA TEST TADESSE'],
  ['Account:', '1****0002'],
  ['Payment Date:', 'Sat Aug 24 2024'],
  ['Reference No:', 'FT242370AAAA'],
  ['Reason:', 'e-commerce payment'],
  ['Transferred Amount:', '800.00 ETB'],
  ['The Bank you can always rely on.'],
];

const cbePdf: PayerText = {
  key: 'cbe',
  name: 'cbe-pdf',
  file: 'cbe/pdf/text_labels_and_values_apart.txt',
  rows: cbeRows,
  written: { payerName: 'ABEBE TEST KEBEDE', reason: 'Pay done via Mobile' },
  labels: cbeLabels,
  values: cbeValues,
  also: ['Transferred Amount 9', '9', 'You Are Not Allowed to See This Data, Please Check your Link'],
};

const cbePdf2024: PayerText = {
  ...cbePdf,
  name: 'cbe-pdf of 2024',
  file: 'cbe/pdf/older_2024_layout.txt',
  rows: cbeRows2024,
  written: { payerName: 'CBE Birr to T24 Transfer Settlement', reason: 'e-commerce payment' },
  labels: cbeLabels.map((label) => (label.endsWith(':') ? label : `${label}:`)),
  values: { ...cbeValues, reference: 'FT242370ZZZZ', date: 'Sun Aug 25 2024' },
};

/** Labels and values without a blank between them, as one extractor has them. */
const cbePdfGlued: PayerText = {
  key: 'cbe',
  name: 'cbe-pdf, glued',
  file: 'cbe/pdf/text_glued_pdf_parse.txt',
  written: {
    payerName: 'Payer{Mr Abebe Test Kebede}',
    reason: 'Reason / Type of service{test done via Mobile}',
  },
  labels: cbeLabels,
  values: { ...cbeValues, reference: 'FT261409ZZZZ', date: '5/21/2026, 9:00:00 AM' },
  also: cbePdf.also ?? [],
};

const cbeJson: PayerText = {
  key: 'cbe',
  name: 'mb-json',
  file: 'cbe/mb-json/receipt.json',
  written: { payerName: 'Abebe Test Kebede', description: 'MB Transfer' },
  labels: [
    'id',
    'amountCredited',
    'amountCreditedWithCurrency',
    'amountDebited',
    'creditAccountNo',
    'creditAccountHolder',
    'creditCurrency',
    'debitAccountHolder',
    'dateTimes',
    'status',
    'isOtherBank',
    'encodedReceipt',
    'totalChargeAmount',
  ],
  values: {
    reference: 'FT262479ZZZZ',
    amount: '90000.00',
    name: liar,
    account: '1********9999',
    date: '2026-09-05T10:59:00Z',
    settled: 'COMPLETED',
    unsettled: 'REVERSED',
  },
  also: ['Security Alert: Invalid or tampered legacy token!', 'transaction not found'],
};

const cbebirrRows: readonly Row[] = [
  ['Commercial Bank of Ethiopia'],
  ['VAT Invoice/ Customer Receipt'],
  ['CBEBirr'],
  ['Company Address & Other Information'],
  ['Customer Information'],
  ['Customer Name:', 'ABEBE TEST KEBEDE'],
  ['Region:', ''],
  ['Sub city:', ''],
  ['Wereda/kebele:', ''],
  ['TIN (TAX ID):', ''],
  ['Transaction Information'],
  ['Debit Account', '2519XXXX0001'],
  ['Credit Account', '1000XXXXX0002'],
  ['Receiver Name', 'TEST MERCHANT PLC'],
  ['Order ID', 'DE30AAAA000'],
  ['Transaction Status', 'Completed'],
  ['Reference', 'TESTREF0001:'],
  ['Transaction Details'],
  ['Receipt Number', 'Transaction Date', 'Amount'],
  ['DE30AAAA000', '2026-05-03 14:05', '1500.00'],
  ['Paid amount', '1500.00'],
  ['Service Charge', '5.00'],
  ['VAT', '0.75'],
  ['Total Paid Amount', '1505.75'],
  ['Total Amount in word', 'One Thousand Five Hundred Five birr and Seventy Five cents'],
  ['Payment Reason', 'Rent'],
  ['Payment Channel', 'USSD'],
  ['Branch:', ''],
  ['Tip', '0.00'],
  ['The Bank you can always rely on!'],
];

const cbebirr: PayerText = {
  key: 'cbebirr',
  file: 'cbebirr/pdf_text_line_layout.txt',
  rows: cbebirrRows,
  written: { payerName: 'ABEBE TEST KEBEDE', billReference: 'TESTREF0001', reason: 'Rent' },
  labels: [
    'Customer Name:',
    'Region:',
    'Transaction Information',
    'Debit Account',
    'Credit Account',
    'Receiver Name',
    'Order ID',
    'Transaction Status',
    'Reference',
    'Transaction Details',
    'Receipt Number Transaction Date Amount',
    'Receipt Number',
    'Paid amount',
    'Service Charge',
    'VAT',
    'Total Paid Amount',
    'Total Amount in word',
    'Payment Reason',
    'Payment Channel',
    'Tip',
  ],
  values: {
    reference: 'DE30ZZZZ999',
    amount: '90000.00',
    name: liar,
    account: '1000XXXXX9999',
    date: '2026-05-04 09:00',
    settled: 'Completed',
    unsettled: 'Reversed',
  },
  also: ['DE30AAAA000 2026-05-03 14:05 90000.00', 'DE30ZZZZ999\f2026-05-03 14:05\f90000.00\f'],
};

const boa: PayerText = {
  key: 'boa',
  file: 'boa/getDetails_success.json',
  written: { payerName: 'ABEBE TEST KEBEDE', narrative: 'test' },
  labels: [
    'Transaction Reference',
    'Source Account',
    'Source Account Name',
    "Payer's Name",
    "Receiver's Account",
    "Receiver's Name",
    'Transferred Amount',
    'Service Charge',
    'VAT (15%)',
    'Total Amount including VAT',
    'currency',
    'Transaction Type',
    'Transaction Date',
    'Transaction Status',
  ],
  values: {
    reference: 'FT261969ZZZZ',
    amount: '90,000.00',
    name: liar,
    account: '1****9999',
    date: '16/07/2026, 09:00:00',
    settled: 'success',
    unsettled: 'Reversed',
  },
  also: ['Invalid reference number'],
};

const zemenRows: readonly Row[] = [
  ['Zemen Bank'],
  ['Invoice No.:', '1234567'],
  ['Date:', '29-Jun-2025'],
  ['Payer name:', 'ABEBE TEST KEBEDE'],
  ['Payer account no.:', '1234******001'],
  ['Recipient name:', 'Sara Test Tadesse'],
  ['Recipient account no.:', '1000000000012'],
  ['Reference No:', '000ETTB251800000'],
  ['Transaction status:', 'COMPLETED'],
  ['Transaction Detail', 'Fund Transfer ETB 1,594.25'],
  ['Service Charge', 'ETB 5.00'],
  ['VAT 15%', 'ETB 0.75'],
  ['Total Amount Paid', 'ETB 1,600.00'],
  ['Total amount in word:', 'ONE THOUSAND SIX HUNDRED BIRR AND ZERO CENT(S)'],
];

const zemen: PayerText = {
  key: 'zemen',
  file: 'zemen/pdf_text.txt',
  rows: zemenRows,
  written: { payerName: 'ABEBE TEST KEBEDE', words: 'Fund Transfer' },
  labels: [
    'Invoice No.:',
    'Date:',
    'Payer name:',
    'Payer account no.:',
    'Recipient name:',
    'Recipient account no.:',
    'Reference No:',
    'Transaction status:',
    'Transaction Detail',
    'Service Charge',
    'VAT 15%',
    'Total Amount Paid',
    'Total amount in word:',
  ],
  values: {
    reference: '000ETTB251809999',
    amount: 'ETB 90,000.00',
    name: liar,
    account: '1000000000099',
    date: '30-Jun-2025',
    settled: 'COMPLETED',
    unsettled: 'REVERSED',
  },
  also: ['order no twelve of the\fshop ETB 50,000.00'],
};

const zemenKinds = ['IBFT', 'IBET', 'BALE', 'TEIN', 'P2PI', 'PORE', 'ATCW', 'ATWR'];
const zemenOwnUse = new Set(['PORE', 'ATCW', 'ATWR']);

/** The kinds of its receipts but ETTB, which the sample is: nobody is paid by cash from a machine, or with a card. */
const zemenOthers = zemenKinds.map((kind): PayerText => {
  const reference = `000${kind}251800000`;
  const path = kind === 'IBET' ? 'ft' : 'rt';
  return {
    ...zemen,
    name: `zemen ${kind}`,
    sameRows: true,
    rows: zemenRows.map((row) => (row[0] === 'Reference No:' ? [row[0], reference] : row)),
    asked: { url: `https://share.zemenbank.com/${path}/aB3dE5gH${reference}/pdf` },
    says: {
      reference,
      ...(zemenOwnUse.has(kind) && { receiver: { name: null, account: null, bank: null } }),
    },
    values: { ...zemen.values, reference: `000${kind}251809999` },
  };
});

const mpesaLabels = [
  '/ SENDER NAME',
  '/ SENDER PHONE NUMBER',
  '/ SENDER TIN NO',
  '/ BUYER NAME',
  '/ RECEIVER NAME',
  '/ RECEIVER ACCOUNT NUMBER',
  '/RECEIVER ACCOUNT NUMBER',
  'RECEIVER ACCOUNT NUMBER',
  '/ RECEIVER BUSINESS NAME',
  '/ RECEIVER BUSINESS NUMBER',
  '/ BANK NAME',
  '/ TRANSACTION ID',
  '/ TRANSACTION DETAIL',
  '/ RECEIPT NO',
  '/ PAYMENT DATE',
  '/ SETTLED AMOUNT',
  '/ SERVICE FEE',
  '/ DISCOUNT',
  '/ + 15% VAT',
  '/ TOTAL',
  '/ TOTAL AMOUNT IN WORDS',
  '/ PAYMENT METHOD',
  '/ TRANSACTION TYPE',
  '/ PAYMENT CHANNEL',
  '/ PAYMENT REASON',
];
const mpesaRows: readonly Row[] = [
  ['SAFARICOM TELECOMMUNICATIONS ETHIOPIA PLC'],
  ['/ TRANSACTION INFORMATION'],
  ['/ SENDER NAME', 'ABEBE TEST KEBEDE'],
  ['/ SENDER PHONE NUMBER', '251700000001'],
  ['/ SENDER TIN NO', '- - -'],
  ['/ RECEIVER NAME', 'SARA TEST TADESSE'],
  ['/ RECEIVER ACCOUNT NUMBER', '1000000000012'],
  ['/ BANK NAME', 'TEST BANK'],
  ['/ TRANSACTION ID', 'UGO0AAAA00'],
  ['/ TRANSACTION DETAIL'],
  ['/ RECEIPT NO', '/ PAYMENT DATE', '/ SETTLED AMOUNT'],
  ['UGO0AAAA00', '2026-07-24 11:53:00', '2.00'],
  ['/ SERVICE FEE', '0.00'],
  ['/ DISCOUNT', '0.00'],
  ['/ + 15% VAT', '0.00'],
  ['/ TOTAL', '2.00'],
  ['/ TOTAL AMOUNT IN WORDS', 'Two Birr'],
  ['/ PAYMENT METHOD', 'M-PESA'],
  ['/ TRANSACTION TYPE', 'Send Money'],
  ['/ PAYMENT CHANNEL', 'APP'],
  ['/ PAYMENT REASON', 'Order twelve'],
  ['SCAN TO VERIFY'],
  ['THANK YOU FOR USING M-PESA'],
];

const mpesa: PayerText = {
  key: 'mpesa',
  file: 'mpesa/pdf_text_column_layout.txt',
  rows: mpesaRows,
  written: { payerName: 'ABEBE TEST KEBEDE', reason: 'Order twelve' },
  labels: mpesaLabels,
  values: {
    reference: 'UGO0ZZZZ99',
    amount: '90000.00',
    name: liar,
    account: '251799999999',
    date: '2026-07-25 09:00:00',
    settled: 'Completed',
    unsettled: 'Reversed',
  },
  also: ['UGO0AAAA00 2026-07-24 11:53:00 90000.00', 'UGO0ZZZZ99\f2026-07-24 11:53:00\f90000.00\f'],
};

/** Its receiver prints no account of its own. */
const mpesaNameOnly: PayerText = {
  ...mpesa,
  name: 'mpesa without an account',
  file: 'mpesa/pdf_text_pdf_parse_order.txt',
  rows: mpesaRows.filter(
    ([label]) => !['/ RECEIVER ACCOUNT NUMBER', '/ BANK NAME', '/ DISCOUNT', '/ + 15% VAT'].includes(label),
  ),
};

/** Its receiver is a business, which has a number in place of an account. */
const mpesaBusiness: PayerText = {
  ...mpesa,
  name: 'mpesa to a business',
  rows: mpesaRows.flatMap((row): Row[] => {
    if (row[0] === '/ BANK NAME') return [];
    if (row[0] === '/ RECEIVER NAME') return [['/ RECEIVER BUSINESS NAME', 'TEST TRADING PLC']];
    return [row[0] === '/ RECEIVER ACCOUNT NUMBER' ? ['/ RECEIVER BUSINESS NUMBER', '555111'] : row];
  }),
  says: { receiver: { name: 'TEST TRADING PLC', account: '555111', bank: null } },
};

const amharaLabels = [
  'transactionReference',
  'amount',
  'totalAmount',
  'netChargeAmount',
  'taxAmount',
  'receiverName',
  'reveiverAccount',
  'creditorName',
  'creditAccountId',
  'otherBankName',
  'dateTime',
  'status',
  'currencyId',
];
const amharaValues: Values = {
  reference: 'FT262509ZZZZ',
  amount: 'ETB90000.00',
  name: liar,
  account: '1000000000099',
  date: '2609070908',
  settled: 'MAT',
  unsettled: 'REVR',
};
const amhara = ['outgoing', 'incoming'].map(
  (name): PayerText => ({
    key: 'amhara',
    name: `amhara ${name}`,
    file: `amhara/${name}.json`,
    written: { payerName: 'Abebe Test Kebede' },
    labels: amharaLabels,
    values: amharaValues,
  }),
);

const wegagen: PayerText = {
  key: 'wegagen',
  file: 'wegagen/txn.json',
  written: { payerName: 'ABEBE TEST KEBEDE', narrative: 'Telebirr transfer from account to wallet' },
  labels: [
    'trnRefNo',
    'txnAmount',
    'charge',
    'vat',
    'receiver_name',
    'receiver_account',
    'sender_name',
    'txnTimestamp',
    'drCr',
    'event',
    'currency',
  ],
  values: {
    reference: '150TBAW262629999',
    amount: '90000.00',
    name: liar,
    account: '251999999999',
    date: '2026-09-20T15:30:30.500Z',
    settled: 'INIT',
    unsettled: 'REVR',
  },
  also: ['{"master_id":"---"}'],
};

const dashenLabels = [
  'Sender Name:',
  'Sender Account Number:',
  'Transaction Channel:',
  'Service Type:',
  'Narrative:',
  'Receiver Name:',
  'Beneficiary Bank Name:',
  'Institution Name:',
  'Receiver Account Number:',
  'Transaction Reference:',
  'Transfer Reference:',
  'Transaction Date:',
  'Transaction Amount',
  'Service Charge',
  'DRRF Fee',
  'VAT (15%):',
  'Discount Amount',
  'Total',
  'Transaction Status:',
];
const dashen: PayerText = {
  key: 'dashen',
  name: 'dashen-html',
  file: 'dashen/page.html',
  written: { payerName: '{Abebe Test Kebede}<', narrative: '{test &amp; payment}<' },
  labels: dashenLabels,
  values: {
    reference: 'ZZZWDTS2626799ZZ',
    amount: 'ETB 90,000.00',
    name: liar,
    account: '2955******999',
    date: 'Sep 25, 2026, 08:44:18 am',
    settled: 'Completed',
    unsettled: 'Reversed',
  },
  also: ['Receipt not found'],
};

/** One line of text, in which labels and values follow each other. */
const dashenPdf: PayerText = {
  ...dashen,
  name: 'dashen-pdf',
  file: 'dashen/old_pdf_text_one_line.txt',
  written: { payerName: 'Abebe Test Kebede', narrative: 'Narrative: {transfer} Receiver' },
  values: {
    ...dashen.values,
    reference: 'ZZZWDTI261629999',
    account: '7900000000099',
    date: 'Jun 12, 2026, 08:45:50 am',
  },
};

const awashLabels = [
  'Transaction Date',
  'Transaction Time',
  'Transaction Type',
  'Amount',
  'Charge',
  'VAT',
  'Sender Name',
  'Sender Account',
  'Receiver Account',
  'Receiver Name',
  'Beneficiary name',
  'Beneficiary Account',
  'Beneficiary Bank',
  'Merchant',
  'Till Number',
  'Recipient',
  'Reason',
  'Transaction ID',
  'Transaction Status',
];
const awashReasons = {
  'send-to-bank': 'Salary ',
  'ips-cbe': 'Sedqa ',
  'ips-boa': 'Buy ',
  'merchant-payment': 'V',
  'telebirr-transfer': 'A',
  'send-money': null,
};
const awash = Object.entries(awashReasons).map(
  ([name, reason]): PayerText => ({
    key: 'awash',
    name: `awash ${name}`,
    file: `awash/${name}.html`,
    written: {
      payerName: name === 'telebirr-transfer' ? '>{Almaz Test Girma}' : '>{ABEBE  TEST  KEBEDE}<',
      ...(reason !== null && { reason: `<span>{${reason}}</span>` }),
    },
    labels: awashLabels,
    values: {
      reference: '260607112299999',
      amount: '90,000 ETB',
      name: liar,
      account: '01425******9999',
      date: '2026-06-08 11:22:03',
      settled: 'Successful',
      unsettled: 'Reversed',
    },
    also: ['Receipt not found', 'https://awashpay.awashbank.com:8225/-2KDL95XE99-000000'],
  }),
);

const ebirrValues: Values = {
  reference: '0000000099',
  amount: 'ETB 90,000.00',
  name: liar,
  account: '251999999999',
  date: '2026-02-12 20:07:02 +0300 EAT',
  settled: 'Completed',
  unsettled: 'Reversed',
};
/** The rows of the old host hold nothing a payer writes. */
const ebirr = ['coopay', 'kaafi'].map(
  (key): PayerText => ({
    key,
    file: `${key}/old_host_receipt.html`,
    written: {},
    labels: ['Receiver Info', 'Name', 'Account', 'DATE', 'RECEIPT NO', 'AMOUNT', 'STATUS'],
    values: ebirrValues,
  }),
);

interface EbirrGrid {
  key: string;
  where: string;
  number: string;
  receiver?: string;
  reason?: string;
  url: string;
}

/** The grid: people above each other, number, date and amount in three columns, the reason beside its label. */
function ebirrGrid({ key, where, url, number, reason = 'rent', ...given }: EbirrGrid): PayerText {
  const row = (...cells: string[]) =>
    `<tr>${cells.map((cell) => `<td class="receipttableTd">${cell}</td>`).join('')}</tr>`;
  const people = [
    ['የከፋይ ስም/Sender name', 'ABEBE TEST KEBEDE'],
    ['Sender Ebirr no', '251900000001'],
    ['የተቀባይ ስም/Receiver name', given.receiver ?? 'SARA TEST TADESSE'],
    ['Receiver Account/Mobile', '251900000002'],
  ].map(([label = '', value = '']) => row(label) + row(value));
  const payment = [
    row('Receipt No.', 'Payment date', 'Settled Amount'),
    row(number, '2026-02-11 20:07:02 +0300 EAT', '75.00 ETB'),
    row('Payment Reason', reason),
  ];
  return {
    key,
    file: `${key}/old_host_receipt.html`,
    name: `${key}, grid ${where}`,
    page: `<html><body><table>${people.join('')}</table><table>${payment.join('')}</table></body></html>`,
    asked: { url },
    // Between tenants the receiver stands in words that the payer may have written.
    says: { ...(given.receiver !== undefined && { receiver: { name: null, account: null, bank: null } }) },
    written: { payerName: '>{ABEBE TEST KEBEDE}<', reason: `>{${reason}}<` },
    labels: [
      ...[
        'የተቀባይ ስም/Receiver name',
        'Receiver name',
        'Receiver Account/Mobile',
        'Sender name',
        'Sender Ebirr no',
      ],
      ...['Receipt No', 'Receipt No.', 'Payment date', 'Settled Amount', 'Payment Reason', 'Receiver Info'],
      ...['Name', 'Account', 'DATE', 'AMOUNT', 'Transaction status'],
    ],
    values: ebirrValues,
    also: [
      'Not Found Page',
      'Wallet to wallet COOPay',
      `to ${liar}(251999999999) via Cooperative Bank of Oromia`,
      `merchant: ${liar} (251999999999)`,
    ],
  };
}

const oldHost = 'https://transactioninfo.ebirr.com';
const newHost = 'https://receipt.ebirr.com';
const ebirrGrids: readonly PayerText[] = [
  ebirrGrid({
    key: 'coopay',
    where: 'of the old host',
    number: '0000000001',
    url: `${oldHost}/coopay-Ebirr/receipt/0000000001`,
  }),
  ebirrGrid({
    key: 'kaafi',
    where: 'of the new host',
    number: '0000000000001',
    url: `${newHost}/kaafimf/AAAAAAAAAAA_0000AAAAAA`,
  }),
  ebirrGrid({
    key: 'kaafi',
    where: 'between tenants',
    number: '0000000000001',
    receiver: 'Wallet to wallet COOPay',
    reason: 'to SARA TEST TADESSE(251900000002) via Cooperative Bank of Oromia',
    url: `${newHost}/kaafimf/AAAAAAAAAAA_0000AAAAAA`,
  }),
];

const abay: PayerText = {
  key: 'abay',
  file: 'abay/info_page.html',
  written: { payerName: '>{ABEBE TEST KEBEDE}<', remark: '>{Rent payment}<' },
  labels: [
    'Payer Name',
    'Payer Account',
    'Receiver Name',
    'Receiver Account',
    'Type',
    'Reference No',
    'Date',
    'Remark',
    'Amount',
    'Service fee',
    '15% VAT on service fee',
    'Status',
  ],
  values: {
    reference: '135FTRM26115000000000000999',
    amount: 'ETB 90,000.00',
    name: liar,
    account: '1350000000099',
    date: '26/04/2026 10:15:30',
    settled: 'Completed',
    unsettled: 'Reversed',
  },
};

const siinqeeRows: readonly Row[] = [
  ['Siinqee Bank - receipt (simulated)'],
  ['Reference No', 'SQB26K20A1B2'],
  ['Transaction Status', 'Completed'],
  ['Transaction Type', 'Transfer'],
  ['Payment Date', '2026-09-14 10:15:30'],
  ['Payer Name', 'ABEBE TEST KEBEDE'],
  ['Payer Account', '1000*****0001'],
  ['Receiver Name', 'SARA TEST TADESSE'],
  ['Receiver Account', '1000*****0002'],
  ['Transferred Amount', 'ETB 12,350.00'],
  ['Service Charge', 'ETB 5.00'],
  ['15% VAT', 'ETB 0.75'],
  ['Total Amount', 'ETB 12,355.75'],
  ['Amount in Words', 'Twelve Thousand Three Hundred Fifty Five Birr And Seventy Five Cents'],
  ['Payment Channel', 'Mobile'],
  ['Payment Reason', 'Rent, Transferred Amount ETB 1.00'],
];

const siinqee: PayerText = {
  key: 'siinqee',
  file: 'siinqee/receipt.txt',
  rows: siinqeeRows,
  written: { payerName: 'ABEBE TEST KEBEDE', reason: 'Rent, Transferred Amount ETB 1.00' },
  labels: [...siinqeeRows.slice(1).map(([label]) => label), 'Receiver Bank'],
  values: {
    reference: 'SQB26K20ZZZZ',
    amount: 'ETB 90,000.00',
    name: liar,
    account: '1000*****9999',
    date: '2026-09-15 10:15:30',
    settled: 'Completed',
    unsettled: 'Reversed',
  },
};

export const payerTexts: readonly PayerText[] = [
  telebirr('telebirr to a wallet', 'telebirr/page_send_money.html'),
  telebirr('telebirr to a bank', 'telebirr/page_wallet_to_bank.html'),
  ...telebirrText,
  cbePdf,
  cbePdf2024,
  cbePdfGlued,
  cbeJson,
  cbebirr,
  boa,
  zemen,
  ...zemenOthers,
  mpesa,
  mpesaNameOnly,
  mpesaBusiness,
  ...amhara,
  wegagen,
  dashen,
  dashenPdf,
  ...awash,
  ...ebirr,
  ...ebirrGrids,
  abay,
  siinqee,
];

/**
 * Attacks on every bank's judge, one by one, for `docs/verdicts.md`: a genuine receipt with a change that a payer, a new
 * layout or a bad connection might make, and the rule that decides.
 */
import type { Judgement } from '../../src/providers/types.js';
import { fill, type Layout, layOut, type Row } from '../support/pdf.js';
import { payerTexts } from './payer-text/banks.js';
import { chosen, hostileTexts } from './payer-text/hostile.js';
import {
  type Genuine,
  genuine,
  isLines,
  judgedSent,
  lie,
  lieByLoss,
  type Sent,
  sent,
  sentBody,
  written,
  writtenRows,
} from './payer-text/receipts.js';
import type { PayerText } from './payer-text/types.js';

export const rules = {
  cell: 'a value in a cell or member of its own holds no labels',
  payer:
    'nothing after a text of the payer is a label; a deciding label twice or out of place is a contradiction',
  sums: 'amount, charges, VAT, discount and total agree to the cent; the amount is above zero, the fee not below',
  money: 'a number has no blanks, signs, letters or odd commas in it, and its printed currency counts',
  status: 'only known words say settled or not settled; any other word says nothing',
  reference: 'only a well-formed other number is another receipt',
  date: 'another date under the same number is a contradiction; what cannot be read is no date',
  no: '"no such receipt" only in the bank\'s own known words, in visible text, under their HTTP status',
  whole: 'a page that breaks off is no receipt',
  visible: 'hidden elements, comments and scripts are no text',
  layout: 'a layout that is not known is not read',
} as const;

type Rule = keyof typeof rules;

export interface Attack {
  /** Name of the genuine receipt; `every` for all of them, `every page` for those of banks that send HTML. */
  receipt: string;
  what: string;
  rule: Rule;
  sent: (receipt: Genuine) => Sent[];
  /** What must hold of each judgement; the truth where nothing else is said. */
  oracle?: (receipt: Genuine, judgement: Judgement) => string | null;
}

const receipts = new Map(
  payerTexts.filter(({ sameRows }) => !sameRows).map((text) => [text.name ?? text.key, genuine(text)]),
);

export function receiptsOf({ receipt }: Attack): Genuine[] {
  const all = [...receipts.values()];
  if (receipt === 'every') return all;
  if (receipt === 'every page') return all.filter(({ text }) => text.file.endsWith('.html'));
  return all.filter(({ name }) => name === receipt);
}

/** A genuine receipt on which one text has given way to others, one after the other. */
function changed(from: string, ...to: string[]): Attack['sent'] {
  return ({ text }) => to.map((other) => sentChange(text, from, other));
}

function sentChange(text: PayerText, from: string, to: string): Sent {
  if (!text.rows) return sentBody(text, replaced(written(text), from, to));
  return drawn(text.rows.map((row) => row.map((cell) => (cell === from ? to : cell)) as unknown as Row));
}

function drawn(rows: readonly Row[]): Sent {
  return { pieces: layOut(rows) };
}

function replaced(whole: string, from: string, to: string): string {
  if (!whole.includes(from)) throw new Error(`${from} is not in the receipt`);
  return whole.replace(from, to);
}

function writtenBy(field: string, layout: Layout, ...texts: string[]): Attack['sent'] {
  return (receipt) => texts.map((text) => sent(receipt.text, { field, text }, layout));
}

function withRow(before: string, ...rows: Row[]): Attack['sent'] {
  return ({ text }) =>
    rows.map((row) => {
      const all = writtenRows(text);
      const at = all.findIndex(([label]) => label === before);
      return drawn([...all.slice(0, at), row, ...all.slice(at)]);
    });
}

function bodies(...texts: string[]): Attack['sent'] {
  return () => texts.map((text) => ({ text }));
}

/** Several kinds of attacks in one row. */
function all(...parts: Attack['sent'][]): Attack['sent'] {
  return (receipt) => parts.flatMap((part) => part(receipt));
}

/** What is left of any body is never another payment, and a genuine receipt never "not verified". */
function notFake(_: Genuine, { kind }: Judgement): string | null {
  return kind === 'unreadable' || kind === 'blocked' ? null : `it is ${kind}`;
}

/** The receipt itself says that the money has not arrived. */
function notVerified(_: Genuine, { kind }: Judgement): string | null {
  return kind === 'settled' ? 'it is settled' : null;
}

/** `payerName` as `payer name`. */
function inWords(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

const telebirr = 'telebirr to a wallet';
const settledCell = '<td style="text-align: left">Completed</td>';
const cell = (text: string) => `<td style="text-align: left">${text}</td>`;
const amountCell = '<td class="receipttableTd">1,600.00 Birr</td>';
const amountCells = (...texts: string[]) => texts.map((text) => `<td class="receipttableTd">${text}</td>`);
const noReceipt = [
  '',
  'x',
  'null',
  '[]',
  '{}',
  '<html><body>Access denied</body></html>',
  '<html><head><title>Just a moment...</title></head><body>Checking your browser</body></html>',
  '<html><body><h1>502 Bad Gateway</h1><hr>nginx</body></html>',
  '<html><head><title>404 - File or directory not found.</title></head><body></body></html>',
  '<html><body>The requested URL was rejected. Your support ID is: 1</body></html>',
  '<html><body><form>Enter the letters of the picture</form></body></html>',
  '{"message":"Too many requests"}',
  '{"status":"UP"}',
];
const abayPages = [
  '<html><head><title>Abay Bank</title></head><body>We are down for maintenance</body></html>',
  '<html><head><title>Abay Bank</title></head><body><form>I am not a robot</form></body></html>',
  '<html><head><title>Just a moment...</title></head><body>Abay Bank</body></html>',
  '<html><head><title>Abay Bank</title></head><body>Too many requests</body></html>',
  '<html><head><title>Abay Bank</title></head><body>Internal server error</body></html>',
  '<html><head><title>Abay Bank</title></head><body><div id="root"></div></body></html>',
  '<html><head><title>Abay Bank - Login</title></head><body>Enter the OTP</body></html>',
];
/** As the receipts print it. */
const printedDates: Readonly<Record<string, string>> = {
  'telebirr/page_send_money.html': '07-06-2026 18:37:39',
  'telebirr/page_wallet_to_bank.html': '07-06-2026 18:37:39',
  'cbe/pdf/text_labels_and_values_apart.txt': '5/5/2026, 1:56:00 PM',
  'cbe/pdf/older_2024_layout.txt': 'Sat Aug 24 2024',
  'cbe/pdf/text_glued_pdf_parse.txt': '5/20/2026, 7:29:00 PM',
  'cbe/mb-json/receipt.json': '2026-09-04T10:59:00Z',
  'cbebirr/pdf_text_line_layout.txt': '2026-05-03 14:05',
  'boa/getDetails_success.json': '15/07/2026, 14:04:20',
  'zemen/pdf_text.txt': '29-Jun-2025',
  'mpesa/pdf_text_column_layout.txt': '2026-07-24 11:53:00',
  'mpesa/pdf_text_pdf_parse_order.txt': '2026-07-24 11:53:00',
  'amhara/outgoing.json': '2609060908',
  'amhara/incoming.json': '2609051714',
  'wegagen/txn.json': '2026-09-19T15:30:30.500Z',
  'dashen/page.html': 'Sep 24, 2026, 08:44:18 am',
  'dashen/old_pdf_text_one_line.txt': 'Jun 11, 2026, 08:45:50 am',
  'awash/send-to-bank.html': '2026-06-07 11:22:03',
  'awash/ips-cbe.html': '2026-05-19 03:05:53 PM',
  'awash/ips-boa.html': '2026-05-18 02:41:20 PM',
  'awash/merchant-payment.html': '2026-05-14 12:08:00',
  'awash/send-money.html': '2026-05-14 12:05:55',
  'awash/telebirr-transfer.html': '2026-06-22',
  'coopay/old_host_receipt.html': '2026-02-11 20:07:02 +0300 EAT',
  'kaafi/old_host_receipt.html': '2026-02-11 20:07:02 +0300 EAT',
  'abay/info_page.html': '25/04/2026 10:15:30',
  'siinqee/receipt.txt': '2026-09-14 10:15:30',
};
const oddDates = [
  ...['yesterday', '2026', '00:00', '32-13-2026 10:00:00', '31/02/2026 10:00:00', '2026-02-30 10:00:00'],
  ...['2026-06-07 25:61:00', '2026-06-07T10:00:00+00:00', 'Feb 30, 2026', '30-Feb-2026', '2602300908'],
];
const mpesaCodes = ['503', '429', '401.002.01', '500.001.1001', '00', '0000'].map((responseCode) =>
  JSON.stringify({ responseCode, responseDescription: 'Service temporarily unavailable' }),
);

/** What keeps a payer's text from being believed. */
function ruleOfText(text: PayerText): Rule {
  if (text.rows || isLines(text)) return 'payer';
  return genuine(text).truth ? 'cell' : 'layout';
}

export const attacks: readonly Attack[] = [
  ...[...receipts.values()]
    .filter(({ text }) => Object.keys(text.written).length > 0)
    .map(
      ({ name, text }): Attack => ({
        receipt: name,
        what: `labels with lies in what the payer writes (${Object.keys(text.written).map(inWords).join(', ')})`,
        rule: ruleOfText(text),
        sent: () => chosen(hostileTexts(text), 60, 1).map((hostile) => sent(text, hostile)),
      }),
    ),
  {
    receipt: 'every',
    what: 'pages of something else: block page, captcha, gateway error, empty, `null`, `[]`, other JSON',
    rule: 'no',
    sent: bodies(...noReceipt),
    oracle: notFake,
  },
  {
    receipt: 'every page',
    what: 'the page broken off in 100 places',
    rule: 'whole',
    sent: ({ text }) => {
      const whole = written(text);
      const ends = Array.from({ length: 100 }, (_, nth) => Math.floor((nth * whole.length) / 100));
      return ends.map((end) => sentBody(text, whole.slice(0, end)));
    },
    oracle: lieByLoss,
  },
  {
    receipt: telebirr,
    what: 'status `Pending`, `REVERSED`',
    rule: 'status',
    sent: changed(settledCell, cell('Pending'), cell('REVERSED')),
    oracle: notVerified,
  },
  {
    receipt: telebirr,
    what: 'status `Completed pending reversal`, `Partially refunded`, `Completed (reversed)`, a Cyrillic `С`',
    rule: 'status',
    sent: changed(
      settledCell,
      ...['Completed pending reversal', 'Partially refunded', 'Completed (reversed)', 'Сompleted'].map(cell),
    ),
    oracle: notFake,
  },
  {
    receipt: telebirr,
    what: 'status `COMPLETED`',
    rule: 'status',
    sent: changed(settledCell, cell('COMPLETED')),
  },
  {
    receipt: telebirr,
    what: 'amounts `-1,600.00`, `1.6e3`, `$1,600.00`, `1.600,00`, `1 600.00`, `.50`',
    rule: 'money',
    sent: changed(
      amountCell,
      ...amountCells(
        '-1,600.00 Birr',
        '1.6e3 Birr',
        '$1,600.00',
        '1.600,00 Birr',
        '1 600.00 Birr',
        '.50 Birr',
      ),
    ),
    oracle: notFake,
  },
  {
    receipt: telebirr,
    what: 'amounts `0.00`, `50,000.00` of a total of 1,606.00, `1,600.00 USD` beside sums in Birr',
    rule: 'sums',
    sent: changed(amountCell, ...amountCells('0.00 Birr', '50,000.00 Birr', '1,600.00 USD')),
    oracle: notFake,
  },
  {
    receipt: telebirr,
    what: 'number `DF70AAAA00 (copy)`, `No. DF70AAAA00`',
    rule: 'reference',
    sent: changed('>DF70AAAA00<', '>DF70AAAA00 (copy)<', '>No. DF70AAAA00<'),
    oracle: notFake,
  },
  {
    receipt: telebirr,
    what: "number of somebody else's receipt",
    rule: 'reference',
    sent: changed('>DF70AAAA00<', '>DF70BBBB11<'),
    oracle: notVerified,
  },
  {
    receipt: telebirr,
    what: 'date just after midnight, or of the Ethiopian calendar',
    rule: 'date',
    sent: changed('07-06-2026 18:37:39', '08-06-2026 00:00:03', '30-09-2018 18:37:39'),
    oracle: notFake,
  },
  {
    receipt: 'every',
    what: 'dates that nobody can read, of no calendar day, or of another zone: none is reported, or the receipt is not read',
    rule: 'date',
    sent: ({ text }) => {
      const date = printedDates[text.file];
      return date === undefined ? [] : oddDates.map((odd) => sentChange(text, date, odd));
    },
    oracle: lieByLoss,
  },
  {
    receipt: telebirr,
    what: 'hidden row, commented row with another amount',
    rule: 'visible',
    sent: changed(
      '</table></body>',
      '<tr style="display:none"><td>Settled Amount</td><td>9.00 Birr</td></tr></table></body>',
      '<tr hidden><td>Bank account number</td><td>1000000000099 MALLORY</td></tr></table></body>',
      '<!-- <tr><td>Settled Amount</td><td>9.00 Birr</td></tr> --></table></body>',
    ),
  },
  {
    receipt: telebirr,
    what: '"This request is not correct" in a script of a page that is not known',
    rule: 'no',
    sent: bodies(
      '<html><head><title>telebirr receipt</title></head><body><script>say("This request is not correct")</script></body></html>',
    ),
    oracle: notFake,
  },
  {
    receipt: telebirr,
    what: 'the page without its table cells',
    rule: 'layout',
    sent: ({ text }) => [{ text: written(text).replace(/<(\/?)t[dr][^>]*>/g, '<$1span>') }],
    oracle: notFake,
  },
  {
    receipt: 'cbe-pdf',
    what: "payer's name that wraps into Receiver, Account, Payment Date",
    rule: 'payer',
    sent: writtenBy(
      'payerName',
      {},
      `X Y${fill}Account 1****0001${fill}Receiver SARA TADESSE${fill}Account 1****0002${fill}Payment Date 5/5/2026`,
    ),
  },
  {
    receipt: 'cbe-pdf',
    what: 'reason that falls onto the amount: `9 25.00 ETB`',
    rule: 'money',
    sent: writtenBy('reason', { fixedRows: true }, `rent${fill}9`, `rent${fill}90,000`),
  },
  {
    receipt: 'cbe-pdf',
    what: 'unknown row below the number: Channel, Transaction Type',
    rule: 'reference',
    sent: withRow('Reason / Type of service', ['Channel', 'Mobile'], ['Transaction Type', 'Transfer']),
  },
  {
    receipt: 'cbe-pdf',
    what: 'unknown row `Payment Status Reversed`',
    rule: 'status',
    sent: withRow('Reason / Type of service', ['Payment Status', 'Reversed'], ['Reversal', 'Yes']),
    oracle: notFake,
  },
  {
    receipt: 'cbe-pdf',
    what: 'amount 925.00 of a total of 25.61, `.50`, `0.00`',
    rule: 'sums',
    sent: changed('25.00 ETB', '925.00 ETB', '.50 ETB', '0.00 ETB'),
    oracle: notFake,
  },
  {
    receipt: 'cbe-pdf',
    what: 'paid four days before the date in the number',
    rule: 'date',
    sent: changed('5/5/2026, 1:56:00 PM', '5/1/2026, 1:56:00 PM'),
    oracle: notFake,
  },
  {
    receipt: 'mb-json',
    what: 'credited 90,000.00 of a debit of 5,102.40; USD in the text of an amount in ETB',
    rule: 'sums',
    sent: changed(
      '"amountCredited": "5100.00"',
      '"amountCredited": "90000.00"',
      '"amountCredited": "USD5100.00"',
    ),
    oracle: notFake,
  },
  {
    receipt: 'mb-json',
    what: 'money at another bank, `"isOtherBank": true`',
    rule: 'layout',
    sent: changed('"isOtherBank": false', '"isOtherBank": true'),
    oracle: notFake,
  },
  {
    receipt: 'mb-json',
    what: 'a member twice: another amount, another account',
    rule: 'payer',
    sent: all(
      changed('"amountCredited": "5100.00"', '"amountCredited": "5100.00", "amountCredited": "90000.00"'),
      changed('"creditAccountNo":', '"creditAccountNo": "1********9999", "creditAccountNo":'),
    ),
    oracle: notFake,
  },
  {
    receipt: 'mb-json',
    what: 'status `Completed`, `completed`',
    rule: 'status',
    sent: changed('"COMPLETED"', '"Completed"', '"completed"'),
  },
  {
    receipt: 'mb-json',
    what: 'receipt of another token',
    rule: 'reference',
    sent: changed('v2-hfHCxAAAAAAAAAAAAAAA', 'v2-BBBBBBBBBBBBBBBBBBBB'),
    oracle: notVerified,
  },
  {
    receipt: 'cbebirr',
    what: 'bill reference or name that names a second account',
    rule: 'payer',
    sent: all(
      writtenBy('billReference', {}, `T1${fill}Credit Account 1`),
      writtenBy('payerName', {}, `A B${fill}Credit Account 1`),
    ),
  },
  {
    receipt: 'cbebirr',
    what: 'a row of number, date and amount in the reason, beside a date that is not known',
    rule: 'payer',
    sent: ({ text }) => {
      const row = `x${fill}DE30AAAA000 2026-05-03 14:05 90000.00`;
      const rows = writtenRows(text, { field: 'reason', text: row });
      const dated = (date: string) =>
        rows.map((cells) => cells.map((one) => (one === '2026-05-03 14:05' ? date : one)) as unknown as Row);
      return ['03-05-2026', '2026-05-03T14:05', '2026-05-03 02:05 PM'].map((date) => drawn(dated(date)));
    },
  },
  {
    receipt: 'cbebirr',
    what: 'unknown row below the status: `Service Name Merchant Payment`',
    rule: 'status',
    sent: withRow('Reference', ['Service Name', 'Merchant Payment']),
  },
  {
    receipt: 'boa',
    what: 'payer named "Invalid reference number"',
    rule: 'no',
    sent: writtenBy('payerName', {}, 'Invalid reference number'),
  },
  {
    receipt: 'boa',
    what: '50,000.00 of a total of 5,005.75; `USD 5,000.00` of a receipt in ETB; a second amount in other case',
    rule: 'sums',
    sent: changed(
      '"Transferred Amount": "5,000.00"',
      '"Transferred Amount": "50,000.00"',
      '"Transferred Amount": "USD 5,000.00"',
      '"Transferred Amount": "5,000.00", "transferred amount": "90,000.00"',
    ),
    oracle: notFake,
  },
  {
    receipt: 'boa',
    what: 'number with a branch, `FT261960AAAA\\BNK`',
    rule: 'reference',
    sent: changed('"FT261960AAAA"', '"FT261960AAAA\\\\BNK"'),
  },
  {
    receipt: 'boa',
    what: 'member `Transaction Status` with `Reversed`, `Failed`, `Pending`',
    rule: 'status',
    sent: changed(
      '"currency": "ETB"',
      ...['Reversed', 'Failed', 'Pending'].map(
        (word) => `"currency": "ETB", "Transaction Status": "${word}"`,
      ),
    ),
    oracle: notVerified,
  },
  {
    receipt: 'dashen-html',
    what: 'unescaped markup in the narrative: a second receiver, a second amount',
    rule: 'payer',
    sent: changed(
      'test &amp; payment',
      'x</p><p><strong>Receiver Name:</strong> MALLORY',
      'x</p><table><tr><td>Transaction Amount</td><td>ETB 90,000.00</td></tr></table><p>',
    ),
  },
  {
    receipt: 'dashen-html',
    what: 'paragraph `Transaction Status: Reversed`',
    rule: 'status',
    sent: changed('<h2>Dashen Bank</h2>', '<p><strong>Transaction Status:</strong> Reversed</p>'),
    oracle: notVerified,
  },
  {
    receipt: 'awash send-to-bank',
    what: 'row `Transaction Status` with `Reversed`, title `Transfer reversed`',
    rule: 'status',
    sent: all(
      changed(
        '<table class="info-table" >',
        '<table class="info-table" ><tr><td>Transaction Status</td><td>:</td><td>Reversed</td></tr>',
      ),
      changed('Transfer successful', 'Transfer reversed'),
    ),
    oracle: notVerified,
  },
  {
    receipt: 'zemen',
    what: 'words of the detail that wrap and end in `ETB 50,000.00`',
    rule: 'sums',
    sent: writtenBy('words', {}, `Fund Transfer for order no twelve of the${fill}shop ETB 50,000.00`),
  },
  {
    receipt: 'zemen',
    what: "recipient, account, date and total in the payer's name",
    rule: 'payer',
    sent: writtenBy(
      'payerName',
      {},
      ...[
        'Recipient name: MALLORY',
        'Recipient account no.: 1',
        'Date: 30-Jun-2025',
        'Total Amount Paid ETB 1.00',
      ].map((line) => `A B${fill}${line}`),
    ),
  },
  {
    receipt: 'zemen',
    what: 'unknown rows below status and number: `Branch: Bole`, `Page 1 of 1`',
    rule: 'status',
    sent: all(
      withRow('Transaction Detail', ['Branch: Bole'], ['Page 1 of 1']),
      withRow('Transaction status:', ['Branch: Bole'], ['Page 1 of 1']),
    ),
  },
  {
    receipt: 'mpesa without an account',
    what: 'reason that names an account which the receipt does not print',
    rule: 'payer',
    sent: writtenBy(
      'reason',
      {},
      `Order 12 thanks${fill}/RECEIVER NAME SARA TEST TADESSE${fill}/RECEIVER ACCOUNT NUMBER 251711111111`,
      `x${fill}/ RECEIVER ACCOUNT NUMBER 251711111111`,
      `x${fill}/ RECEIVER BUSINESS NAME MALLORY TRADING`,
    ),
  },
  {
    receipt: 'mpesa',
    what: 'reason that names a second account, to have the first one dropped',
    rule: 'payer',
    sent: writtenBy('reason', {}, `Rent${fill}/RECEIVER ACCOUNT NUMBER 1`),
  },
  {
    receipt: 'mpesa',
    what: 'a row of number, date and amount in the reason',
    rule: 'payer',
    sent: writtenBy('reason', {}, `x${fill}UGO0AAAA00 2026-07-24 11:53:00 90000.00`),
  },
  {
    receipt: 'mpesa',
    what: '90,000.00 of a total of 2.00',
    rule: 'sums',
    sent: ({ text }) => {
      const rows = writtenRows(text).map(
        (row) => (row[0] === 'UGO0AAAA00' ? [row[0], row[1], '90000.00'] : row) as unknown as Row,
      );
      return [drawn(rows)];
    },
    oracle: notFake,
  },
  {
    receipt: 'mpesa',
    what: 'response codes 503, 429, 401.002.01, 500.001.1001, 00, 0000',
    rule: 'no',
    sent: bodies(...mpesaCodes),
    oracle: notFake,
  },
  {
    receipt: 'mpesa',
    what: 'row `STATUS` with `Reversed`, transaction type `Reversal`',
    rule: 'status',
    sent: all(
      withRow('/ PAYMENT METHOD', ['/ TRANSACTION STATUS', 'Reversed']),
      changed('Send Money', 'Reversal'),
    ),
    oracle: notVerified,
  },
  ...['coopay', 'kaafi'].map(
    (receipt): Attack => ({
      receipt,
      what: 'another row above the account',
      rule: 'layout',
      sent: changed(
        '<tr><td>Account</td></tr>',
        '<tr><td>City</td></tr><tr><td>Bole</td></tr><tr><td>Account</td></tr>',
      ),
    }),
  ),
  ...['coopay', 'kaafi'].map(
    (receipt): Attack => ({
      receipt,
      what: 'row `STATUS` with `Reversed`',
      rule: 'status',
      sent: changed(
        '<tr><td class="invoice">AMOUNT',
        '<tr><td class="invoice">STATUS</td><td>Reversed</td></tr><tr><td class="invoice">AMOUNT',
      ),
      oracle: notVerified,
    }),
  ),
  {
    receipt: 'amhara outgoing',
    what: '90,000.00 of a total of 5,036.00',
    rule: 'sums',
    sent: changed('"amount": "5000.00"', '"amount": "90000.00"'),
    oracle: notFake,
  },
  {
    receipt: 'amhara outgoing',
    what: 'HTTP 500 with `Internal server error`',
    rule: 'no',
    sent: () => [{ status: 500, text: '{"status":false,"message":"Internal server error"}' }],
    oracle: notFake,
  },
  {
    receipt: 'abay',
    what: 'seven pages with the name of the bank: maintenance, captcha, limit, error, empty shell, log-in',
    rule: 'no',
    sent: () => abayPages.flatMap((text) => [200, 404].map((status) => ({ status, text }))),
    oracle: notFake,
  },
  {
    receipt: 'abay',
    what: 'the receipt in another table, or in none',
    rule: 'layout',
    sent: all(changed('id="txn_tbl"', 'id="transaction"', ''), ({ text }) => [
      { text: written(text).replace(/<(\/?)(?:td|tr|table)[^>]*>/g, '<$1div>') },
    ]),
  },
  {
    receipt: 'abay',
    what: 'unescaped markup in the remark: a second amount',
    rule: 'payer',
    sent: changed('Rent payment', 'x</td></tr><tr><td>Amount</td><td>ETB 90,000.00'),
  },
  {
    receipt: 'abay',
    what: 'row `Status` with `Reversed`, `Failed`',
    rule: 'status',
    sent: changed(
      '<tr><td>Type</td>',
      '<tr><td>Status</td><td>Reversed</td></tr><tr><td>Type</td>',
      '<tr><td>Status</td><td>Failed</td></tr><tr><td>Type</td>',
    ),
    oracle: notVerified,
  },
  {
    receipt: 'wegagen',
    what: 'event `REVR`',
    rule: 'status',
    sent: changed('"INIT      "', '"REVR"'),
    oracle: notVerified,
  },
  {
    receipt: 'wegagen',
    what: '`{"master_id":"---","error":"core banking timeout"}`',
    rule: 'no',
    sent: bodies('{"master_id":"---","error":"core banking timeout"}'),
    oracle: notFake,
  },
];

interface Outcome {
  judgement: Judgement;
  /** What is wrong with it. */
  fault: string | null;
}

const known = new Map<Attack, Promise<Outcome[]>>();

/** What comes of an attack, judgement by judgement; each attack is made once. */
export function outcomesOf(attack: Attack): Promise<Outcome[]> {
  const outcomes = known.get(attack) ?? madeOutcomes(attack);
  known.set(attack, outcomes);
  return outcomes;
}

async function madeOutcomes(attack: Attack): Promise<Outcome[]> {
  const { oracle = lie } = attack;
  const outcomes = receiptsOf(attack).flatMap((receipt) =>
    attack.sent(receipt).map(async (answer) => {
      const judgement = await judgedSent(receipt, answer);
      return { judgement, fault: oracle(receipt, judgement) };
    }),
  );
  if (outcomes.length === 0) throw new Error(`no receipt ${attack.receipt}`);
  return Promise.all(outcomes);
}

/** telebirr, the wallet of Ethio telecom (docs/providers/telebirr.md). */
import { evaluate, missingOf, paymentOf, statusOfHeadings, sumsAgree, unreadableSums } from './evaluate.js';
import { dayFirst } from './parsing/dates.js';
import { type Layout, type Pair, type ReadFields, readFields } from './parsing/fields.js';
import { type Page, readPage } from './parsing/html.js';
import { labelKey } from './parsing/labels.js';
import { parseMoney } from './parsing/money.js';
import { datesAgree, letterDay, plausible, targetOf } from './parsing/references.js';
import { present, printedText } from './parsing/values.js';
import type { BankResponse, Judgement, Payment, Provider, Target } from './types.js';

const key = 'telebirr';
const source = 'telebirr-html';
const hosts = ['transactioninfo.ethiotelecom.et', 'apps.ethiotelecom.et'];
const origin = 'https://transactioninfo.ethiotelecom.et';
const yearOfA = 2023;
const grammar = /^[A-Z][A-L][1-9A-V][A-Z0-9]{7}$/;
const path = /^\/receipt\/([A-Za-z0-9]{10})$/;
/** The words before a number in the SMS and on the receipt. The bank's number of the same transfer is printed next to it. */
const introduction = /(bank )?transaction (?:number|no\.?)(?: is)?[ :]{0,3}$/i;
/** "Number", with or without an ending, and the word before it: a telephone, account or bank number is another one. */
const introductionInAmharic = /([\u1200-\u137f]{0,20})[ ]{0,2}ቁጥ[ርሩራ][\u1200-\u135a]{0,3}[ :፡፦-]{0,3}$/;
const otherNumber = /ስልክ|ሂሳብ|ሒሳብ|አካውንት|ባንክ/;
const notFound = /^this request is not correct\b/i;
const receiptTitle = /telebirr receipt/i;
/** Words that only pages with a receipt contain; on a page without cells they are only in its lines. */
const receiptWords = /payer name|credited party|transaction status|invoice no|settled amount/i;
/** Section after the status, where a wallet-to-bank receipt names the account. */
const afterStatus = 'after the status';

const layout = {
  payerName: { labels: ['Payer Name'] },
  payerTelebirrNo: { labels: ['Payer telebirr no'] },
  payerAccountType: { labels: ['Payer account type'] },
  creditedPartyName: { labels: ['Credited Party name'], decides: true, section: '' },
  creditedPartyAccountNo: { labels: ['Credited party account no'], decides: true, section: '' },
  transactionStatus: { labels: ['transaction status'], decides: true },
  bankAccountNumber: { labels: ['Bank account number'], decides: true, section: afterStatus },
  receiptNo: { labels: ['Invoice No'], decides: true },
  paymentDate: { labels: ['Payment date'], decides: true },
  settledAmount: { labels: ['Settled Amount'], decides: true },
  invoiceVAT: { labels: ['15% VAT'], decides: true },
  stampDuty: { labels: ['Stamp Duty'], decides: true },
  discountAmount: { labels: ['Discount Amount'], decides: true },
  serviceFee: { labels: ['Service fee'], decides: true },
  serviceFeeVAT: { labels: ['Service fee VAT'], decides: true },
  totalPaidAmount: { labels: ['Total Paid Amount'], decides: true },
  paymentMode: { labels: ['Payment Mode'] },
  paymentReason: { labels: ['Payment Reason'] },
  paymentChannel: { labels: ['Payment channel'] },
  customerNote: { labels: ['Customer Note'], payerWritten: true },
} as const satisfies Layout;

type Field = keyof typeof layout;
type Fields = ReadFields<Field>['fields'];
const columnLabels = new Set(['payment date', 'settled amount']);

/** Makes the provider. */
export function telebirr(): Provider {
  return {
    key,
    name: 'Telebirr',
    sources: [source],
    hosts,
    origins: [origin],
    // About half of all connections from some Ethiopian addresses die unanswered; the good ones take 40 ms.
    connect: { handshakeMs: 1_000, connections: 4, atOnce: 2, maxTls: 'TLSv1.2' },
    viewLimited: false,
    support: 'supported',
    needs: [],
    appearance: {
      forms: ['DF7#######'],
      links: ['https://transactioninfo.ethiotelecom.et/receipt/DF7#######'],
      hint: 'Beside "Invoice No." or "Transaction Number". It begins with year (D: 2026), month A to L, day 1 to 9 or A to V. Not its bank transaction number.',
    },
    match: (url) =>
      hosts.includes(url.host) ? targetOf(path.exec(url.pathname)?.[1], grammar, target) : null,
    fromReference: (reference) => targetOf(reference, grammar, target),
    introduces,
    implausible: (reference, now) => !plausible(letterDay(reference, yearOfA), now, yearOfA),
    request: ({ url }) => ({ method: 'GET', url, headers: { accept: 'text/html' } }),
    judge,
    // Z is no month, so no receipt can have this number.
    probe: target('AZ1AAAAAAA'),
  };
}

function introduces(before: string): boolean {
  const english = introduction.exec(before);
  if (english) return english[1] === undefined;
  const amharic = introductionInAmharic.exec(before);
  return amharic !== null && !otherNumber.test(amharic[1] ?? '');
}

function target(reference: string): Target {
  return { provider: key, source, reference, qualifier: '', url: `${origin}/receipt/${reference}` };
}

function judge({ text, status }: BankResponse, { reference }: Target): Judgement {
  const page = readPage(text);
  const nothing: Judgement = { kind: 'blocked', receipt: { source } };
  if (!page)
    return receiptTitle.test(text) ? judgeReceipt({ fields: {}, conflicts: [] }, reference) : nothing;
  const reading = readFields(pairsOf(page), layout);
  const says = (words: RegExp) => page.lines.some((line) => words.test(line));
  if (isReceipt(reading.fields) || says(receiptWords)) {
    if (page.whole) return judgeReceipt(withPageDetails(reading, page), reference);
    return { kind: 'unreadable', receipt: { source }, missing: [], conflicts: ['page'] };
  }
  if (status === 200 && !page.cut && says(notFound)) return { kind: 'not_found', receipt: { source } };
  return says(receiptTitle) ? judgeReceipt(reading, reference) : nothing;
}

function isReceipt(fields: Fields): boolean {
  const required = ['receiptNo', 'payerName', 'transactionStatus'] as const;
  return required.some((field) => printedText(fields[field]) !== null);
}

function judgeReceipt({ fields, conflicts }: ReadFields<Field>, asked: string): Judgement {
  const receipt = receiptOf(fields);
  const { receiptNo, payerName, transactionStatus } = receipt;
  const settledAmount = parseMoney(receipt.settledAmount);
  const { serviceFee, serviceFeeVAT, stampDuty, discountAmount, totalPaidAmount, invoiceVAT } = fields;
  const otherSums = { serviceFee, serviceFeeVAT, stampDuty, discountAmount, totalPaidAmount, invoiceVAT };
  return evaluate({
    receipt,
    missing: missingOf({ receiptNo, payerName, transactionStatus, settledAmount }),
    conflicts: [...conflicts, ...unreadableSums(otherSums), ...statusOfHeadings([receipt.paymentReason])],
    echo: { printed: receiptNo, asked, form: grammar },
    sameDay: datesAgree(letterDay(asked, yearOfA), dayFirst(receipt.paymentDate), { min: 0, max: 0 }),
    status: { printed: transactionStatus, settled: ['Completed'] },
    payment: paymentFrom(receipt, fields),
  });
}

function receiptOf(fields: Fields) {
  const value = (field: Field) => printedText(fields[field]);
  const optional = (field: Field) => value(field) ?? undefined;
  return present({
    source,
    payerName: value('payerName'),
    payerTelebirrNo: value('payerTelebirrNo'),
    payerAccountType: value('payerAccountType'),
    creditedPartyName: value('creditedPartyName'),
    creditedPartyAccountNo: value('creditedPartyAccountNo'),
    bankAccountNumber: optional('bankAccountNumber'),
    transactionStatus: value('transactionStatus'),
    receiptNo: value('receiptNo'),
    paymentDate: value('paymentDate'),
    settledAmount: value('settledAmount'),
    serviceFee: value('serviceFee'),
    serviceFeeVAT: value('serviceFeeVAT'),
    totalPaidAmount: value('totalPaidAmount'),
    paymentReason: value('paymentReason'),
    paymentMode: value('paymentMode'),
    paymentChannel: value('paymentChannel'),
    stampDuty: optional('stampDuty'),
    discountAmount: optional('discountAmount'),
    customerNote: optional('customerNote'),
  });
}

type TelebirrReceipt = ReturnType<typeof receiptOf>;

function paymentFrom(receipt: TelebirrReceipt, { invoiceVAT }: Fields): Payment | null {
  const charges = [parseMoney(receipt.serviceFee), parseMoney(receipt.stampDuty)];
  const sums = {
    amount: parseMoney(receipt.settledAmount),
    vat: parseMoney(receipt.serviceFeeVAT),
    total: parseMoney(receipt.totalPaidAmount),
    charges,
    discount: parseMoney(receipt.discountAmount),
  };
  return paymentOf({
    ...sums,
    // It is not known whether the goods' own VAT is part of the settled amount or comes on top of it.
    charges: sumsAgree(sums) ? charges : [...charges, parseMoney(invoiceVAT)],
    payer: { name: receipt.payerName, account: receipt.payerTelebirrNo },
    receiver: receiverOf(receipt),
    reference: receipt.receiptNo,
    paidAt: dayFirst(receipt.paymentDate),
    reason: receipt.paymentReason,
    channel: receipt.paymentChannel,
  });
}

/** Wallet to bank: the credited party is the bank, the receiver is the owner of the bank account. */
function receiverOf({ creditedPartyName, creditedPartyAccountNo, bankAccountNumber }: TelebirrReceipt) {
  if (!bankAccountNumber) return { name: creditedPartyName, account: creditedPartyAccountNo, bank: null };
  const [, account = bankAccountNumber, name = null] = /^(\S+)\s+(\S.*)$/.exec(bankAccountNumber) ?? [];
  return { account, name, bank: creditedPartyName };
}

/** Reads labels and values only from cells, where a value cannot be taken for a label. */
function pairsOf({ rows }: Page): Pair[] {
  const pairs: Pair[] = [];
  let section = '';
  const addPair = (label: string, value: string) => {
    if (labelKey(label) === 'transaction status') section = afterStatus;
    pairs.push({ label, value, section });
  };
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] ?? [];
    const values = rows[index + 1] ?? [];
    if (isHeader(row)) {
      for (const [column, label] of row.entries()) addPair(label, values[column] ?? '');
      index += 1;
    } else {
      const cells = row.length === 3 && row[1] === ':' ? row.toSpliced(1, 1) : row;
      for (let column = 0; column < cells.length; column += 2)
        addPair(cells[column] ?? '', cells[column + 1] ?? '');
    }
  }
  return pairs;
}

/** The row Invoice No. | Payment date | Settled Amount, whose values are in the next row. */
function isHeader(row: readonly string[]): boolean {
  const [first = '', second = ''] = row.map(labelKey);
  return first === 'invoice no' && columnLabels.has(second);
}

/** Adds conflicts from the headings and, if the cell of the bank account is empty, the account from a separate element. */
function withPageDetails(reading: ReadFields<Field>, { byId, headings }: Page): ReadFields<Field> {
  const conflicts = [...reading.conflicts, ...statusOfHeadings(headings)];
  const { fields } = reading;
  if (fields.bankAccountNumber !== '') return { fields, conflicts };
  return { fields: { ...fields, bankAccountNumber: byId.get('paid_reference_number') ?? '' }, conflicts };
}

/** CBE's older receipts: a PDF opened by an FT number and 8 account digits (docs/providers/cbe.md). */
import { evaluate, missingOf, paymentOf } from './evaluate.js';
import { type LocalTime, monthFirst, monthInWords } from './parsing/dates.js';
import { containsLabel, type Layout, type ReadFields, readLines } from './parsing/fields.js';
import { readPage } from './parsing/html.js';
import { cutAtLabels, type Label } from './parsing/labelled.js';
import { birr, type Money, parseMoney } from './parsing/money.js';
import { pdfBody, pdfLines } from './parsing/pdf.js';
import {
  accountTail,
  capitals,
  ftDay,
  ftNumber,
  nextWorkingDay,
  printedDateAgrees,
} from './parsing/references.js';
import { present, printedText } from './parsing/values.js';
import type { BankRequest, BankResponse, Hints, Judgement, Match, Target } from './types.js';

export const pdfSource = 'cbe-pdf';
export const pdfOrigin = 'https://apps.cbe.com.et:100';

const digits = 8;
const grammar = /^(FT\d{5}[A-Z0-9]{5})(?:(?:&|%26|-)?(\d{8}))?$/;
const notFound = /you are not allowed to see this data/i;

/** An FT number with its 8 digits, or else with the last digits of the caller's account number. */
export function pdfMatch(text: string, hints: Hints): Match | null {
  const [, reference, own] = grammar.exec(capitals(text)) ?? [];
  if (!reference) return null;
  const qualifier = own ?? accountTail(hints.account, digits);
  return qualifier ? pdfTarget(reference, qualifier) : { reference, needs: ['account'] };
}

function pdfTarget(reference: string, qualifier: string): Target {
  const url = `${pdfOrigin}/?id=${reference}${qualifier}`;
  return { provider: 'cbe', source: pdfSource, reference, qualifier, url };
}

export function pdfRequest({ url }: Target): BankRequest {
  return { method: 'GET', url, headers: { accept: 'application/pdf' } };
}

export function judgePdf(response: BankResponse, { reference }: Target): Judgement {
  if (pdfBody(response)) return judgeReceipt(pdfLines(response), reference);
  return { kind: isNotFound(response) ? 'not_found' : 'blocked', receipt: { source: pdfSource } };
}

/** True only for the bank's own words in the text of the page, with the HTTP status that the bank sends with them. */
function isNotFound({ status, text }: BankResponse): boolean {
  return status === 404 && (readPage(text)?.lines ?? []).some((line) => notFound.test(line));
}

function judgeReceipt(lines: readonly string[], asked: string): Judgement {
  const blocks = blocksOf(lines);
  const sums = sumsOf(blocks.fields);
  const receipt = receiptOf(blocks, sums);
  const { reference, transferredAmount, paymentDate } = receipt;
  const paidAt = paymentTime(paymentDate);
  return evaluate({
    receipt,
    missing: missingOf({ reference, transferredAmount }),
    conflicts: blocks.conflicts,
    echo: { printed: reference, asked, form: ftNumber },
    sameDay: printedDateAgrees(paymentDate, paidAt, ftDay(asked), nextWorkingDay),
    // No status is printed: a PDF with this reference is a posted transfer.
    payment: paymentOf({
      ...sums,
      charges: [sums.serviceCharge, sums.disasterRecovery],
      payer: { name: receipt.payerName, account: receipt.payerAccount },
      receiver: { name: receipt.receiverName, account: receipt.receiverAccount },
      reference,
      paidAt,
      reason: receipt.paymentReason,
    }),
  });
}

/** Masked, and a single word: text after a blank belongs to another line. */
const account = /^\S{1,34}$/;

/** Cents are always printed; an amount without them is truncated. */
const printedSum = { decides: true, sum: true, form: /\.\d{2}(?!\d)/ };

/** In the order of the page, each once: the first Account is the payer's. */
const layout = {
  payerName: { labels: ['Payer'] },
  payerAccount: { labels: ['Account'], form: account },
  receiverName: { labels: ['Receiver'], decides: true },
  receiverAccount: { labels: ['Account'], decides: true, form: account },
  paymentDate: { labels: ['Payment Date & Time', 'Payment Date'], decides: true },
  reference: { labels: ['Reference No. (VAT Invoice No)', 'Reference No'], decides: true },
  paymentReason: { labels: ['Reason / Type of service', 'Reason'], payerWritten: true },
  transferredAmount: { labels: ['Transferred Amount'], ...printedSum },
  serviceCharge: { labels: ['Commission or Service Charge', 'Service Charge'], ...printedSum },
  vat: { labels: ['15% VAT on Commission', '15% VAT'], ...printedSum },
  disasterRecovery: {
    labels: [
      ...['Disaster recovery (5%)', 'Disaster recovery(5%)', 'Disaster recovery 5%'],
      ...['5% Disaster recovery', 'Disaster recovery'],
    ],
    ...printedSum,
  },
  totalAmount: {
    labels: ['Total amount debited from customers account', "Total amount debited from customer's account"],
    ...printedSum,
  },
  amountInWords: { labels: ['Amount in Word'] },
} satisfies Layout;
const ends = ['The Bank you can always rely on', '©'];

type Field = keyof typeof layout;
type Fields = ReadFields<Field>['fields'];

const paymentBlock = /^payment (?:\/ ?transaction )?information/i;

interface Blocks {
  header: ReadonlyMap<Header, string>;
  fields: Fields;
  conflicts: string[];
}

/** The payment block has one heading, and none of its fields is printed above it. Anything else is a conflict. */
function blocksOf(lines: readonly string[]): Blocks {
  const start = lines.findIndex((line) => paymentBlock.test(line));
  const [above, below] = [lines.slice(0, Math.max(start, 0)), lines.slice(start + 1)];
  const { fields, conflicts } = readLines(below, layout, { ends });
  const isOdd =
    below.some((line) => paymentBlock.test(line)) || above.some((line) => containsLabel(line, layout));
  return {
    header: headerOf(above),
    fields,
    conflicts: [...(isOdd ? ['paymentInformation'] : []), ...readLines(above, {}).conflicts, ...conflicts],
  };
}

function receiptOf({ header, fields }: Blocks, sums: Sums) {
  const text = (field: Field) => printedText(fields[field]);
  const optional = (value: string | undefined) => printedText(value) ?? undefined;
  return present({
    source: pdfSource,
    payerName: text('payerName'),
    payerAccount: text('payerAccount'),
    receiverName: text('receiverName'),
    receiverAccount: text('receiverAccount'),
    paymentDate: text('paymentDate'),
    reference: text('reference'),
    transferredAmount: birr(sums.amount),
    totalAmount: birr(sums.total),
    currency: sums.amount?.currency ?? 'ETB',
    serviceCharge: birr(sums.serviceCharge) ?? undefined,
    vat: birr(sums.vat) ?? undefined,
    disasterRecovery: birr(sums.disasterRecovery) ?? undefined,
    paymentReason: optional(fields.paymentReason),
    branch: optional(header.get('branch')),
    vatReceiptNo: optional(header.get('vatReceiptNo')),
    amountInWords: optional(fields.amountInWords),
  });
}

/** `5/20/2026, 7:29:00 PM`; the layout of 2024 prints the day alone, in words. */
function paymentTime(text: string | null): LocalTime | null {
  return monthFirst(text) ?? monthInWords(text);
}

type Sums = Record<'amount' | 'total' | 'serviceCharge' | 'vat' | 'disasterRecovery', Money | null>;

function sumsOf(fields: Fields): Sums {
  const sum = (field: Field) => parseMoney(printedText(fields[field]));
  return {
    amount: sum('transferredAmount'),
    total: sum('totalAmount'),
    serviceCharge: sum('serviceCharge'),
    vat: sum('vat'),
    disasterRecovery: sum('disasterRecovery'),
  };
}

type Header = 'branch' | 'vatReceiptNo';

const headerLabels: readonly Label<Header>[] = [
  ...[
    'Country',
    'Sub City',
    'City',
    'Address',
    'Postal code',
    'SWIFT Code',
    'Email',
    'Tel',
    'Fax',
    'Tin',
  ].map(other),
  { field: 'vatReceiptNo', text: 'VAT Receipt No:' },
  ...['VAT Registration No', 'VAT Registration Date', 'VAT', 'Customer Name', 'Region'].map(other),
  ...['Wereda/Kebele', 'TIN (TAX ID)'].map(other),
  { field: 'branch', text: 'Branch:' },
];
const customerBlock = /^customer information/i;

function other(text: string): Label<Header> {
  return { field: null, text: `${text}:` };
}

/** The two blocks above the payment: company, then customer. */
function headerOf(lines: readonly string[]): Map<Header, string> {
  const customer = lines.findIndex((line) => customerBlock.test(line));
  const blocks = customer < 0 ? [lines] : [lines.slice(0, customer), lines.slice(customer + 1)];
  return new Map(blocks.flatMap((block) => [...blockOf(block)]));
}

/**
 * Label and value are on one line, or, from extractors that follow the order of the text, all labels come before all values.
 * Then labels and values are matched by position; if their numbers differ, nothing is read.
 */
function blockOf(lines: readonly string[]): Map<Header, string> {
  const labels = lines.filter((line) => labelOf(line) !== undefined);
  const first = lines.findIndex((line) => labelOf(line) !== undefined);
  const run = lines.slice(first, first + labels.length);
  const together = labels.length > 1 && run.every((line) => labelOf(line) !== undefined);
  if (!together) return new Map(lines.flatMap((line) => [...cutAtLabels(line, headerLabels)]));
  const values = lines.slice(first + labels.length);
  if (values.length !== labels.length) return new Map();
  return new Map(
    labels.flatMap((line, index) => {
      const field = labelOf(line)?.field;
      return field ? [[field, values[index] ?? ''] as const] : [];
    }),
  );
}

/** The label, if the line consists of nothing else. */
function labelOf(line: string): Label<Header> | undefined {
  const text = line.trim().toLowerCase();
  return headerLabels.find((label) => label.text.toLowerCase() === text);
}

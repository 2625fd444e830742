/** CBE's older receipts: a PDF opened by an FT number and 8 account digits (docs/providers/cbe.md). */
import { missingOf, paymentOf, weigh } from './judgement.js';
import { type LocalTime, monthFirst, monthInWords } from './readers/dates.js';
import { beginsWith, cutAtLabels, type Label, readInOrder } from './readers/labelled.js';
import { birr, type Money, money } from './readers/money.js';
import { pdfBody, pdfLines } from './readers/pdf.js';
import { accountTail, capitals, datesAgree, nextWorkingDay, ordinalDay } from './readers/references.js';
import { present, printed } from './readers/values.js';
import type { BankRequest, BankResponse, Hints, Judgement, Match, Target } from './types.js';

export const pdfSource = 'cbe-pdf';
export const pdfOrigin = 'https://apps.cbe.com.et:100';

const digits = 8;
const grammar = /^(FT\d{5}[A-Z0-9]{5})(?:(?:&|%26|-)?(\d{8}))?$/;
const notFound = /you are not allowed to see this data/i;

/** An FT number with its 8 digits, else with the tail of the caller's account number. */
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
  const kind = notFound.test(response.text) ? 'not_found' : 'blocked';
  return { kind, receipt: { source: pdfSource } };
}

function judgeReceipt(lines: readonly string[], asked: string): Judgement {
  const blocks = blocksOf(lines);
  const sums = sumsOf(blocks.tail);
  const receipt = receiptOf(blocks, sums);
  const { reference, transferredAmount } = receipt;
  const paidAt = paymentTime(receipt.paymentDate);
  const agrees = datesAgree(ordinalDay(asked.slice(2, 7)), paidAt, nextWorkingDay);
  return weigh({
    receipt,
    missing: missingOf({ reference, transferredAmount }),
    sameReceipt: (reference === null || reference.toUpperCase() === asked) && agrees,
    settled: true, // No status is printed: a PDF with this reference is a posted transfer.
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

/** Spellings of one field follow each other, the longest first. The first Account is the payer's. */
const upToReason = [
  { field: 'payerName', text: 'Payer' },
  { field: 'payerAccount', text: 'Account' },
  { field: 'receiverName', text: 'Receiver' },
  { field: 'receiverAccount', text: 'Account' },
  { field: 'paymentDate', text: 'Payment Date & Time' },
  { field: 'paymentDate', text: 'Payment Date' },
  { field: 'reference', text: 'Reference No. (VAT Invoice No)' },
  { field: 'reference', text: 'Reference No' },
  { field: 'paymentReason', text: 'Reason / Type of service' },
  { field: 'paymentReason', text: 'Reason' },
] as const satisfies readonly Label<string>[];

const amountLabel = 'Transferred Amount';
const fromAmount = [
  { field: 'transferredAmount', text: amountLabel },
  { field: 'serviceCharge', text: 'Commission or Service Charge' },
  { field: 'serviceCharge', text: 'Service Charge' },
  { field: 'vat', text: '15% VAT on Commission' },
  { field: 'vat', text: '15% VAT' },
  { field: 'disasterRecovery', text: 'Disaster recovery (5%)' },
  { field: 'disasterRecovery', text: 'Disaster recovery(5%)' },
  { field: 'disasterRecovery', text: 'Disaster recovery 5%' },
  { field: 'disasterRecovery', text: '5% Disaster recovery' },
  { field: 'disasterRecovery', text: 'Disaster recovery' },
  { field: 'totalAmount', text: 'Total amount debited from customers account' },
  { field: 'totalAmount', text: "Total amount debited from customer's account" },
  { field: 'amountInWords', text: 'Amount in Word' },
  { field: 'end', text: 'The Bank you can always rely on' },
  { field: 'end', text: '©' },
] as const satisfies readonly Label<string>[];

type Head = (typeof upToReason)[number]['field'];
type Tail = (typeof fromAmount)[number]['field'];

const paymentBlock = /^payment (?:\/ ?transaction )?information/i;

interface Blocks {
  header: ReadonlyMap<Header, string>;
  head: ReadonlyMap<Head, string>;
  tail: ReadonlyMap<Tail, string>;
}

function blocksOf(lines: readonly string[]): Blocks {
  const start = lines.findIndex((line) => paymentBlock.test(line));
  // The reason is the payer's own text and may look like the lines behind it; the bank's own come last.
  const amount = lines.findLastIndex((line) => beginsWith(line, amountLabel));
  const end = amount < 0 ? lines.length : amount;
  return {
    header: headerOf(lines.slice(0, Math.max(start, 0))),
    head: readInOrder<Head>(lines.slice(start + 1, end), upToReason),
    tail: readInOrder<Tail>(lines.slice(end), fromAmount),
  };
}

function receiptOf({ header, head, tail }: Blocks, sums: Sums) {
  const text = (field: Head) => printed(head.get(field));
  const optional = (value: string | undefined) => printed(value) ?? undefined;
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
    paymentReason: optional(head.get('paymentReason')),
    branch: optional(header.get('branch')),
    vatReceiptNo: optional(header.get('vatReceiptNo')),
    amountInWords: optional(tail.get('amountInWords')),
  });
}

/** `5/20/2026, 7:29:00 PM`; the layout of 2024 prints the day alone, in words. */
function paymentTime(text: string | null): LocalTime | null {
  return monthFirst(text) ?? monthInWords(text);
}

type Sums = Record<'amount' | 'total' | 'serviceCharge' | 'vat' | 'disasterRecovery', Money | null>;

function sumsOf(tail: ReadonlyMap<Tail, string>): Sums {
  const sum = (field: Tail) => money(printed(tail.get(field)));
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
 * Label and value on one line, or, as extractors of text order have it, all labels and then all values. The
 * latter are told apart by counting; where the counts differ nothing is read rather than something wrong.
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

/** The label a line consists of, and nothing else. */
function labelOf(line: string): Label<Header> | undefined {
  const text = line.trim().toLowerCase();
  return headerLabels.find((label) => label.text.toLowerCase() === text);
}

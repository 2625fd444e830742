/** Abay Bank (docs/providers/abay.md). */
import { evaluate, missingOf, paymentOf, statusOfHeadings, unreadableSums } from './evaluate.js';
import { dayFirst } from './parsing/dates.js';
import { type Layout, type Pair, type ReadFields, readFields } from './parsing/fields.js';
import { type Page, readPage } from './parsing/html.js';
import { birr, type Money, parseMoney } from './parsing/money.js';
import { datesAgree, nextWorkingDay, ordinalDay, plausible, targetOf } from './parsing/references.js';
import { printedText } from './parsing/values.js';
import type { BankResponse, Judgement, Provider, Target } from './types.js';

const key = 'abay';
const source = 'abay-html';
const host = 'abaymobile.com.et';
const origin = `https://${host}`;
const grammar = /^135FT[0-9A-Z]{20,30}$/;
const path = /^\/info\/([A-Za-z0-9]{25,35})$/;
/** Branch, type and YYDDD. It is not known whether every code begins like this. */
const dated = /^135FT[A-Z]{2}(\d{5})/;
const tableId = 'txn_tbl';

const layout = {
  payerName: { labels: ['Payer Name'] },
  payerAccount: { labels: ['Payer Account'] },
  receiverName: { labels: ['Receiver Name'], decides: true },
  receiverAccount: { labels: ['Receiver Account'], decides: true },
  transactionType: { labels: ['Type'] },
  reference: { labels: ['Reference No'], decides: true },
  paymentDate: { labels: ['Date'], decides: true },
  paymentReason: { labels: ['Remark'], payerWritten: true },
  amount: { labels: ['Amount'], decides: true },
  serviceCharge: { labels: ['Service fee'], decides: true },
  vat: { labels: ['15% VAT on service fee'], decides: true },
} as const satisfies Layout;

type Field = keyof typeof layout;
type Fields = ReadFields<Field>['fields'];

/** Makes the provider. */
export function abay(): Provider {
  return {
    key,
    name: 'Abay Bank',
    sources: [source],
    hosts: [host],
    origins: [origin],
    viewLimited: false,
    support: 'supported',
    needs: [],
    appearance: {
      forms: ['135FT##26140###############'],
      links: ['https://abaymobile.com.et/info/135FT##26140###############'],
      hint: 'Beside "Reference No": 25 to 35 characters.',
    },
    match: (url) => (url.host === host ? targetOf(path.exec(url.pathname)?.[1], grammar, target) : null),
    fromReference: (reference) => targetOf(reference, grammar, target),
    implausible: (reference, now) => dated.test(reference) && !plausible(bookingDay(reference), now),
    request: ({ url }) => ({ method: 'GET', url, headers: { accept: 'text/html' } }),
    judge,
    // No year has a day 000, so no receipt can have this code.
    probe: target('135FTRM26000000000000000000'),
  };
}

function target(reference: string): Target {
  return { provider: key, source, reference, qualifier: '', url: `${origin}/info/${reference}` };
}

function bookingDay(reference: string) {
  return ordinalDay(dated.exec(reference)?.[1] ?? '');
}

function judge({ text, status }: BankResponse, { reference }: Target): Judgement {
  const page = readPage(text);
  const pairs = page ? pairsOf(page) : [];
  const receipt = { source };
  if (page && pairs.some(({ value }) => printedText(value) !== null)) {
    if (!page.whole) return { kind: 'unreadable', receipt, missing: [], conflicts: ['page'] };
    const { fields, conflicts } = readFields(pairs, layout);
    return judgeReceipt(fields, [...conflicts, ...statusOfHeadings(page.headings)], reference);
  }
  const absent = status === 200 && page?.whole === true && isEmptyReceipt(pairs);
  return { kind: absent ? 'not_found' : 'blocked', receipt };
}

/** The rows of the bank's own table, anywhere on the page. */
function pairsOf({ tables }: Page): Pair[] {
  const rows = tables.filter(({ id }) => id === tableId).flatMap((table) => table.rows);
  return rows.map(([label = '', value = '']) => ({ label, value }));
}

/**
 * The bank's answer to an unknown code has not been seen. A table with all the labels and no values is taken for it; a
 * page without the table may be an outage, a firewall or a new layout.
 */
function isEmptyReceipt(pairs: readonly Pair[]): boolean {
  const { fields } = readFields(pairs, layout);
  return (Object.keys(layout) as Field[]).every((field) => fields[field] === '');
}

function judgeReceipt(fields: Fields, conflicts: readonly string[], asked: string): Judgement {
  const sums = sumsOf(fields);
  const receipt = receiptOf(fields, sums);
  const { reference, transferredAmount } = receipt;
  const paidAt = dayFirst(receipt.paymentDate);
  const { serviceCharge, vat } = fields;
  return evaluate({
    receipt,
    missing: missingOf({ reference, transferredAmount }),
    // No status is printed.
    conflicts: [
      ...conflicts,
      ...unreadableSums({ serviceCharge, vat }),
      ...statusOfHeadings([receipt.transactionType]),
    ],
    echo: { printed: reference, asked, form: grammar },
    sameDay: datesAgree(bookingDay(asked), paidAt, nextWorkingDay),
    payment: paymentOf({
      ...sums,
      total: null,
      charges: [sums.serviceCharge],
      payer: { name: receipt.payerName, account: receipt.payerAccount },
      receiver: { name: receipt.receiverName, account: receipt.receiverAccount },
      reference,
      paidAt,
      reason: receipt.paymentReason,
    }),
  });
}

function sumsOf(fields: Fields): Record<'amount' | 'serviceCharge' | 'vat', Money | null> {
  const sum = (field: Field) => parseMoney(printedText(fields[field]));
  return { amount: sum('amount'), serviceCharge: sum('serviceCharge'), vat: sum('vat') };
}

function receiptOf(fields: Fields, { amount, serviceCharge, vat }: ReturnType<typeof sumsOf>) {
  const text = (field: Field) => printedText(fields[field]);
  return {
    source,
    reference: text('reference'),
    transactionType: text('transactionType'),
    payerName: text('payerName'),
    payerAccount: text('payerAccount'),
    receiverName: text('receiverName'),
    receiverAccount: text('receiverAccount'),
    transferredAmount: birr(amount),
    serviceCharge: birr(serviceCharge),
    vat: birr(vat),
    currency: amount?.currency ?? 'ETB',
    paymentDate: text('paymentDate'),
    paymentReason: text('paymentReason'),
  };
}

/** Abay Bank (docs/providers/abay.md). */
import { missingOf, paymentOf, weigh } from './judgement.js';
import { dayFirst } from './readers/dates.js';
import { readPage, type Table } from './readers/html.js';
import { birr, type Money, money } from './readers/money.js';
import { capitals, datesAgree, nextWorkingDay, ordinalDay, plausible } from './readers/references.js';
import { printed } from './readers/values.js';
import type { BankResponse, Judgement, Provider, Target } from './types.js';

const key = 'abay';
const source = 'abay-html';
const host = 'abaymobile.com.et';
const origin = `https://${host}`;
const oldestYear = 2015;
const grammar = /^135FT[0-9A-Z]{20,30}$/;
const path = /^\/info\/([A-Za-z0-9]{25,35})$/;
/** Branch, type and YYDDD; whether every code begins so is not known. */
const dated = /^135FT[A-Z]{2}(\d{5})/;
const tableId = 'txn_tbl';
/** The bank's name anywhere in its page; a firewall may repeat the name of the host it stands before. */
const ownName = /abay(?!mobile\.com\.et)/i;
const passwordField = /type ?= ?["']?password/i;

const labels = [
  ['payer name', 'payerName'],
  ['payer account', 'payerAccount'],
  ['receiver name', 'receiverName'],
  ['receiver account', 'receiverAccount'],
  ['type', 'transactionType'],
  ['reference no', 'reference'],
  ['date', 'paymentDate'],
  ['remark', 'paymentReason'],
  ['amount', 'amount'],
  ['service fee', 'serviceCharge'],
  ['15% vat on service fee', 'vat'],
] as const;

type Field = (typeof labels)[number][1];
type Fields = ReadonlyMap<Field, string | null>;

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
    bareReference: true,
    needs: [],
    appearance: {
      forms: ['135FT##26140###############'],
      links: ['https://abaymobile.com.et/info/135FT##26140###############'],
      hint: 'Beside "Reference No": 25 to 35 characters.',
    },
    match: (url) => (url.host === host ? targetOf(path.exec(url.pathname)?.[1] ?? '') : null),
    fromReference: (reference) => targetOf(reference),
    implausible: (reference, now) =>
      dated.test(reference) && !plausible(bookingDay(reference), oldestYear, now),
    request: ({ url }) => ({ method: 'GET', url, headers: { accept: 'text/html' } }),
    judge,
    // No year has a day 000, so that no receipt can have this code.
    probe: target('135FTRM26000000000000000000'),
  };
}

function targetOf(text: string): Target | null {
  const reference = capitals(text);
  return grammar.test(reference) ? target(reference) : null;
}

function target(reference: string): Target {
  return { provider: key, source, reference, qualifier: '', url: `${origin}/info/${reference}` };
}

function bookingDay(reference: string) {
  return ordinalDay(dated.exec(reference)?.[1] ?? '');
}

function judge({ text, status }: BankResponse, { reference }: Target): Judgement {
  const page = readPage(text);
  const table = page?.tables.find(({ id }) => id === tableId);
  if (table && hasValues(table)) return judgeReceipt(fieldsOf(table), reference);
  // A page too large to be read may hold the table all the same.
  const answered = page !== null && (status === 200 || status === 404);
  const kind = answered && (table || isOwnPage(text)) ? 'not_found' : 'blocked';
  return { kind, receipt: { source } };
}

function hasValues({ rows }: Table): boolean {
  return rows.some((row) => row.slice(1).some((cell) => printed(cell) !== null));
}

/**
 * The bank's "no such receipt" is taken to be its page without the table, or with empty cells. A page that does not
 * bear the bank's name, or asks for a password, is none, nor is one that a server in trouble sends: nobody's receipt is
 * called missing by a firewall or an outage.
 */
function isOwnPage(text: string): boolean {
  return ownName.test(text) && !passwordField.test(text);
}

function fieldsOf({ rows }: Table): Fields {
  const fields = new Map<Field, string | null>();
  for (const [label = '', value] of rows) {
    const name = label.replace(/:$/, '').replace(/\s+/g, ' ').trim().toLowerCase();
    const field = labels.find(([text]) => text === name)?.[1];
    if (field && !fields.has(field)) fields.set(field, printed(value));
  }
  return fields;
}

function judgeReceipt(fields: Fields, asked: string): Judgement {
  const sums = sumsOf(fields);
  const receipt = receiptOf(fields, sums);
  const { reference, transferredAmount } = receipt;
  const paidAt = dayFirst(receipt.paymentDate);
  return weigh({
    receipt,
    missing: missingOf({ reference, transferredAmount }),
    sameReceipt:
      (reference === null || reference.toUpperCase() === asked) &&
      datesAgree(bookingDay(asked), paidAt, nextWorkingDay),
    settled: true, // No status is printed.
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
  const sum = (field: Field) => money(fields.get(field));
  return { amount: sum('amount'), serviceCharge: sum('serviceCharge'), vat: sum('vat') };
}

function receiptOf(fields: Fields, { amount, serviceCharge, vat }: ReturnType<typeof sumsOf>) {
  const text = (field: Field) => fields.get(field) ?? null;
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

/** Awash Bank (docs/providers/awash.md). */
import { missingOf, paymentOf, weigh } from './judgement.js';
import { dayNumber, type LocalTime, yearFirst } from './readers/dates.js';
import { type Page, readPage, type Table } from './readers/html.js';
import { money } from './readers/money.js';
import { capitals, datesAgree, plausible } from './readers/references.js';
import { present, printed } from './readers/values.js';
import type { BankResponse, Judgement, Match, Payment, Provider, Target } from './types.js';

const key = 'awash';
const source = 'awash-html';
const host = 'awashpay.awashbank.com';
const origin = `https://${host}:8225`;
/** The dash in front belongs to the token; people lose it. */
const grammar = /^-?([0-9A-Z]{8,14}-[0-9A-Z]{5,7})$/;
const path = /^\/(-[0-9A-Za-z]{8,14}-[0-9A-Za-z]{5,7})$/;
/** YYMMDDHHMM and five more. */
const transactionNumber = /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})\d{5}$/;
/** A number of CBE, Abyssinia or Amhara with account digits behind a dash; no first segment looks so. */
const foreign = /^(?:FT|TT)\d{5}[0-9A-Z]{5}-/i;
/** From this year on the first segment is base 36 of the transaction ID. */
const encodedSince = 2026;
const oldestYear = 2015;
const notFound = /receipt not found|invalid receipt id/i;
const ownLink = /https:\/\/awashpay\.awashbank\.com:8225\/(-[0-9A-Z]{8,14}-[0-9A-Z]{5,7})(?=["'])/gi;

/** Makes the provider. */
export function awash(): Provider {
  return {
    key,
    name: 'Awash Bank',
    sources: [source],
    hosts: [host],
    origins: [origin],
    viewLimited: false,
    support: 'supported',
    bareReference: true,
    needs: [],
    appearance: {
      forms: ['-##########-######'],
      links: ['https://awashpay.awashbank.com:8225/-##########-######'],
      hint: 'The link, with its leading dash; the 15 digits beside "Transaction ID" only where there is none.',
    },
    match: (url) => (url.host === `${host}:8225` ? targetOf(path.exec(url.pathname)?.[1] ?? '') : null),
    fromReference,
    implausible,
    request: ({ url }) => ({ method: 'GET', url, headers: { accept: 'text/html' } }),
    judge,
    // Base 36 of an ID in month 00, so that no receipt can have this token.
    probe: target('-2K5UCMZYM8-000000'),
  };
}

/** The transaction ID opens nothing. */
function fromReference(text: string): Match | null {
  if (foreign.test(text)) return null;
  return transactionNumber.test(text) ? { reference: text, needs: ['link'] } : targetOf(text);
}

function targetOf(text: string): Target | null {
  const [, token] = grammar.exec(capitals(text)) ?? [];
  return token ? target(`-${token}`) : null;
}

function target(reference: string): Target {
  return { provider: key, source, reference, qualifier: '', url: `${origin}/${reference}` };
}

/** Of a token only what is certain: a first segment that reads as an ID of these years, but of no moment in them. */
function implausible(reference: string, now: Date): boolean {
  const moment = (id: string) => plausible(momentOf(id), oldestYear, now);
  if (transactionNumber.test(reference)) return !moment(reference);
  const id = decoded(firstSegment(reference));
  const ofTheseYears = id !== null && plausible(yearOf(id), encodedSince, now);
  return ofTheseYears && !moment(id);
}

function firstSegment(token: string): string {
  return token.split('-')[1] ?? '';
}

/** The transaction ID a first segment stands for; null for one that stands for none. */
function decoded(segment: string): string | null {
  const number = Number.parseInt(segment, 36);
  const id = number.toString(36).toUpperCase() === segment ? String(number) : '';
  return transactionNumber.test(id) ? id : null;
}

function yearOf(id: string) {
  return { year: 2000 + Number(id.slice(0, 2)), month: 1, day: 1 };
}

/** The minute inside a transaction ID; null when there is no such minute. */
function momentOf(id: string): LocalTime | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = (transactionNumber.exec(id) ?? [])
    .slice(1)
    .map(Number);
  const moment = { year: 2000 + year, month, day, hour, minute, second: 0 };
  return dayNumber(moment) !== null && hour <= 23 && minute <= 59 ? moment : null;
}

type Rows = ReadonlyMap<string, string>;

function judge({ text }: BankResponse, { reference }: Target): Judgement {
  const page = readPage(text);
  const tables = page ? infoTables(page) : [];
  if (page && tables.length > 0) return judgeReceipt(tables, linksOf(page), reference);
  // Without tables there is nothing on the page that a customer wrote.
  const absent = page?.lines.some((line) => notFound.test(line)) ?? false;
  return { kind: absent ? 'not_found' : 'blocked', receipt: { source } };
}

/** Tables of three cells a row, `Label | : | value`: company, customer, transaction. */
function infoTables({ tables }: Page): Rows[] {
  return tables.map(rowsOf).filter((rows) => rows.size > 0);
}

/** Labels have blanks behind them and vary in case; of two equal ones the first counts. */
function rowsOf({ rows }: Table): Rows {
  const values = new Map<string, string>();
  for (const [label = '', colon, value] of rows) {
    const name = label.replace(/\s+/g, ' ').trim().toLowerCase();
    if (colon === ':' && name !== '' && value !== undefined && !values.has(name)) values.set(name, value);
  }
  return values;
}

/** Links to receipts that the page's own script holds, for the QR code. */
function linksOf({ scripts }: Page): string[] {
  return scripts.flatMap((script) =>
    [...script.matchAll(ownLink)].map(([, token = '']) => token.toUpperCase()),
  );
}

function judgeReceipt(tables: readonly Rows[], links: readonly string[], asked: string): Judgement {
  const receipt = receiptOf(tables);
  const { transactionId, transactionTime } = receipt.transaction;
  const amount = money(receipt.transaction.amount);
  const paidAt = yearFirst(transactionTime);
  return weigh({
    receipt,
    missing: missingOf({ transactionId, amount, link: links[0] ?? null }),
    sameReceipt: links.every((link) => link === asked) && echoes(transactionId, asked, paidAt),
    settled: true, // No status is printed.
    payment: paymentFrom(receipt, paidAt),
  });
}

/** The transaction ID printed belongs to the token asked for, and to the day printed. */
function echoes(transactionId: string | null, asked: string, paidAt: LocalTime | null): boolean {
  if (transactionId === null) return true;
  const id = decoded(firstSegment(asked));
  const encoded = [id, transactionId].some((one) => (momentOf(one ?? '')?.year ?? 0) >= encodedSince);
  // The ID's minute may be the one before the page's, and then its day too.
  const drift = { min: transactionId.slice(6, 10) === '2359' ? -1 : 0, max: 0 };
  return (!encoded || id === transactionId) && datesAgree(momentOf(transactionId), paidAt, drift);
}

/** Transaction rows come from the last table alone: the customer's has some of the same labels. */
function receiptOf(tables: readonly Rows[]) {
  const transaction = tables.at(-1);
  const customer = tables.slice(0, -1).find((rows) => rows.has('customer name') || rows.has('account no'));
  const text = (rows: Rows | undefined, ...names: string[]) =>
    names.map((name) => printed(rows?.get(name))).find((value) => value !== null) ?? null;
  const optional = (...names: string[]) => text(transaction, ...names) ?? undefined;
  return {
    source,
    customer: present({
      customerName: text(customer, 'customer name'),
      accountNo: text(customer, 'account no'),
      branch: text(customer, 'branch') ?? undefined,
    }),
    transaction: present({
      transactionTime: text(transaction, 'transaction time', 'transaction date'),
      transactionType: text(transaction, 'transaction type'),
      amount: text(transaction, 'amount'),
      senderName: text(transaction, 'sender name', 'customer name') ?? text(customer, 'customer name'),
      senderAccount: text(transaction, 'sender account', 'source account') ?? text(customer, 'account no'),
      beneficiaryName: optional('beneficiary name', 'receiver name', 'merchant'),
      beneficiaryAccount: optional('beneficiary account', 'receiver account', 'recipient', 'phone number'),
      beneficiaryBank: optional('beneficiary bank'),
      transactionId: text(transaction, 'transaction id'),
      charge: optional('charge'),
      vat: optional('vat'),
      reason: optional('reason'),
      tillNumber: optional('till number'),
    }),
  };
}

function paymentFrom(
  { transaction }: ReturnType<typeof receiptOf>,
  paidAt: LocalTime | null,
): Payment | null {
  return paymentOf({
    amount: money(transaction.amount),
    vat: money(transaction.vat),
    total: null,
    charges: [money(transaction.charge)],
    payer: { name: transaction.senderName, account: transaction.senderAccount },
    receiver: {
      name: transaction.beneficiaryName ?? null,
      account: transaction.beneficiaryAccount ?? null,
      bank: transaction.beneficiaryBank ?? null,
    },
    reference: transaction.transactionId,
    paidAt,
    reason: transaction.reason,
  });
}

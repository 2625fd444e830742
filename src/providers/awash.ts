/** Awash Bank (docs/providers/awash.md). */
import { evaluate, missingOf, paymentOf, statusOfHeadings, unreadableSums } from './evaluate.js';
import { dayNumber, type LocalTime, yearFirst } from './parsing/dates.js';
import { type Layout, type Pair, type ReadFields, readFields } from './parsing/fields.js';
import { type Page, readPage } from './parsing/html.js';
import { parseMoney } from './parsing/money.js';
import { capitals, datesAgree, plausible } from './parsing/references.js';
import { present, printedText } from './parsing/values.js';
import type { BankResponse, Judgement, Match, Payment, Provider, Target } from './types.js';

const key = 'awash';
const source = 'awash-html';
const host = 'awashpay.awashbank.com';
const origin = `https://${host}:8225`;
/** The leading dash is part of the token; people omit it. */
const grammar = /^-?([0-9A-Z]{8,14}-[0-9A-Z]{5,7})$/;
const path = /^\/(-[0-9A-Za-z]{8,14}-[0-9A-Za-z]{5,7})$/;
/** YYMMDDHHMM and five more digits. */
const transactionNumber = /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})\d{5}$/;
/** A number of CBE, Abyssinia or Amhara with account digits after a dash; no first segment has this form. */
const foreign = /^(?:FT|TT)\d{5}[0-9A-Z]{5}-/i;
/** From this year on the first segment is base 36 of the transaction ID. */
const encodedSince = 2026;
const notFound = /^(?:receipt not found|(?:mist?match ?\/ ?)?invalid receipt id)[.!]?$/i;
/** Words that only pages with a receipt contain. */
const receiptWords = /transaction id|transaction type|customer name|sender|beneficiary/i;
const token = /^-[0-9A-Z]{8,14}-[0-9A-Z]{5,7}$/;
const ownLink = /https:\/\/awashpay\.awashbank\.com:8225\/(-[0-9A-Z]{8,14}-[0-9A-Z]{5,7})(?=["'])/gi;

/** The rows of all layouts; each transaction has some of them. The sender may come after the reason. */
const transactionLayout = {
  transactionTime: { labels: ['Transaction Time', 'Transaction Date'], decides: true },
  transactionType: { labels: ['Transaction Type'] },
  amount: { labels: ['Amount'], decides: true },
  charge: { labels: ['Charge'], decides: true },
  vat: { labels: ['VAT'], decides: true },
  beneficiaryName: { labels: ['Beneficiary name', 'Receiver Name', 'Merchant'], decides: true },
  beneficiaryAccount: {
    labels: ['Beneficiary Account', 'Receiver Account', 'Recipient', 'Phone Number'],
    decides: true,
  },
  beneficiaryBank: { labels: ['Beneficiary Bank'], decides: true },
  tillNumber: { labels: ['Till Number'], decides: true },
  reason: { labels: ['Reason'], payerWritten: true },
  senderName: { labels: ['Sender Name', 'Customer Name'] },
  senderAccount: { labels: ['Sender Account', 'Source Account'] },
  transactionId: { labels: ['Transaction ID'], decides: true },
} as const satisfies Layout;

const headLayout = {
  customerName: { labels: ['Customer Name'] },
  accountNo: { labels: ['Account No'] },
  branch: { labels: ['Branch'] },
} as const satisfies Layout;

interface Reading {
  head: ReadFields<keyof typeof headLayout>['fields'];
  transaction: ReadFields<keyof typeof transactionLayout>['fields'];
  conflicts: readonly string[];
  /** Receipts that the page's own script links to. */
  links: readonly string[];
}

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
    // Base 36 of an ID in month 00, so no receipt can have this token.
    probe: target('-2K5UCMZYM8-000000'),
  };
}

/** The transaction ID alone opens no receipt. */
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

/** Rejects a token only if its first segment encodes an ID of a plausible year since 2026 with an impossible date or time. */
function implausible(reference: string, now: Date): boolean {
  const isPlausible = (id: string) => plausible(momentOf(id), now);
  if (transactionNumber.test(reference)) return !isPlausible(reference);
  const id = decoded(firstSegment(reference));
  return id !== null && plausible(yearOf(id), now, encodedSince) && !isPlausible(id);
}

function firstSegment(token: string): string {
  return token.split('-')[1] ?? '';
}

/** The transaction ID that a first segment encodes; null if it encodes none. */
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

function judge({ text, status }: BankResponse, { reference }: Target): Judgement {
  const page = readPage(text);
  const receipt = { source };
  const says = (words: RegExp) => page?.lines.some((line) => words.test(line)) ?? false;
  const tables = page ? infoTables(page) : [];
  if (page && (tables.length > 0 || says(receiptWords))) {
    if (page.whole && tables.length > 0) return judgeReceipt(readingOf(page, tables), reference);
    return { kind: 'unreadable', receipt, missing: [], conflicts: ['page'] };
  }
  const absent = status === 200 && page?.cut === false && says(notFound);
  return { kind: absent ? 'not_found' : 'blocked', receipt };
}

/** Tables of three cells a row, `Label | : | value`: company, customer, transaction. */
function infoTables({ tables }: Page): Pair[][] {
  const pairs = tables.map(({ rows }) =>
    rows
      .filter((row) => row[1] === ':' && row.length > 2)
      .map(([label = '', , value = '']) => ({ label, value })),
  );
  return pairs.filter((rows) => rows.length > 0);
}

/** Reads transaction rows from the last table only, because the customer's table has some of the same labels. */
function readingOf(page: Page, tables: readonly Pair[][]): Reading {
  const transaction = readFields(tables.at(-1) ?? [], transactionLayout);
  const head = readFields(tables.slice(0, -1).flat(), headLayout);
  const otherRows = page.rows.filter((row) => row[1] !== ':').map((row) => row.join(': '));
  const status = statusOfHeadings([...page.headings, ...otherRows]);
  const conflicts = [...transaction.conflicts, ...head.conflicts, ...status];
  return { head: head.fields, transaction: transaction.fields, conflicts, links: linksOf(page) };
}

/** Receipt links that the page's own script contains for its QR code. */
function linksOf({ scripts }: Page): string[] {
  return scripts.flatMap((script) =>
    [...script.matchAll(ownLink)].map(([, token = '']) => token.toUpperCase()),
  );
}

function judgeReceipt(reading: Reading, asked: string): Judgement {
  const { conflicts, links, transaction } = reading;
  const receipt = receiptOf(reading);
  const { transactionId, transactionTime, transactionType } = receipt.transaction;
  const amount = parseMoney(receipt.transaction.amount);
  const paidAt = yearFirst(transactionTime);
  const link = links.find((own) => own === asked) ?? links[0] ?? null;
  const { charge, vat } = transaction;
  return evaluate({
    receipt,
    missing: missingOf({ transactionId, amount, link }),
    // No status is printed.
    conflicts: [
      ...conflicts,
      ...(links.some((other) => other !== link) ? ['link'] : []),
      ...(isEncoded(transactionId, asked) ? [] : ['transactionId']),
      ...unreadableSums({ charge, vat }),
      ...statusOfHeadings([transactionType]),
    ],
    echo: { printed: link, asked, form: token },
    sameDay: isOfDay(transactionId, paidAt),
    payment: paymentFrom(receipt, paidAt),
  });
}

/** False when the printed transaction ID is not the one that the token encodes. All tokens since 2026 encode one. */
function isEncoded(transactionId: string | null, asked: string): boolean {
  const id = decoded(firstSegment(asked));
  const encodes = [id, transactionId].some((number) => (momentOf(number ?? '')?.year ?? 0) >= encodedSince);
  return transactionId === null || !encodes || id === transactionId;
}

/** The ID may be one minute earlier than the time on the page, and then also one day earlier. */
function isOfDay(transactionId: string | null, paidAt: LocalTime | null): boolean {
  const drift = { min: transactionId?.slice(6, 10) === '2359' ? -1 : 0, max: 0 };
  return datesAgree(momentOf(transactionId ?? ''), paidAt, drift);
}

function receiptOf({ head, transaction }: Reading) {
  const optional = (value: string | undefined) => printedText(value) ?? undefined;
  return {
    source,
    customer: present({
      customerName: printedText(head.customerName),
      accountNo: printedText(head.accountNo),
      branch: optional(head.branch),
    }),
    transaction: present({
      transactionTime: printedText(transaction.transactionTime),
      transactionType: printedText(transaction.transactionType),
      amount: printedText(transaction.amount),
      senderName: printedText(transaction.senderName) ?? printedText(head.customerName),
      senderAccount: printedText(transaction.senderAccount) ?? printedText(head.accountNo),
      beneficiaryName: optional(transaction.beneficiaryName),
      beneficiaryAccount: optional(transaction.beneficiaryAccount),
      beneficiaryBank: optional(transaction.beneficiaryBank),
      transactionId: printedText(transaction.transactionId),
      charge: optional(transaction.charge),
      vat: optional(transaction.vat),
      reason: optional(transaction.reason),
      tillNumber: optional(transaction.tillNumber),
    }),
  };
}

function paymentFrom(
  { transaction }: ReturnType<typeof receiptOf>,
  paidAt: LocalTime | null,
): Payment | null {
  return paymentOf({
    amount: parseMoney(transaction.amount),
    vat: parseMoney(transaction.vat),
    total: null,
    charges: [parseMoney(transaction.charge)],
    payer: { name: transaction.senderName, account: transaction.senderAccount },
    receiver: {
      name: transaction.beneficiaryName ?? null,
      account: transaction.beneficiaryAccount ?? null,
      bank: transaction.beneficiaryBank,
    },
    reference: transaction.transactionId,
    paidAt,
    reason: transaction.reason,
  });
}

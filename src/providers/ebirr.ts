/**
 * COOPay and Kaafi: two tenants of Ebirr's hosts (docs/providers/coopay.md, docs/providers/kaafi.md). A number of one tenant means
 * nothing at the other, so a target never leaves its tenant's own address; other tenants are refused.
 */
import { evaluate, missingOf, paymentOf, statusOfHeadings } from './evaluate.js';
import { type LocalTime, yearFirst } from './parsing/dates.js';
import { type Layout, labelKey, type Pair, type ReadFields, readFields } from './parsing/fields.js';
import { type Page, readPage, type Table } from './parsing/html.js';
import { parseLink } from './parsing/links.js';
import { birr, parseMoney } from './parsing/money.js';
import { present, printedText } from './parsing/values.js';
import type { BankResponse, Judgement, Match, Provider, Target } from './types.js';

const source = 'ebirr-html';
const newHost = 'receipt.ebirr.com';
const oldHost = 'transactioninfo.ebirr.com';
const newPath = /^\/([a-z]+)\/([A-Za-z0-9_-]{22})$/;
/** A link that lost an unknown letter when it was copied. */
const shortPath = /^\/([a-z]+)\/[A-Za-z0-9_-]{21}$/;
const oldPath = /^\/([a-z]+)-Ebirr\/receipt\/(\d{10,13})$/;
const tokenGrammar = /^[A-Za-z0-9_-]{22}$/;
const shortToken = /^[A-Za-z0-9_-]{21}$/;
const numberGrammar = /^\d{10,13}$/;
const notFound = /^not found page$/i;
const ownLink = /^https:\/\/receipt\.ebirr\.com\/([a-z]+)\/([\w-]+)/;
const ownName = /ebirr|coopay|kaafi/i;
/** Words that only pages with a receipt contain. */
const receiptWords = /receipt no|receiver|payment date|settled amount/i;
const receiverHeading = /^receiver info$/i;
const zone = / \+03:?00(?: EAT)?$/;
/** Between tenants, the printed receiver is not the real one, which is only in text that a payer may have written. */
const betweenTenants = /^wallet to wallet/i;
const letterLost = 'A letter of this link was lost; copy it once more from the message.';
const receiver = 'receiver';
const payment = 'payment';
/** A section of no layout: a receipt with such a pair cannot be read. */
const unclear = 'unclear';

/** Labels of the heading layout and of the grid. It is not known where the grid prints the reason; any label may follow it. */
const layout = {
  paymentReason: { labels: ['Payment Reason'], section: payment, payerWritten: true },
  payerName: { labels: ['Sender Name'], section: payment },
  payerAccount: { labels: ['Sender Ebirr no'], section: payment },
  receiverName: { labels: ['Name', 'Receiver Name'], section: receiver, decides: true },
  receiverAccount: {
    labels: ['Account', 'Receiver Account', 'Account No', 'Account Number', 'Receiver Account/Mobile'],
    section: receiver,
    decides: true,
  },
  reference: { labels: ['Receipt No'], section: payment, decides: true },
  paymentDate: { labels: ['Date', 'Payment date'], section: payment, decides: true },
  amount: { labels: ['Amount', 'Settled Amount'], section: payment, decides: true },
} as const satisfies Layout;

type Field = keyof typeof layout;
type Fields = ReadFields<Field>['fields'];
const printedInRows = new Set(['date', 'receipt no', 'amount']);
/** In the grid, the values of these labels are in the next row. */
const printedAbove: ReadonlyMap<string, string> = new Map([
  ['sender name', payment],
  ['sender ebirr no', payment],
  ['receiver name', receiver],
  ['receiver account/mobile', receiver],
]);
const columns = ['Receipt No', 'Payment date', 'Settled Amount'] as const;

interface Tenant {
  key: string;
  name: string;
  /** As in the links. */
  tenant: string;
}

/** Wallet of the Cooperative Bank of Oromia, which is not Oromia Bank. */
export function coopay(): Provider {
  return ebirr({ key: 'coopay', name: 'COOPay Ebirr', tenant: 'coopay' });
}

export function kaafi(): Provider {
  return ebirr({ key: 'kaafi', name: 'Kaafi Ebirr', tenant: 'kaafimf' });
}

function ebirr(tenant: Tenant): Provider {
  return {
    key: tenant.key,
    name: tenant.name,
    sources: [source],
    hosts: [newHost, oldHost],
    origins: [`https://${newHost}`, `https://${oldHost}`],
    viewLimited: false,
    support: 'supported',
    bareReference: false,
    needs: ['link'],
    namedOnly: true,
    appearance: {
      forms: [],
      links: [
        `https://${newHost}/${tenant.tenant}/######################`,
        `https://${oldHost}/${tenant.tenant}-Ebirr/receipt/##########`,
      ],
      hint: 'The link alone, in which the case counts. A bare number opens nothing.',
    },
    match: (url) => match(url, tenant),
    fromReference: (reference) => fromReference(reference, tenant),
    refuses: (text) => (lacksLetter(text, tenant) ? letterLost : null),
    request: ({ url }) => ({ method: 'GET', url, headers: { accept: 'text/html' } }),
    judge: (response, target) => judge(response, target, tenant),
    // No token has five characters, so no probe can open a receipt.
    probe: byToken('probe', tenant),
  };
}

function match(url: URL, tenant: Tenant): Target | null {
  const isNew = url.host === newHost;
  if (!isNew && url.host !== oldHost) return null;
  const [, name, reference] = (isNew ? newPath : oldPath).exec(url.pathname) ?? [];
  if (name !== tenant.tenant || !reference) return null;
  return isNew ? byToken(reference, tenant) : byNumber(reference, tenant);
}

/** True for a token, alone or in a link, that is one character short. */
function lacksLetter(text: string, { tenant }: Tenant): boolean {
  const url = parseLink(text);
  return url ? url.host === newHost && shortPath.exec(url.pathname)?.[1] === tenant : shortToken.test(text);
}

/**
 * A token and the provider that the caller names make up a link. A number does not: its receipt may be on the old host, or only
 * behind a link that has not been seen, and the number does not show which.
 */
function fromReference(text: string, tenant: Tenant): Match | null {
  if (numberGrammar.test(text)) return { reference: text, needs: ['link'] };
  return tokenGrammar.test(text) ? byToken(text, tenant) : null;
}

function byToken(reference: string, { key, tenant }: Tenant): Target {
  const url = `https://${newHost}/${tenant}/${reference}`;
  return { provider: key, source, reference, qualifier: '', url };
}

function byNumber(reference: string, { key, tenant }: Tenant): Target {
  const url = `https://${oldHost}/${tenant}-Ebirr/receipt/${reference}`;
  return { provider: key, source, reference, qualifier: '', url };
}

function judge({ text, status }: BankResponse, target: Target, tenant: Tenant): Judgement {
  const page = readPage(text);
  const receipt = { source };
  const reading = page && readingOf(page);
  const says = (words: RegExp) => page?.lines.some((line) => words.test(line)) ?? false;
  if (page && reading && Object.values(reading.fields).some((value) => printedText(value) !== null)) {
    if (page.whole) return judgeReceipt(reading, target, tenant, page.links);
    return { kind: 'unreadable', receipt, missing: [], conflicts: ['page'] };
  }
  const known = status === 200 && page?.cut === false && !says(receiptWords);
  if (known && says(notFound)) return { kind: 'not_found', receipt };
  // The layout of the new host is not known, so a page of the wallet's own may still be a receipt.
  if (status === 200 && ownName.test(text))
    return judgeReceipt({ fields: {}, conflicts: [] }, target, tenant, []);
  return { kind: 'blocked', receipt };
}

type Reading = Pick<ReadFields<Field>, 'fields' | 'conflicts'> & { grid?: boolean };

/** Reads one of the two layouts. The bank has no page with both. */
function readingOf(page: Page): Reading {
  const grid = page.tables.some(({ rows }) => rows.some(isHeader));
  const heading = page.tables.some(({ above }) => receiverHeading.test(above));
  const pairs = grid ? gridPairs(page) : headingPairs(page);
  const { fields, conflicts } = readFields(pairs, layout);
  const more = [...statusOfHeadings(page.headings), ...(grid && heading ? ['layout'] : [])];
  return { fields, conflicts: [...conflicts, ...more], grid };
}

/** The receiver is in the table under its heading, everything else in rows of label and value. */
function headingPairs({ tables }: Page): Pair[] {
  return tables.flatMap((table) =>
    receiverHeading.test(table.above) ? receiverPairs(table) : table.rows.flatMap(rowPairs),
  );
}

/**
 * A label, and its value in the same row or in the next. Of the captured page only the positions are known: in a table of
 * four such rows with any labels, the second is the name and the fourth is the account.
 */
function receiverPairs({ rows }: Table): Pair[] {
  const pairs: Pair[] = [];
  const alone: string[] = [];
  for (const row of rows.map((cells) => cells.filter((cell) => cell !== ''))) {
    const [label = '', value] = row;
    if (value !== undefined) pairs.push({ label, value, section: receiver });
    else if (row.length > 0) alone.push(label);
  }
  const [first = '', , third = ''] = alone;
  const places = pairs.length === 0 && alone.length === 4 && !alone.some(isReceiverLabel);
  const named = (label: string) =>
    places && label === first ? 'Name' : places && label === third ? 'Account' : label;
  for (let index = 0; index < alone.length; index += 2) {
    pairs.push({ label: named(alone[index] ?? ''), value: alone[index + 1] ?? '', section: receiver });
  }
  // With a row too many or too few, labels and values cannot be distinguished.
  return alone.length % 2 === 0 ? pairs : [{ label: 'Name', value: '', section: unclear }];
}

function isReceiverLabel(cell: string): boolean {
  const rules = [layout.receiverName, layout.receiverAccount];
  return rules.some(({ labels }) => labels.some((label) => labelKey(label) === labelKey(cell)));
}

/** The value of a known label is the next cell, which is not a label itself. */
function rowPairs(row: readonly string[]): Pair[] {
  const pairs: Pair[] = [];
  for (let index = 0; index < row.length; index += 1) {
    const label = row[index] ?? '';
    const known = printedInRows.has(labelKey(label));
    pairs.push({ label: known ? label : unknownLabel(label), value: row[index + 1] ?? '', section: payment });
    if (known) index += 1;
  }
  return pairs;
}

/** The grid: three columns under their labels, people under theirs, and the reason next to its label. */
function gridPairs({ tables }: Page): Pair[] {
  return tables.flatMap(({ rows }) => {
    const pairs: Pair[] = [];
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] ?? [];
      const next = rows[index + 1] ?? [];
      const found = isHeader(row) ? columnPairs(next) : gridRow(row, next);
      pairs.push(...found.pairs);
      if (found.takesNext) index += 1;
    }
    return pairs;
  });
}

interface GridRow {
  pairs: Pair[];
  /** True when the next row contains values and no labels. */
  takesNext: boolean;
}

function columnPairs(values: readonly string[]): GridRow {
  const whole = values.length === columns.length;
  const pairs = columns.map((label, column) => ({
    label,
    value: (whole && values[column]) || '',
    section: payment,
  }));
  return { pairs, takesNext: true };
}

function gridRow(cells: readonly string[], next: readonly string[]): GridRow {
  const value = next[0] ?? '';
  const at = cells.findIndex((cell) => labelKey(cell) === 'payment reason');
  const row = at < 0 ? cells : cells.slice(0, at);
  const reason = at < 0 ? [] : [{ label: cells[at] ?? '', value: cells[at + 1] ?? '', section: payment }];
  const above = row.filter(isPrintedAbove);
  if (above.length > 0) {
    // Next to another cell, or above a label, the value cannot be assigned.
    const clear = cells.filter((cell) => cell !== '').length === 1 && !isPrintedAbove(value);
    const section = (label: string) => (clear ? printedAbove.get(labelKey(label)) : unclear);
    const pairs = above.map((label) => ({ label, value, section: section(label) }));
    return { pairs: [...pairs, ...reason], takesNext: clear };
  }
  const others = row.map((cell, index) => ({
    label: unknownLabel(cell),
    value: row[index + 1] || value,
    section: payment,
  }));
  return { pairs: [...others, ...reason], takesNext: false };
}

function isPrintedAbove(cell: string): boolean {
  return printedAbove.has(labelKey(cell));
}

/** The row `Receipt No | Payment date | Settled Amount`; on the new host only the first label is known. */
function isHeader(row: readonly string[]): boolean {
  return row.length === 3 && labelKey(row[0] ?? '') === 'receipt no';
}

/** Marks a label that is not where its layout has it. Such a label counts only if it is about a status. */
function unknownLabel(cell: string): string {
  return `${cell} (elsewhere)`;
}

function judgeReceipt(reading: Reading, target: Target, tenant: Tenant, links: readonly string[]): Judgement {
  const { fields, conflicts } = reading;
  const receipt = receiptOf(fields, tenant);
  const { reference, transferredAmount, paymentDate } = receipt;
  const byNumber = new URL(target.url).host === oldHost;
  const paidAt = localTime(paymentDate);
  const judgement = evaluate({
    receipt,
    // Without an echo of the token, only a receipt with number, date and amount is accepted.
    missing: missingOf({ reference, transferredAmount, ...(byNumber ? {} : { paymentDate: paidAt }) }),
    // It is not known whether the grid prints the number of the link, so a different number proves nothing.
    conflicts: [
      ...conflicts,
      ...(byNumber && reading.grid && reference !== target.reference ? ['reference'] : []),
    ],
    ...(byNumber &&
      !reading.grid && { echo: { printed: reference, asked: target.reference, form: numberGrammar } }),
    // No status is known.
    payment: paymentOf({
      amount: parseMoney(printedText(fields.amount)),
      vat: null,
      total: null,
      charges: [],
      payer: { name: printedText(fields.payerName), account: printedText(fields.payerAccount) },
      receiver: receiverOf(receipt),
      reference,
      paidAt,
      reason: printedText(fields.paymentReason),
    }),
  });
  const another = !byNumber && namesAnother(links, tenant.tenant, target.reference);
  return another ? { kind: 'mismatch', receipt: { source } } : judgement;
}

function receiverOf({ receiverName, receiverAccount }: ReturnType<typeof receiptOf>) {
  const unknown = receiverName !== null && betweenTenants.test(receiverName);
  return unknown ? { name: null, account: null } : { name: receiverName, account: receiverAccount };
}

/** True for a page with links to receipts, but none to this one. */
function namesAnother(links: readonly string[], tenant: string, token: string): boolean {
  const own = links
    .map((link) => ownLink.exec(link))
    .filter((link) => link !== null && tokenGrammar.test(link[2] ?? ''))
    .map((link) => `${link?.[1]}/${link?.[2]}`);
  return own.length > 0 && !own.includes(`${tenant}/${token}`);
}

/** `2026-02-11 20:07:02 +0300 EAT`: the only bank that prints the offset, and always this one. */
function localTime(text: string | null): LocalTime | null {
  return text === null ? null : yearFirst(text.replace(zone, ''));
}

function receiptOf(fields: Fields, { tenant }: Tenant) {
  const text = (field: Field) => printedText(fields[field]);
  const optional = (field: Field) => text(field) ?? undefined;
  const sum = parseMoney(text('amount'));
  return present({
    source,
    tenant,
    reference: text('reference'),
    payerName: optional('payerName'),
    payerAccount: optional('payerAccount'),
    receiverName: text('receiverName'),
    receiverAccount: text('receiverAccount'),
    transferredAmount: birr(sum),
    currency: sum?.currency ?? 'ETB',
    paymentDate: text('paymentDate'),
    paymentReason: optional('paymentReason'),
  });
}

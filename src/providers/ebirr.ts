/**
 * COOPay and Kaafi: two tenants of Ebirr's hosts (docs/providers/coopay.md, docs/providers/kaafi.md). A number of one tenant means
 * nothing at the other, so a target never leaves its tenant's own address; other tenants are refused.
 */
import { type EbirrFields, type EbirrReceipt, readEbirrPage } from './ebirr-page.js';
import { evaluate, missingOf, paymentOf } from './evaluate.js';
import { type LocalTime, yearFirst } from './parsing/dates.js';
import { readPage } from './parsing/html.js';
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
const walletName = /ebirr|coopay|kaafi/i;
/** Words that only pages with a receipt contain. */
const receiptWords = /receipt no|receiver|payment date|settled amount/i;
const zone = / \+03:?00(?: EAT)?$/;
/** Between tenants, the printed receiver is not the real one, which is only in text that a payer may have written. */
const betweenTenants = /^wallet to wallet/i;
const letterLost = 'A letter of this link was lost; copy it once more from the message.';
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
    explainRejection: (text) => (lacksLetter(text, tenant) ? letterLost : null),
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
 * A token and the provider that the caller names make up a link. A number does not: its receipt may be on the old host, or under
 * a link of a form that has not been seen, and the number does not show which.
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
  const reading = page && readEbirrPage(page);
  const says = (words: RegExp) => page?.lines.some((line) => words.test(line)) ?? false;
  if (page && reading && Object.values(reading.fields).some((value) => printedText(value) !== null)) {
    if (page.whole) return judgeReceipt(reading, target, tenant, page.links);
    return { kind: 'unreadable', receipt, missing: [], conflicts: ['page'] };
  }
  const isOther = status === 200 && page?.cut === false && !says(receiptWords);
  if (isOther && says(notFound)) return { kind: 'not_found', receipt };
  // The layout of the new host is not known, so any page of the wallet may be a receipt.
  if (status === 200 && walletName.test(text))
    return judgeReceipt({ fields: {}, conflicts: [] }, target, tenant, []);
  return { kind: 'blocked', receipt };
}

function judgeReceipt(
  reading: EbirrReceipt,
  target: Target,
  tenant: Tenant,
  links: readonly string[],
): Judgement {
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
  const isUnknown = receiverName !== null && betweenTenants.test(receiverName);
  return isUnknown ? { name: null, account: null } : { name: receiverName, account: receiverAccount };
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

function receiptOf(fields: EbirrFields, { tenant }: Tenant) {
  const text = (field: keyof EbirrFields) => printedText(fields[field]);
  const optional = (field: keyof EbirrFields) => text(field) ?? undefined;
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

/**
 * COOPay and Kaafi: two tenants of Ebirr's hosts (docs/providers/coopay.md, docs/providers/kaafi.md). What one tenant numbers means
 * nothing at the other, so that a target never leaves its tenant's own address; other tenants are refused.
 */
import { missingOf, paymentOf, weigh } from './judgement.js';
import { type LocalTime, yearFirst } from './readers/dates.js';
import { type Page, readPage } from './readers/html.js';
import { birr, money } from './readers/money.js';
import { printed } from './readers/values.js';
import type { BankResponse, Judgement, Match, Provider, Target } from './types.js';

const source = 'ebirr-html';
const newHost = 'receipt.ebirr.com';
const oldHost = 'transactioninfo.ebirr.com';
const newPath = /^\/([a-z]+)\/([A-Za-z0-9_-]{20,24})$/;
const oldPath = /^\/([a-z]+)-Ebirr\/receipt\/(\d{10,13})$/;
const tokenGrammar = /^[A-Za-z0-9_-]{20,24}$/;
const numberGrammar = /^\d{10,13}$/;
const notFound = /^not found page$/i;
const ownLink = /receipt\.ebirr\.com\/([a-z]+)\/([\w-]+)/g;
const ownName = /ebirr|coopay|kaafi/i;
const blank: Fields = {
  reference: null,
  receiverName: null,
  receiverAccount: null,
  amount: null,
  paymentDate: null,
};
const receiverHeading = /^receiver info$/i;
const zone = / \+03:?00(?: EAT)?$/;

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
    request: ({ url }) => ({ method: 'GET', url, headers: { accept: 'text/html' } }),
    judge: (response, target) => judge(response, target, tenant),
    // No token has five characters, so that no probe can open a receipt.
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

/**
 * A token is half of its link, and the provider named is the other half. A number is not: whether the old host or only
 * a link nobody has shown holds its receipt cannot be told from it.
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

interface Fields {
  reference: string | null;
  receiverName: string | null;
  receiverAccount: string | null;
  amount: string | null;
  paymentDate: string | null;
}

function judge({ text, status }: BankResponse, target: Target, { tenant }: Tenant): Judgement {
  const page = readPage(text);
  const fields = page && fieldsOf(page);
  const found = fields !== null && Object.values(fields).some((value) => value !== null);
  if (found) return judgeReceipt(fields, target, tenant, text);
  if (page?.lines.some((line) => notFound.test(line))) return { kind: 'not_found', receipt: { source } };
  // The layout of the new host is not known: a page of the wallet's own may be a receipt all the same.
  if (status === 200 && ownName.test(text)) return judgeReceipt(blank, target, tenant, text);
  return { kind: 'blocked', receipt: { source } };
}

/** Receiver: the table under its heading, name in the second row, account in the fourth. All else: label and value. */
function fieldsOf({ rows, tables }: Page): Fields {
  const receiver = tables.find(({ above }) => receiverHeading.test(above))?.rows ?? [];
  const inRow = (index: number) => printed(receiver[index]?.find((cell) => cell !== ''));
  return {
    reference: behind('RECEIPT NO', rows),
    receiverName: inRow(1),
    receiverAccount: inRow(3),
    amount: behind('AMOUNT', rows),
    paymentDate: behind('DATE', rows),
  };
}

/** The value in the cell behind a label's. */
function behind(label: string, rows: Page['rows']): string | null {
  for (const row of rows) {
    const at = row.findIndex((cell) => cell.replace(/[.:]$/, '').toUpperCase() === label);
    if (at >= 0) return printed(row[at + 1]);
  }
  return null;
}

function judgeReceipt(fields: Fields, target: Target, tenant: string, text: string): Judgement {
  const receipt = receiptOf(fields, tenant);
  const { reference, transferredAmount, receiverName, receiverAccount } = receipt;
  const byNumber = new URL(target.url).host === oldHost;
  const paidAt = localTime(receipt.paymentDate);
  return weigh({
    receipt,
    // Without an echo of the token, only a receipt with number, date and amount is believed.
    missing: missingOf({ reference, transferredAmount, ...(byNumber ? {} : { paymentDate: paidAt }) }),
    sameReceipt: byNumber
      ? reference === null || reference === target.reference
      : !namesAnother(text, tenant, target.reference),
    settled: true, // No status is known.
    payment: paymentOf({
      amount: money(fields.amount),
      vat: null,
      total: null,
      charges: [],
      payer: { name: null, account: null },
      receiver: { name: receiverName, account: receiverAccount },
      reference,
      paidAt,
    }),
  });
}

/** True for a page that bears links of receipts, but not of this one. */
function namesAnother(text: string, tenant: string, token: string): boolean {
  const links = [...text.matchAll(ownLink)]
    .filter(([, , found]) => tokenGrammar.test(found ?? ''))
    .map(([, name, found]) => `${name}/${found}`);
  return links.length > 0 && !links.includes(`${tenant}/${token}`);
}

/** `2026-02-11 20:07:02 +0300 EAT`: the only bank that prints the offset, and always this one. */
function localTime(text: string | null): LocalTime | null {
  return text === null ? null : yearFirst(text.replace(zone, ''));
}

function receiptOf(fields: Fields, tenant: string) {
  const sum = money(fields.amount);
  return {
    source,
    tenant,
    reference: fields.reference,
    receiverName: fields.receiverName,
    receiverAccount: fields.receiverAccount,
    transferredAmount: birr(sum),
    currency: sum?.currency ?? 'ETB',
    paymentDate: fields.paymentDate,
  };
}

/**
 * Siinqee Bank (docs/providers/siinqee.md): a link opens about five times in total. The link in its SMS is known, the layout of
 * its receipts is not. The layout read here is the sandbox's own, so a receipt of the bank itself is `unreadable`.
 */
import { evaluate, missingOf, paymentOf } from './evaluate.js';
import { yearFirst } from './parsing/dates.js';
import { type Layout, type ReadFields, readLines } from './parsing/fields.js';
import { birr, parseMoney } from './parsing/money.js';
import { pdfBody, pdfLines } from './parsing/pdf.js';
import { nextWorkingDay, ordinalDay, plausible, printedDateAgrees } from './parsing/references.js';
import { present, printedText } from './parsing/values.js';
import type { Appearance, BankResponse, Judgement, Match, Provider, Target } from './types.js';

/** One form of the bank's links, split at the reference: `https://{host}{before}{reference}{after}`. */
export interface LinkForm {
  /** With the port unless it is 443. */
  host: string;
  before: string;
  after: string;
}

const key = 'siinqee';
const source = 'siinqee-pdf';
/** In the SMS of a debit. */
const linkOfSms: LinkForm = { host: 'receipts.siinqeebank.com:871', before: '/generate/', after: '' };
/** Branch, type, YYDDD, sequence; a type may contain digits, and the number of a credit lower-case letters. */
const dated = /^[A-Za-z0-9]{7}\d{5}[A-Za-z0-9]{4}$/;
/** References in links that are known only from the configuration. */
const configured = /^(?:[A-Z0-9]{8,20}|[A-Za-z0-9]{16})$/;
const printedNumber = /^[A-Z0-9]{8,20}$/;
const ebirr = 'receipt.ebirr.com';
const ebirrPath = /^\/siinqee\/([A-Za-z0-9_-]{8,40})$/;
/** The sandbox's wording, as a whole page. The bank's own wording is unknown. */
const notFound = /^\s*No receipt belongs to this link\.\s*$/;

/** The first line of the sandbox's receipts, and of no bank's. Our own layout is accepted only with this line. */
const simulated = 'Siinqee Bank - receipt (simulated)';

const account = /^\S{1,34}$/;

/** In the order of the page. What the payer writes comes last, so that it cannot pass for anything before it. */
const layout = {
  reference: { labels: ['Reference No'], decides: true },
  transactionStatus: { labels: ['Transaction Status'], decides: true },
  transactionType: { labels: ['Transaction Type'] },
  paymentDate: { labels: ['Payment Date'], decides: true },
  payerName: { labels: ['Payer Name'] },
  payerAccount: { labels: ['Payer Account'], form: account },
  receiverName: { labels: ['Receiver Name'], decides: true },
  receiverAccount: { labels: ['Receiver Account'], decides: true, form: account },
  receiverBank: { labels: ['Receiver Bank'], decides: true },
  transferredAmount: { labels: ['Transferred Amount'], decides: true, sum: true },
  serviceCharge: { labels: ['Service Charge'], decides: true, sum: true },
  vat: { labels: ['15% VAT'], decides: true, sum: true },
  totalAmount: { labels: ['Total Amount'], decides: true, sum: true },
  amountInWords: { labels: ['Amount in Words'] },
  paymentChannel: { labels: ['Payment Channel'] },
  paymentReason: { labels: ['Payment Reason'], payerWritten: true },
} satisfies Layout;

type Field = keyof typeof layout;
type Fields = ReadFields<Field>['fields'];

/** @param forms link forms to fetch; a bare reference uses the first form whose references look like it. */
export function siinqee(forms: readonly LinkForm[] = [linkOfSms]): Provider {
  return {
    key,
    name: 'Siinqee Bank',
    sources: [source],
    hosts: [...new Set([...[...forms, linkOfSms].map(hostName), ebirr])],
    origins: [...new Set(forms.map(({ host }) => `https://${host}`))],
    viewLimited: true,
    support: 'supported',
    needs: [],
    namedOnly: true,
    appearance: appearanceOf(forms[0] ?? linkOfSms),
    match: (url) => matchForms(url, forms) ?? recogniseLink(url),
    fromReference(text) {
      const form = forms.find((candidate) => grammarOf(candidate).test(text));
      return form ? target(form, text) : null;
    },
    isUnambiguous: (reference) => dated.test(reference),
    implausible: (reference, now) => dated.test(reference) && !plausible(bookingDay(reference), now),
    request: ({ url }) => ({ method: 'GET', url, headers: { accept: 'application/pdf' } }),
    document: pdfBody,
    judge,
    // A probe could use up a view, so the bank is probed only by connecting.
    probe: null,
  };
}

function grammarOf({ host }: LinkForm): RegExp {
  return host === linkOfSms.host ? dated : configured;
}

/** Also null for a number of another form, about which nothing is known. */
function bookingDay(reference: string) {
  return dated.test(reference) ? ordinalDay(reference.slice(7, 12)) : null;
}

function hostName({ host }: LinkForm): string {
  return host.replace(/:\d+$/, '');
}

function appearanceOf({ host, before, after }: LinkForm): Appearance {
  const form = '#######26140####';
  return {
    forms: [form],
    links: [`https://${host}${before}${form}${after}`],
    hint: 'The link, in which the case counts, or 16 letters and digits beside "Ref".',
  };
}

function matchForms(url: URL, forms: readonly LinkForm[]): Match | null {
  for (const form of forms) {
    const reference = referenceIn(url, form);
    if (reference !== null) return target(form, reference);
  }
  return null;
}

/** If the configuration names other links, the link in the SMS is still this bank's. */
function recogniseLink(url: URL): Match | null {
  const token = url.host === ebirr ? ebirrPath.exec(url.pathname)?.[1] : referenceIn(url, linkOfSms);
  return token ? { recognised: true, reference: token } : null;
}

function referenceIn(url: URL, form: LinkForm): string | null {
  const { host, before, after } = form;
  const rest = url.pathname + url.search;
  const fits = url.host === host && rest.startsWith(before) && rest.endsWith(after);
  const reference = fits ? rest.slice(before.length, rest.length - after.length) : '';
  return grammarOf(form).test(reference) ? reference : null;
}

function target({ host, before, after }: LinkForm, reference: string): Target {
  const url = `https://${host}${before}${reference}${after}`;
  return { provider: key, source, reference, qualifier: '', url };
}

/** A page that says the views are used up is neither a receipt nor "no such receipt": `blocked`. */
function judge(response: BankResponse, { reference }: Target): Judgement {
  if (pdfBody(response)) return judgeReceipt(pdfLines(response), reference);
  const absent = response.status === 404 && notFound.test(response.text);
  return { kind: absent ? 'not_found' : 'blocked', receipt: { source } };
}

function judgeReceipt(lines: readonly string[], asked: string): Judgement {
  if (lines[0] !== simulated) {
    return { kind: 'unreadable', receipt: { source }, missing: ['reference', 'transferredAmount'] };
  }
  const { fields, conflicts } = readLines<Field>(lines.slice(1), layout);
  const sums = sumsOf(fields);
  const receipt = receiptOf(fields, sums);
  const { reference, transferredAmount, transactionStatus, receiverName, receiverAccount, payerName } =
    receipt;
  const paidAt = yearFirst(receipt.paymentDate);
  return evaluate({
    receipt,
    // More fields than for other banks: the layout is unknown, so only a complete receipt is accepted.
    missing: missingOf({
      reference,
      transferredAmount,
      transactionStatus,
      payerName,
      receiverName,
      receiverAccount,
    }),
    conflicts,
    echo: { printed: reference, asked, form: printedNumber },
    sameDay: printedDateAgrees(receipt.paymentDate, paidAt, bookingDay(asked), nextWorkingDay),
    status: { printed: transactionStatus, settled: ['Completed'] },
    payment: paymentOf({
      ...sums,
      charges: [sums.serviceCharge],
      payer: { name: payerName, account: receipt.payerAccount },
      receiver: { name: receiverName, account: receiverAccount, bank: receipt.receiverBank },
      reference,
      paidAt,
      reason: receipt.paymentReason,
      channel: receipt.paymentChannel,
    }),
  });
}

function sumsOf(fields: Fields) {
  return {
    amount: parseMoney(printedText(fields.transferredAmount)),
    serviceCharge: parseMoney(printedText(fields.serviceCharge)),
    vat: parseMoney(printedText(fields.vat)),
    total: parseMoney(printedText(fields.totalAmount)),
  };
}

function receiptOf(fields: Fields, sums: ReturnType<typeof sumsOf>) {
  const text = (field: Field) => printedText(fields[field]);
  const optional = (field: Field) => text(field) ?? undefined;
  return present({
    source,
    reference: text('reference'),
    transactionStatus: text('transactionStatus'),
    transactionType: optional('transactionType'),
    payerName: text('payerName'),
    payerAccount: text('payerAccount'),
    receiverName: text('receiverName'),
    receiverAccount: text('receiverAccount'),
    receiverBank: optional('receiverBank'),
    transferredAmount: birr(sums.amount),
    serviceCharge: birr(sums.serviceCharge) ?? undefined,
    vat: birr(sums.vat) ?? undefined,
    totalAmount: birr(sums.total),
    currency: sums.amount?.currency ?? 'ETB',
    paymentDate: text('paymentDate'),
    paymentReason: text('paymentReason'),
    paymentChannel: text('paymentChannel'),
    amountInWords: optional('amountInWords'),
  });
}

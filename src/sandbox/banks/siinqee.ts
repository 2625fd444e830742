/**
 * Siinqee: a link shows its receipt five times in total. Links are those of the configuration. Layout, wording and
 * status are our own invention (docs/providers/siinqee.md).
 */
import type { LinkTemplate } from '../../config/parsers.js';
import { type Day, dayOfOrdinal, daysAfter, timeOf } from '../dates.js';
import { type Facts, factsOf, seededInt } from '../fake-data.js';
import { capitalised, etb, inWords, percent } from '../money.js';
import type { PrintedPage } from '../pdf-renderer/types.js';
import { noSuchPage, pdfOf, pdfType } from './answers.js';
import { plainMessage, rowIf, statusWords, titleOf } from './screens.js';
import type {
  BankAnswer,
  BankRequest,
  ReceiptVariant,
  Row,
  Screen,
  SimulatedBank,
  SimulatedReceipt,
} from './types.js';

const textType = 'text/plain; charset=utf-8';
/** The bank's own numbers: branch, type, YYDDD, sequence. */
const dated = /^[A-Za-z0-9]{7}(\d{5})[A-Za-z0-9]{4}$/;
const ownHost = 'receipts.siinqeebank.com:871';
/** References in links that are known only from the configuration. */
const configured = /^(?:[A-Z0-9]{8,20}|[A-Za-z0-9]{16})$/;
const views = 5;
const serviceCharge = 5_00;
const notFound: BankAnswer = {
  status: 404,
  contentType: textType,
  body: 'No receipt belongs to this link.',
};
const refusal: BankAnswer = {
  status: 403,
  contentType: textType,
  body: 'This receipt has been viewed as often as its link allows.',
};

/** One simulated bank per host, because the host identifies the bank; the first one has the examples. */
export function siinqee(forms: readonly LinkTemplate[]): SimulatedBank[] {
  const firsts = forms.filter(({ host }, index) => forms.findIndex((form) => form.host === host) === index);
  return firsts.map((form, index) => {
    const sameHost = forms.filter(({ host }) => host === form.host);
    return bankAt(form, sameHost, index === 0);
  });
}

function bankAt(form: LinkTemplate, sameHost: readonly LinkTemplate[], hasExamples: boolean): SimulatedBank {
  const { host } = form;
  return {
    provider: 'siinqee',
    source: 'siinqee-pdf',
    host,
    contentType: pdfType,
    printsStatus: true,
    notFound,
    views: { max: views, refusal },
    lookUp: (asked) => lookUp(asked, sameHost),
    receipt: pdfOf(page),
    exists: (reference) =>
      (host === ownHost ? dated : configured).test(reference) && dayOf(reference) !== null,
    screen: (reference, variant) => screen(reference, variant, linkTo(form, reference)),
    sample(ending) {
      if (!hasExamples) return null;
      const reference = `A35U2TB26226${ending}`;
      return { reference, url: linkTo(form, reference), body: { reference, provider: 'siinqee' } };
    },
  };
}

function lookUp({ path, query }: BankRequest, forms: readonly LinkTemplate[]): SimulatedReceipt {
  const asked = query.size > 0 ? `${path}?${query}` : path;
  for (const { before, after } of forms) {
    if (!asked.startsWith(before) || !asked.endsWith(after)) continue;
    const reference = asked.slice(before.length, asked.length - after.length);
    return { reference };
  }
  return { answer: noSuchPage };
}

function linkTo({ host, before, after }: LinkTemplate, reference: string): string {
  return `https://${host}${before}${reference}${after}`;
}

/** The PDF as the browser shows it. */
function screen(reference: string, variant: ReceiptVariant, link: string): Screen {
  const facts = factsOf(reference);
  const amount = etb(facts.amount);
  return {
    status: variant.status,
    title: titleOf(variant.status, 'Receipt'),
    amount,
    rows: rowsOf(reference, facts, variant),
    code: null,
    address: link,
    sms: plainMessage({
      sender: 'SiinqeeBank',
      payer: variant.payerName ?? facts.payer.name.toUpperCase(),
      receiver: facts.receiver.name.toUpperCase(),
      amount,
      date: printedDate(paidAt(reference, facts)),
      link,
    }),
  };
}

const [left, valuesAt, lineHeight, size] = [40, 220, 18, 11];

function page(reference: string, variant: ReceiptVariant): PrintedPage {
  const facts = factsOf(reference);
  const rows = rowsOf(reference, facts, variant).flatMap(([label, value], index) => {
    const y = 90 + index * lineHeight;
    return [
      { text: label, x: left, y, size },
      { text: value, x: valuesAt, y, size },
    ];
  });
  const title = { text: 'Siinqee Bank - receipt (simulated)', x: left, y: 40, size: 16, bold: true };
  return { texts: [title, ...rows], createdAt: paidAt(reference, facts) };
}

function rowsOf(reference: string, facts: Facts, { complete, status, payerName }: ReceiptVariant): Row[] {
  const { payer, receiver, amount, note } = facts;
  const vat = percent(serviceCharge, 15);
  const total = amount + serviceCharge + vat;
  return [
    ...rowIf(complete, ['Reference No', reference]),
    ['Transaction Status', statusWords[status]],
    ['Transaction Type', 'Transfer'],
    ['Payment Date', printedDate(paidAt(reference, facts))],
    ['Payer Name', payerName ?? payer.name.toUpperCase()],
    ['Payer Account', masked(payer.account)],
    ['Receiver Name', receiver.name.toUpperCase()],
    ['Receiver Account', masked(receiver.account)],
    ...rowIf(complete, ['Transferred Amount', etb(amount)]),
    ['Service Charge', etb(serviceCharge)],
    ['15% VAT', etb(vat)],
    ['Total Amount', etb(total)],
    ['Amount in Words', words(total)],
    ['Payment Channel', 'Mobile'],
    ['Payment Reason', note],
  ];
}

function words(cents: number): string {
  return capitalised(`${inWords(Math.floor(cents / 100))} birr and ${inWords(cents % 100)} cents`);
}

function masked(account: string): string {
  return `${account.slice(0, 4)}*****${account.slice(-4)}`;
}

/** Null when the date inside the number does not exist; a day of autumn 2026 when it contains no date. */
function dayOf(reference: string): Day | null {
  const yyddd = dated.exec(reference)?.[1];
  if (yyddd !== undefined) return dayOfOrdinal(yyddd);
  return daysAfter({ year: 2026, month: 9, day: 1 }, seededInt(reference, 'day', 60));
}

function paidAt(reference: string, facts: Facts): Date {
  return timeOf(dayOf(reference) as Day, facts);
}

/** `2026-09-14 10:15:30` */
function printedDate(date: Date): string {
  return date.toISOString().slice(0, 19).replace('T', ' ');
}

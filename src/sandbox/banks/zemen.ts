/** Zemen Bank: a PDF opened by a token of the link (docs/providers/zemen.md). */
import {
  type Day,
  dayOfOrdinal,
  daysAfter,
  monthNames,
  timeOf,
  twelveHourClock,
  twoDigits,
} from '../dates.js';
import { type Facts, factsOf, seededInt } from '../fake-data.js';
import { etb, inWords, percent } from '../money.js';
import { Layout } from '../pdf-renderer/layout.js';
import type { PrintedPage } from '../pdf-renderer/types.js';
import { jsonAnswer, noSuchPage, pdfOf, pdfType } from './answers.js';
import { plainMessage, rowIf, statusWords, titleOf } from './screens.js';
import type { BankRequest, ReceiptVariant, Row, Screen, SimulatedBank, SimulatedReceipt } from './types.js';

/** `ft` for transfers to other banks. */
const path = /^\/(rt|ft)\/([A-Za-z0-9]{24})\/pdf$/;
const token = /^[A-Za-z0-9]{24}$/;
/** The number at the end of a token. Not every token ends in a number. */
const dated = /^[A-Z0-9]{3}(?:[A-Z]{4}|P2PI)(\d{5})[A-Z0-9]{4}$/;
const numberLength = 16;
const toOtherBank = 'IBET';
/** Words of the detail by the type of the number. Only the first is the bank's; the others are the sandbox's own. */
const transfer = 'Fund Transfer';
const words: Readonly<Record<string, string>> = {
  IBET: 'Transfer to other bank',
  PORE: 'Card payment',
  ATCW: 'Cash withdrawal',
  ATWR: 'Cash withdrawal',
};
const notFound = jsonAnswer({ messages: 'Transaction not found.', status: '404' }, 404);
/** Cents. */
const serviceCharge = 5_00;

export const zemen: SimulatedBank = {
  provider: 'zemen',
  source: 'zemen-pdf',
  host: 'share.zemenbank.com',
  contentType: pdfType,
  printsStatus: true,
  notFound,
  lookUp,
  exists: (reference) => token.test(reference) && dayOf(reference) !== null,
  receipt: pdfOf(page),
  screen,
  sample(ending) {
    const reference = `Kz7mQ2xL000ETTB26170${ending}`;
    return { reference, url: linkTo(reference), body: { reference, provider: 'zemen' } };
  },
};

function lookUp({ path: asked }: BankRequest): SimulatedReceipt {
  if (!/^\/[rf]t\//.test(asked)) return { answer: noSuchPage };
  const [, kind, reference = ''] = path.exec(asked) ?? [];
  return kind === kindOf(reference) ? { reference } : { answer: notFound };
}

function linkTo(token: string): string {
  return `https://share.zemenbank.com/${kindOf(token)}/${token}/pdf`;
}

function kindOf(token: string): string {
  return typeOf(token) === toOtherBank ? 'ft' : 'rt';
}

function typeOf(token: string): string {
  return numberIn(token).slice(3, 7);
}

/** A token of digits contains the end of the payer's account. */
function payersEnd(token: string, account: string): string {
  return (/^\d{5}(\d{3})/.exec(token) ?? /(\d{3})$/.exec(account))?.[1] ?? '';
}

/** The PDF as the browser shows it: the printed number opens nothing, the link above it does. */
function screen(reference: string, variant: ReceiptVariant): Screen {
  const facts = factsOf(reference);
  const day = dayOf(reference) as Day;
  const name = variant.payerName ?? facts.payer.name.toUpperCase();
  const amount = etb(facts.amount);
  return {
    status: variant.status,
    title: titleOf(variant.status, 'Transfer receipt'),
    amount,
    rows: rows(reference, facts, day, variant).slice(0, -1),
    code: null,
    address: linkTo(reference),
    sms: plainMessage({
      sender: 'ZemenBank',
      payer: name,
      receiver: facts.receiver.name,
      amount,
      date: printedDate(day, facts),
      link: linkTo(reference),
    }),
  };
}

/** Null when the date inside the number does not exist. */
function dayOf(token: string): Day | null {
  const yyddd = dated.exec(numberIn(token))?.[1];
  if (yyddd !== undefined) return dayOfOrdinal(yyddd);
  return daysAfter({ year: 2026, month: 1, day: 1 }, seededInt(token, 'day', 300));
}

function numberIn(token: string): string {
  return token.slice(-numberLength);
}

function page(token: string, variant: ReceiptVariant): PrintedPage {
  const facts = factsOf(token);
  const day = dayOf(token) as Day;
  const texts = new Layout()
    .line('Zemen Bank', true)
    .gap()
    .rows(rows(token, facts, day, variant)).texts;
  return { texts, createdAt: timeOf(day, facts) };
}

function rows(token: string, facts: Facts, day: Day, { complete, status, payerName }: ReceiptVariant): Row[] {
  const vat = percent(serviceCharge, 15);
  const total = facts.amount + serviceCharge + vat;
  return [
    ['Invoice No.:', String(1_000_000 + seededInt(token, 'invoice', 9_000_000))],
    ['Date:', printedDate(day, facts)],
    ['Payer name:', payerName ?? facts.payer.name.toUpperCase()],
    [
      'Payer account no.:',
      `${facts.payer.account.slice(0, 4)}******${payersEnd(token, facts.payer.account)}`,
    ],
    ['Recipient name:', facts.receiver.name],
    ['Recipient account no.:', facts.receiver.account],
    ...rowIf(complete, ['Reference No:', numberIn(token)]),
    ['Transaction status:', statusWords[status].toUpperCase()],
    ...rowIf(complete, ['Transaction Detail', `${words[typeOf(token)] ?? transfer} ${etb(facts.amount)}`]),
    ['Service Charge', etb(serviceCharge)],
    ['VAT 15%', etb(vat)],
    ['Total Amount Paid', etb(total)],
    ['Total amount in word:', inCapitals(total)],
  ];
}

function inCapitals(cents: number): string {
  return `${inWords(Math.floor(cents / 100))} birr and ${inWords(cents % 100)} cent(s)`.toUpperCase();
}

/** `29-Jun-2025`, on some receipts followed by the time: `29-Jun-2025, 10:55:59 am`. */
function printedDate({ year, month, day }: Day, facts: Facts): string {
  const date = `${twoDigits(day)}-${monthNames[month - 1]}-${year}`;
  return facts.amount % 200 === 0 ? date : `${date}, ${twelveHourClock(facts).toLowerCase()}`;
}

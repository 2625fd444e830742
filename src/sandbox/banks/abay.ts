/** Abay: an HTML page with one table (docs/providers/abay.md). */
import { clockTime, type Day, dayOfOrdinal, daysAfter, twoDigits } from '../dates.js';
import { escaped } from '../escape-html.js';
import { type Facts, factsOf, seededInt } from '../fake-data.js';
import { etb, percent } from '../money.js';
import { htmlAnswer, htmlType, inPath } from './answers.js';
import { plainMessage, rowIf } from './screens.js';
import type { ReceiptVariant, Row, Screen, SimulatedBank } from './types.js';

const grammar = /^135FT[0-9A-Z]{20,30}$/;
const dated = /^135FT[A-Z]{2}(\d{5})/;
const labels = [
  ...['Payer Name', 'Payer Account', 'Receiver Name', 'Receiver Account', 'Type', 'Reference No', 'Date'],
  ...['Remark', 'Amount', 'Service fee', '15% VAT on service fee'],
];
/** The bank's own answer has not been seen; a table with all its labels and no values is the only "no" that is accepted. */
const notFound = htmlAnswer(tablePage(labels.map((label) => [label, ''])));
const serviceCharges = [0, 0, 5_00, 10_00];

export const abay: SimulatedBank = {
  provider: 'abay',
  source: 'abay-html',
  host: 'abaymobile.com.et',
  contentType: htmlType,
  printsStatus: false,
  notFound,
  lookUp: inPath(/^\/info\/([^/]+)$/),
  exists: (reference) => grammar.test(reference) && dayOf(reference) !== null,
  receipt: (reference, variant) => htmlAnswer(page(reference, variant)),
  screen,
  sample(ending) {
    const reference = `135FTRM2611500000000000${ending}`;
    return { reference, url: linkTo(reference), body: { reference } };
  },
};

function linkTo(reference: string): string {
  return `https://abaymobile.com.et/info/${reference}`;
}

/** The web page in a browser. */
function screen(reference: string, variant: ReceiptVariant): Screen {
  const facts = factsOf(reference);
  return {
    status: 'settled',
    title: 'Transaction Receipt',
    amount: etb(facts.amount),
    rows: rowsOf(reference, facts, variant),
    code: null,
    address: linkTo(reference),
    sms: plainMessage({
      sender: 'AbayBank',
      payer: variant.payerName ?? facts.payer.name.toUpperCase(),
      receiver: facts.receiver.name.toUpperCase(),
      amount: etb(facts.amount),
      date: printedDate(reference, facts),
      link: linkTo(reference),
    }),
  };
}

/** A code that contains no date gets one of spring 2026. */
function dayOf(reference: string): Day | null {
  const yyddd = dated.exec(reference)?.[1];
  const spring = { year: 2026, month: 3, day: 1 };
  return yyddd ? dayOfOrdinal(yyddd) : daysAfter(spring, seededInt(reference, 'day', 90));
}

function page(reference: string, variant: ReceiptVariant): string {
  return tablePage(rowsOf(reference, factsOf(reference), variant));
}

function tablePage(pairs: readonly Row[]): string {
  const rows = pairs.map(([label, value]) => `<tr><td>${label}</td><td>${escaped(value)}</td></tr>`);
  return frame(`<table id="txn_tbl" border="1">\n${rows.join('\n')}\n</table>`);
}

function frame(content: string): string {
  const head = '<head><meta charset="utf-8"><title>Abay Bank - Transaction Receipt</title></head>';
  return `<!DOCTYPE html>\n<html lang="en">${head}<body>\n${content}</body></html>\n`;
}

function rowsOf(reference: string, facts: Facts, { complete, payerName }: ReceiptVariant): Row[] {
  const { payer, receiver, amount, note } = facts;
  const charge = serviceCharges[seededInt(reference, 'service charge', serviceCharges.length)] ?? 0;
  return [
    ['Payer Name', payerName ?? payer.name.toUpperCase()],
    ['Payer Account', `135${payer.account.slice(3)}`],
    ['Receiver Name', receiver.name.toUpperCase()],
    ['Receiver Account', `135${receiver.account.slice(3)}`],
    ['Type', 'Transfer'],
    ...rowIf(complete, ['Reference No', reference]),
    ['Date', printedDate(reference, facts)],
    ['Remark', note],
    ...rowIf(complete, ['Amount', etb(amount)]),
    ['Service fee', etb(charge)],
    ['15% VAT on service fee', etb(percent(charge, 15))],
  ];
}

/** `25/04/2026 10:15:30` */
function printedDate(reference: string, facts: Facts): string {
  const { year, month, day } = dayOf(reference) as Day;
  return `${twoDigits(day)}/${twoDigits(month)}/${year} ${clockTime(facts)}`;
}

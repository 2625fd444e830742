/** Dashen: an HTML page, parties in paragraphs and sums in rows (docs/providers/dashen.md). */
import { createHash } from 'node:crypto';
import { type Day, dayOfOrdinal, monthNames, twelveHourClock } from '../dates.js';
import { escaped } from '../escape-html.js';
import { type Facts, factsOf, seededInt } from '../fake-data.js';
import { etb, grouped, percent } from '../money.js';
import { htmlAnswer, htmlType, inPath, jsonAnswer } from './answers.js';
import { firstName, rowIf } from './screens.js';
import type { ReceiptVariant, Row, Screen, SimulatedBank } from './types.js';

const grammar = /^[A-Z0-9]{3}([A-Z]{4})(\d{5})[A-Z0-9]{4}$/;
const notFound = jsonAnswer({ statusCode: 400, message: 'Transaction not found' }, 400);
/** Cents; transfers within the bank are free. */
const serviceCharge = 5_00;

export const dashen: SimulatedBank = {
  provider: 'dashen',
  source: 'dashen-html',
  host: 'receipts.dashenbanksc.com',
  contentType: htmlType,
  printsStatus: false,
  notFound,
  lookUp: inPath(/^\/receipt\/([^/]+)$/),
  exists: (reference) => dayOf(reference) !== null,
  receipt: (reference, variant) => htmlAnswer(page(reference, variant)),
  screen,
  sample(ending) {
    const reference = `ZZZWDTS26267${ending}`;
    const url = `https://receipts.dashenbanksc.com/receipt/${reference}`;
    return { reference, url, body: { reference } };
  },
};

function dayOf(reference: string): Day | null {
  return dayOfOrdinal(grammar.exec(reference)?.[2] ?? '00000');
}

function page(reference: string, variant: ReceiptVariant): string {
  const facts = factsOf(reference);
  return `<!doctype html><html><head><title>Receipt</title></head><body>
<h2>Dashen Bank</h2>
${parties(reference, facts, variant).map(paragraph).join('\n')}
<table>
${sums(reference, facts, variant).map(row).join('\n')}
</table>
<button>Download Receipt</button></body></html>
`;
}

/** The app shows two numbers, of which the "FT Ref" is the reference. Its code is a token that opens nothing. */
function screen(reference: string, variant: ReceiptVariant): Screen {
  const facts = factsOf(reference);
  const { payer, receiver, amount } = facts;
  const name = variant.payerName ?? payer.name;
  const within = isWithin(reference);
  const charge = within ? 0 : serviceCharge;
  const account = masked(`5${payer.account.slice(1)}`);
  const date = printedDate(reference, facts);
  const token = createHash('sha256').update(`success screen ${reference}`).digest('hex').slice(0, 40);
  return {
    status: 'settled',
    title: 'Success',
    amount: etb(amount),
    rows: [
      ['Sender Name', name],
      ['Sender Account', account],
      ['Receiver Name', receiver.name],
      ['Receiver Account', within ? masked(receiver.account) : receiver.account],
      ['Beneficiary Bank', within ? 'Dashen Bank' : 'Commercial Bank of Ethiopia'],
      ['FT Ref', reference],
      ['Transaction Ref', transferReference(reference)],
      ['Transaction Date', date],
      ['Service Charge', etb(charge)],
      ['Narrative', facts.note],
    ],
    code: token,
    address: null,
    sms: {
      sender: 'DashenBank',
      text:
        `Dear ${firstName(name)}, you have successfully transferred ETB ${grouped(amount)} from your account  ` +
        `${account.slice(0, 4)}**${account.slice(-3)} to ${receiver.name} on ${date} with transaction reference ${reference}.  ` +
        `The service charge is ETB ${grouped(charge)}, VAT (15%) ETB ${grouped(percent(charge, 15))} and DRRF (5%) ` +
        `ETB ${grouped(percent(charge, 5))}. Your current balance is ETB ${grouped(seededInt(reference, 'balance', 900_000))}.\n\n` +
        `Download receipt:  = https://receipts.dashenbanksc.com/receipt/${reference}.`,
    },
  };
}

function parties(reference: string, facts: Facts, { complete, payerName }: ReceiptVariant): Row[] {
  const within = isWithin(reference);
  return [
    ['Sender Name:', payerName ?? facts.payer.name],
    ['Sender Account Number:', masked(`5${facts.payer.account.slice(1)}`)],
    ['Transaction Channel:', 'Dashen Bank Super App'],
    ['Service Type:', within ? 'Within Dashen Transfer' : 'Other Bank Transfer'],
    ['Narrative:', facts.note],
    ['Receiver Name:', facts.receiver.name],
    ['Beneficiary Bank Name:', within ? 'Dashen Bank' : 'Commercial Bank of Ethiopia'],
    ['Institution Name:', 'Dashen Bank Sc'],
    ['Receiver Account Number: ', within ? masked(facts.receiver.account) : facts.receiver.account],
    ...rowIf(complete, ['Transaction Reference:', reference]),
    ['Transfer Reference:', transferReference(reference)],
    ['Transaction Date:', printedDate(reference, facts)],
  ];
}

function sums(reference: string, { amount }: Facts, { complete }: ReceiptVariant): Row[] {
  const charge = isWithin(reference) ? 0 : serviceCharge;
  const [vat, relief] = [percent(charge, 15), percent(charge, 5)];
  return [
    ...rowIf(complete, ['Transaction Amount', etb(amount)]),
    ['Service Charge', etb(charge)],
    ['Excise Tax (15%):', etb(0)],
    ['DRRF Fee', etb(relief)],
    ['VAT (15%):', etb(vat)],
    ['Penalty Fee', etb(0)],
    ['Income Tax Fee', etb(0)],
    ['Tax', etb(0)],
    ['Interest Fee', etb(0)],
    ['Stamp Duty', etb(0)],
    ['Discount Amount', etb(0)],
    ['Total', etb(amount + charge + vat + relief)],
  ];
}

/** WDTI and WDTS are transfers within the bank. */
function isWithin(reference: string): boolean {
  return reference.slice(3, 6) === 'WDT';
}

/** The number next to the reference, which opens nothing. */
function transferReference(reference: string): string {
  const digits = ['first', 'last'].map((half) => String(seededInt(reference, half, 1e9)).padStart(9, '0'));
  return `${reference.slice(3, 7)}5${digits.join('')}`;
}

function paragraph([label, value]: Row): string {
  return `<p><strong>${label}</strong> ${escaped(value)}</p>`;
}

function row([label, value]: Row): string {
  return `<tr><td>${label}</td><td>${value}</td></tr>`;
}

function masked(account: string): string {
  return `${account.slice(0, 4)}******${account.slice(-3)}`;
}

/** `Sep 24, 2026, 08:44:18 am` */
function printedDate(reference: string, facts: Facts): string {
  const { year, month, day } = dayOf(reference) as Day;
  return `${monthNames[month - 1]} ${day}, ${year}, ${twelveHourClock(facts).toLowerCase()}`;
}

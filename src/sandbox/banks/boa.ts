/** Bank of Abyssinia: JSON, and HTTP 200 for everything (docs/providers/boa.md). */
import { clockTime, type Day, dayOfOrdinal, twoDigits } from '../dates.js';
import { type Facts, factsOf, seededInt } from '../fake-data.js';
import { capitalised, etb, grouped, inWords, percent, plain } from '../money.js';
import { jsonAnswer, jsonType, noSuchPage } from './answers.js';
import { boaCode } from './boa-qr.js';
import { firstName } from './screens.js';
import type { BankRequest, ReceiptVariant, Screen, SimulatedBank, SimulatedReceipt } from './types.js';

const id = /^((?:FT|TT)\d{5}[A-Z0-9]{5})\d{5}$/;
const grammar = /^(?:FT|TT)(\d{5})[A-Z0-9]{5}$/;
const serviceCharge = 5_00;
const header = { status: 'success' };
const notFound = jsonAnswer({ header, body: [{ "Payer's Name": 'Invalid reference number' }] });

export const boa: SimulatedBank = {
  provider: 'boa',
  source: 'boa-json',
  host: 'cs.bankofabyssinia.com',
  contentType: jsonType,
  printsStatus: false,
  notFound,
  lookUp,
  exists: (reference) => dayOfOrdinal(grammar.exec(reference)?.[1] ?? '') !== null,
  receipt: (reference, variant) => jsonAnswer({ header, body: [slip(reference, variant)] }),
  screen,
  sample(ending) {
    const reference = `FT26196B${ending}`;
    const account = '20036';
    const url = `https://cs.bankofabyssinia.com/slip/?trx=${reference}${account}`;
    return { reference, url, body: { reference, provider: 'boa', account } };
  },
};

function lookUp({ path, query }: BankRequest): SimulatedReceipt {
  if (!/^\/api\/onlineSlip\/getDetails\/?$/.test(path)) return { answer: noSuchPage };
  const reference = id.exec(query.get('id') ?? '')?.[1];
  return reference ? { reference } : { answer: notFound };
}

function slip(reference: string, { complete, payerName }: ReceiptVariant): Record<string, string> {
  const facts = factsOf(reference);
  const payer = payerName ?? facts.payer.name.toUpperCase();
  return {
    ...(complete ? { 'Transaction Reference': reference } : {}),
    'Source Account': masked(`2${facts.payer.account.slice(1)}`),
    'Source Account Name': payer,
    "Payer's Name": payer,
    "Receiver's Account": masked(facts.receiver.account),
    "Receiver's Name": facts.receiver.name.toUpperCase(),
    ...(complete ? sums(facts.amount) : {}),
    currency: 'ETB',
    'Transaction Type': 'Transfer',
    'Transaction Date': printedDate(reference, facts),
    Narrative: facts.note,
    Address: '-',
    'Tel.': '-',
  };
}

/** One receipt in three is the slip, whose code is its link; the others are the app's, whose code is encrypted. */
function screen(reference: string, variant: ReceiptVariant): Screen {
  const facts = factsOf(reference);
  const { payer, receiver, amount } = facts;
  const name = variant.payerName ?? payer.name.toUpperCase();
  const account = `2${payer.account.slice(1)}`;
  const link = `https://cs.bankofabyssinia.com/slip/?trx=${reference}${account.slice(-5)}`;
  const date = printedDate(reference, facts);
  const vat = percent(serviceCharge, 15);
  const isSlip = seededInt(reference, 'slip', 3) === 0;
  return {
    status: 'settled',
    title: 'Transaction successful',
    amount: etb(amount),
    rows: [
      ['Source Account', masked(account)],
      ['Source Account Name', name],
      ["Receiver's Account", masked(receiver.account)],
      ["Receiver's Name", receiver.name.toUpperCase()],
      ['Transaction Type', 'Transfer'],
      ['Transaction Date', date],
      ['Transaction Reference', reference],
      ['Narrative', facts.note],
      ['Service Charge', etb(serviceCharge)],
      ['VAT (15%)', etb(vat)],
    ],
    code: isSlip
      ? link
      : boaCode([
          masked(account),
          name,
          plain(amount),
          reference,
          date.replace(', ', '  '),
          receiver.account,
          receiver.name.toUpperCase(),
        ]),
    address: null,
    sms: {
      sender: 'BOA',
      text:
        `Dear ${firstName(name)}, your account 2*****${account.slice(-2)} was debited with ETB ${grouped(amount)}. ` +
        `Available Balance: ETB ${grouped(seededInt(reference, 'balance', 900_000))}.\nReceipt: ${link}\n` +
        `Feedback: https://cs.bankofabyssinia.com/cs/?trx=C${reference}`,
    },
  };
}

function sums(amount: number): Record<string, string> {
  const vat = percent(serviceCharge, 15);
  return {
    'Transferred Amount': grouped(amount),
    'Service Charge': grouped(serviceCharge),
    'VAT (15%)': grouped(vat),
    'Total Amount including VAT': grouped(amount + serviceCharge + vat),
    'Transferred Amount in word': words(amount),
  };
}

function words(amount: number): string {
  const birr = `${inWords(Math.floor(amount / 100))} birr`;
  const cents = amount % 100;
  return capitalised(cents === 0 ? birr : `${birr} and ${inWords(cents)} cents`);
}

function masked(account: string): string {
  return `${account[0]}****${account.slice(-4)}`;
}

/** `15/07/2026, 14:04:20` */
function printedDate(reference: string, facts: Facts): string {
  const { year, month, day } = dayOfOrdinal(reference.slice(2, 7)) as Day;
  return `${twoDigits(day)}/${twoDigits(month)}/${year}, ${clockTime(facts)}`;
}

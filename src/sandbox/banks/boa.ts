/** Bank of Abyssinia: JSON, and HTTP 200 for everything (PROVIDERS.md section 3.5). */
import { type Day, dayOfOrdinal, twoDigits } from '../dates.js';
import { type Facts, factsOf } from '../facts.js';
import { capitalised, grouped, inWords, percent } from '../money.js';
import { jsonAnswer, jsonType, noSuchPage } from './answers.js';
import type { Asked, Found, Showing, SimulatedBank } from './types.js';

const id = /^((?:FT|TT)(\d{5})[A-Z0-9]{5})\d{5}$/;
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
  receipt: (reference, showing) => jsonAnswer({ header, body: [slip(reference, showing)] }),
  sample(ending) {
    const reference = `FT26196B${ending}`;
    const account = '20036';
    const url = `https://cs.bankofabyssinia.com/slip/?trx=${reference}${account}`;
    return { reference, url, body: { reference, provider: 'boa', account } };
  },
};

function lookUp({ path, query }: Asked): Found {
  if (!/^\/api\/onlineSlip\/getDetails\/?$/.test(path)) return { answer: noSuchPage };
  const [, reference, yyddd = ''] = id.exec(query.get('id') ?? '') ?? [];
  return reference && dayOfOrdinal(yyddd) ? { reference } : { answer: notFound };
}

function slip(reference: string, { complete, payerName }: Showing): Record<string, string> {
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
function printedDate(reference: string, { hour, minute, second }: Facts): string {
  const { year, month, day } = dayOfOrdinal(reference.slice(2, 7)) as Day;
  return `${twoDigits(day)}/${twoDigits(month)}/${year}, ${[hour, minute, second].map(twoDigits).join(':')}`;
}

/** Wegagen Bank: a flat JSON object, sent with the payer's balance and SMS in it (docs/providers/wegagen.md). */
import { clockTime, type Day, dayOfOrdinal, daysAfter, isoDate, timeOf } from '../dates.js';
import { type Facts, factsOf } from '../fake-data.js';
import { capitalised, etb, grouped, inWords } from '../money.js';
import { jsonAnswer, jsonType, noSuchPage } from './answers.js';
import type { ReceiptVariant, Screen, SimulatedBank } from './types.js';

const path = '/sms_wega/txn/';
/** Number, four digits of the account, direction, code. Credits are not simulated: their form is unknown. */
const grammar = /^[A-Z0-9]{3}[A-Z]{4}(\d{5})[A-Z0-9]{4}\d{4}D[A-Z]{3}$/;
const numberLength = 16;
const notFound = jsonAnswer({ master_id: '---' });
/** Cents. */
const charge = 30;
const vat = 5;

export const wegagen: SimulatedBank = {
  provider: 'wegagen',
  source: 'wegagen-json',
  host: 'transinfo.wegagenbanksc.com.et:8011',
  contentType: jsonType,
  printsStatus: false,
  notFound,
  lookUp: ({ path: asked }) =>
    asked.startsWith(path) ? { reference: asked.slice(path.length) } : { answer: noSuchPage },
  exists: (reference) => dayOfOrdinal(grammar.exec(reference)?.[1] ?? '') !== null,
  receipt: (reference, variant) => jsonAnswer(transaction(reference, variant)),
  screen,
  outcomePart: (reference) => reference.slice(0, numberLength),
  sample(ending) {
    const reference = `150TBAW26262${ending}1113DAAT`;
    return { reference, url: linkTo(reference), body: { reference } };
  },
};

function linkTo(id: string): string {
  return `https://transinfo.wegagenbanksc.com.et:8183/?id=${id}`;
}

/** Its code is prose with the link inside, as in the message. The printed number alone opens nothing. */
function screen(id: string, variant: ReceiptVariant): Screen {
  const facts = factsOf(id);
  const name = variant.payerName ?? facts.payer.name.toUpperCase();
  const text = `Dear Customer, your account was debited with ETB ${grouped(facts.amount)}. For details click here: ${linkTo(id)} - Wegagen Bank.`;
  return {
    status: 'settled',
    title: 'Transaction receipt',
    amount: etb(facts.amount),
    rows: [
      ['Sender name', name],
      ['Sender account', `${id.slice(16, 20)}${facts.payer.account.slice(4)}`],
      ['Receiver account', facts.receiver.phone],
      ['Transaction reference', id.slice(0, numberLength)],
      ['Date', `${isoDate(bookedOn(id))} ${clockTime(facts)}`],
      ['Narrative', 'Telebirr transfer from account to wallet'],
      ['Charge', `ETB ${charge / 100}`],
      ['VAT', `ETB ${vat / 100}`],
      ['Amount in words', words(facts.amount)],
    ],
    code: text,
    address: null,
    sms: { sender: 'WegagenBank', text },
  };
}

function transaction(id: string, { complete, payerName }: ReceiptVariant): Record<string, string | number> {
  const facts = factsOf(id);
  const account = `${id.slice(16, 20)}${facts.payer.account.slice(4)}`;
  return {
    master_id: '---',
    billing_period: '---',
    account_number: '---',
    receiver_account: facts.receiver.phone,
    currBalance: 1234.5,
    messageSentTimestamp: `${timeUtc(id, facts)}.600Z`,
    sender_name: payerName ?? facts.payer.name.toUpperCase(),
    biller_account: '---',
    trnRefNo: id.slice(0, numberLength),
    receiver_name: '---',
    currency: 'ETB',
    id: '00000000-0000-4000-8000-000000000000',
    event: 'INIT      ',
    timestamp: `${isoDate(daysAfter(bookedOn(id), 1))}T10:00:00.000000000Z`,
    charge: charge / 100,
    biller_name: '---',
    eventSrNo: 1,
    accNo: account,
    module: id.slice(3, 7),
    narrative: 'Telebirr transfer from account to wallet',
    vat: vat / 100,
    message: `Dear ${facts.payer.name}, A Withdrawal of ETB ${grouped(facts.amount)} ... balance is ETB 1,234.50`,
    version: '1',
    // Local time, to which the bank adds a wrong Z.
    txnTimestamp: `${isoDate(bookedOn(id))}T${clockTime(facts)}.500Z`,
    messageStatus: 'sent',
    drCr: id.slice(20, 21),
    phoneNumber: `0${facts.payer.phone.slice(3)}`,
    trnCode: id.slice(21),
    srNo: '1000000000',
    sender_account: account,
    trnDt: `${isoDate(daysAfter(bookedOn(id), -1))}T21:00:00.000Z`,
    amount_in_words: words(facts.amount),
    payer_name: '---',
    ...(complete ? { txnAmount: facts.amount / 100 } : {}),
    paymentType: 'SERVICE CHARGE ON TOP UP AIR TIME',
    paymentMethod: 'Account To Account Transfer',
    userId: 'MBUSER',
    authId: 'MBUSER',
  };
}

function bookedOn(id: string): Day {
  return dayOfOrdinal(id.slice(7, 12)) as Day;
}

/** Keeps the bank's two blanks before "Birr". */
function words(amount: number): string {
  const birr = `${capitalised(inWords(Math.floor(amount / 100)))}  Birr`;
  return amount % 100 === 0 ? birr : `${birr} and ${capitalised(inWords(amount % 100))} Cents`;
}

/** The SMS goes out two seconds later, and its time is true UTC: three hours behind. */
function timeUtc(id: string, { hour, minute, second }: Facts): string {
  return timeOf(bookedOn(id), { hour: hour - 3, minute, second: second + 2 })
    .toISOString()
    .slice(0, 19);
}

/** Amhara Bank: JSON with the bank's misspelt keys, for transfers out and in (PROVIDERS.md section 3.12). */
import { type Day, dayOfOrdinal, daysAfter, twoDigits } from '../dates.js';
import { type Facts, factsOf, roll } from '../facts.js';
import { plain } from '../money.js';
import { jsonAnswer, jsonType } from './answers.js';
import type { Asked, Found, PaymentStatus, Showing, SimulatedBank } from './types.js';

const path = /^\/(FT(\d{5})[A-Z0-9]{5})$/;
/** Cents. */
const charges = { net: 30_00, disasterRecovery: 1_50, tax: 4_50 };
const notFound = jsonAnswer({ status: false, message: 'Transaction not found' }, 500);
/** `RET` is the bank's own for a returned payment; what it shows of a pending one is not known. */
const statuses: Record<PaymentStatus, string> = { settled: 'MAT', pending: 'PND', reversed: 'RET' };

export const amhara: SimulatedBank = {
  provider: 'amhara',
  source: 'amhara-json',
  host: 'transaction.amharabank.com.et',
  contentType: jsonType,
  printsStatus: true,
  notFound,
  lookUp,
  receipt(reference, showing) {
    const data = isOutgoing(reference) ? outgoing(reference, showing) : incoming(reference, showing);
    return jsonAnswer({ status: true, data });
  },
  sample(ending) {
    const reference = `FT26250A${ending}`;
    const url = `https://receipt.amharabank.com.et/?trx=${reference}`;
    return { reference, url, body: { reference, provider: 'amhara' } };
  },
};

function lookUp({ path: asked }: Asked): Found {
  const [, reference, yyddd = ''] = path.exec(asked) ?? [];
  return reference && dayOfOrdinal(yyddd) ? { reference } : { answer: notFound };
}

/** Half of the transfers go to another bank, half come from one. */
function isOutgoing(reference: string): boolean {
  return roll(reference, 'outgoing', 2) === 0;
}

type Members = Record<string, string>;

function outgoing(reference: string, { complete, status, payerName }: Showing): Members {
  const facts = factsOf(reference);
  const total = facts.amount + charges.net + charges.disasterRecovery + charges.tax;
  return {
    netChargeAmount: `ETB${charges.net / 100}`,
    dateTime: dateTime(reference, facts),
    ...(complete ? { amount: plain(facts.amount) } : {}),
    debitAccount: ownAccount(facts.payer.account),
    creditorName: 'A2A Transfer - ETH Outgoing',
    ...(complete ? { transactionReference: reference } : {}),
    city: 'ADDIS ABABA',
    otherBankName: 'COMMERCIAL BANK OF ETHIOPIA',
    receiverName: facts.receiver.name,
    drChargeAmount: `ETB${plain(charges.disasterRecovery)}`,
    branchName: 'AMHARA BANK S.C.',
    woreda: 'WOREDA -8',
    transactionDesc: 'IPS Outgoing Txn',
    totalAmount: `ETB${plain(total)}`,
    subCity: 'Arada',
    otherBankBic: 'CBETETAA',
    creditAccountId: 'ETB1700000010003',
    reveiverAccount: facts.receiver.account,
    currencyId: 'ETB',
    taxAmount: `ETB${plain(charges.tax)}`,
    bookingDate: bookingDate(reference),
    debitorName: payerName ?? facts.payer.name,
    status: statuses[status],
  };
}

function incoming(reference: string, { complete, status, payerName }: Showing): Members {
  const facts = factsOf(reference);
  return {
    netChargeAmount: 'ETB0',
    dateTime: dateTime(reference, facts),
    ...(complete ? { amount: plain(facts.amount) } : {}),
    debitAccount: 'ETB1200000010003',
    creditorName: facts.receiver.name,
    ...(complete ? { transactionReference: reference } : {}),
    city: 'ADDIS ABABA',
    otherBankName: 'COMMERCIAL BANK OF ETHIOPIA',
    sendorAccount: facts.payer.account,
    branchName: 'AMHARA BANK S.C.',
    woreda: 'WOREDA -8',
    transactionDesc: 'IPS Incoming Txn',
    totalAmount: `ETB${plain(facts.amount)}`,
    subCity: 'Arada',
    otherBankBic: 'CBETETAA',
    sendorName: payerName ?? facts.payer.name,
    street: 'WOREDA -8',
    bookingDate: bookingDate(reference),
    creditAccountId: ownAccount(facts.receiver.account),
    currencyId: 'ETB',
    debitorName: 'A2A Transfer - ETH Incoming',
    status: statuses[status],
  };
}

function ownAccount(account: string): string {
  return `99${account.slice(2)}`;
}

function bookedOn(reference: string): Day {
  return dayOfOrdinal(reference.slice(2, 7)) as Day;
}

/** `20260907` */
function bookingDate(reference: string): string {
  const { year, month, day } = bookedOn(reference);
  return `${year}${twoDigits(month)}${twoDigits(day)}`;
}

/** `2609060908`: yyMMddHHmm, local. One payment in three is booked on the day after. */
function dateTime(reference: string, { hour, minute }: Facts): string {
  const before = roll(reference, 'booked later', 3) === 0 ? 1 : 0;
  const { year, month, day } = daysAfter(bookedOn(reference), -before);
  return [year % 100, month, day, hour, minute].map(twoDigits).join('');
}

/** Amhara Bank: JSON with the bank's misspelt keys, for transfers out and in (docs/providers/amhara.md). */
import { type Day, dayOfOrdinal, daysAfter, isoDate, twoDigits } from '../dates.js';
import { type Facts, factsOf, seededInt } from '../fake-data.js';
import { etb, plain } from '../money.js';
import { jsonAnswer, jsonType } from './answers.js';
import { plainMessage, titleOf } from './screens.js';
import type { PaymentStatus, ReceiptVariant, Screen, SimulatedBank } from './types.js';

const grammar = /^FT(\d{5})[A-Z0-9]{5}$/;
/** Cents. */
const charges = { net: 30_00, disasterRecovery: 1_50, tax: 4_50 };
const notFound = jsonAnswer({ status: false, message: 'Transaction not found' }, 500);
/** `RET` is the bank's own word for a returned payment; it is not known what it shows for a pending one. */
const statuses: Record<PaymentStatus, string> = { settled: 'MAT', pending: 'PND', reversed: 'RET' };

export const amhara: SimulatedBank = {
  provider: 'amhara',
  source: 'amhara-json',
  host: 'transaction.amharabank.com.et',
  contentType: jsonType,
  printsStatus: true,
  notFound,
  lookUp: ({ path }) => ({ reference: path.slice(1) }),
  exists: (reference) => dayOfOrdinal(grammar.exec(reference)?.[1] ?? '') !== null,
  receipt(reference, variant) {
    const data = isOutgoing(reference) ? outgoing(reference, variant) : incoming(reference, variant);
    return jsonAnswer({ status: true, data });
  },
  screen,
  sample(ending) {
    const reference = `FT26250A${ending}`;
    return { reference, url: linkTo(reference), body: { reference, provider: 'amhara' } };
  },
};

function linkTo(reference: string): string {
  return `https://receipt.amharabank.com.et/?trx=${reference}`;
}

/** The web receipt. Its code names the account that was credited at the bank itself: a settlement account for outgoing transfers. */
function screen(reference: string, variant: ReceiptVariant): Screen {
  const facts = factsOf(reference);
  const { payer, receiver } = facts;
  const isOut = isOutgoing(reference);
  const shown: Members = isOut ? outgoing(reference, variant) : incoming(reference, variant);
  const name = variant.payerName ?? payer.name;
  const amount = etb(facts.amount);
  const date = printedDate(reference, facts);
  return {
    status: variant.status,
    title: titleOf(variant.status, 'Transaction successful'),
    amount,
    rows: [
      ['Sender Name', name],
      ['Sender Account', isOut ? ownAccount(payer.account) : payer.account],
      ['Receiver Name', receiver.name],
      ['Receiver Account', isOut ? receiver.account : ownAccount(receiver.account)],
      [isOut ? 'Receiver Bank' : 'Sender Bank', 'COMMERCIAL BANK OF ETHIOPIA'],
      ['Transaction Reference', reference],
      ['Transaction Type', shown.transactionDesc ?? ''],
      ['Date', date],
      ['Total Amount', shown.totalAmount ?? ''],
      ['Status', statuses[variant.status]],
    ],
    code: JSON.stringify({ transactionId: reference, creditAccountNo: shown.creditAccountId }),
    address: null,
    sms: plainMessage({
      sender: 'AmharaBank',
      payer: name,
      receiver: receiver.name,
      amount,
      date,
      link: linkTo(reference),
    }),
  };
}

/** Half of the transfers go to another bank, half come from one. */
function isOutgoing(reference: string): boolean {
  return seededInt(reference, 'outgoing', 2) === 0;
}

type Members = Record<string, string>;

function outgoing(reference: string, { complete, status, payerName }: ReceiptVariant): Members {
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

function incoming(reference: string, { complete, status, payerName }: ReceiptVariant): Members {
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
  return isoDate(bookedOn(reference)).replaceAll('-', '');
}

/** One payment in three is booked on the day after. */
function paidOn(reference: string): Day {
  return daysAfter(bookedOn(reference), seededInt(reference, 'booked later', 3) === 0 ? -1 : 0);
}

/** `06/09/2026 09:08` */
function printedDate(reference: string, { hour, minute }: Facts): string {
  const { year, month, day } = paidOn(reference);
  return `${twoDigits(day)}/${twoDigits(month)}/${year} ${twoDigits(hour)}:${twoDigits(minute)}`;
}

/** `2609060908`: yyMMddHHmm, local. */
function dateTime(reference: string, { hour, minute }: Facts): string {
  const { year, month, day } = paidOn(reference);
  return [year % 100, month, day, hour, minute].map(twoDigits).join('');
}

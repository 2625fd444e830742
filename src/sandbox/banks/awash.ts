/** Awash: an HTML page in one of five layouts, which the token determines (docs/providers/awash.md). */
import { clockTime, type Day, existing, isoDate, twelveHourClock, twoDigits } from '../dates.js';
import { type Facts, factsOf, seededInt } from '../fake-data.js';
import { grouped, percent, plain } from '../money.js';
import { htmlAnswer, htmlType } from './answers.js';
import { awashPage } from './awash-page.js';
import type { ReceiptVariant, Row, Screen, SimulatedBank } from './types.js';

const host = 'awashpay.awashbank.com:8225';
const grammar = /^-([0-9A-Z]{8,14})-[0-9A-Z]{5,7}$/;
const transactionId = /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})\d{5}$/;
/** Two digits: since 2026 the first segment is the transaction ID in base 36; later years are not IDs. */
const years = { first: 26, last: 40 };
const notFound = htmlAnswer('<!doctype html><html><body>Receipt not found</body></html>\n');
const forbidden = htmlAnswer('<html><head><title>403 Forbidden</title></head><body></body></html>', 403);

export const awash: SimulatedBank = {
  provider: 'awash',
  source: 'awash-html',
  host,
  contentType: htmlType,
  printsStatus: false,
  notFound,
  lookUp: ({ path }) => (path.startsWith('/-') ? { reference: path.slice(1) } : { answer: forbidden }),
  exists(reference) {
    const segment = grammar.exec(reference)?.[1];
    return segment !== undefined && !isImpossible(segment);
  },
  receipt: (reference, variant) => htmlAnswer(page(reference, variant)),
  screen,
  sample(ending) {
    const reference = `-2KDL95XE85-00${ending}`;
    return { reference, url: `https://${host}/${reference}`, body: { reference } };
  },
};

type Moment = Day & Pick<Facts, 'hour' | 'minute'>;

function momentOf(id: string): Moment | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = (transactionId.exec(id) ?? [])
    .slice(1)
    .map(Number);
  const moment = { year: 2000 + year, month, day, hour, minute };
  return existing(moment) && hour < 24 && minute < 60 ? moment : null;
}

/** The ID that a first segment encodes in base 36; null when it encodes none since 2026. */
function idIn(segment: string): string | null {
  const number = Number.parseInt(segment, 36);
  const id = String(number);
  const isId = transactionId.test(id) && number.toString(36).toUpperCase() === segment;
  return isId && Number(id.slice(0, 2)) >= years.first ? id : null;
}

function isImpossible(segment: string): boolean {
  const id = idIn(segment);
  return id !== null && Number(id.slice(0, 2)) <= years.last && momentOf(id) === null;
}

interface Transaction extends Facts {
  id: string;
  /** `2026-06-07` */
  date: string;
  payerName: string;
  complete: boolean;
}

/** A first segment that encodes no ID belongs to a receipt from before 2026, whose ID does not follow from it. */
function transactionOf(reference: string, { payerName, complete }: ReceiptVariant): Transaction {
  const facts = factsOf(reference);
  const own = idIn(reference.split('-')[1] ?? '');
  const id = own && momentOf(own) ? own : idOf2025(reference, facts);
  const moment = momentOf(id) as Moment;
  const { hour, minute } = moment;
  // The ID may be one minute earlier than the time on the page.
  const later = minute < 59 ? seededInt(reference, 'next minute', 2) : 0;
  const name = payerName ?? facts.payer.name.toUpperCase().replaceAll(' ', '  ');
  return { ...facts, id, date: isoDate(moment), hour, minute: minute + later, payerName: name, complete };
}

function idOf2025(reference: string, { hour, minute }: Facts): string {
  const month = 1 + seededInt(reference, 'month', 12);
  const day = 1 + seededInt(reference, 'day', 28);
  const sequence = String(seededInt(reference, 'sequence', 1e5)).padStart(5, '0');
  return `25${[month, day, hour, minute].map(twoDigits).join('')}${sequence}`;
}

interface Layout {
  title: string;
  account(transaction: Transaction): string;
  rows(transaction: Transaction): Row[];
}

function page(reference: string, variant: ReceiptVariant): string {
  const transaction = transactionOf(reference, variant);
  const layout = layouts[seededInt(reference, 'layout', layouts.length)] as Layout;
  return awashPage({
    title: layout.title,
    link: `https://${host}/${reference}`,
    customerName: transaction.payerName,
    account: layout.account(transaction),
    rows: layout.rows(transaction),
  });
}

/** The web receipt, whose code is its own link; its "Transaction ID" opens nothing. */
function screen(reference: string, variant: ReceiptVariant): Screen {
  const transaction = transactionOf(reference, variant);
  const layout = layouts[seededInt(reference, 'layout', layouts.length)] as Layout;
  const link = `https://${host}/${reference}`;
  const { payerName, amount, date, id } = transaction;
  return {
    status: 'settled',
    title: layout.title,
    amount: `${grouped(amount)} ETB`,
    rows: [
      ['Customer Name', payerName],
      ['Account No', layout.account(transaction)],
      ...layout.rows(transaction).filter(([label]) => label !== 'Customer Name' && label !== 'Sender Name'),
    ],
    code: link,
    address: null,
    sms: {
      sender: 'AwashBank',
      text:
        `Dear Customer, ETB ${short(plain(amount))} has been credited to your account from ${payerName} on: ${date} ` +
        `${clockTime(transaction)} with Txn ID: ${id}. Your available balance is now ETB ${grouped(seededInt(reference, 'balance', 900_000))}. ` +
        `Receipt Link: ${link}. Contact center 8980.`,
    },
  };
}

const sendToBank: Layout = {
  title: 'Transfer successful',
  account: bankAccount,
  rows: (transaction) => [
    ['Transaction Date', `${transaction.date} ${clockTime(transaction)}`],
    ['Transaction Type', 'Send To Bank'],
    ...amountRow(transaction, `${short(grouped(transaction.amount))} ETB`),
    ['Charge', '0.00 ETB'],
    ['VAT', '0.00 ETB'],
    ['Sender Account', bankAccount(transaction)],
    ['Sender Name', transaction.payerName],
    ['Receiver Account', masked(transaction.receiver.account, 6)],
    ['Receiver Name', transaction.receiver.name.toUpperCase()],
    ['Reason', transaction.note],
    ...idRow(transaction),
  ],
};

const ips: Layout = {
  title: 'Transaction Successful',
  account: bankAccount,
  rows: (transaction) => [
    ['Transaction Time', `${transaction.date} ${twelveHourClock(transaction)}`],
    ['Transaction Type', 'IPS Bank Transfer'],
    ...amountRow(transaction, `${short(plain(transaction.amount))} ETB`),
    ['VAT', `${plain(percent(6_00, 15))} ETB`],
    ['Sender Name', transaction.payerName],
    ['Sender Account', masked(transaction.payer.account, 7)],
    ['Beneficiary name', transaction.receiver.name.toUpperCase()],
    ['Beneficiary Account', transaction.receiver.account],
    ['Beneficiary Bank', 'Commercial Bank of Ethiopia'],
    ['Reason', transaction.note],
    ...idRow(transaction),
  ],
};

const merchantPayment: Layout = {
  title: 'Transaction successful',
  account: ({ payer }) => `${payer.phone.slice(0, 5)}******${payer.phone.slice(-1)}/WALLET`,
  rows: (transaction) => [
    ['Transaction Date', `${transaction.date} ${clockTime(transaction)}`],
    ['Transaction type', 'Merchant Payment'],
    ...amountRow(transaction, `${plain(transaction.amount)} ETB`),
    ['Merchant', `${transaction.receiver.name.toUpperCase()} SHOP`],
    ['Till Number', `8${transaction.receiver.phone.slice(-7)}`],
    ['Reason', transaction.note],
    ['Sender Name', transaction.payerName],
    ...idRow(transaction),
  ],
};

const sendMoney: Layout = {
  title: 'Transaction successful',
  account: bankAccount,
  rows: (transaction) => [
    ['Transaction Date', `${transaction.date} ${clockTime(transaction)}`],
    ['Transaction type', 'Send Money'],
    ...amountRow(transaction, `${short(plain(transaction.amount))} ETB`),
    ['Recipient', `${transaction.receiver.phone}/WALLET`],
    ...idRow(transaction),
  ],
};

const telebirrTransfer: Layout = {
  title: 'Telebirr Transfer',
  account: bankAccount,
  rows: (transaction) => [
    ['Transaction Date', transaction.date],
    ['Transaction Type', 'Telebirr Transfer'],
    ['Phone Number', transaction.receiver.phone],
    ['Customer Name', transaction.payerName],
    ['Source Account', bankAccount(transaction)],
    ...amountRow(transaction, plain(transaction.amount)),
    ['Charge', '0.00'],
    ['VAT', '0.00'],
    ['Reason', transaction.note],
    ...idRow(transaction),
  ],
};

const layouts: readonly Layout[] = [sendToBank, ips, merchantPayment, sendMoney, telebirrTransfer];

function amountRow({ complete }: Transaction, amount: string): Row[] {
  return complete ? [['Amount', amount]] : [];
}

function idRow({ complete, id }: Transaction): Row[] {
  return complete ? [['Transaction ID', id]] : [];
}

function bankAccount({ payer }: Transaction): string {
  return `${masked(payer.account, 6)}/BANK`;
}

function masked(account: string, stars: number): string {
  return `01425${'*'.repeat(stars)}${account.slice(stars - 10)}`;
}

/** `3,000.00` is printed as `3,000`. */
function short(amount: string): string {
  return amount.replace(/\.00$/, '');
}

/** Wegagen Bank (docs/providers/wegagen.md). */
import { evaluate, missingOf, paymentOf } from './evaluate.js';
import { yearFirst } from './parsing/dates.js';
import type { Layout } from './parsing/fields.js';
import {
  contradictoryMembers,
  jsonObject,
  pairsOf,
  readMembers,
  reportsOutage,
  returnedStatus,
  sumsOf,
} from './parsing/json.js';
import { isWord } from './parsing/labels.js';
import { onlyParameter } from './parsing/links.js';
import { birr, type Money } from './parsing/money.js';
import {
  capitals,
  datesAgree,
  nextWorkingDay,
  ordinalDay,
  plausible,
  targetOf,
} from './parsing/references.js';
import { present } from './parsing/values.js';
import type { BankResponse, Judgement, Match, Provider, Target } from './types.js';

const key = 'wegagen';
const source = 'wegagen-json';
const host = 'transinfo.wegagenbanksc.com.et';
const origin = `https://${host}:8011`;
/** Number, the first four digits of the account, direction, code of the transaction. */
const grammar = /^([A-Z0-9]{3}[A-Z]{4}\d{5}[A-Z0-9]{4})(\d{4})([DC])([A-Z]{3})$/;
const printedNumber = /^[A-Z0-9]{3}[A-Z]{4}\d{5}[A-Z0-9]{4}$/;
const numberLength = 16;
/** The only type seen. */
const ownType = 'TBAW';
const settledDirection = 'D';
const settledEvent = 'INIT';
/** The payer's balance, and the SMS that repeats it: private to the payer. */
const secrets = new Set(['currBalance', 'message']);
/** Members the bank sends with every answer, its "no such receipt" included. */
const ownMembers = ['master_id', 'trnRefNo', 'txnAmount', 'txnTimestamp', 'drCr'];

const layout = {
  reference: { labels: ['trnRefNo'], decides: true },
  direction: { labels: ['drCr'], decides: true },
  trnCode: { labels: ['trnCode'], decides: true },
  accNo: { labels: ['accNo'], decides: true },
  event: { labels: ['event'], decides: true },
  payerName: { labels: ['sender_name'] },
  payerAccount: { labels: ['sender_account'] },
  receiverName: { labels: ['receiver_name'], decides: true },
  receiverAccount: { labels: ['receiver_account'], decides: true },
  amount: { labels: ['txnAmount'], decides: true },
  serviceCharge: { labels: ['charge'], decides: true },
  vat: { labels: ['vat'], decides: true },
  currency: { labels: ['currency'], decides: true },
  paymentDate: { labels: ['txnTimestamp'], decides: true },
  paymentReason: { labels: ['narrative'] },
  paymentMethod: { labels: ['paymentMethod'] },
  transactionType: { labels: ['paymentType'] },
  amountInWords: { labels: ['amount_in_words'] },
  // The state of the SMS's delivery, not of the payment.
  delivery: { labels: ['messageStatus'] },
} satisfies Layout;

/** Makes the provider. */
export function wegagen(): Provider {
  return {
    key,
    name: 'Wegagen Bank',
    sources: [source],
    hosts: [host],
    origins: [origin],
    viewLimited: false,
    support: 'supported',
    needs: [],
    appearance: {
      forms: ['###TBAW26140########DAAT'],
      links: ['https://transinfo.wegagenbanksc.com.et:8183/?id=###TBAW26140########DAAT'],
      hint: 'The number in the link: TBAW and AAT may be other letters. The first 16 alone only where there is no link.',
    },
    match(url) {
      if (url.host !== `${host}:8183` || url.pathname !== '/') return null;
      return targetOf(onlyParameter(url, 'id'), grammar, target);
    },
    fromReference,
    isUnambiguous: (reference) => reference.length !== numberLength || reference.slice(3, 7) === ownType,
    implausible: (reference, now) => !plausible(bookingDay(reference), now),
    request: ({ url }) => ({ method: 'GET', url, headers: { accept: 'application/json' } }),
    judge,
    // No year has a day 000, so no receipt can have this number.
    probe: target('150TBAW2600000000000DAAT'),
  };
}

/** The printed number opens nothing without the eight characters after it in the link. */
function fromReference(text: string): Match | null {
  const reference = capitals(text);
  return printedNumber.test(reference)
    ? { reference, needs: ['link'] }
    : targetOf(reference, grammar, target);
}

function target(reference: string): Target {
  return { provider: key, source, reference, qualifier: '', url: `${origin}/sms_wega/txn/${reference}` };
}

function bookingDay(reference: string) {
  return ordinalDay(reference.slice(7, 12));
}

function judge(response: BankResponse, { reference }: Target): Judgement {
  const body = jsonObject(response.text);
  if (!body) return { kind: 'blocked', receipt: { source } };
  const pairs = pairsOf(body).filter(({ label }) => !secrets.has(label));
  const { fields, conflicts } = readMembers(pairs, layout);
  if (fields.reference !== undefined || fields.amount !== undefined) {
    return judgeReceipt(fields, [...conflicts, ...contradictoryMembers(response.text)], reference);
  }
  // A "no such receipt" has the bank's members and reports nothing else. The SMS is checked here, but never returned.
  const isBanks = response.status === 200 && ownMembers.some((name) => Object.hasOwn(body, name));
  const isNo = isBanks && conflicts.length === 0 && !reportsOutage(body);
  return { kind: isNo ? 'not_found' : 'blocked', receipt: { source } };
}

type Fields = Partial<Record<keyof typeof layout, string>>;

function judgeReceipt(fields: Fields, conflicts: readonly string[], asked: string): Judgement {
  const { amount, serviceCharge, vat } = fields;
  const { sums, conflicts: inSums } = sumsOf({ amount, serviceCharge, vat }, fields.currency);
  const receipt = receiptOf(fields, sums);
  const { reference, direction, transferredAmount } = receipt;
  // Local time with a wrong Z.
  const paidAt = yearFirst(receipt.paymentDate);
  return evaluate({
    receipt,
    // It is not known what the bank shows for a credit.
    missing: missingOf({
      reference,
      transferredAmount,
      direction: direction === settledDirection ? direction : null,
    }),
    conflicts: [
      ...conflicts,
      ...inSums,
      ...otherParts(fields, asked),
      // The bank sends no payment status, but the event of its core, which is different for a reversal.
      ...(isWord(fields.event ?? settledEvent, [settledEvent]) ? [] : ['status']),
      ...returnedStatus(fields.transactionType, fields.paymentMethod),
    ],
    echo: { printed: reference, asked: asked.slice(0, numberLength), form: printedNumber },
    sameDay: datesAgree(bookingDay(asked), paidAt, nextWorkingDay),
    payment: paymentOf({
      ...sums,
      total: null,
      charges: [sums.serviceCharge],
      payer: { name: receipt.payerName, account: receipt.payerAccount },
      receiver: { name: receipt.receiverName, account: receipt.receiverAccount },
      reference,
      paidAt,
      reason: receipt.paymentReason,
    }),
  });
}

/** Names of the ID's other parts for which the answer shows another value. */
function otherParts({ direction, trnCode, accNo }: Fields, asked: string): string[] {
  const [, , digits, askedDirection, code] = grammar.exec(asked) ?? [];
  const shown = { direction, trnCode, accNo: /^\d{4}/.exec(accNo ?? '')?.[0] };
  const parts = { direction: askedDirection, trnCode: code, accNo: digits };
  const names = ['direction', 'trnCode', 'accNo'] as const;
  return names.filter((name) => shown[name] !== undefined && capitals(shown[name]) !== parts[name]);
}

function receiptOf(fields: Fields, sums: Record<'amount' | 'serviceCharge' | 'vat', Money | null>) {
  return present({
    source,
    reference: fields.reference ?? null,
    direction: fields.direction ?? null,
    payerName: fields.payerName ?? null,
    payerAccount: fields.payerAccount ?? null,
    receiverName: fields.receiverName ?? null,
    receiverAccount: fields.receiverAccount ?? null,
    transferredAmount: birr(sums.amount),
    serviceCharge: birr(sums.serviceCharge),
    vat: birr(sums.vat),
    currency: sums.amount?.currency ?? 'ETB',
    paymentDate: fields.paymentDate ?? null,
    paymentReason: fields.paymentReason ?? null,
    paymentMethod: fields.paymentMethod ?? null,
    transactionType: fields.transactionType ?? null,
    amountInWords: fields.amountInWords,
  });
}

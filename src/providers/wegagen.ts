/** Wegagen Bank (docs/providers/wegagen.md). */
import { missingOf, paymentOf, weigh } from './judgement.js';
import { yearFirst } from './readers/dates.js';
import { type JsonObject, jsonObject } from './readers/json.js';
import { onlyParameter } from './readers/links.js';
import { birr, type Money, money } from './readers/money.js';
import { capitals, datesAgree, nextWorkingDay, ordinalDay, plausible } from './readers/references.js';
import { present, printed } from './readers/values.js';
import type { BankResponse, Judgement, Match, Payment, Provider, Target } from './types.js';

const key = 'wegagen';
const source = 'wegagen-json';
const host = 'transinfo.wegagenbanksc.com.et';
const origin = `https://${host}:8011`;
const oldestYear = 2015;
/** Number, the first four digits of the account, direction, code of the transaction. */
const grammar = /^([A-Z0-9]{3}[A-Z]{4}\d{5}[A-Z0-9]{4})(\d{4})([DC])([A-Z]{3})$/;
const printedNumber = /^[A-Z0-9]{3}[A-Z]{4}\d{5}[A-Z0-9]{4}$/;
const settledDirection = 'D';
/** The payer's balance, and the SMS that repeats it: nobody's business but the payer's. */
const secrets = new Set(['currBalance', 'message']);
/** Members the bank sends with every answer, its "no such receipt" included. */
const ownMembers = ['master_id', 'trnRefNo', 'txnAmount', 'txnTimestamp', 'drCr'];

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
    bareReference: true,
    needs: [],
    appearance: {
      forms: ['###TBAW26140########DAAT'],
      links: ['https://transinfo.wegagenbanksc.com.et:8183/?id=###TBAW26140########DAAT'],
      hint: 'The number in the link: TBAW and AAT may be other letters. The first 16 alone only where there is no link.',
    },
    match(url) {
      if (url.host !== `${host}:8183` || url.pathname !== '/') return null;
      return targetOf(onlyParameter(url, 'id') ?? '');
    },
    fromReference,
    implausible: (reference, now) => !plausible(bookingDay(reference), oldestYear, now),
    request: ({ url }) => ({ method: 'GET', url, headers: { accept: 'application/json' } }),
    judge,
    // No year has a day 000, so that no receipt can have this number.
    probe: target('150TBAW2600000000000DAAT'),
  };
}

/** The printed number opens nothing without the eight characters the link has behind it. */
function fromReference(text: string): Match | null {
  const reference = capitals(text);
  return printedNumber.test(reference) ? { reference, needs: ['link'] } : targetOf(reference);
}

function targetOf(text: string): Target | null {
  const reference = capitals(text);
  return grammar.test(reference) ? target(reference) : null;
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
  return judgeBody(withoutSecrets(body), response.status, reference);
}

function withoutSecrets(body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !secrets.has(name)));
}

function judgeBody(body: JsonObject, status: number, asked: string): Judgement {
  const isReceipt = printed(body.trnRefNo) !== null || printed(body.txnAmount) !== null;
  if (isReceipt) return judgeReceipt(body, asked);
  const isOwn = status === 200 && ownMembers.some((name) => Object.hasOwn(body, name));
  return { kind: isOwn ? 'not_found' : 'blocked', receipt: { source } };
}

function judgeReceipt(body: JsonObject, asked: string): Judgement {
  const sums = sumsOf(body);
  const receipt = receiptOf(body, sums);
  const { reference, direction, transferredAmount } = receipt;
  const paidAt = yearFirst(receipt.paymentDate);
  return weigh({
    receipt,
    // What the bank shows of a credit is not known.
    missing: missingOf({
      reference,
      transferredAmount,
      direction: direction === settledDirection ? direction : null,
    }),
    sameReceipt: echoes(body, asked) && datesAgree(bookingDay(asked), paidAt, nextWorkingDay),
    settled: true, // No payment status is sent: `messageStatus` is the delivery of the SMS.
    payment: paymentFrom(receipt, sums),
  });
}

/** Whatever of the ID's parts the answer holds must be the ID's. */
function echoes(body: JsonObject, asked: string): boolean {
  const [, number, digits, direction, code] = grammar.exec(asked) ?? [];
  const agrees = (value: unknown, part: string | undefined) => {
    const text = printed(value)?.toUpperCase();
    return text === undefined || text === part;
  };
  const account = /^\d{4}/.exec(printed(body.accNo) ?? '')?.[0];
  return (
    agrees(body.trnRefNo, number) &&
    agrees(body.drCr, direction) &&
    agrees(body.trnCode, code) &&
    agrees(account, digits)
  );
}

type Sums = Record<'amount' | 'serviceCharge' | 'vat', Money | null>;

function sumsOf(body: JsonObject): Sums {
  const currency = printed(body.currency)?.toUpperCase();
  const sum = (value: unknown): Money | null => {
    const amount = money(printed(value));
    return amount && currency && currency !== 'BIRR' ? { ...amount, currency } : amount;
  };
  return { amount: sum(body.txnAmount), serviceCharge: sum(body.charge), vat: sum(body.vat) };
}

function receiptOf(body: JsonObject, sums: Sums) {
  return present({
    source,
    reference: printed(body.trnRefNo),
    direction: printed(body.drCr),
    payerName: printed(body.sender_name),
    payerAccount: printed(body.sender_account),
    receiverName: printed(body.receiver_name),
    receiverAccount: printed(body.receiver_account),
    transferredAmount: birr(sums.amount),
    serviceCharge: birr(sums.serviceCharge),
    vat: birr(sums.vat),
    currency: sums.amount?.currency ?? 'ETB',
    paymentDate: printed(body.txnTimestamp),
    paymentReason: printed(body.narrative),
    paymentMethod: printed(body.paymentMethod),
    transactionType: printed(body.paymentType),
    amountInWords: printed(body.amount_in_words) ?? undefined,
  });
}

function paymentFrom(receipt: ReturnType<typeof receiptOf>, sums: Sums): Payment | null {
  return paymentOf({
    ...sums,
    total: null,
    charges: [sums.serviceCharge],
    payer: { name: receipt.payerName, account: receipt.payerAccount },
    receiver: { name: receipt.receiverName, account: receipt.receiverAccount },
    reference: receipt.reference,
    // Local time with a false Z.
    paidAt: yearFirst(receipt.paymentDate),
    reason: receipt.paymentReason,
  });
}

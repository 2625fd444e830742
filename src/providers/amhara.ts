/** Amhara Bank (docs/providers/amhara.md). */
import { missingOf, paymentOf, weigh } from './judgement.js';
import { figuresOnly } from './readers/dates.js';
import { asObject, type JsonObject, jsonObject } from './readers/json.js';
import { onlyParameter } from './readers/links.js';
import { birr, type Money, money } from './readers/money.js';
import { capitals, datesAgree, nextWorkingDay, ordinalDay, plausible } from './readers/references.js';
import { present, printed } from './readers/values.js';
import type { BankResponse, Judgement, Match, Payment, Provider, Target } from './types.js';

const key = 'amhara';
const source = 'amhara-json';
const pageHost = 'receipt.amharabank.com.et';
const apiHost = 'transaction.amharabank.com.et';
const origin = `https://${apiHost}`;
const oldestYear = 2015;
const grammar = /^FT\d{5}[A-Z0-9]{5}$/;
const apiPath = /^\/([A-Za-z0-9]{12})$/;
const settledStatus = 'MAT';

/**
 * Who is who depends on the kind of transfer; the members left out name a settlement account. Two keys are
 * misspelt at the bank.
 */
const kinds: ReadonlyMap<string, Parties> = new Map([
  [
    'IPS Outgoing Txn',
    {
      payer: { name: 'debitorName', account: 'debitAccount' },
      receiver: { name: 'receiverName', account: 'reveiverAccount' },
      otherBank: 'receiverBank',
    },
  ],
  [
    'IPS Incoming Txn',
    {
      payer: { name: 'sendorName', account: 'sendorAccount' },
      receiver: { name: 'creditorName', account: 'creditAccountId' },
      otherBank: 'payerBank',
    },
  ],
]);

interface Parties {
  payer: { name: string; account: string };
  receiver: { name: string; account: string };
  /** Whose bank `otherBankName` is. */
  otherBank: 'payerBank' | 'receiverBank';
}

/** Makes the provider. */
export function amhara(): Provider {
  return {
    key,
    name: 'Amhara Bank',
    sources: [source],
    hosts: [pageHost, apiHost],
    origins: [origin],
    viewLimited: false,
    support: 'supported',
    bareReference: true,
    needs: [],
    appearance: {
      forms: ['FT26140#####'],
      links: ['https://receipt.amharabank.com.et/?trx=FT26140#####'],
      hint: 'Beside "Transaction Reference".',
    },
    match,
    fromReference: targetOf,
    implausible: (reference, now) => !plausible(bookingDay(reference), oldestYear, now),
    request: ({ url }) => ({ method: 'GET', url, headers: { accept: 'application/json' } }),
    judge,
    // No year has a day 000, so that no receipt can have this number.
    probe: target('FT26000AAAAA'),
  };
}

function match(url: URL): Match | null {
  if (url.host === apiHost) return targetOf(apiPath.exec(url.pathname)?.[1] ?? '');
  if (url.host !== pageHost || url.pathname !== '/') return null;
  return targetOf(onlyParameter(url, 'trx') ?? '');
}

function targetOf(text: string): Target | null {
  const reference = capitals(text);
  return grammar.test(reference) ? target(reference) : null;
}

function target(reference: string): Target {
  return { provider: key, source, reference, qualifier: '', url: `${origin}/${reference}` };
}

function bookingDay(reference: string) {
  return ordinalDay(reference.slice(2, 7));
}

function judge(response: BankResponse, { reference }: Target): Judgement {
  const body = jsonObject(response.text);
  const data = asObject(body?.data);
  if (data && isReceipt(data)) return judgeReceipt(data, body?.status === true, reference);
  // The wording of the message varies: under another status it may say that there were too many requests.
  const absent = response.status === 500 || response.status === 404;
  const notFound = absent && body?.status === false && typeof body.message === 'string';
  return { kind: notFound ? 'not_found' : 'blocked', receipt: { source } };
}

function isReceipt(data: JsonObject): boolean {
  const telling = [data.transactionReference, data.amount, data.transactionDesc];
  return telling.some((value) => printed(value) !== null);
}

function judgeReceipt(data: JsonObject, answered: boolean, asked: string): Judgement {
  const parties = kinds.get(printed(data.transactionDesc) ?? '');
  const sums = sumsOf(data);
  const receipt = receiptOf(data, parties, sums);
  const { reference, transferredAmount, transactionStatus } = receipt;
  const paidAt = figuresOnly(receipt.paymentDate);
  const echoed = reference === null || reference.toUpperCase() === asked;
  // Of another kind of transfer it is not known which of its parties are settlement accounts.
  const transactionType = parties ? receipt.transactionType : null;
  return weigh({
    receipt,
    missing: missingOf({ reference, transferredAmount, transactionStatus, transactionType }),
    sameReceipt: echoed && datesAgree(bookingDay(asked), paidAt, nextWorkingDay),
    settled: answered && transactionStatus === settledStatus,
    payment: paymentFrom(receipt, sums),
  });
}

type Sums = Record<'amount' | 'serviceCharge' | 'vat' | 'disasterRecovery' | 'total', Money | null>;

function sumsOf(data: JsonObject): Sums {
  const currency = printed(data.currencyId)?.toUpperCase();
  const bare = money(printed(data.amount));
  return {
    amount: bare && currency && currency !== 'BIRR' ? { ...bare, currency } : bare,
    serviceCharge: money(printed(data.netChargeAmount)),
    vat: money(printed(data.taxAmount)),
    disasterRecovery: money(printed(data.drChargeAmount)),
    total: money(printed(data.totalAmount)),
  };
}

function receiptOf(data: JsonObject, parties: Parties | undefined, sums: Sums) {
  const text = (name: string | undefined) => (name === undefined ? null : printed(data[name]));
  const otherBank = printed(data.otherBankName) ?? undefined;
  return present({
    source,
    reference: text('transactionReference'),
    transactionStatus: text('status'),
    transactionType: text('transactionDesc'),
    payerName: text(parties?.payer.name),
    payerAccount: text(parties?.payer.account),
    receiverName: text(parties?.receiver.name),
    receiverAccount: text(parties?.receiver.account),
    receiverBank: parties?.otherBank === 'receiverBank' ? otherBank : undefined,
    payerBank: parties?.otherBank === 'payerBank' ? otherBank : undefined,
    transferredAmount: birr(sums.amount),
    serviceCharge: birr(sums.serviceCharge),
    disasterRecovery: birr(sums.disasterRecovery) ?? undefined,
    vat: birr(sums.vat) ?? undefined,
    totalAmount: birr(sums.total),
    currency: sums.amount?.currency ?? 'ETB',
    paymentDate: text('dateTime'),
    bookingDate: text('bookingDate'),
    branch: text('branchName') ?? undefined,
  });
}

function paymentFrom(receipt: ReturnType<typeof receiptOf>, sums: Sums): Payment | null {
  return paymentOf({
    ...sums,
    charges: [sums.serviceCharge, sums.disasterRecovery],
    payer: { name: receipt.payerName, account: receipt.payerAccount },
    receiver: {
      name: receipt.receiverName,
      account: receipt.receiverAccount,
      bank: receipt.receiverBank ?? null,
    },
    reference: receipt.reference,
    paidAt: figuresOnly(receipt.paymentDate),
  });
}

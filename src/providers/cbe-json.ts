/** CBE's receipts since 2026: a JSON document opened by a token (docs/providers/cbe.md). */
import { missingOf, paymentOf, weigh } from './judgement.js';
import { yearFirst } from './readers/dates.js';
import { type JsonObject, jsonObject, objects } from './readers/json.js';
import { birr, type Money, money } from './readers/money.js';
import { datesAgree, ordinalDay } from './readers/references.js';
import { present, printed } from './readers/values.js';
import type { BankRequest, BankResponse, Judgement, Payment, Receipt, Target } from './types.js';

export const jsonSource = 'mb-json';
export const jsonOrigin = 'https://mb.cbe.com.et';

const page = 'https://mbreciept.cbe.com.et';
const api = `${jsonOrigin}/api/v1/transactions/public/transaction-detail`;
const grammar = /^(?:v2-)?[A-Za-z0-9]{8,24}$/;
const ftNumber = /^FT\d{5}[A-Z0-9]{5}$/;
const unknownToken = /invalid or tampered/i;
const notYetFound = /transaction not found/i;

/** Public constants of the bank's own page. */
export interface CbeApp {
  appId: string;
  appVersion: string;
}

/** True for a token as links carry it; its case matters. */
export function isToken(text: string): boolean {
  return grammar.test(text);
}

export function jsonTarget(token: string): Target {
  return { provider: 'cbe', source: jsonSource, reference: token, qualifier: '', url: `${api}/${token}` };
}

export function jsonRequest({ url }: Target, app: CbeApp): BankRequest {
  const headers = {
    accept: 'application/json',
    'x-app-id': app.appId,
    'x-app-version': app.appVersion,
    origin: page,
    referer: page,
  };
  return { method: 'GET', url, headers };
}

export function judgeJson(response: BankResponse, target: Target): Judgement {
  const body = jsonObject(response.text);
  if (!body) return { kind: 'blocked', receipt: { source: jsonSource } };
  if (isReceipt(body)) return judgeReceipt(body, target.reference);
  return judgeRefusal(body);
}

function isReceipt(body: JsonObject): boolean {
  return [body.id, body.amountCredited, body.debitAccountHolder].some((value) => printed(value) !== null);
}

/** The bank also says "transaction not found" about tokens it answers on the next call. */
function judgeRefusal(body: JsonObject): Judgement {
  const wording = [body.detail, body.message, body.title, body.error]
    .map((value) => printed(value) ?? '')
    .join('\n');
  const receipt: Receipt = { source: jsonSource };
  if (unknownToken.test(wording)) return { kind: 'not_found', receipt };
  if (notYetFound.test(wording)) return { kind: 'not_found', receipt, tentative: true };
  return { kind: 'blocked', receipt };
}

interface Sums {
  amount: Money | null;
  total: Money | null;
  serviceCharge: Money | null;
  vat: Money | null;
  disasterRecovery: Money | null;
}

function judgeReceipt(body: JsonObject, token: string): Judgement {
  const sums = sumsOf(body);
  const receipt = receiptOf(body, sums);
  const reference = receipt.reference !== null && ftNumber.test(receipt.reference) ? receipt.reference : null;
  // dateTimes[0] is taken as local time with a false Z, which is unproven: one day of grace on either side.
  const paidAt = yearFirst(receipt.paymentDate ?? null);
  const agrees = datesAgree(ordinalDay((reference ?? '').slice(2, 7)), paidAt, { min: -1, max: 4 });
  return weigh({
    receipt,
    missing: missingOf({
      reference,
      transferredAmount: receipt.transferredAmount,
      transactionStatus: receipt.transactionStatus,
    }),
    sameReceipt: echoes(body, token) && agrees,
    settled: receipt.transactionStatus === 'COMPLETED',
    payment: paymentFrom(receipt, reference, sums),
  });
}

/** Only `v2-` tokens are known to be echoed. */
function echoes(body: JsonObject, token: string): boolean {
  return !token.startsWith('v2-') || (printed(body.encodedReceipt) ?? '').endsWith(token);
}

function sumsOf(body: JsonObject): Sums {
  const credited = printed(body.creditCurrency) ?? undefined;
  const debited = printed(body.debitCurrency) ?? credited;
  return {
    amount: inCurrency(sumOf(body.amountCredited), credited),
    total: inCurrency(sumOf(body.amountDebited), debited),
    serviceCharge: sumOf(body.serviceChargeValue),
    vat: sumOf(body.vatValue),
    disasterRecovery: sumOf(body.drCharge),
  };
}

function sumOf(value: unknown): Money | null {
  return money(printed(value));
}

/** Amounts are bare figures; their currency stands in a member of its own. */
function inCurrency(sum: Money | null, currency: string | undefined): Money | null {
  return sum && currency ? { ...sum, currency: currency.toUpperCase() } : sum;
}

function receiptOf(body: JsonObject, sums: Sums) {
  const optional = (value: unknown) => printed(value) ?? undefined;
  return present({
    source: jsonSource,
    reference: printed(body.id),
    payerName: printed(body.debitAccountHolder),
    payerAccount: printed(body.debitAccountNo),
    receiverName: printed(body.creditAccountHolder),
    receiverAccount: printed(body.creditAccountNo),
    transferredAmount: birr(sums.amount),
    totalAmount: birr(sums.total),
    currency: sums.amount?.currency ?? 'ETB',
    transactionStatus: printed(body.status),
    paymentDate: optional(Array.isArray(body.dateTimes) ? body.dateTimes[0] : null),
    serviceCharge: birr(sums.serviceCharge) ?? undefined,
    vat: birr(sums.vat) ?? undefined,
    disasterRecovery: birr(sums.disasterRecovery) ?? undefined,
    transactionType: optional(body.transactionType),
    paymentReason: optional(body.description),
    paymentChannel: optional(body.channel),
    commissions: chargesOf(body.commissionTypes, 'commissionType', 'commissionAmt'),
    taxes: chargesOf(body.taxTypes, 'taxType', 'taxAmt'),
  });
}

function chargesOf(
  value: unknown,
  type: string,
  amount: string,
): { type: string; amount: number }[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return objects(value).flatMap((entry) => {
    const [name, sum] = [printed(entry[type]), birr(sumOf(entry[amount]))];
    return name === null || sum === null ? [] : [{ type: name, amount: sum }];
  });
}

function paymentFrom(
  receipt: ReturnType<typeof receiptOf>,
  reference: string | null,
  sums: Sums,
): Payment | null {
  return paymentOf({
    ...sums,
    charges: [sums.serviceCharge, sums.disasterRecovery],
    payer: { name: receipt.payerName, account: receipt.payerAccount },
    receiver: { name: receipt.receiverName, account: receipt.receiverAccount },
    reference,
    paidAt: yearFirst(receipt.paymentDate ?? null),
    reason: receipt.paymentReason,
    channel: receipt.paymentChannel,
  });
}

/** CBE's receipts since 2026: a JSON document opened by a token (docs/providers/cbe.md). */
import { evaluate, missingOf, paymentOf } from './evaluate.js';
import { yearFirst } from './parsing/dates.js';
import type { Layout } from './parsing/fields.js';
import {
  contradictoryMembers,
  type JsonObject,
  jsonObject,
  objects,
  pairsOf,
  readMembers,
  returnedStatus,
  sumsOf,
} from './parsing/json.js';
import { isWord } from './parsing/labels.js';
import { birr, type Money, parseMoney } from './parsing/money.js';
import { datesAgree, ftDay, ftNumber } from './parsing/references.js';
import { present, printedText } from './parsing/values.js';
import type { BankRequest, BankResponse, Judgement, Receipt, Target } from './types.js';

export const jsonSource = 'mb-json';
export const jsonOrigin = 'https://mb.cbe.com.et';

const page = 'https://mbreciept.cbe.com.et';
const api = `${jsonOrigin}/api/v1/transactions/public/transaction-detail`;
const grammar = /^(?:v2-)?[A-Za-z0-9]{8,24}$/;
const newToken = /^v2-[A-Za-z0-9]{20}$/;
const unknownToken = /\binvalid or tampered (?:[a-z]{1,12} )?token\b/i;
const notYetFound = /^transaction not found[.!]?$/i;

const layout = {
  reference: { labels: ['id'], decides: true },
  payerName: { labels: ['debitAccountHolder'] },
  payerAccount: { labels: ['debitAccountNo'] },
  receiverName: { labels: ['creditAccountHolder'], decides: true },
  receiverAccount: { labels: ['creditAccountNo'], decides: true },
  isOtherBank: { labels: ['isOtherBank'], decides: true },
  transactionStatus: { labels: ['status'], decides: true },
  amount: { labels: ['amountCredited'], decides: true },
  amountTwin: { labels: ['amountCreditedWithCurrency'], decides: true },
  total: { labels: ['amountDebited'], decides: true },
  totalTwin: { labels: ['amountDebitedWithCurrency'], decides: true },
  creditCurrency: { labels: ['creditCurrency'], decides: true },
  debitCurrency: { labels: ['debitCurrency'], decides: true },
  serviceCharge: { labels: ['serviceChargeValue'], decides: true },
  vat: { labels: ['vatValue'], decides: true },
  disasterRecovery: { labels: ['drCharge'], decides: true },
  transactionType: { labels: ['transactionType'] },
  paymentReason: { labels: ['description'] },
  paymentChannel: { labels: ['channel'] },
} satisfies Layout;

/** Public constants of the bank's own page. */
export interface CbeApp {
  appId: string;
  appVersion: string;
}

/** The target of a token in the form that links have; case matters. */
export function jsonMatch(text: string): Target | null {
  return grammar.test(text) ? jsonTarget(text) : null;
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
  if (!isReceipt(body)) return judgeRefusal(body, response.status);
  return judgeReceipt(body, contradictoryMembers(response.text), target.reference);
}

function isReceipt(body: JsonObject): boolean {
  return [body.id, body.amountCredited, body.debitAccountHolder].some((value) => printedText(value) !== null);
}

/** The bank also says "transaction not found" about tokens that open a receipt on the next call. */
function judgeRefusal(body: JsonObject, status: number): Judgement {
  const wording = [body.detail, body.message, body.title, body.error].map(
    (value) => printedText(value) ?? '',
  );
  const says = (words: RegExp) => wording.some((text) => words.test(text));
  const receipt: Receipt = { source: jsonSource };
  if (status === 500 && says(unknownToken)) return { kind: 'not_found', receipt };
  if (status === 400 && says(notYetFound)) return { kind: 'not_found', receipt, tentative: true };
  return { kind: 'blocked', receipt };
}

function judgeReceipt(body: JsonObject, contradicted: readonly string[], token: string): Judgement {
  const shown = tokenIn(body);
  if (isAnothers(shown, token)) return { kind: 'mismatch', receipt: { source: jsonSource } };
  const { fields, conflicts } = readMembers(pairsOf(body), layout);
  const { sums, conflicts: inSums } = readSums(fields);
  const receipt = receiptOf(body, fields, sums);
  const { transactionStatus, transferredAmount } = receipt;
  const reference = receipt.reference !== null && ftNumber.test(receipt.reference) ? receipt.reference : null;
  const paidAt = yearFirst(receipt.paymentDate ?? null);
  return evaluate({
    receipt,
    missing: missingOf({ reference, transferredAmount, transactionStatus }),
    conflicts: [
      ...contradicted,
      ...conflicts,
      ...inSums,
      ...returnedStatus(fields.transactionType),
      ...(echoes(shown, token) ? [] : ['encodedReceipt']),
      // With another bank, the credit side may be a settlement account.
      ...(isWord(fields.isOtherBank ?? 'false', ['false']) ? [] : ['receiverBank']),
    ],
    // dateTimes[0] is read as local time with a wrong Z. That is unproven, so one more day is allowed on either side.
    sameDay: datesAgree(ftDay(reference ?? ''), paidAt, { min: -1, max: 4 }),
    status: { printed: transactionStatus, settled: ['COMPLETED'] },
    payment: paymentOf({
      ...sums,
      charges: [sums.serviceCharge, sums.disasterRecovery],
      payer: { name: receipt.payerName, account: receipt.payerAccount },
      receiver: { name: receipt.receiverName, account: receipt.receiverAccount },
      reference,
      paidAt,
      reason: receipt.paymentReason,
      channel: receipt.paymentChannel,
    }),
  });
}

/** The token at the end of encodedReceipt; null when none is shown, empty when it is something else. */
function tokenIn(body: JsonObject): string | null {
  const shown = printedText(body.encodedReceipt);
  return shown && (/^(?:.*\/)?((?:v2-)?[A-Za-z0-9]{8,24})$/.exec(shown)?.[1] ?? '');
}

/** Only `v2-` tokens are known to be echoed. For an older token, the answer may show another name of the same receipt. */
function isAnothers(shown: string | null, token: string): boolean {
  return newToken.test(token) && newToken.test(shown ?? '') && shown !== token;
}

function echoes(shown: string | null, token: string): boolean {
  return shown === token || (shown === null && !token.startsWith('v2-'));
}

type Fields = Partial<Record<keyof typeof layout, string>>;

/** Amounts are bare figures; their currency is in a separate member, and again in each amount's twin. */
function readSums(fields: Fields) {
  const { amount, amountTwin, serviceCharge, vat, disasterRecovery } = fields;
  const { total, totalTwin, creditCurrency, debitCurrency = creditCurrency } = fields;
  const credit = sumsOf({ amount, amountTwin, serviceCharge, vat, disasterRecovery }, creditCurrency);
  const debit = sumsOf({ total, totalTwin }, debitCurrency);
  const sums = { ...credit.sums, ...debit.sums };
  const differ = (sum: Money | null, twin: Money | null) => sum && twin && sum.cents !== twin.cents;
  const conflicts = [
    ...credit.conflicts,
    ...debit.conflicts,
    ...(differ(sums.amount, sums.amountTwin) ? ['amount'] : []),
    ...(differ(sums.total, sums.totalTwin) ? ['total'] : []),
  ];
  return { sums, conflicts };
}

function receiptOf(body: JsonObject, fields: Fields, sums: ReturnType<typeof readSums>['sums']) {
  return present({
    source: jsonSource,
    reference: fields.reference ?? null,
    payerName: fields.payerName ?? null,
    payerAccount: fields.payerAccount ?? null,
    receiverName: fields.receiverName ?? null,
    receiverAccount: fields.receiverAccount ?? null,
    transferredAmount: birr(sums.amount),
    totalAmount: birr(sums.total),
    currency: sums.amount?.currency ?? 'ETB',
    transactionStatus: fields.transactionStatus ?? null,
    paymentDate: printedText(Array.isArray(body.dateTimes) ? body.dateTimes[0] : null) ?? undefined,
    serviceCharge: birr(sums.serviceCharge) ?? undefined,
    vat: birr(sums.vat) ?? undefined,
    disasterRecovery: birr(sums.disasterRecovery) ?? undefined,
    transactionType: fields.transactionType,
    paymentReason: fields.paymentReason,
    paymentChannel: fields.paymentChannel,
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
    const [name, sum] = [printedText(entry[type]), birr(parseMoney(printedText(entry[amount])))];
    return name === null || sum === null ? [] : [{ type: name, amount: sum }];
  });
}

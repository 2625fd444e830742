/** Amhara Bank (docs/providers/amhara.md). */
import { evaluate, missingOf, paymentOf, unsettledWords } from './evaluate.js';
import { figuresOnly } from './parsing/dates.js';
import type { Layout, ReadFields } from './parsing/fields.js';
import {
  asObject,
  contradictoryMembers,
  type JsonObject,
  jsonObject,
  pairsOf,
  readMembers,
  reportsOutage,
  returnedStatus,
  sumsOf,
} from './parsing/json.js';
import { onlyParameter } from './parsing/links.js';
import { birr, type Money } from './parsing/money.js';
import { datesAgree, ftDay, ftNumber, nextWorkingDay, plausible, targetOf } from './parsing/references.js';
import { present, printedText } from './parsing/values.js';
import type { BankResponse, Judgement, Match, Provider, Target } from './types.js';

const key = 'amhara';
const source = 'amhara-json';
const pageHost = 'receipt.amharabank.com.et';
const apiHost = 'transaction.amharabank.com.et';
const origin = `https://${apiHost}`;
/** Whole messages. */
const missing: readonly RegExp[] = [
  /^(?:the )?(?:transaction|receipt|record|reference|data)(?: (?:reference|number|id|details?))? (?:was |is )?not found[.!]?$/i,
  /^no (?:such )?(?:transaction|receipt|record|data)(?: (?:was |is )?found)?[.!]?$/i,
];
const apiPath = /^\/([A-Za-z0-9]{12})$/;
/** Only the simulated bank uses `PND`: it is not known what the bank shows for a pending payment. */
const unsettled = [...unsettledWords, 'RET', 'PND'];

const layout = {
  reference: { labels: ['transactionReference'], decides: true },
  transactionStatus: { labels: ['status'], decides: true },
  transactionType: { labels: ['transactionDesc'], decides: true },
  amount: { labels: ['amount'], decides: true },
  serviceCharge: { labels: ['netChargeAmount'], decides: true },
  vat: { labels: ['taxAmount'], decides: true },
  disasterRecovery: { labels: ['drChargeAmount'], decides: true },
  total: { labels: ['totalAmount'], decides: true },
  currency: { labels: ['currencyId'], decides: true },
  paymentDate: { labels: ['dateTime'], decides: true },
  bookingDate: { labels: ['bookingDate'] },
  branch: { labels: ['branchName'] },
} satisfies Layout;

/**
 * Which members name the payer and the receiver depends on the kind of transfer; the members left out name a settlement
 * account. The bank misspells two keys.
 */
const parties: ReadonlyMap<string, Partial<Layout<PartyField>>> = new Map([
  [
    'IPS Outgoing Txn',
    {
      payerName: { labels: ['debitorName'] },
      payerAccount: { labels: ['debitAccount'] },
      receiverName: { labels: ['receiverName'], decides: true },
      receiverAccount: { labels: ['reveiverAccount'], decides: true },
      receiverBank: { labels: ['otherBankName'], decides: true },
    },
  ],
  [
    'IPS Incoming Txn',
    {
      payerName: { labels: ['sendorName'] },
      payerAccount: { labels: ['sendorAccount'] },
      receiverName: { labels: ['creditorName'], decides: true },
      receiverAccount: { labels: ['creditAccountId'], decides: true },
      payerBank: { labels: ['otherBankName'] },
    },
  ],
]);

type PartyField =
  | 'payerName'
  | 'payerAccount'
  | 'payerBank'
  | 'receiverName'
  | 'receiverAccount'
  | 'receiverBank';
type Fields = Partial<Record<keyof typeof layout | PartyField, string>>;

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
    needs: [],
    appearance: {
      forms: ['FT26140#####'],
      links: ['https://receipt.amharabank.com.et/?trx=FT26140#####'],
      hint: 'Beside "Transaction Reference".',
    },
    match,
    fromReference: (reference) => targetOf(reference, ftNumber, target),
    implausible: (reference, now) => !plausible(ftDay(reference), now),
    request: ({ url }) => ({ method: 'GET', url, headers: { accept: 'application/json' } }),
    judge,
    // No year has a day 000, so no receipt can have this number.
    probe: target('FT26000AAAAA'),
  };
}

function match(url: URL): Match | null {
  if (url.host === apiHost) return targetOf(apiPath.exec(url.pathname)?.[1], ftNumber, target);
  if (url.host !== pageHost || url.pathname !== '/') return null;
  return targetOf(onlyParameter(url, 'trx'), ftNumber, target);
}

function target(reference: string): Target {
  return { provider: key, source, reference, qualifier: '', url: `${origin}/${reference}` };
}

function judge(response: BankResponse, { reference }: Target): Judgement {
  const body = jsonObject(response.text);
  const data = asObject(body?.data);
  if (data && isReceipt(data)) {
    const conflicts = [...contradictoryMembers(response.text), ...(body?.status === true ? [] : ['status'])];
    return judgeReceipt(data, conflicts, reference);
  }
  return { kind: body && isNo(body, response.status) ? 'not_found' : 'blocked', receipt: { source } };
}

/** The wording varies: only a message that there is no such receipt counts, and only if no member reports an outage. */
function isNo(body: JsonObject, status: number): boolean {
  const isBanks = body.status === false && typeof body.message === 'string' && isMissing(body.message);
  return (status === 500 || status === 404) && isBanks && !reportsOutage(body);
}

function isMissing(message: string): boolean {
  return missing.some((words) => words.test(message.trim()));
}

function isReceipt(data: JsonObject): boolean {
  const distinctive = [data.transactionReference, data.amount, data.transactionDesc];
  return distinctive.some((value) => printedText(value) !== null);
}

function judgeReceipt(data: JsonObject, contradicted: readonly string[], asked: string): Judgement {
  const own = parties.get(printedText(data.transactionDesc) ?? '');
  const ownLayout: Layout = { ...layout, ...own };
  const { fields, conflicts }: ReadFields<keyof Fields> = readMembers(pairsOf(data), ownLayout);
  const { amount, serviceCharge, vat, disasterRecovery, total } = fields;
  const { sums, conflicts: inSums } = sumsOf(
    { amount, serviceCharge, vat, disasterRecovery, total },
    fields.currency,
  );
  const receipt = receiptOf(fields, sums);
  const { reference, transferredAmount, transactionStatus } = receipt;
  const paidAt = figuresOnly(receipt.paymentDate);
  // For other kinds of transfer it is not known which parties are settlement accounts.
  const transactionType = own ? receipt.transactionType : null;
  return evaluate({
    receipt,
    missing: missingOf({ reference, transferredAmount, transactionStatus, transactionType }),
    conflicts: [...contradicted, ...conflicts, ...inSums, ...returnedStatus(fields.transactionType)],
    echo: { printed: reference, asked, form: ftNumber },
    sameDay: datesAgree(ftDay(asked), paidAt, nextWorkingDay),
    status: { printed: transactionStatus, settled: ['MAT'], unsettled },
    payment: paymentOf({
      ...sums,
      charges: [sums.serviceCharge, sums.disasterRecovery],
      payer: { name: receipt.payerName, account: receipt.payerAccount },
      receiver: { name: receipt.receiverName, account: receipt.receiverAccount, bank: receipt.receiverBank },
      reference,
      paidAt,
    }),
  });
}

type SumField = 'amount' | 'serviceCharge' | 'vat' | 'disasterRecovery' | 'total';

function receiptOf(fields: Fields, sums: Record<SumField, Money | null>) {
  return present({
    source,
    reference: fields.reference ?? null,
    transactionStatus: fields.transactionStatus ?? null,
    transactionType: fields.transactionType ?? null,
    payerName: fields.payerName ?? null,
    payerAccount: fields.payerAccount ?? null,
    receiverName: fields.receiverName ?? null,
    receiverAccount: fields.receiverAccount ?? null,
    receiverBank: fields.receiverBank,
    payerBank: fields.payerBank,
    transferredAmount: birr(sums.amount),
    serviceCharge: birr(sums.serviceCharge),
    disasterRecovery: birr(sums.disasterRecovery) ?? undefined,
    vat: birr(sums.vat) ?? undefined,
    totalAmount: birr(sums.total),
    currency: sums.amount?.currency ?? 'ETB',
    paymentDate: fields.paymentDate ?? null,
    bookingDate: fields.bookingDate ?? null,
    branch: fields.branch,
  });
}

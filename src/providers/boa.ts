/** Bank of Abyssinia (docs/providers/boa.md). */
import { evaluate, missingOf, paymentOf } from './evaluate.js';
import { dayFirst } from './parsing/dates.js';
import type { Layout } from './parsing/fields.js';
import {
  asObject,
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
import { onlyParameter } from './parsing/links.js';
import { birr } from './parsing/money.js';
import { accountTail, capitals, datesAgree, ftDay, nextWorkingDay, plausible } from './parsing/references.js';
import { present, printedText } from './parsing/values.js';
import type { BankResponse, Hints, Judgement, Match, Provider, Target } from './types.js';

const key = 'boa';
const source = 'boa-json';
const host = 'cs.bankofabyssinia.com';
const origin = `https://${host}`;
const digits = 5;
const grammar = /^((?:FT|TT)\d{5}[A-Z0-9]{5})(\d{5})?$/;
/** The bank's BIC before its number, as in texts about interbank transfers. */
const interbank = /^ABYSETAA(?=FT\d{5}[A-Z0-9]{5}$)/;
const printedNumber = /^(?:FT|TT)\d{5}[A-Z0-9]{5}$/;
const settledStatus = ['success'];
const notFound = /^invalid reference number\.?$/i;
/** The firewall drops clients that do not look like a browser. */
const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
/** The parameter that carries `{REF}{5}` in links, by path without its last slash. `/cs/` is a feedback form. */
const parameters: ReadonlyMap<string, string> = new Map([
  ['/slip', 'trx'],
  ['/api/onlineSlip/getDetails', 'id'],
]);

/** The bank's keys vary in case, blanks and the kind of apostrophe, and in the name for the receiver. */
const layout = {
  transactionReference: { labels: ['Transaction Reference'], decides: true },
  receiverName: { labels: ["Receiver's Name", "Beneficiary's Name", 'Beneficiary Name'], decides: true },
  receiverAccount: {
    labels: ["Receiver's Account", "Beneficiary's Account", 'Beneficiary Account'],
    decides: true,
  },
  payerName: { labels: ["Payer's Name"] },
  accountName: { labels: ['Source Account Name'] },
  payerAccount: { labels: ['Source Account'] },
  transferredAmount: { labels: ['Transferred Amount'], decides: true },
  serviceCharge: { labels: ['Service Charge'], decides: true },
  vat: { labels: ['VAT (15%)'], decides: true },
  totalAmount: { labels: ['Total Amount including VAT'], decides: true },
  currency: { labels: ['currency'], decides: true },
  paymentDate: { labels: ['Transaction Date'], decides: true },
  transactionType: { labels: ['Transaction Type'] },
  paymentReason: { labels: ['Narrative'] },
  amountInWords: { labels: ['Transferred Amount in word'] },
} satisfies Layout;

/** Makes the provider. */
export function boa(): Provider {
  return {
    key,
    name: 'Bank of Abyssinia',
    sources: [source],
    hosts: [host],
    origins: [origin],
    viewLimited: false,
    support: 'supported',
    needs: ['account'],
    payersAccount: true,
    appearance: {
      forms: ['FT26140#####', 'TT26140#####'],
      links: ['https://cs.bankofabyssinia.com/slip/?trx=FT26140##########'],
      hint: 'Beside "Transaction Reference"; its account is the payer\'s.',
    },
    match(url, hints) {
      const parameter = url.host === host ? parameters.get(url.pathname.replace(/\/$/, '')) : undefined;
      return parameter ? fromReference(onlyParameter(url, parameter) ?? '', hints) : null;
    },
    fromReference,
    implausible: (reference, now) => !plausible(ftDay(reference), now),
    request({ url }) {
      const headers = { accept: 'application/json', 'user-agent': browser, referer: `${origin}/slip/` };
      return { method: 'GET', url, headers };
    },
    judge,
    // No year has a day 000, so no receipt can have this number.
    probe: target('FT26000AAAAA', '00000'),
  };
}

function fromReference(text: string, hints: Hints): Match | null {
  const [, reference, own] = grammar.exec(capitals(text).replace(interbank, '')) ?? [];
  if (!reference) return null;
  const qualifier = own ?? accountTail(hints.account, digits);
  return qualifier ? target(reference, qualifier) : { reference, needs: ['account'] };
}

function target(reference: string, qualifier: string): Target {
  const url = `${origin}/api/onlineSlip/getDetails/?id=${reference}${qualifier}`;
  return { provider: key, source, reference, qualifier, url };
}

type Fields = ReturnType<typeof readSlip>['fields'];

function judge({ text: answer, status: code }: BankResponse, { reference }: Target): Judgement {
  const body = jsonObject(answer);
  const [slip, another] = objects(body?.body);
  const status = printedText(asObject(body?.header)?.status);
  if (status === null || !slip) return { kind: 'blocked', receipt: { source } };
  const { fields, conflicts } = readSlip(slip);
  const isReceipt = fields.transactionReference ?? fields.transferredAmount ?? fields.payerAccount;
  if (isReceipt !== undefined) {
    const contradicted = [...conflicts, ...contradictoryMembers(answer), ...(another ? ['body'] : [])];
    return judgeReceipt(fields, contradicted, status, reference);
  }
  const isNo = code === 200 && isWord(status, settledStatus) && notFound.test(fields.payerName ?? '');
  return { kind: isNo ? 'not_found' : 'blocked', receipt: { source } };
}

function readSlip(slip: JsonObject) {
  const pairs = pairsOf(slip).map(({ label, value }) => ({ label: label.replaceAll('’', "'"), value }));
  return readMembers(pairs, layout);
}

function judgeReceipt(
  fields: Fields,
  conflicts: readonly string[],
  status: string,
  asked: string,
): Judgement {
  const { transferredAmount: amount, serviceCharge, vat, totalAmount: total } = fields;
  const { sums, conflicts: inSums } = sumsOf({ amount, serviceCharge, vat, total }, fields.currency);
  const receipt = receiptOf(fields, status, sums);
  const { transactionReference, transferredAmount } = receipt;
  const paidAt = dayFirst(receipt.transactionDate ?? null);
  return evaluate({
    receipt,
    missing: missingOf({ transactionReference, transferredAmount }),
    conflicts: [...conflicts, ...inSums, ...returnedStatus(fields.transactionType)],
    echo: { printed: transactionReference, asked, form: printedNumber },
    sameDay: datesAgree(ftDay(asked), paidAt, nextWorkingDay),
    // The status says that the query ran. If it did not, the state of the payment is unknown.
    status: { printed: status, settled: settledStatus, unsettled: [] },
    payment: paymentOf({
      ...sums,
      charges: [sums.serviceCharge],
      payer: { name: receipt.payerName ?? null, account: receipt.payerAccount ?? null },
      receiver: { name: receipt.receiverName, account: receipt.receiverAccount },
      reference: transactionReference,
      paidAt,
      reason: receipt.paymentReason,
    }),
  });
}

type Sums = ReturnType<typeof sumsOf<'amount' | 'serviceCharge' | 'vat' | 'total'>>['sums'];

function receiptOf(fields: Fields, status: string, sums: Sums) {
  return present({
    source,
    transactionReference: fields.transactionReference ?? null,
    receiverName: fields.receiverName ?? null,
    receiverAccount: fields.receiverAccount ?? null,
    transferredAmount: birr(sums.amount),
    totalAmount: birr(sums.total),
    currency: sums.amount?.currency ?? 'ETB',
    // Existing clients read it with a capital; the bank sends lower case.
    upstreamStatus: status.charAt(0).toUpperCase() + status.slice(1).toLowerCase(),
    payerName: fields.payerName ?? fields.accountName,
    payerAccount: fields.payerAccount,
    serviceCharge: birr(sums.serviceCharge) ?? undefined,
    vat: birr(sums.vat) ?? undefined,
    transactionDate: fields.paymentDate,
    transactionType: fields.transactionType,
    paymentReason: fields.paymentReason,
    amountInWords: fields.amountInWords,
  });
}

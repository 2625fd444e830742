/** Bank of Abyssinia (docs/providers/boa.md). */
import { missingOf, paymentOf, weigh } from './judgement.js';
import { dayFirst } from './readers/dates.js';
import { asObject, type JsonObject, jsonObject, objects } from './readers/json.js';
import { onlyParameter } from './readers/links.js';
import { birr, type Money, money } from './readers/money.js';
import {
  accountTail,
  capitals,
  datesAgree,
  nextWorkingDay,
  ordinalDay,
  plausible,
} from './readers/references.js';
import { present, printed } from './readers/values.js';
import type { BankResponse, Hints, Judgement, Match, Provider, Target } from './types.js';

const key = 'boa';
const source = 'boa-json';
const host = 'cs.bankofabyssinia.com';
const origin = `https://${host}`;
const oldestYear = 2015;
const digits = 5;
const grammar = /^((?:FT|TT)\d{5}[A-Z0-9]{5})(\d{5})?$/;
const notFound = /^invalid reference number\.?$/i;
/** The firewall drops clients that do not look like a browser. */
const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
/** Where links carry `{REF}{5}`: path, without its last slash, to parameter. `/cs/` is a feedback form. */
const parameters: ReadonlyMap<string, string> = new Map([
  ['/slip', 'trx'],
  ['/api/onlineSlip/getDetails', 'id'],
]);

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
    bareReference: false,
    needs: ['account'],
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
    implausible: (reference, now) => !plausible(bookingDay(reference), oldestYear, now),
    request({ url }) {
      const headers = { accept: 'application/json', 'user-agent': browser, referer: `${origin}/slip/` };
      return { method: 'GET', url, headers };
    },
    judge,
    // No year has a day 000, so that no receipt can have this number.
    probe: target('FT26000AAAAA', '00000'),
  };
}

function fromReference(text: string, hints: Hints): Match | null {
  const [, reference, own] = grammar.exec(capitals(text)) ?? [];
  if (!reference) return null;
  const qualifier = own ?? accountTail(hints.account, digits);
  return qualifier ? target(reference, qualifier) : { reference, needs: ['account'] };
}

function target(reference: string, qualifier: string): Target {
  const url = `${origin}/api/onlineSlip/getDetails/?id=${reference}${qualifier}`;
  return { provider: key, source, reference, qualifier, url };
}

function bookingDay(reference: string) {
  return ordinalDay(reference.slice(2, 7));
}

type Slip = ReadonlyMap<string, unknown>;

function judge(response: BankResponse, { reference }: Target): Judgement {
  const body = jsonObject(response.text);
  const slip = slipOf(objects(body?.body)[0]);
  const status = printed(asObject(body?.header)?.status);
  if (notFound.test(printed(slip.get("payer's name")) ?? ''))
    return { kind: 'not_found', receipt: { source } };
  if (status === null || !isReceipt(slip)) return { kind: 'blocked', receipt: { source } };
  return judgeReceipt(slip, status, reference);
}

/** Keys are compared without regard to case, blanks and the kind of apostrophe. */
function slipOf(body: JsonObject | undefined): Slip {
  const plain = (name: string) => name.replace(/\s+/g, ' ').replaceAll('’', "'").trim().toLowerCase();
  return new Map(Object.entries(body ?? {}).map(([name, value]) => [plain(name), value]));
}

function isReceipt(slip: Slip): boolean {
  const telling = ['transaction reference', 'transferred amount', 'source account'];
  return telling.some((name) => printed(slip.get(name)) !== null);
}

function judgeReceipt(slip: Slip, status: string, asked: string): Judgement {
  const sums = sumsOf(slip);
  const receipt = receiptOf(slip, status, sums);
  const { transactionReference, transferredAmount } = receipt;
  const paidAt = dayFirst(receipt.paymentDate ?? null);
  const echoed = transactionReference === null || transactionReference.toUpperCase() === asked;
  return weigh({
    receipt,
    missing: missingOf({ transactionReference, transferredAmount }),
    sameReceipt: echoed && datesAgree(bookingDay(asked), paidAt, nextWorkingDay),
    settled: receipt.upstreamStatus === 'Success',
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

type Sums = Record<'amount' | 'serviceCharge' | 'vat' | 'total', Money | null>;

function sumsOf(slip: Slip): Sums {
  const currency = printed(slip.get('currency'))?.toUpperCase();
  const sum = (name: string): Money | null => {
    const amount = money(printed(slip.get(name)));
    return amount && currency && currency !== 'BIRR' ? { ...amount, currency } : amount;
  };
  return {
    amount: sum('transferred amount'),
    serviceCharge: sum('service charge'),
    vat: sum('vat (15%)'),
    total: sum('total amount including vat'),
  };
}

function receiptOf(slip: Slip, status: string, sums: Sums) {
  const text = (...names: string[]) =>
    names.map((name) => printed(slip.get(name))).find((value) => value) ?? null;
  const optional = (...names: string[]) => text(...names) ?? undefined;
  return present({
    source,
    transactionReference: text('transaction reference'),
    receiverName: text("receiver's name", "beneficiary's name", 'beneficiary name'),
    receiverAccount: text("receiver's account", "beneficiary's account", 'beneficiary account'),
    transferredAmount: birr(sums.amount),
    totalAmount: birr(sums.total),
    currency: sums.amount?.currency ?? 'ETB',
    // Existing clients read it with a capital; the bank sends lower case.
    upstreamStatus: status.charAt(0).toUpperCase() + status.slice(1).toLowerCase(),
    payerName: optional("payer's name", 'source account name'),
    payerAccount: optional('source account'),
    serviceCharge: birr(sums.serviceCharge) ?? undefined,
    vat: birr(sums.vat) ?? undefined,
    paymentDate: optional('transaction date'),
    transactionType: optional('transaction type'),
    paymentReason: optional('narrative'),
    amountInWords: optional('transferred amount in word'),
  });
}

/** M-PESA, the wallet of Safaricom Ethiopia (docs/providers/mpesa.md). */
import { evaluate, missingOf, paymentOf } from './evaluate.js';
import { type MpesaField, type MpesaFields, readMpesaReceipt } from './mpesa-pdf.js';
import { yearFirst } from './parsing/dates.js';
import type { ReadFields } from './parsing/fields.js';
import { type JsonObject, jsonObject } from './parsing/json.js';
import { onlyParameter } from './parsing/links.js';
import { birr, type Money, parseMoney } from './parsing/money.js';
import { isPdf, pdfLines } from './parsing/pdf.js';
import { letterDay, plausible, printedDateAgrees, targetOf } from './parsing/references.js';
import { present, printedText } from './parsing/values.js';
import type { BankResponse, Judgement, Match, Payment, Provider, Target } from './types.js';

const key = 'mpesa';
const source = 'mpesa-pdf';
const host = 'm-pesabusiness.safaricom.et';
const origin = `https://${host}`;
const apiPath = '/api/receipt/getReceipt';
const yearOfA = 2006;
/** The wallet's first year in Ethiopia. */
const oldestYear = 2023;
const grammar = /^[A-Z][A-L][1-9A-V][A-Z0-9]{7}$/;
const path = /^\/receipt\/([A-Za-z0-9]{10})$/;
const notFound = /\bnot found\b/i;
/** Characters; the egress accepts no larger body. */
const longestEnvelope = 5 * 1024 * 1024;

/** Makes the provider. */
export function mpesa(): Provider {
  return {
    key,
    name: 'M-PESA Ethiopia',
    sources: [source],
    hosts: [host],
    origins: [origin],
    viewLimited: false,
    support: 'supported',
    needs: [],
    appearance: {
      forms: ['UF7#######'],
      links: ['https://m-pesabusiness.safaricom.et/receipt/UF7#######'],
      hint: 'Beside "RECEIPT NO" or "TRANSACTION ID": as telebirr, but the year U is 2026.',
    },
    match,
    fromReference: (reference) => targetOf(reference, grammar, target),
    implausible: (reference, now) => !plausible(letterDay(reference, yearOfA), now, oldestYear),
    request({ url }) {
      return { method: 'GET', url, headers: { accept: 'application/json', referer: `${origin}/` } };
    },
    document: ({ text }) => documentIn(envelopeOf(text)),
    judge,
    // Z is no month, so no receipt can have this number.
    probe: target('UZ1AAAAAAA'),
  };
}

function match(url: URL): Match | null {
  if (url.host !== host) return null;
  const parameter = url.pathname === apiPath ? onlyParameter(url, 'trxNo') : null;
  return targetOf(path.exec(url.pathname)?.[1] ?? parameter, grammar, target);
}

function target(reference: string): Target {
  const url = `${origin}${apiPath}?trxNo=${reference}`;
  return { provider: key, source, reference, qualifier: '', url };
}

function envelopeOf(text: string): JsonObject | null {
  return jsonObject(text, longestEnvelope);
}

/** The PDF inside the JSON. */
function documentIn(envelope: JsonObject | null): Uint8Array | null {
  const encoded = envelope?.base64Data;
  if (typeof encoded !== 'string') return null;
  const bytes = Buffer.from(encoded, 'base64');
  return isPdf(bytes) ? bytes : null;
}

function judge(response: BankResponse, { reference }: Target): Judgement {
  const envelope = envelopeOf(response.text);
  if (printedText(envelope?.responseCode) === '0') {
    return judgeReceipt(readMpesaReceipt(pdfLines(response)), reference);
  }
  const kind = isNotFound(response.status, envelope) ? 'not_found' : 'blocked';
  return { kind, receipt: { source } };
}

/** The codes are not known, so only the bank's words distinguish a missing receipt from an outage. */
function isNotFound(status: number, envelope: JsonObject | null): boolean {
  const description = printedText(envelope?.responseDescription) ?? '';
  return status === 200 && printedText(envelope?.responseCode) !== null && notFound.test(description);
}

function judgeReceipt({ fields, conflicts }: ReadFields<MpesaField>, asked: string): Judgement {
  const sums = sumsOf(fields);
  const receipt = receiptOf(fields, sums);
  const { reference, transferredAmount, paymentDate } = receipt;
  return evaluate({
    receipt,
    missing: missingOf({ reference, transferredAmount }),
    conflicts,
    echo: { printed: reference, asked, form: grammar },
    sameDay: printedDateAgrees(paymentDate, yearFirst(paymentDate), letterDay(asked, yearOfA), {
      min: 0,
      max: 0,
    }),
    // No status is known.
    payment: paymentFrom(receipt, sums),
  });
}

type Sums = Record<'amount' | 'serviceCharge' | 'discount' | 'vat' | 'total', Money | null>;

function sumsOf(fields: MpesaFields): Sums {
  const sum = (field: keyof MpesaFields) => parseMoney(printedText(fields[field]));
  return {
    amount: sum('transferredAmount'),
    serviceCharge: sum('serviceCharge'),
    discount: sum('discount'),
    vat: sum('vat'),
    total: sum('totalAmount'),
  };
}

function receiptOf(fields: MpesaFields, sums: Sums) {
  const text = (field: keyof MpesaFields) => printedText(fields[field]);
  const optional = (field: keyof MpesaFields) => text(field) ?? undefined;
  return present({
    source,
    reference: text('reference'),
    transactionId: text('transactionId'),
    payerName: text('payerName'),
    payerPhone: text('payerPhone'),
    receiverName: optional('receiverName'),
    receiverAccount: optional('receiverAccount'),
    receiverBusinessName: optional('receiverBusinessName'),
    receiverBusinessNumber: optional('receiverBusinessNumber'),
    receiverBank: optional('receiverBank'),
    transferredAmount: birr(sums.amount),
    serviceCharge: birr(sums.serviceCharge),
    discount: birr(sums.discount),
    vat: birr(sums.vat),
    totalAmount: birr(sums.total),
    currency: sums.amount?.currency ?? 'ETB',
    paymentDate: text('paymentDate'),
    paymentMethod: text('paymentMethod'),
    transactionType: text('transactionType'),
    paymentChannel: text('paymentChannel'),
    paymentReason: text('paymentReason'),
    amountInWords: optional('amountInWords'),
  });
}

/** A receiver that is a business has a business name and number instead of a name and account. */
function paymentFrom(receipt: ReturnType<typeof receiptOf>, sums: Sums): Payment | null {
  return paymentOf({
    ...sums,
    charges: [sums.serviceCharge],
    payer: { name: receipt.payerName, account: receipt.payerPhone },
    receiver: {
      name: receipt.receiverName ?? receipt.receiverBusinessName ?? null,
      account: receipt.receiverAccount ?? receipt.receiverBusinessNumber ?? null,
      bank: receipt.receiverBank,
    },
    reference: receipt.reference,
    paidAt: yearFirst(receipt.paymentDate),
    reason: receipt.paymentReason,
    channel: receipt.paymentChannel,
  });
}

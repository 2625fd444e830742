/** Zemen Bank (docs/providers/zemen.md). */
import { missingOf, paymentOf, weigh } from './judgement.js';
import { dayAndMonthInWords } from './readers/dates.js';
import { jsonObject } from './readers/json.js';
import { type Label, readInAnyOrder } from './readers/labelled.js';
import { birr, type Money, money } from './readers/money.js';
import { isPdf, pdfBody, pdfLines } from './readers/pdf.js';
import { capitals, datesAgree, nextWorkingDay, ordinalDay, plausible } from './readers/references.js';
import { present, printed } from './readers/values.js';
import type { BankResponse, Judgement, Match, Payment, Provider, Target } from './types.js';

const key = 'zemen';
const source = 'zemen-pdf';
const host = 'share.zemenbank.com';
const origin = `https://${host}`;
const oldestYear = 2015;
const path = /^\/rt\/([A-Za-z0-9]{24})\/pdf$/;
const printedNumber = /^[A-Z0-9]{3}[A-Z]{4}\d{5}[A-Z0-9]{4}$/;
/** A token by itself is known by the number it ends in. */
const bareToken = /^[A-Za-z0-9]{8}[A-Z0-9]{3}[A-Z]{4}\d{5}[A-Z0-9]{4}$/;
const numberLength = 16;
const notFound = /transaction not found/i;
const settledStatus = 'COMPLETED';

const labels = [
  { field: 'invoiceNo', text: 'Invoice No' },
  { field: 'paymentDate', text: 'Date' },
  { field: 'payerName', text: 'Payer name' },
  { field: 'payerAccount', text: 'Payer account no' },
  { field: 'recipientName', text: 'Recipient name' },
  { field: 'recipientAccount', text: 'Recipient account no' },
  { field: 'reference', text: 'Reference No' },
  { field: 'transactionStatus', text: 'Transaction status' },
  { field: 'detail', text: 'Transaction Detail' },
  { field: 'serviceCharge', text: 'Service Charge' },
  { field: 'vat', text: 'VAT 15%' },
  { field: 'totalAmountPaid', text: 'Total Amount Paid' },
  { field: 'amountInWords', text: 'Total amount in word' },
] as const satisfies readonly Label<string>[];

type Field = (typeof labels)[number]['field'];
type Fields = ReadonlyMap<Field, string>;

/** Makes the provider. */
export function zemen(): Provider {
  return {
    key,
    name: 'Zemen Bank',
    sources: [source],
    hosts: [host],
    origins: [origin],
    viewLimited: false,
    support: 'supported',
    bareReference: false,
    needs: ['link'],
    appearance: {
      forms: ['###ETTB26140####'],
      links: ['https://share.zemenbank.com/rt/###########ETTB26140####/pdf'],
      hint: 'The link, in which the case counts; the number beside "Reference No" only where there is none.',
    },
    match(url) {
      const token = url.host === host ? path.exec(url.pathname)?.[1] : undefined;
      return token === undefined ? null : target(token);
    },
    fromReference,
    implausible(reference, now) {
      const number = numberIn(reference);
      return printedNumber.test(number) && !plausible(bookingDay(number), oldestYear, now);
    },
    request: ({ url }) => ({ method: 'GET', url, headers: { accept: 'application/pdf' } }),
    document: pdfBody,
    judge,
    // No year has a day 000, so that no receipt can have this number.
    probe: target('AAAAAAAA000ETTB260000000'),
  };
}

/** The printed number alone is not known to open anything. */
function fromReference(text: string): Match | null {
  const number = capitals(text);
  if (printedNumber.test(number)) return { reference: number, needs: ['link'] };
  return bareToken.test(text) ? target(text) : null;
}

/** The case of a token matters. */
function target(token: string): Target {
  return { provider: key, source, reference: token, qualifier: '', url: `${origin}/rt/${token}/pdf` };
}

/** A token ends in the number the receipt prints. */
function numberIn(token: string): string {
  return token.slice(-numberLength);
}

/** Null also for a number of another shape, of which nothing is known. */
function bookingDay(number: string) {
  return printedNumber.test(number) ? ordinalDay(number.slice(7, 12)) : null;
}

function judge(response: BankResponse, { reference }: Target): Judgement {
  if (isPdf(response.body)) return judgeReceipt(pdfLines(response), numberIn(reference));
  const said = printed(jsonObject(response.text)?.messages) ?? '';
  return { kind: notFound.test(said) ? 'not_found' : 'blocked', receipt: { source } };
}

function judgeReceipt(lines: readonly string[], asked: string): Judgement {
  const fields = readInAnyOrder<Field>(lines, labels);
  const sums = sumsOf(fields);
  const receipt = receiptOf(fields, sums);
  const { reference, settledAmount, transactionStatus } = receipt;
  const paidAt = dayAndMonthInWords(receipt.paymentDate);
  const echoed = reference === null || reference.toUpperCase() === asked.toUpperCase();
  return weigh({
    receipt,
    missing: missingOf({ reference, settledAmount, transactionStatus }),
    sameReceipt: echoed && datesAgree(bookingDay(asked), paidAt, nextWorkingDay),
    settled: transactionStatus === settledStatus,
    payment: paymentFrom(receipt, sums),
  });
}

type Sums = Record<'amount' | 'serviceCharge' | 'vat' | 'total', Money | null>;

function sumsOf(fields: Fields): Sums {
  const sum = (field: Field) => money(printed(fields.get(field)));
  return {
    amount: money(detailOf(fields).amount),
    serviceCharge: sum('serviceCharge'),
    vat: sum('vat'),
    total: sum('totalAmountPaid'),
  };
}

/** `<words> ETB 1,594.25`: the words may hold the currency's name too, the last one is the amount's. */
function detailOf(fields: Fields): { words: string | null; amount: string | null } {
  const detail = printed(fields.get('detail')) ?? '';
  const at = detail.lastIndexOf('ETB');
  if (at < 0) return { words: printed(detail), amount: null };
  return { words: printed(detail.slice(0, at)), amount: detail.slice(at) };
}

function receiptOf(fields: Fields, sums: Sums) {
  const text = (field: Field) => printed(fields.get(field));
  return present({
    source,
    reference: text('reference'),
    payerName: text('payerName'),
    payerAccount: text('payerAccount'),
    recipientName: text('recipientName'),
    recipientAccount: text('recipientAccount'),
    settledAmount: birr(sums.amount),
    serviceCharge: birr(sums.serviceCharge),
    vat: birr(sums.vat),
    totalAmountPaid: birr(sums.total),
    currency: sums.amount?.currency ?? 'ETB',
    transactionStatus: text('transactionStatus'),
    paymentDate: text('paymentDate'),
    invoiceNo: text('invoiceNo'),
    transactionDetail: detailOf(fields).words ?? undefined,
    amountInWords: text('amountInWords') ?? undefined,
  });
}

function paymentFrom(receipt: ReturnType<typeof receiptOf>, sums: Sums): Payment | null {
  return paymentOf({
    ...sums,
    charges: [sums.serviceCharge],
    payer: { name: receipt.payerName, account: receipt.payerAccount },
    receiver: { name: receipt.recipientName, account: receipt.recipientAccount },
    reference: receipt.reference,
    paidAt: dayAndMonthInWords(receipt.paymentDate),
  });
}

/** Zemen Bank (docs/providers/zemen.md). */
import { evaluate, missingOf, paymentOf } from './evaluate.js';
import { dayAndMonthInWords } from './parsing/dates.js';
import { type Layout, type ReadFields, readLines } from './parsing/fields.js';
import { jsonObject } from './parsing/json.js';
import { birr, type Money, parseMoney } from './parsing/money.js';
import { isPdf, pdfBody, pdfLines } from './parsing/pdf.js';
import { capitals, nextWorkingDay, ordinalDay, plausible, printedDateAgrees } from './parsing/references.js';
import { present, printedText } from './parsing/values.js';
import type { BankResponse, Judgement, Match, Payment, Provider, Target } from './types.js';

const key = 'zemen';
const source = 'zemen-pdf';
const host = 'share.zemenbank.com';
const origin = `https://${host}`;
/** `ft` for transfers to other banks. */
const path = /^\/(rt|ft)\/([A-Za-z0-9]{24})\/pdf$/;
/** Types are letters; only one type with a digit is known. */
const printedNumber = /^[A-Z0-9]{3}(?:[A-Z]{4}|P2PI)\d{5}[A-Z0-9]{4}$/;
/** A bare token is recognised by the number at its end. */
const bareToken = /^[A-Za-z0-9]{8}[A-Z0-9]{3}(?:[A-Z]{4}|P2PI)\d{5}[A-Z0-9]{4}$/;
const numberLength = 16;
const toOtherBank = 'IBET';
const notFound = /transaction not found/i;

/** Masked or complete, never several words. */
const account = /^\S{1,34}$/;

/** The order of the first eight is not known. Only sums come after the detail, whose words may be the payer's. */
const layout = {
  invoiceNo: { labels: ['Invoice No'] },
  paymentDate: { labels: ['Date'], decides: true },
  payerName: { labels: ['Payer name'] },
  payerAccount: { labels: ['Payer account no'], decides: true, form: account },
  recipientName: { labels: ['Recipient name'], decides: true },
  recipientAccount: { labels: ['Recipient account no'], decides: true, form: account },
  reference: { labels: ['Reference No'], decides: true },
  transactionStatus: { labels: ['Transaction status'], decides: true },
  detail: { labels: ['Transaction Detail'], decides: true, payerWritten: true },
  serviceCharge: { labels: ['Service Charge'], decides: true, sum: true },
  vat: { labels: ['VAT 15%'], decides: true, sum: true },
  totalAmountPaid: { labels: ['Total Amount Paid'], decides: true, sum: true },
  amountInWords: { labels: ['Total amount in word'] },
} satisfies Layout;

type Field = keyof typeof layout;
type Fields = ReadFields<Field>['fields'];

/** Types of numbers that are not transfers. */
const ownUse: Readonly<Record<string, string>> = {
  PORE: 'Card payment',
  ATCW: 'Cash withdrawal',
  ATWR: 'Cash withdrawal',
};

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
    needs: ['link'],
    appearance: {
      forms: ['###ETTB26140####'],
      links: ['https://share.zemenbank.com/rt/###########ETTB26140####/pdf'],
      hint: 'The link, in which the case counts; the number beside "Reference No" only where there is none.',
    },
    match(url) {
      const [, kind, token] = url.host === host ? (path.exec(url.pathname) ?? []) : [];
      return kind === undefined || token === undefined ? null : target(token, kind);
    },
    fromReference,
    implausible(reference, now) {
      const number = numberIn(reference);
      return printedNumber.test(number) && !plausible(bookingDay(number), now);
    },
    request: ({ url }) => ({ method: 'GET', url, headers: { accept: 'application/pdf' } }),
    document: pdfBody,
    judge,
    // No year has a day 000, so no receipt can have this number.
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
function target(token: string, kind = kindOf(token)): Target {
  return { provider: key, source, reference: token, qualifier: '', url: `${origin}/${kind}/${token}/pdf` };
}

function kindOf(token: string): string {
  return numberIn(token).slice(3, 7) === toOtherBank ? 'ft' : 'rt';
}

/** A token ends in the number the receipt prints. */
function numberIn(token: string): string {
  return token.slice(-numberLength);
}

/** Also null for a number of another form, about which nothing is known. */
function bookingDay(number: string) {
  return printedNumber.test(number) ? ordinalDay(number.slice(7, 12)) : null;
}

function judge(response: BankResponse, { reference }: Target): Judgement {
  if (isPdf(response.body)) return judgeReceipt(pdfLines(response), reference);
  const message = printedText(jsonObject(response.text)?.messages) ?? '';
  const absent = response.status === 404 && notFound.test(message);
  return { kind: absent ? 'not_found' : 'blocked', receipt: { source } };
}

function judgeReceipt(lines: readonly string[], token: string): Judgement {
  const { fields, conflicts } = readLines<Field>(lines, layout, { order: 'any' });
  const asked = numberIn(token);
  const sums = sumsOf(fields);
  const receipt = receiptOf(fields, sums);
  const { reference, settledAmount, transactionStatus, paymentDate } = receipt;
  const paidAt = dayAndMonthInWords(paymentDate);
  return evaluate({
    receipt,
    missing: missingOf({ reference, settledAmount, transactionStatus }),
    conflicts: [...conflicts, ...(isPayers(token, receipt.payerAccount) ? [] : ['payerAccount'])],
    echo: { printed: reference, asked, form: printedNumber },
    sameDay: printedDateAgrees(paymentDate, paidAt, bookingDay(asked), nextWorkingDay),
    status: { printed: transactionStatus, settled: ['COMPLETED'] },
    payment: paymentFrom(receipt, sums),
  });
}

/** A token of digits begins with four digits and the last four of the payer's account, of which the receipt may show fewer. */
function isPayers(token: string, account: string | null): boolean {
  const [, tail] = /^\d{4}(\d{4})/.exec(token) ?? [];
  const [shown] = /\d{1,4}$/.exec(account ?? '') ?? [];
  return tail === undefined || shown === undefined || tail.endsWith(shown);
}

type Sums = Record<'amount' | 'serviceCharge' | 'vat' | 'total', Money | null>;

function sumsOf(fields: Fields): Sums {
  const sum = (field: Field) => parseMoney(printedText(fields[field]));
  return {
    amount: parseMoney(detailOf(fields).amount),
    serviceCharge: sum('serviceCharge'),
    vat: sum('vat'),
    total: sum('totalAmountPaid'),
  };
}

/** `<words> ETB 1,594.25`: with two amounts it is unknown which one is the bank's. */
function detailOf(fields: Fields): { words: string | null; amount: string | null } {
  const detail = printedText(fields.detail) ?? '';
  const [at, ...others] = [...detail.matchAll(/ETB|birr/gi)].map(({ index }) => index);
  if (at === undefined || others.length > 0) return { words: printedText(detail), amount: null };
  return { words: printedText(detail.slice(0, at)), amount: detail.slice(at) };
}

function receiptOf(fields: Fields, sums: Sums) {
  const text = (field: Field) => printedText(fields[field]);
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
  const channel = ownUse[receipt.reference?.slice(3, 7) ?? ''] ?? null;
  const receiver = { name: receipt.recipientName, account: receipt.recipientAccount };
  return paymentOf({
    ...sums,
    charges: [sums.serviceCharge],
    payer: { name: receipt.payerName, account: receipt.payerAccount },
    receiver: channel === null ? receiver : { name: null, account: null },
    reference: receipt.reference,
    paidAt: dayAndMonthInWords(receipt.paymentDate),
    channel,
  });
}

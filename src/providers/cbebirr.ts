/** CBE Birr, the wallet of the Commercial Bank of Ethiopia (docs/providers/cbebirr.md). */
import { type CbebirrFields, readCbebirrReceipt } from './cbebirr-pdf.js';
import { evaluate, missingOf, paymentOf } from './evaluate.js';
import { yearFirst } from './parsing/dates.js';
import { readPage } from './parsing/html.js';
import { onlyParameter } from './parsing/links.js';
import { birr, type Money, parseMoney } from './parsing/money.js';
import { isPdf, pdfBody, pdfLines } from './parsing/pdf.js';
import { capitals, letterDay, plausible, printedDateAgrees } from './parsing/references.js';
import { present, printedText } from './parsing/values.js';
import type { BankResponse, Hints, Judgement, Match, Payment, Provider, Target } from './types.js';

const key = 'cbebirr';
const source = 'cbebirr-pdf';
const host = 'cbepay1.cbe.com.et';
const origin = `https://${host}`;
const yearOfA = 2023;
/** In links. Numbers of 2026 have eleven characters, those of 2025 ten. */
const grammar = /^[A-Z0-9]{10,12}$/;
/** Both forms begin with the date. C is 2025; such a number may also be telebirr's. */
const bareNumber = /^(?:[A-Z][A-L][1-9A-V][A-Z0-9]{8}|C[A-L][1-9A-V][A-Z0-9]{7})$/;
const datedLength = 11;
const linkPhone = /^(?:251|0)(9\d{8})$/;
const callersPhone = /^\+?(?:251|0)?(9\d{8})$/;
const receiptPage = {
  title: /auto receipt/i,
  viewer: 'ReportViewer',
  label: /receipt number|transaction status/i,
};

/** Makes the provider. */
export function cbebirr(): Provider {
  return {
    key,
    name: 'CBE Birr',
    sources: [source],
    hosts: [host],
    origins: [origin],
    viewLimited: false,
    support: 'supported',
    needs: ['phone'],
    appearance: {
      forms: ['DF7########'],
      links: ['https://cbepay1.cbe.com.et/aureceipt?TID=DF7########&PH=2519########'],
      hint: 'Beside "Receipt Number" or "Order ID": as telebirr, but eleven characters.',
    },
    match,
    fromReference(text, hints) {
      const reference = capitals(text);
      return isBareNumber(reference) ? withPhone(reference, hints) : null;
    },
    implausible(reference, now) {
      return reference.length === datedLength && !plausible(dayIn(reference), now, yearOfA);
    },
    request({ url, secondUrl }, refusals) {
      const headers = { accept: 'application/pdf, text/html;q=0.9' };
      return { method: 'GET', url: refusals > 0 ? (secondUrl ?? url) : url, headers };
    },
    document: pdfBody,
    judge,
    // Z is no month, so no receipt can have this number.
    probe: target('AZ1AAAAAAAA', '900000000', '251900000000'),
  };
}

/** A number of ten characters counts only with a date in 2025. */
function isBareNumber(text: string): boolean {
  return bareNumber.test(text) && (text.length === datedLength || letterDay(text, yearOfA) !== null);
}

function match(url: URL, hints: Hints): Match | null {
  if (url.host !== host || url.pathname !== '/aureceipt') return null;
  const reference = capitals(onlyParameter(url, 'TID') ?? '');
  if (!grammar.test(reference)) return null;
  if (!url.searchParams.get('PH')) return withPhone(reference, hints);
  const phone = onlyParameter(url, 'PH') ?? '';
  const [, subscriber] = linkPhone.exec(phone) ?? [];
  // It is disputed which form the bank wants, so the phone of a link is sent unchanged.
  return subscriber ? target(reference, subscriber, phone) : null;
}

/** The caller's phone is sent as 2519…, and a second time as 09…. */
function withPhone(reference: string, { phone }: Hints): Match {
  const [, subscriber] = callersPhone.exec(phone?.replace(/[\s()-]+/g, '') ?? '') ?? [];
  if (!subscriber) return { reference, needs: ['phone'] };
  const secondUrl = urlOf(reference, `0${subscriber}`);
  return { ...target(reference, subscriber, `251${subscriber}`), secondUrl };
}

/** A phone has the same qualifier in both forms that are sent to the bank. */
function target(reference: string, subscriber: string, phone: string): Target {
  const url = urlOf(reference, phone);
  return { provider: key, source, reference, qualifier: `251${subscriber}`, url };
}

function urlOf(reference: string, phone: string): string {
  return `${origin}/aureceipt?TID=${reference}&PH=${phone}`;
}

function dayIn(reference: string) {
  return reference.length === datedLength ? letterDay(reference, yearOfA) : null;
}

function judge(response: BankResponse, { reference, secondUrl }: Target): Judgement {
  if (isPdf(response.body)) return judgeReceipt(pdfLines(response), reference);
  const receipt = { source };
  switch (pageKind(response)) {
    case 'empty':
      return { kind: 'not_found', receipt, ...(secondUrl !== undefined && { tentative: true }) };
    case 'filled':
      // It is claimed that receipts also come as a page, but none has been seen.
      return { kind: 'unreadable', receipt, missing: ['reference', 'transferredAmount'] };
    default:
      return { kind: 'blocked', receipt };
  }
}

/** The bank's page around its report viewer. If it is empty and the server reports no error, there is no such receipt. */
function pageKind({ text, status }: BankResponse): 'empty' | 'filled' | 'other' {
  const page = text.includes(receiptPage.viewer) ? readPage(text) : null;
  const lines = page?.lines ?? [];
  if (!lines.some((line) => receiptPage.title.test(line))) return 'other';
  if (lines.some((line) => receiptPage.label.test(line))) return 'filled';
  return status === 200 ? 'empty' : 'other';
}

function judgeReceipt(lines: readonly string[], asked: string): Judgement {
  const { fields, conflicts } = readCbebirrReceipt(lines);
  const sums = sumsOf(fields);
  const receipt = receiptOf(fields, sums);
  const { reference, transferredAmount, transactionStatus, paymentDate } = receipt;
  return evaluate({
    receipt,
    missing: missingOf({ reference, transferredAmount, transactionStatus }),
    conflicts: [...conflicts, ...(isPaid(sums) ? [] : ['paidAmount'])],
    echo: { printed: reference, asked, form: grammar },
    sameDay: printedDateAgrees(paymentDate, yearFirst(paymentDate), dayIn(asked), { min: 0, max: 0 }),
    status: { printed: transactionStatus, settled: ['Completed'] },
    payment: paymentFrom(receipt, sums),
  });
}

/** The amount is printed twice, in the row and above the charges; both must agree. */
function isPaid({ amount, paid }: Sums): boolean {
  return amount === null || paid === null || amount.cents === paid.cents;
}

type Sums = Record<'amount' | 'paid' | 'serviceCharge' | 'vat' | 'total' | 'tip', Money | null>;

function sumsOf(fields: CbebirrFields): Sums {
  const sum = (field: keyof CbebirrFields) => parseMoney(printedText(fields[field]));
  return {
    amount: sum('transferredAmount'),
    paid: sum('paidAmount'),
    serviceCharge: sum('serviceCharge'),
    vat: sum('vat'),
    total: sum('totalAmount'),
    tip: sum('tip'),
  };
}

function receiptOf(fields: CbebirrFields, sums: Sums) {
  const text = (field: keyof CbebirrFields) => printedText(fields[field]);
  const optional = (field: keyof CbebirrFields) => text(field) ?? undefined;
  return present({
    source,
    reference: text('reference'),
    transactionStatus: text('transactionStatus'),
    payerName: text('payerName'),
    payerAccount: text('payerAccount'),
    receiverName: text('receiverName'),
    receiverAccount: text('receiverAccount'),
    transferredAmount: birr(sums.amount),
    paidAmount: birr(sums.paid),
    serviceCharge: birr(sums.serviceCharge),
    vat: birr(sums.vat),
    totalAmount: birr(sums.total),
    currency: sums.amount?.currency ?? 'ETB',
    paymentDate: text('paymentDate'),
    paymentReason: text('paymentReason'),
    paymentChannel: text('paymentChannel'),
    orderId: optional('orderId'),
    otherReference: optional('otherReference'),
    amountInWords: optional('amountInWords'),
    tip: birr(sums.tip) ?? undefined,
  });
}

function paymentFrom(receipt: ReturnType<typeof receiptOf>, sums: Sums): Payment | null {
  return paymentOf({
    ...sums,
    charges: [sums.serviceCharge, sums.tip],
    payer: { name: receipt.payerName, account: receipt.payerAccount },
    receiver: { name: receipt.receiverName, account: receipt.receiverAccount },
    reference: receipt.reference,
    paidAt: yearFirst(receipt.paymentDate),
    reason: receipt.paymentReason,
    channel: receipt.paymentChannel,
  });
}

/**
 * Dashen Bank (docs/providers/dashen.md): a page today, and a PDF that was kept from before mid-2026. Both carry the
 * same labels, told apart by `receipt.source`.
 */
import { missingOf, paymentOf, weigh } from './judgement.js';
import { monthInWords } from './readers/dates.js';
import { type Page, readPage } from './readers/html.js';
import { jsonObject } from './readers/json.js';
import { cutAtLabels, type Label } from './readers/labelled.js';
import { birr, type Money, money } from './readers/money.js';
import { pdfBody, pdfLines } from './readers/pdf.js';
import { capitals, datesAgree, nextWorkingDay, ordinalDay, plausible } from './readers/references.js';
import { present, printed } from './readers/values.js';
import type { BankResponse, Judgement, Payment, Provider, Target } from './types.js';

const key = 'dashen';
const htmlSource = 'dashen-html';
const pdfSource = 'dashen-pdf';
const host = 'receipts.dashenbanksc.com';
const origin = `https://${host}`;
const oldestYear = 2015;
/** Branch, type, YYDDD, sequence. */
const grammar = /^[A-Z0-9]{3}[A-Z]{4}\d{5}[A-Z0-9]{4}$/;
/** The app shows it beside the reference; it opens nothing. */
const longNumber = /^[A-Z]{4}\d{16,20}$/i;
const leadingSum = /^(?:ETB ?)?[\d,]{1,15}\.\d\d\b/;
const notFound = /^transaction not found\.?$/i;

/** Path of a link by host; the last two hosts are dead, their links are rebuilt to the first. */
const paths: ReadonlyMap<string, RegExp> = new Map([
  [host, /^\/receipt\/([A-Za-z0-9]{16})$/],
  ['receipt.dashensuperapp.com', /^\/receipt\/([A-Za-z0-9]{16})$/],
  ['api.dashensuperapp.com', /^\/receipts\/Within-Dashen-Transfer-([A-Za-z0-9]{16})\.pdf$/],
]);

const narrative = 'Narrative';
const receiverName = 'Receiver Name';
const partyLabels = [
  { field: 'payerName', text: 'Sender Name' },
  { field: 'payerAccount', text: 'Sender Account Number' },
  { field: 'paymentChannel', text: 'Transaction Channel' },
  { field: 'transactionType', text: 'Service Type' },
  { field: 'paymentReason', text: narrative },
  { field: 'receiverName', text: receiverName },
  { field: 'receiverBank', text: 'Beneficiary Bank Name' },
  { field: 'institutionName', text: 'Institution Name' },
  { field: 'institutionName', text: 'Instituton Name' },
  { field: 'receiverAccount', text: 'Receiver Account Number' },
  { field: 'reference', text: 'Transaction Reference' },
  { field: 'transferReference', text: 'Transfer Reference' },
  { field: 'paymentDate', text: 'Transaction Date' },
  { field: null, text: 'Transaction Details' },
] as const satisfies readonly Label<string>[];

const amount = 'Transaction Amount';
const sumLabels = [
  { field: 'transferredAmount', text: amount },
  { field: 'serviceCharge', text: 'Service Charge' },
  { field: 'exciseTax', text: 'Excise Tax (15%)' },
  { field: 'disasterRecovery', text: 'DRRF Fee' },
  { field: 'vat', text: 'VAT (15%)' },
  { field: 'penaltyFee', text: 'Penalty Fee' },
  { field: 'incomeTax', text: 'Income Tax Fee' },
  { field: 'tax', text: 'Tax' },
  { field: 'interestFee', text: 'Interest Fee' },
  { field: 'stampDuty', text: 'Stamp Duty' },
  { field: 'discount', text: 'Discount Amount' },
  { field: 'totalAmount', text: 'Total' },
  { field: 'amountInWords', text: 'Amount in words' },
] as const satisfies readonly Label<string>[];

type Field = Exclude<(typeof partyLabels)[number]['field'], null> | (typeof sumLabels)[number]['field'];
type Fields = ReadonlyMap<Field, string>;

/** Makes the provider. */
export function dashen(): Provider {
  return {
    key,
    name: 'Dashen Bank',
    sources: [htmlSource, pdfSource],
    hosts: [...paths.keys()],
    origins: [origin],
    viewLimited: false,
    support: 'supported',
    bareReference: true,
    needs: [],
    appearance: {
      forms: ['###WDTS26140####'],
      links: ['https://receipts.dashenbanksc.com/receipt/###WDTS26140####'],
      hint: 'Beside "FT Ref"; WDTS may be other letters. Not the long "Transfer Reference" of letters and many digits.',
    },
    match: (url) => targetOf(paths.get(url.host)?.exec(url.pathname)?.[1] ?? ''),
    fromReference: (reference) => targetOf(reference),
    refuses(reference) {
      const message =
        "This is Dashen Bank's transfer reference, which opens no receipt: send its FT Ref instead.";
      return longNumber.test(reference) ? message : null;
    },
    implausible: (reference, now) => !plausible(bookingDay(reference), oldestYear, now),
    request: ({ url }) => ({ method: 'GET', url, headers: { accept: 'text/html' } }),
    document: pdfBody,
    judge: (response, { reference }) =>
      pdfBody(response) ? judgeDashenPdf(pdfLines(response), reference) : judgePage(response, reference),
    // No year has a day 000, so that no receipt can have this number.
    probe: target('ZZZWDTS260000000'),
  };
}

function targetOf(text: string): Target | null {
  const reference = capitals(text);
  return grammar.test(reference) ? target(reference) : null;
}

function target(reference: string): Target {
  return {
    provider: key,
    source: htmlSource,
    reference,
    qualifier: '',
    url: `${origin}/receipt/${reference}`,
  };
}

function bookingDay(reference: string) {
  return ordinalDay(reference.slice(7, 12));
}

function judgePage({ text, status }: BankResponse, asked: string): Judgement {
  const page = readPage(text);
  const fields: Fields = page ? fieldsOfPage(page) : new Map();
  if (isReceipt(fields)) return judgeFields(htmlSource, fields, asked);
  const absent =
    (status === 400 || status === 404) && notFound.test(printed(jsonObject(text)?.message) ?? '');
  return { kind: absent ? 'not_found' : 'blocked', receipt: { source: htmlSource } };
}

/**
 * The PDF used until mid-2026, which people have kept.
 * @param lines the printed text, in however many lines.
 */
export function judgeDashenPdf(lines: readonly string[], asked: string): Judgement {
  return judgeFields(pdfSource, fieldsOfText(lines.join(' ')), asked);
}

function isReceipt(fields: Fields): boolean {
  const telling = ['reference', 'transferredAmount', 'payerName', 'receiverName'] as const;
  return telling.some((field) => printed(fields.get(field)) !== null);
}

function judgeFields(source: string, fields: Fields, asked: string): Judgement {
  const sums = sumsOf(fields);
  const receipt = receiptOf(source, fields, sums);
  const { reference, transferredAmount } = receipt;
  const agrees = datesAgree(bookingDay(asked), monthInWords(receipt.paymentDate), nextWorkingDay);
  return weigh({
    receipt,
    missing: missingOf({ reference, transferredAmount }),
    sameReceipt: (reference === null || reference.toUpperCase() === asked) && agrees,
    settled: true, // No status is printed: only posted transfers are served.
    payment: paymentFrom(receipt, sums),
  });
}

type Sum = Exclude<(typeof sumLabels)[number]['field'], 'amountInWords'>;
type Sums = Record<Sum, Money | null>;

function sumsOf(fields: Fields): Sums {
  const sum = (field: Sum) => money(printed(fields.get(field)));
  return {
    transferredAmount: sum('transferredAmount'),
    serviceCharge: sum('serviceCharge'),
    vat: sum('vat'),
    disasterRecovery: sum('disasterRecovery'),
    discount: sum('discount'),
    exciseTax: sum('exciseTax'),
    penaltyFee: sum('penaltyFee'),
    incomeTax: sum('incomeTax'),
    tax: sum('tax'),
    interestFee: sum('interestFee'),
    stampDuty: sum('stampDuty'),
    totalAmount: sum('totalAmount'),
  };
}

function receiptOf(source: string, fields: Fields, sums: Sums) {
  const text = (field: Field) => printed(fields.get(field));
  const optional = (field: Field) => text(field) ?? undefined;
  return present({
    source,
    reference: text('reference'),
    transferReference: text('transferReference'),
    payerName: text('payerName'),
    payerAccount: text('payerAccount'),
    receiverName: text('receiverName'),
    receiverAccount: text('receiverAccount'),
    receiverBank: optional('receiverBank'),
    institutionName: optional('institutionName'),
    transactionType: text('transactionType'),
    paymentChannel: text('paymentChannel'),
    paymentReason: text('paymentReason'),
    paymentDate: text('paymentDate'),
    ...inBirr(sums),
    currency: sums.transferredAmount?.currency ?? 'ETB',
    amountInWords: optional('amountInWords'),
  });
}

function inBirr(sums: Sums): Record<Sum, number | null> {
  const amounts = Object.entries(sums).map(([field, sum]) => [field, birr(sum)]);
  return Object.fromEntries(amounts) as Record<Sum, number | null>;
}

function paymentFrom(receipt: ReturnType<typeof receiptOf>, sums: Sums): Payment | null {
  const { transferredAmount, vat, totalAmount, discount, ...charges } = sums;
  return paymentOf({
    amount: transferredAmount,
    vat,
    total: totalAmount,
    charges: Object.values(charges),
    discount,
    payer: { name: receipt.payerName, account: receipt.payerAccount },
    receiver: {
      name: receipt.receiverName,
      account: receipt.receiverAccount,
      bank: receipt.receiverBank ?? null,
    },
    reference: receipt.reference,
    paidAt: monthInWords(receipt.paymentDate),
    reason: receipt.paymentReason,
    channel: receipt.paymentChannel,
  });
}

/** Parties stand in paragraphs, sums in rows of two cells; what a payer writes can look like neither. */
function fieldsOfPage({ paragraphs, rows }: Page): Fields {
  const fields = new Map<Field, string>();
  const put = (field: Field | null | undefined, value: string) => {
    if (field && !fields.has(field)) fields.set(field, value);
  };
  for (const paragraph of paragraphs) {
    const colon = paragraph.indexOf(':');
    put(labelled(paragraph.slice(0, Math.max(colon, 0)))?.field, paragraph.slice(colon + 1).trim());
  }
  for (const [label = '', value = ''] of rows) put(labelled(label)?.field, value);
  return fields;
}

/** The label a text is, with or without its colon, and whatever rate a tax has. */
function labelled(text: string): Label<Field> | undefined {
  const name = withoutRate(text.replace(/:$/, ''));
  const all: readonly Label<Field>[] = [...partyLabels, ...sumLabels];
  return all.find((label) => withoutRate(label.text) === name);
}

function withoutRate(label: string): string {
  return label
    .replace(/\(\d{1,2}%\)/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/**
 * One line in which every value ends at the nearest label. Where a payer writes what looks like labels, the bank's own
 * come last; sums are looked for behind the parties alone, because `Tax` and `Total` are parts of names.
 */
function fieldsOfText(text: string): Fields {
  const end = lastPlace(text, amount);
  const parties = text.slice(0, end);
  const from = firstPlace(parties, narrative);
  const to = Math.max(lastPlace(parties, receiverName), from);
  return new Map<Field, string>([
    ...cutAtLabels<Field>(parties.slice(0, from), partyLabels),
    ...cutAtLabels<Field>(parties.slice(from, to), [{ field: 'paymentReason', text: narrative }]),
    ...cutAtLabels<Field>(parties.slice(to), partyLabels),
    ...sumsOfText(text.slice(end)),
  ]);
}

/** Behind a sum may stand what belongs to no label. */
function sumsOfText(text: string): [Field, string][] {
  const values = [...cutAtLabels<Field>(text, sumLabels)];
  return values.map(([field, value]) => [field, leadingSum.exec(value)?.[0] ?? value]);
}

/** Where a label first, or last, begins; the end of a text without it. */
function firstPlace(text: string, label: string): number {
  const place = text.indexOf(label);
  return place < 0 ? text.length : place;
}

function lastPlace(text: string, label: string): number {
  const place = text.lastIndexOf(label);
  return place < 0 ? text.length : place;
}

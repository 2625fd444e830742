/**
 * Dashen Bank (docs/providers/dashen.md): a page, and the PDF that the bank issued until mid-2026. Both have the same labels;
 * `receipt.source` distinguishes them.
 */
import { dashenPair, dashenPdfPairs, firstSum, sections } from './dashen-pdf.js';
import { evaluate, missingOf, paymentOf, statusOfHeadings, unreadableSums } from './evaluate.js';
import { monthInWords } from './parsing/dates.js';
import { type Layout, type Pair, type ReadFields, readFields } from './parsing/fields.js';
import { type Page, readPage } from './parsing/html.js';
import { jsonObject } from './parsing/json.js';
import { birr, type Money, parseMoney } from './parsing/money.js';
import { pdfBody, pdfLines } from './parsing/pdf.js';
import { datesAgree, nextWorkingDay, ordinalDay, plausible, targetOf } from './parsing/references.js';
import { present, printedText } from './parsing/values.js';
import type { BankResponse, Judgement, Payment, Provider, Target } from './types.js';

const key = 'dashen';
const htmlSource = 'dashen-html';
const pdfSource = 'dashen-pdf';
const host = 'receipts.dashenbanksc.com';
const origin = `https://${host}`;
/** Branch, type, YYDDD, sequence. */
const grammar = /^[A-Z0-9]{3}[A-Z]{4}\d{5}[A-Z0-9]{4}$/;
/** All types seen; Zemen, Wegagen and Siinqee print numbers of the same form with other types. */
const types: ReadonlySet<string> = new Set(['WDTI', 'WDTS', 'OBTI', 'OBTS', 'LTWS']);
/** The app shows it next to the reference; it opens nothing. */
const longNumber = /^[A-Z]{4}\d{16,20}$/i;
const notFound = /^transaction not found\.?$/i;

/** Path of a link by host; the last two hosts are dead, and their links are rebuilt for the first. */
const paths: ReadonlyMap<string, RegExp> = new Map([
  [host, /^\/receipt\/([A-Za-z0-9]{16})$/],
  ['receipt.dashensuperapp.com', /^\/receipt\/([A-Za-z0-9]{16})$/],
  ['api.dashensuperapp.com', /^\/receipts\/Within-Dashen-Transfer-([A-Za-z0-9]{16})\.pdf$/],
]);

/** Labels are without rates: `VAT (15%)` is `VAT`. */
const layout = {
  payerName: { labels: ['Sender Name'], section: sections.parties },
  payerAccount: { labels: ['Sender Account Number'], section: sections.parties },
  paymentChannel: { labels: ['Transaction Channel'], section: sections.parties },
  transactionType: { labels: ['Service Type'], section: sections.parties },
  paymentReason: { labels: ['Narrative'], section: sections.parties, payerWritten: true },
  receiverName: { labels: ['Receiver Name'], section: sections.parties, decides: true },
  receiverBank: { labels: ['Beneficiary Bank Name'], section: sections.parties, decides: true },
  institutionName: { labels: ['Institution Name', 'Instituton Name'], section: sections.parties },
  receiverAccount: { labels: ['Receiver Account Number'], section: sections.parties, decides: true },
  reference: { labels: ['Transaction Reference'], section: sections.parties, decides: true },
  transferReference: { labels: ['Transfer Reference'], section: sections.parties },
  paymentDate: { labels: ['Transaction Date'], section: sections.parties, decides: true },
  transferredAmount: { labels: ['Transaction Amount'], section: sections.sums, decides: true },
  serviceCharge: { labels: ['Service Charge'], section: sections.sums, decides: true },
  exciseTax: { labels: ['Excise Tax'], section: sections.sums, decides: true },
  disasterRecovery: { labels: ['DRRF Fee'], section: sections.sums, decides: true },
  vat: { labels: ['VAT'], section: sections.sums, decides: true },
  penaltyFee: { labels: ['Penalty Fee'], section: sections.sums, decides: true },
  incomeTax: { labels: ['Income Tax Fee'], section: sections.sums, decides: true },
  tax: { labels: ['Tax'], section: sections.sums, decides: true },
  interestFee: { labels: ['Interest Fee'], section: sections.sums, decides: true },
  stampDuty: { labels: ['Stamp Duty'], section: sections.sums, decides: true },
  discount: { labels: ['Discount Amount'], section: sections.sums, decides: true },
  totalAmount: { labels: ['Total'], section: sections.sums, decides: true },
  amountInWords: { labels: ['Amount in words'] },
} as const satisfies Layout;

type Field = keyof typeof layout;
type Fields = ReadFields<Field>['fields'];
const sumFields = [
  ...(['transferredAmount', 'serviceCharge', 'vat', 'disasterRecovery', 'discount', 'exciseTax'] as const),
  ...(['penaltyFee', 'incomeTax', 'tax', 'interestFee', 'stampDuty', 'totalAmount'] as const),
];
type Sum = (typeof sumFields)[number];
type Sums = Record<Sum, Money | null>;

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
    needs: [],
    appearance: {
      forms: ['###WDTS26140####'],
      links: ['https://receipts.dashenbanksc.com/receipt/###WDTS26140####'],
      hint: 'Beside "FT Ref"; WDTS may be other letters. Not the long "Transfer Reference" of letters and many digits.',
    },
    match: (url) => targetOf(paths.get(url.host)?.exec(url.pathname)?.[1], grammar, target),
    fromReference: (reference) => targetOf(reference, grammar, target),
    isUnambiguous: (reference) => types.has(reference.slice(3, 7)),
    explainRejection(reference) {
      const message =
        "This is Dashen Bank's transfer reference, which opens no receipt: send its FT Ref instead.";
      return longNumber.test(reference) ? message : null;
    },
    implausible: (reference, now) => !plausible(bookingDay(reference), now),
    request: ({ url }) => ({ method: 'GET', url, headers: { accept: 'text/html' } }),
    document: pdfBody,
    judge: (response, { reference }) =>
      pdfBody(response) ? judgeDashenPdf(pdfLines(response), reference) : judgePage(response, reference),
    // No year has a day 000, so no receipt can have this number.
    probe: target('ZZZWDTS260000000'),
  };
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
  const receipt = { source: htmlSource };
  const reading = page && readFields(pairsOf(page), layout);
  if (reading && isReceipt(reading.fields)) {
    if (!page.whole) return { kind: 'unreadable', receipt, missing: [], conflicts: ['page'] };
    const conflicts = [...reading.conflicts, ...statusOfHeadings(page.headings)];
    return judgeFields(htmlSource, { ...reading, conflicts }, asked);
  }
  const absent =
    (status === 400 || status === 404) && notFound.test(printedText(jsonObject(text)?.message) ?? '');
  return { kind: absent ? 'not_found' : 'blocked', receipt };
}

/**
 * The PDF that the bank issued until mid-2026.
 * @param lines the printed text, in any number of lines
 */
export function judgeDashenPdf(lines: readonly string[], asked: string): Judgement {
  const pairs = dashenPdfPairs(lines.join(' '));
  const { fields, conflicts } = readFields(pairs.map(firstSum), layout);
  // In text of one line, an unknown status is at the end of a value, but never of a name.
  const values = pairs.filter(({ label }) => !/name$|narrative/i.test(label)).map(({ value }) => value);
  const odd = values.some((value) => /\b(?:status|revers(?:ed|al))\b/i.test(value)) ? ['status'] : [];
  // The total comes last. Without it the text is truncated, perhaps inside the amount.
  const broken = fields.totalAmount === undefined ? ['totalAmount'] : [];
  // Words after an account belong to a label that was not found.
  const account = /\s/.test(fields.receiverAccount ?? '') ? ['receiverAccount'] : [];
  return judgeFields(pdfSource, { fields, conflicts: [...conflicts, ...odd, ...broken, ...account] }, asked);
}

function isReceipt(fields: Fields): boolean {
  const distinctive = ['reference', 'transferredAmount', 'payerName', 'receiverName'] as const;
  return distinctive.some((field) => printedText(fields[field]) !== null);
}

function judgeFields(source: string, { fields, conflicts }: ReadFields<Field>, asked: string): Judgement {
  const amounts = Object.fromEntries(
    sumFields.map((field) => [field, parseMoney(printedText(fields[field]))]),
  ) as Sums;
  const receipt = receiptOf(source, fields, amounts);
  const { reference, transferredAmount } = receipt;
  const printedSums = Object.fromEntries(sumFields.slice(1).map((field) => [field, fields[field]]));
  return evaluate({
    receipt,
    missing: missingOf({ reference, transferredAmount }),
    // No status is printed: only posted transfers are served.
    conflicts: [...conflicts, ...unreadableSums(printedSums), ...statusOfHeadings([receipt.transactionType])],
    echo: { printed: reference, asked, form: grammar },
    sameDay: datesAgree(bookingDay(asked), monthInWords(receipt.paymentDate), nextWorkingDay),
    payment: paymentFrom(receipt, amounts),
  });
}

function receiptOf(source: string, fields: Fields, sums: Sums) {
  const text = (field: Field) => printedText(fields[field]);
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
    receiver: { name: receipt.receiverName, account: receipt.receiverAccount, bank: receipt.receiverBank },
    reference: receipt.reference,
    paidAt: monthInWords(receipt.paymentDate),
    reason: receipt.paymentReason,
    channel: receipt.paymentChannel,
  });
}

function pairsOf({ paragraphs, rows }: Page): Pair[] {
  const ofParties = paragraphs.map((paragraph) => {
    const colon = paragraph.indexOf(':');
    return dashenPair(paragraph.slice(0, Math.max(colon, 0)), paragraph.slice(colon + 1), sections.parties);
  });
  return [...ofParties, ...rows.map(([label = '', value = '']) => dashenPair(label, value, sections.sums))];
}

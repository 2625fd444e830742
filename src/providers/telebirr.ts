/** telebirr, the wallet of Ethio telecom (docs/providers/telebirr.md). */
import { missingOf, paymentOf, weigh } from './judgement.js';
import { dayFirst } from './readers/dates.js';
import { type Page, readPage } from './readers/html.js';
import { cutAtLabels, type Label } from './readers/labelled.js';
import { money } from './readers/money.js';
import { capitals, datesAgree, letterDay, plausible } from './readers/references.js';
import { present, printed } from './readers/values.js';
import type { BankResponse, Judgement, Payment, Provider, Target } from './types.js';

const key = 'telebirr';
const source = 'telebirr-html';
const origin = 'https://transactioninfo.ethiotelecom.et';
const yearOfA = 2023;
const grammar = /^[A-Z][A-L][1-9A-V][A-Z0-9]{7}$/;
const path = /^\/receipt\/([A-Za-z0-9]{10})$/;
const notFound = /this request is not correct/i;
const receiptTitle = /telebirr receipt/i;

const labels = [
  { field: 'payerName', text: 'Payer Name' },
  { field: 'payerTelebirrNo', text: 'Payer telebirr no' },
  { field: 'payerAccountType', text: 'Payer account type' },
  { field: null, text: 'Payer TIN No' },
  { field: null, text: 'VAT Reg. No' },
  { field: null, text: 'VAT Reg. Date' },
  { field: 'creditedPartyName', text: 'Credited Party name' },
  { field: 'creditedPartyAccountNo', text: 'Credited party account no' },
  { field: null, text: 'Credited party TIN No' },
  { field: 'transactionStatus', text: 'transaction status' },
  { field: 'bankAccountNumber', text: 'Bank account number' },
  { field: null, text: 'Vehicle plate number' },
  { field: null, text: 'Airtime purchased for' },
  { field: null, text: 'Invoice details' },
  { field: 'receiptNo', text: 'Invoice No' },
  { field: 'paymentDate', text: 'Payment date' },
  { field: 'settledAmount', text: 'Settled Amount' },
  { field: null, text: '15% VAT' },
  { field: 'stampDuty', text: 'Stamp Duty' },
  { field: 'discountAmount', text: 'Discount Amount' },
  { field: 'serviceFee', text: 'Service fee' },
  { field: 'serviceFeeVAT', text: 'Service fee VAT' },
  { field: 'totalPaidAmount', text: 'Total Paid Amount' },
  { field: null, text: 'Total Amount in word' },
  { field: 'paymentMode', text: 'Payment Mode' },
  { field: 'paymentReason', text: 'Payment Reason' },
  { field: 'paymentChannel', text: 'Payment channel' },
  { field: 'customerNote', text: 'Customer Note' },
] as const satisfies readonly Label<string>[];

type Field = Exclude<(typeof labels)[number]['field'], null>;
type Fields = ReadonlyMap<Field, string>;

/** Makes the provider. */
export function telebirr(): Provider {
  return {
    key,
    name: 'Telebirr',
    sources: [source],
    hosts: ['transactioninfo.ethiotelecom.et', 'apps.ethiotelecom.et'],
    origins: [origin],
    viewLimited: false,
    support: 'supported',
    bareReference: true,
    needs: [],
    appearance: {
      forms: ['DF7#######'],
      links: ['https://transactioninfo.ethiotelecom.et/receipt/DF7#######'],
      hint: 'Beside "Invoice No." or "Transaction Number". It begins with year (D: 2026), month A to L, day 1 to 9 or A to V. Not its bank transaction number.',
    },
    match(url) {
      const known = url.host === 'transactioninfo.ethiotelecom.et' || url.host === 'apps.ethiotelecom.et';
      return known ? targetOf(path.exec(url.pathname)?.[1] ?? '') : null;
    },
    fromReference: (reference) => targetOf(reference),
    implausible: (reference, now) => !plausible(letterDay(reference, yearOfA), yearOfA, now),
    request: ({ url }) => ({ method: 'GET', url, headers: { accept: 'text/html' } }),
    judge,
    // Z is no month, so that no receipt can have this number.
    probe: target('AZ1AAAAAAA'),
  };
}

function targetOf(text: string): Target | null {
  const reference = capitals(text);
  return grammar.test(reference) ? target(reference) : null;
}

function target(reference: string): Target {
  return { provider: key, source, reference, qualifier: '', url: `${origin}/receipt/${reference}` };
}

function judge(response: BankResponse, { reference }: Target): Judgement {
  const page = readPage(response.text);
  const fields = page ? fieldsOf(page) : new Map<Field, string>();
  // Fields first: a customer's note may quote the bank's own "not correct".
  if (isReceipt(fields)) return judgeReceipt(fields, reference);
  if (notFound.test(response.text)) return { kind: 'not_found', receipt: { source } };
  if (!receiptTitle.test(response.text)) return { kind: 'blocked', receipt: { source } };
  return judgeReceipt(fields, reference);
}

function isReceipt(fields: Fields): boolean {
  const required = ['receiptNo', 'payerName', 'transactionStatus'] as const;
  return required.some((field) => printed(fields.get(field)) !== null);
}

function judgeReceipt(fields: Fields, asked: string): Judgement {
  const receipt = receiptOf(fields);
  const { receiptNo, payerName, transactionStatus } = receipt;
  const settledAmount = money(receipt.settledAmount);
  const sameDay = datesAgree(letterDay(asked, yearOfA), dayFirst(receipt.paymentDate), { min: 0, max: 0 });
  return weigh({
    receipt,
    missing: missingOf({ receiptNo, payerName, transactionStatus, settledAmount }),
    sameReceipt: (receiptNo === null || receiptNo.toUpperCase() === asked) && sameDay,
    settled: transactionStatus === 'Completed',
    payment: paymentFrom(receipt),
  });
}

function receiptOf(fields: Fields) {
  const value = (field: Field) => printed(fields.get(field));
  const optional = (field: Field) => value(field) ?? undefined;
  return present({
    source,
    payerName: value('payerName'),
    payerTelebirrNo: value('payerTelebirrNo'),
    payerAccountType: value('payerAccountType'),
    creditedPartyName: value('creditedPartyName'),
    creditedPartyAccountNo: value('creditedPartyAccountNo'),
    bankAccountNumber: optional('bankAccountNumber'),
    transactionStatus: value('transactionStatus'),
    receiptNo: value('receiptNo'),
    paymentDate: value('paymentDate'),
    settledAmount: value('settledAmount'),
    serviceFee: value('serviceFee'),
    serviceFeeVAT: value('serviceFeeVAT'),
    totalPaidAmount: value('totalPaidAmount'),
    paymentReason: value('paymentReason'),
    paymentMode: value('paymentMode'),
    paymentChannel: value('paymentChannel'),
    stampDuty: optional('stampDuty'),
    discountAmount: optional('discountAmount'),
    customerNote: optional('customerNote'),
  });
}

type TelebirrReceipt = ReturnType<typeof receiptOf>;

function paymentFrom(receipt: TelebirrReceipt): Payment | null {
  return paymentOf({
    amount: money(receipt.settledAmount),
    vat: money(receipt.serviceFeeVAT),
    total: money(receipt.totalPaidAmount),
    charges: [money(receipt.serviceFee), money(receipt.stampDuty)],
    discount: money(receipt.discountAmount),
    payer: { name: receipt.payerName, account: receipt.payerTelebirrNo },
    receiver: receiverOf(receipt),
    reference: receipt.receiptNo,
    paidAt: dayFirst(receipt.paymentDate),
    reason: receipt.paymentReason,
    channel: receipt.paymentChannel,
  });
}

/** Wallet to bank: the credited party is the bank, the receiver is the owner of the bank account. */
function receiverOf({ creditedPartyName, creditedPartyAccountNo, bankAccountNumber }: TelebirrReceipt) {
  if (!bankAccountNumber) return { name: creditedPartyName, account: creditedPartyAccountNo, bank: null };
  const [, account = bankAccountNumber, name = null] = /^(\S+)\s+(\S.*)$/.exec(bankAccountNumber) ?? [];
  return { account, name, bank: creditedPartyName };
}

/** Cells first, where a value cannot be taken for a label; loose text only when the page has no such table. */
function fieldsOf(page: Page): Fields {
  const cells = fieldsOfRows(page);
  return cells.has('receiptNo') || cells.has('transactionStatus') ? cells : fieldsOfText(page.lines);
}

function fieldsOfRows({ rows, byId }: Page): Fields {
  const fields = new Map<Field, string>();
  const put = (label: string | undefined, value: string | undefined) => {
    const field = label === undefined ? null : fieldOf(label);
    if (field && value !== undefined && !fields.has(field)) fields.set(field, value);
  };
  for (const [index, row] of rows.entries()) {
    const values = rows[index + 1];
    const cells = row.filter((cell) => cell !== ':');
    if (isHeader(row)) for (const [column, label] of row.entries()) put(label, values?.[column]);
    else for (let column = 0; column < cells.length; column += 2) put(cells[column], cells[column + 1]);
  }
  if (fields.get('bankAccountNumber') === '') {
    fields.set('bankAccountNumber', byId.get('paid_reference_number') ?? '');
  }
  return fields;
}

/** The row Invoice No. | Payment date | Settled Amount, whose values stand in the next row. */
function isHeader(row: readonly string[]): boolean {
  return row.length > 1 && fieldOf(row[0] ?? '') === 'receiptNo' && fieldOf(row[1] ?? '') !== null;
}

/** The field of an `Amharic/English` label, by its English part. */
function fieldOf(cell: string): Field | null {
  const english = withoutEnd(cell.slice(cell.lastIndexOf('/') + 1)).toLowerCase();
  return labels.find((label) => label.text.toLowerCase() === english)?.field ?? null;
}

function withoutEnd(label: string): string {
  return label.replace(/\s+/g, ' ').trim().replace(/[.:]$/, '').trim();
}

const invoiceRow = /^([A-Z0-9]{10})\s*(\d{2}-\d{2}-\d{4} \d{2}:\d{2}:\d{2})\s*(\S.*)$/s;

function fieldsOfText(lines: readonly string[]): Fields {
  const fields = cutAtLabels<Field>(lines.join('\n'), labels);
  // Here too the three values follow their three labels, one a line or run together.
  const [, receiptNo, paymentDate, settledAmount] = invoiceRow.exec(fields.get('settledAmount') ?? '') ?? [];
  if (receiptNo && paymentDate && settledAmount) {
    fields.set('receiptNo', receiptNo).set('paymentDate', paymentDate).set('settledAmount', settledAmount);
  }
  return fields;
}

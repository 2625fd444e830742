/** One sale paid by several receipts: evaluated together, and accepted together or not at all. */
import type { Banks } from '#engine/shared/banks.js';
import { isBirr, parseBirr } from '#engine/shared/money.js';
import { decimal, sumOf } from '../../../money.js';
import type { BookRow, Evaluation, Finding, ReceiptSubmission, Sale, SalePart } from '../../api/ledger.js';
import * as names from '../../store/key-names.js';
import type { LedgerContext } from './context.js';
import { rowOf } from './entries.js';
import { type EvaluationInput, evaluatePayment } from './evaluate.js';
import { bookEntry, bookMs, placeOf } from './rows.js';

/** Receipts per sale. */
const partsMax = 10;

/** The other receipts of a sale in the book, and a remark for the first one that cannot be counted. */
export async function otherReceipts(
  ledger: LedgerContext,
  { shop, parts = [] }: ReceiptSubmission,
  id: string,
  maxAgeHours: number,
): Promise<{ rows: BookRow[]; unusable: Finding | null }> {
  const others = new Set(parts.map((part) => part.id));
  others.delete(id);
  const ids = [...others].slice(0, partsMax - 1);
  const rows = await Promise.all(ids.map((other) => rowOf(ledger, shop, other)));
  const oldest = ledger.now() - maxAgeHours * 3_600_000;
  const unusable = rows.findIndex(
    (row) =>
      row === null ||
      row.acceptance !== null ||
      row.refusal !== null ||
      !isBirr(row) ||
      Date.parse(row.paidAt ?? '') < oldest,
  );
  const present = rows.filter((row) => row !== null);
  return { rows: present, unusable: unusable < 0 ? null : unusablePart(rows[unusable] ?? null) };
}

/** Accepts this receipt and the others together, or none of them. */
export async function acceptSale(
  ledger: LedgerContext,
  { shop, member, message, paid, parts = [] }: ReceiptSubmission,
  id: string,
  rows: readonly BookRow[],
  expected: string,
): Promise<{ sale: Sale } | { sale: null; unusable: Finding }> {
  const own = partOf({ id, provider: paid.providerKey, ...paid.payment });
  const sale: Sale = { id: rows[0]?.id ?? id, expected, parts: [...rows.map(partOf), own] };
  const messages = new Map(parts.map((part) => [part.id, part.message]));
  messages.set(id, message);
  const entries = sale.parts.flatMap((part) => [
    bookEntry(part.id),
    ...placeOf(shop, messages.get(part.id) ?? message),
  ]);
  const [answer, nth] = await ledger.inDay(shop, (day, window) =>
    ledger.scripts.run(
      'book-accept-split',
      [
        names.bookDay(shop, day),
        ...sale.parts.map((part) => names.bookRow(shop, part.id)),
        ...sale.parts.map((part) => names.paymentClaim(shop, part.id)),
      ],
      [member, day, ...window, bookMs, JSON.stringify(sale), ...entries],
    ),
  );
  if (answer === 'accepted') return { sale };
  const failed = sale.parts[Number(nth) - 1]?.id ?? id;
  return { sale: null, unusable: unusablePart(await rowOf(ledger, shop, failed)) };
}

/** Compares the payment with the part of the amount that other receipts do not pay; the remark names the whole amount. */
export function evaluateWith(input: EvaluationInput, others: readonly string[], banks: Banks): Evaluation {
  const whole = input.expected === undefined ? null : parseBirr(input.expected);
  if (whole === null || others.length === 0) return evaluatePayment(input, banks);
  const paid = sumOf(others.map((amount) => parseBirr(amount) ?? 0n));
  const rest = whole > paid ? whole - paid : 0n;
  const { answer, remarks } = evaluatePayment({ ...input, expected: decimal(rest) }, banks);
  const ofWhole = remarks.map((remark): Finding => {
    if (remark.kind !== 'amount') return remark;
    const actual = paid + (parseBirr(remark.actual) ?? 0n);
    const difference = decimal(actual - whole);
    return { kind: 'amount', expected: decimal(whole), actual: decimal(actual), difference };
  });
  return { answer, remarks: ofWhole };
}

export function partOf({ id, provider, reference, amount }: SalePart): SalePart {
  return { id, provider, reference, amount };
}

function unusablePart(row: BookRow | null): Finding {
  const { by = null, at = null } = row?.acceptance ?? {};
  return { kind: 'part_unusable', reference: row?.reference ?? '', by, at };
}

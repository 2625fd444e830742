/** Whether what a judge believed adds up, figured out anew from the sums as the receipt shows them. */
import type { Judgement, Receipt } from '../../../src/providers/types.js';

const vats = ['vat', 'serviceFeeVAT'];
const totals = ['totalAmount', 'totalPaidAmount', 'totalAmountPaid'];
const discounts = ['discount', 'discountAmount'];
const charges = [
  ...['serviceCharge', 'serviceFee', 'charge', 'disasterRecovery', 'exciseTax', 'penaltyFee', 'incomeTax'],
  ...['tax', 'interestFee', 'stampDuty'],
];

/** What is wrong with the sums of a settled payment; null when nothing is, and for any other judgement. */
export function wrongSums(judgement: Judgement): string | null {
  if (judgement.kind !== 'settled') return null;
  const { payment, receipt } = judgement;
  const { amount, fee, vat, total } = payment;
  const odd = [amount, fee, vat, total].find((sum) => sum !== null && !/^\d+\.\d\d$/.test(sum));
  if (odd !== undefined) return `${odd} is no sum of a receipt`;
  if (cents(amount) === 0) return 'nothing was paid';
  const [printedTotal] = printed(receipt, totals);
  if (printedTotal === undefined) return null;
  const costs = [...printed(receipt, charges), ...printed(receipt, vats)];
  const less = printed(receipt, discounts).reduce((sum, one) => sum + one, 0);
  const whole = costs.reduce((sum, one) => sum + one, (cents(amount) ?? 0) - less);
  const agrees = costs.length > 0 ? whole === printedTotal : whole <= printedTotal;
  return agrees
    ? null
    : `${amount} and its charges are ${whole / 100}, the total is ${printedTotal / 100}: ${JSON.stringify(receipt)}`;
}

function printed(receipt: Receipt, names: readonly string[]): number[] {
  return names.flatMap((name) => cents(receipt[name]) ?? []);
}

/** Null for what is no sum at all: a bank's words in the place of one. */
function cents(value: unknown): number | null {
  const [, figures] =
    /^(?:ETB\s*)?(-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{1,2})?)(?:\s*(?:ETB|Birr))?$/i.exec(
      String(value ?? ''),
    ) ?? [];
  return figures === undefined ? null : Math.round(Number(figures.replaceAll(',', '')) * 100);
}

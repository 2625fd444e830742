/** Amounts of birr as callers give them. */
import { parseCents } from '../../money.js';

/** Blanks that people put between thousands. */
const thousands = /(?<=\d)[ \u00a0\u202f](?=\d{3}(?!\d))/g;

/**
 * Reads an amount a caller gives: a number, or text that may carry commas or blanks between thousands.
 * @returns cents, or null when it is not an amount with at most two decimals
 */
export function parseBirr(amount: number | string): bigint | null {
  return parseCents(typeof amount === 'number' ? plain(amount) : amount.trim().replace(thousands, ''));
}

/** Some banks' receipts are of dollars and the like. */
export function isBirr({ currency }: { currency: string }): boolean {
  return currency === 'ETB';
}

/** A number without the dust of binary fractions: 0.1 + 0.2 is 0.30. */
function plain(amount: number): string {
  return Number.isFinite(amount) ? String(Math.round(amount * 100) / 100) : '';
}

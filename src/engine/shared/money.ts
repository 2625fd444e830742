/** Amounts in birr, as callers write them. */
import { parseCents } from '../../money.js';

/** Spaces between thousands. */
const thousands = /(?<=\d)[ \u00a0\u202f](?=\d{3}(?!\d))/g;

/**
 * Parses an amount: a number, or text with optional commas or spaces between thousands.
 * @returns cents, or null when it is not an amount with at most two decimals
 */
export function parseBirr(amount: number | string): bigint | null {
  return parseCents(typeof amount === 'number' ? plain(amount) : amount.trim().replace(thousands, ''));
}

/** False for receipts in dollars or other currencies. */
export function isBirr({ currency }: { currency: string }): boolean {
  return currency === 'ETB';
}

/** Formats a number without rounding errors of binary fractions: 0.1 + 0.2 is 0.3. */
function plain(amount: number): string {
  return Number.isFinite(amount) ? String(Math.round(amount * 100) / 100) : '';
}

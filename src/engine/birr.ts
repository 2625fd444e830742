/** Amounts of birr in exact cents. */

/**
 * Reads an amount a caller gives: a number, or text that may carry thousands commas and blanks.
 * @returns cents, or null when it is not an amount with at most two decimals
 */
export function parseBirr(amount: number | string): bigint | null {
  const text = typeof amount === 'number' ? plain(amount) : amount.replace(/[\s,]/g, '');
  const match = /^(\d{1,15})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match?.[1]) return null;
  return BigInt(match[1]) * 100n + BigInt((match[2] ?? '').padEnd(2, '0'));
}

/** Some banks' receipts are of dollars and the like. */
export function isBirr({ currency }: { currency: string }): boolean {
  return currency === 'ETB';
}

/** Cents as a decimal string with two places. */
export function asDecimal(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A number without the dust of binary fractions: 0.1 + 0.2 is 0.30. */
function plain(amount: number): string {
  return Number.isFinite(amount) ? String(Math.round(amount * 100) / 100) : '';
}

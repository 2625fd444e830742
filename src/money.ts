/**
 * Exact decimal amounts: cents as a bigint. All code that parses, adds or prints amounts uses this module.
 */

/** Commas only before groups of three digits; any other comma may be a decimal one. */
const decimalText = /^(\d{1,3}(?:,\d{3}){1,4}|\d{1,15})(?:\.(\d{1,2})0{0,4})?$/;

/** Parses `1600`, `1,600.5` or `1600.000`; null for signs, spaces, misplaced commas, a trailing full stop and fractions of a cent. */
export function parseCents(text: string): bigint | null {
  const [, whole, fraction = ''] = decimalText.exec(text) ?? [];
  if (whole === undefined) return null;
  return BigInt(whole.replaceAll(',', '')) * 100n + BigInt(fraction.padEnd(2, '0'));
}

/** Cents as a decimal string with two places. */
export function decimal(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The same with a comma between thousands: `1,600.00`. */
export function groupThousands(cents: bigint): string {
  return decimal(cents).replace(/\B(?=(?:\d{3})+\.)/g, ',');
}

export function sumOf(all: readonly bigint[]): bigint {
  return all.reduce((sum, cents) => sum + cents, 0n);
}

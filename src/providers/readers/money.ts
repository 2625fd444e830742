/** Money as banks print it, in integer cents (docs/providers/README.md#money). */

export interface Money {
  cents: number;
  /** As printed, in capitals; `ETB` for `Birr` and where nothing is printed. */
  currency: string;
}

/** A blank stands only between the number and its currency: a figure in front of an amount is not part of it. */
const shape =
  /^(?:([a-z]{3,4})\s*)?(-?)(\d{1,3}(?:,\d{3}){1,3}|\d{1,12})(?:\.(\d{1,2})0{0,4})?(?:\s*([a-z]{3,4}))?$/i;
const longest = 48;

/**
 * Reads `600 Birr`, `1,600.00 Birr`, `ETB5036.00`, `1860 ETB` or `0.5`. Anything else is null: blanks in a number, a
 * full stop or commas in odd places, fractions of a cent, two currencies, text around the number.
 */
export function money(text: string | null | undefined): Money | null {
  if (!text || text.length > longest) return null;
  const [, before, sign, whole, fraction = '', after] = shape.exec(text.trim()) ?? [];
  if (whole === undefined || (before && after)) return null;
  const cents = Number(whole.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'));
  return { cents: sign && cents > 0 ? -cents : cents, currency: currencyName(before ?? after) };
}

/** The currency printed with an amount, in capitals; null where none is. */
export function currencyOf(text: string | null | undefined): string | null {
  if (!money(text)) return null;
  const [word] = /[a-z]{3,4}/i.exec(text ?? '') ?? [];
  return word === undefined ? null : currencyName(word);
}

/** Birr as a number, the way receipts carry amounts; null stays null. */
export function birr(amount: Money | null): number | null {
  return amount && amount.cents / 100;
}

/** Exact decimal string with two places. */
export function decimal(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function currencyName(word: string | undefined): string {
  const name = word?.toUpperCase() ?? 'ETB';
  return name === 'BIRR' ? 'ETB' : name;
}

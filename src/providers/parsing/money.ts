/** Money as banks print it (docs/providers/README.md#money). */
import { parseCents } from '../../money.js';

export interface Money {
  cents: bigint;
  /** As printed, in capitals; `ETB` for `Birr` and where nothing is printed. */
  currency: string;
}

/** A blank is allowed only between number and currency: a digit before an amount is not part of it. */
const shape = /^(?:([a-z]{3,4})\s*)?(-?)([\d,.]+)(?:\s*([a-z]{3,4}))?$/i;
const longest = 48;
/** Below a trillion, where cents are exact as a number. */
const centsMax = 100_000_000_000_000n;

/**
 * Parses `600 Birr`, `1,600.00 Birr`, `ETB5036.00`, `1860 ETB` or `0.5`. Anything else is null: blanks in a number, a
 * full stop or commas in odd places, fractions of a cent, two currencies, text around the number.
 */
export function parseMoney(text: string | null | undefined): Money | null {
  if (!text || text.length > longest) return null;
  const [, before, sign, figures = '', after] = shape.exec(text.trim()) ?? [];
  const cents = parseCents(figures);
  if (cents === null || cents >= centsMax || (before && after)) return null;
  return { cents: sign ? -cents : cents, currency: currencyName(before ?? after) };
}

/** The currency printed with an amount, in capitals; null when absent. */
export function currencyOf(text: string | null | undefined): string | null {
  if (!parseMoney(text)) return null;
  const [word] = /[a-z]{3,4}/i.exec(text ?? '') ?? [];
  return word === undefined ? null : currencyName(word);
}

/** Birr as a number, as in `receipt`; null stays null. */
export function birr(amount: Money | null): number | null {
  return amount && Number(amount.cents) / 100;
}

function currencyName(word: string | undefined): string {
  const name = word?.toUpperCase() ?? 'ETB';
  return name === 'BIRR' ? 'ETB' : name;
}

/** Sums in cents, and the ways banks print them. */
import { decimal, groupThousands as groupedCents } from '../money.js';

/** `1,600.00` */
export function grouped(cents: number): string {
  return groupedCents(BigInt(cents));
}

/** `1600.00` */
export function plain(cents: number): string {
  return decimal(BigInt(cents));
}

/** `ETB 1,600.00` */
export function etb(cents: number): string {
  return `ETB ${grouped(cents)}`;
}

/** A share of a sum, rounded half up to the cent. */
export function percent(cents: number, rate: number): number {
  return Math.floor((cents * rate + 50) / 100);
}

const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** Whole numbers below a billion in words: `one thousand six hundred six`. */
export function inWords(number: number): string {
  if (number < 20) return ones[number] ?? '';
  if (number < 100) return joined(tens[Math.floor(number / 10)], number % 10);
  if (number < 1000) return joined(`${inWords(Math.floor(number / 100))} hundred`, number % 100);
  if (number < 1e6) return joined(`${inWords(Math.floor(number / 1000))} thousand`, number % 1000);
  return joined(`${inWords(Math.floor(number / 1e6))} million`, number % 1e6);
}

/** `one thousand` to `One Thousand`. */
export function capitalised(text: string): string {
  return text.replace(/\b[a-z]/g, (first) => first.toUpperCase());
}

function joined(head: string | undefined, rest: number): string {
  return rest === 0 ? `${head}` : `${head} ${inWords(rest)}`;
}

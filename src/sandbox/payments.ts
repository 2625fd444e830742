/**
 * Finds telebirr receipts for a requested amount. A reference determines everything on its receipt, so this searches the
 * references of the months before, in an order that the seed chooses: another seed finds others.
 */
import { isToBank } from './banks/telebirr.js';
import { amountOf, factsOf, seededInt } from './fake-data.js';
import { outcomeNamed, outcomeNames } from './outcomes.js';
import type { PayingReceipt } from './types.js';

/** About a thousand candidates are needed; the chance that this many all miss is below one in a billion. */
const candidatesMax = 25_000;
const months = 10;
const dayLetters = '123456789ABCDEFGHIJKLMNOPQRS';
const firstYear = 2023;
/** Number of different values of three characters of a reference. */
const serials = 36 ** 3;

/**
 * One receipt for each outcome. Those that are verified show the amount, the others any amount.
 *
 * @param birr a multiple of 50 up to 25,000: other amounts are on few receipts
 * @param month `yyyy-MM`, before which they were paid
 */
export function receiptsOf(birr: number, seed: string, month: string): PayingReceipt[] {
  return outcomeNames.flatMap((outcome) => {
    const reference = referenceOf(birr, outcome, `${seed} ${outcome}`, new Date(`${month}-01T00:00:00Z`));
    if (reference === null) return [];
    const { name, phone } = factsOf(reference).receiver;
    return [{ outcome, reference, isVerified: isVerified(outcome), receiver: { account: phone, name } }];
  });
}

function referenceOf(birr: number, outcome: string, seed: string, before: Date): string | null {
  const isShown = isVerified(outcome);
  for (let nth = 0; nth < candidatesMax; nth += 1) {
    const reference = candidate(outcome, seededInt(seed, `candidate ${nth}`, 2 ** 47), before);
    if (!isShown || (amountOf(reference) === birr * 100 && !isToBank(reference))) return reference;
  }
  return null;
}

function isVerified(outcome: string): boolean {
  return outcomeNamed(outcome).answer === 'verified';
}

/** @param number chooses the month, the day and the characters without a meaning */
function candidate(outcome: string, number: number, before: Date): string {
  const take = (sides: number) => {
    const taken = number % sides;
    number = Math.floor(number / sides);
    return taken;
  };
  const month = new Date(Date.UTC(before.getUTCFullYear(), before.getUTCMonth() - 1 - take(months)));
  const year = String.fromCharCode(65 + month.getUTCFullYear() - firstYear);
  const letter = String.fromCharCode(65 + month.getUTCMonth());
  const start = `${year}${letter}${dayLetters[take(dayLetters.length)]}${characters(take(serials))}`;
  // Begins with a digit, because endings that choose an outcome are all letters.
  return start + (outcome === 'SETTLED' ? `${take(10)}${characters(take(serials))}` : outcome);
}

function characters(serial: number): string {
  return serial.toString(36).padStart(3, '0').toUpperCase();
}

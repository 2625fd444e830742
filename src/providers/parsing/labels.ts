/** Compares printed labels and words, and recognises labels about a status. */
import { lowerLatin } from './values.js';

/** Values of unknown status labels that mean success. */
const goodWords: readonly string[] = [
  ...['completed', 'complete', 'success', 'successful', 'succeeded', 'settled', 'paid', 'approved', 'posted'],
  ...['no', 'false', 'none'],
];
export const statusWord = /status|revers(?:al|ed|e)?/i;
/** Invisible characters: direction marks, joiners and soft hyphens. */
export const invisible = /[\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
const ethiopicHalf = /^[\u1200-\u137f .()]*\/\s*/;

/**
 * True for an unknown label, heading or title about a status or a reversal, unless its value is known to be good: the money may
 * not have arrived, or may have been returned.
 */
export function contradictsSettled(label: string, value: string): boolean {
  return statusWord.test(label.replace(invisible, '')) && !isWord(value, goodWords);
}

/** Classifies the status on a line without a known label; null when it is not about a status. */
export function statusIn(line: string): 'good' | 'not good' | null {
  const text = line.replace(invisible, '');
  const found = statusWord.exec(text);
  if (!found) return null;
  const end = found.index + found[0].length;
  return contradictsSettled(text.slice(0, end), withoutLabelEnd(text.slice(end))) ? 'not good' : 'good';
}

/** True when the text is one of the words, ignoring case and white space. */
export function isWord(text: string, words: readonly string[]): boolean {
  const folded = fold(text);
  return words.some((word) => fold(word) === folded);
}

/** Normalises a label for comparison, without the Ethiopic half of a bilingual label (`ስም/Payer Name`). */
export function labelKey(label: string): string {
  const text = fold(label.replace(invisible, '').replace(ethiopicHalf, ''));
  let end = text.length;
  while (' :.'.includes(text.charAt(end - 1)) && end > 0) end -= 1;
  return text.slice(0, end);
}

/** Removes the separators between a label and its value (`Invoice No.`, `Payer:`); a full stop before a digit belongs to the value. */
export function withoutLabelEnd(text: string): string {
  return text.replace(/^(?:[:\s]|\.(?!\d))+/, '').trim();
}

/** Lower-cases A to Z and collapses white space. */
export function fold(text: string): string {
  return lowerLatin(text.replace(/\s+/g, ' ').trim());
}

/** The row of number, date and amount, which extractors print beside or below each other, or glued together. */

export interface DatedRow {
  number: string;
  /** Date and time, one blank between them. */
  date: string;
  amount: string;
  /** The text in front of the row, and behind it. */
  before: string;
  behind: string;
}

const date = /\d{4}-\d{2}-\d{2}\s\d{2}:\d{2}(?::\d{2})?/g;
/** More figures right behind, or behind a blank, show that it is half of an amount: `1 500.00`, `1.500,00`. */
const amountAtStart = /^(?:ETB ?)?\d[\d,]{0,15}(?:\.\d{1,2}(?!\d)|(?! ?[\d.]))(?: ?(?:ETB|Birr))?/;
/** No number of a bank is longer. */
const longest = 24;

/**
 * The row of the first date in a text, or null when there is no number in front of it or no amount behind it: a
 * later row may be a payer's.
 * @param numberAtEnd the bank's numbers, as the first group, at the end of a text
 */
export function datedRow(text: string, numberAtEnd: RegExp): DatedRow | null {
  const [first] = text.matchAll(date);
  return first ? rowAt(text, first, numberAtEnd) : null;
}

/** True when a text holds another row: one of two is a payer's. */
export function hasRow(text: string, numberAtEnd: RegExp): boolean {
  return [...text.matchAll(date)].some((found) => rowAt(text, found, numberAtEnd) !== null);
}

function rowAt(text: string, found: RegExpExecArray, numberAtEnd: RegExp): DatedRow | null {
  const before = text.slice(0, found.index).trimEnd();
  const rest = text.slice(found.index + found[0].length).trimStart();
  const number = numberAtEnd.exec(before.slice(-longest))?.[1];
  const amount = amountAtStart.exec(rest)?.[0];
  if (number === undefined || amount === undefined) return null;
  return {
    number,
    date: found[0].replace(/\s/, ' '),
    amount,
    before: before.slice(0, -number.length),
    behind: rest.slice(amount.length),
  };
}

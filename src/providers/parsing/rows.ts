/** Parses a row of number, date and amount, which PDF extraction may separate, put on several lines, or join. */

interface DatedRow {
  number: string;
  /** Date and time, one blank between them. */
  date: string;
  amount: string;
  /** The text before and after the row. */
  before: string;
  after: string;
}

const date = /\d{4}-\d{2}-\d{2}\s\d{2}:\d{2}(?::\d{2})?/g;
/** More digits directly after it, or after a blank, show that it is only part of an amount: `1 500.00`, `1.500,00`. */
const amountAtStart = /^(?:ETB ?)?\d[\d,]{0,15}(?:\.\d{1,2}(?!\d)|(?! ?[\d.]))(?: ?(?:ETB|Birr))?/;
/** Maximum length of a bank's number. */
const longest = 24;

/**
 * The row of the first date in a text; null without a number before it or an amount after it, because a later row may be text
 * of the payer.
 * @param numberAtEnd matches the bank's number at the end of a text, as its first group
 */
export function datedRow(text: string, numberAtEnd: RegExp): DatedRow | null {
  const [first] = text.matchAll(date);
  return first ? rowAt(text, first, numberAtEnd) : null;
}

/** True when a text contains another row: one of the two may be text of the payer. */
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
    after: rest.slice(amount.length),
  };
}

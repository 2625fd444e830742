/** What each bank declares of the text that payers write themselves. */
import type { ResolveInput } from '../../../src/providers/resolve.js';
import type { Payment } from '../../../src/providers/types.js';
import type { Row } from '../../support/pdf.js';

/** One genuine receipt, and where the payer's own text stands in it. */
export interface PayerText {
  /** The bank. */
  key: string;
  /**
   * The genuine receipt: an answer of `test/providers/banks`, whose payment there is the truth; one that is not settled
   * must never be. With `rows` it is drawn as a PDF; else the page, or the file itself, is the answer.
   */
  file: string;
  rows?: readonly Row[];
  /** A layout that no sample has. */
  page?: string;
  /** What opens the receipt, and what it says, where that is not the file's. */
  asked?: ResolveInput;
  says?: Partial<Payment>;
  /** True where another receipt here has the same rows: how they are drawn is tested with that one. */
  sameRows?: true;
  /** Set where one bank has several receipts here. */
  name?: string;
  /**
   * What the payer writes, by field: the text as it stands in the receipt. Braces mark it where its surroundings are
   * needed to find it: `Remark</td><td>{Rent}<`.
   */
  written: Readonly<Record<string, string>>;
  /** What a payer's text is put into that is not in the file: text, and what takes its place. */
  insert?: readonly [before: string, after: string];
  /** Every label, or name of a member, that the bank is known to print: those of this receipt and of its others. */
  labels: readonly string[];
  values: Values;
  /** More that a payer might write: rows of tables, the bank's words for "no such receipt". */
  also?: readonly string[];
}

/** Lies, in the forms of the bank. */
export interface Values {
  reference: string;
  amount: string;
  name: string;
  account: string;
  date: string;
  /** Words for a status: the settled one and another. */
  settled: string;
  unsettled: string;
}

/** Interface between the sandbox and each simulated bank. A bank is pure: no state, outcome or socket. */
import type { IncomingHttpHeaders } from 'node:http';
import type { PrintedPage } from '../pdf-renderer/types.js';

export interface BankAnswer {
  status: number;
  contentType: string;
  body: string | Uint8Array;
}

export interface BankRequest {
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
}

/** The reference that a request asks for, in its canonical form if it exists, or the answer when it asks for none. */
export type SimulatedReceipt = { reference: string } | { answer: BankAnswer };

export type PaymentStatus = 'settled' | 'pending' | 'reversed';

/** How a receipt differs from a complete, settled one. */
export interface ReceiptVariant {
  /** Not used by a bank that prints no status. */
  status: PaymentStatus;
  /** False: without the fields that a receipt needs to be accepted (docs/providers/README.md#found-or-not). */
  complete: boolean;
  /** Replaces the payer's name. It may be any text: the bank must escape it as its format requires. */
  payerName?: string;
}

/** A label and its value, as printed. */
export type Row = readonly [label: string, value: string];

/** A receipt on the customer's phone: the same facts as the receipt, without its traps. */
export interface Screen {
  /** `settled` at a bank that prints no status. */
  status: PaymentStatus;
  /** The result: `Transfer successful`. */
  title: string;
  /** With its currency. */
  amount: string;
  /** Payer, receiver, reference, date and whatever else the bank prints, in the bank's own words and order. */
  rows: readonly Row[];
  /**
   * Content of the QR code (docs/providers/README.md#qr-codes); null when the bank prints none, or when its content is unknown.
   */
  code: string | null;
  /** The link in the browser's bar, where the receipt is a web page. */
  address: string | null;
  /** The bank's message about the same payment. */
  sms: { sender: string; text: string };
}

/** Makes a PDF of a page. */
export type Print = (page: PrintedPage) => Promise<Uint8Array>;

/** A customer's receipt: the share link, and the body for POST /api/verify that can replace it. */
export interface Sample {
  reference: string;
  url: string;
  body: { reference: string; provider?: string; account?: string; phone?: string } | { url: string };
}

export interface SimulatedBank {
  /** As in the provider registry. */
  readonly provider: string;
  /** The `receipt.source` its receipts lead to. */
  readonly source: string;
  /** The Host header it answers to: lower case, with the port unless it is 443. */
  readonly host: string;
  /** Content type of its receipts. */
  readonly contentType: string;
  readonly printsStatus: boolean;
  /** Its own "no such receipt". */
  readonly notFound: BankAnswer;
  /** For banks that share a host: true for the paths of this bank. Absent: all paths. */
  serves?(path: string): boolean;
  lookUp(asked: BankRequest): SimulatedReceipt;
  /** False when no receipt of this bank can have the reference; then the bank answers `notFound`. */
  exists(reference: string): boolean;
  /** The same reference always gives the same receipt. */
  receipt(reference: string, variant: ReceiptVariant, print: Print): BankAnswer | Promise<BankAnswer>;
  /** The same reference, one that exists, always gives the same screen. */
  screen(reference: string, variant: ReceiptVariant): Screen;
  /** For links that open only a few times: the number in total, and the answer afterwards. */
  readonly views?: { max: number; refusal: BankAnswer };
  /**
   * The part of a reference whose last four characters choose the outcome; the whole reference when absent
   * (docs/api.md#sandbox).
   */
  outcomePart?(reference: string): string;
  /** A customer's receipt whose reference ends in four given characters; null when it has too few characters. */
  sample(ending: string): Sample | null;
}

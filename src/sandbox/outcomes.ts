/** Outcomes by the last four characters of a reference (docs/api.md#sandbox). */

import type { BankAnswer, ReceiptVariant, SimulatedBank } from './banks/types.js';
import { anotherReference } from './fake-data.js';

/** Actions of a bank on a connection. */
export interface BankConnection {
  send(answer: BankAnswer): void;
  /** Ends the connection without an answer. */
  drop(): void;
  redirect(url: string): void;
  /** Sends without end until the client disconnects. */
  flood(contentType: string, opening: string): void;
  /** Waits; rejects when the client disconnects. */
  pause(milliseconds: number): Promise<void>;
}

/** One request for one receipt. */
interface SimulatedRequest {
  bank: SimulatedBank;
  reference: string;
  /** Requests for this reference so far, this one included. */
  hits: number;
  connection: BankConnection;
  /** Sends the receipt of a reference. */
  sendReceipt(reference: string, changes?: Partial<ReceiptVariant>): Promise<void>;
}

interface Outcome {
  /** How the receipt differs from a settled one, where it does. */
  changes?: Partial<ReceiptVariant>;
  /** The service's result: `verified`, or the reason (docs/api.md#verdicts). */
  answer: string;
  perform(request: SimulatedRequest): Promise<void> | void;
}

export const slowMs = 3_000;
/** A name that cannot exist (RFC 2606). */
const elsewhere = 'https://trap.invalid/';
const hostileName = '<script>alert(1)</script>';

const settled: Outcome = {
  answer: 'verified',
  perform: ({ sendReceipt, reference }) => sendReceipt(reference),
};

function changed(answer: string, changes: Partial<ReceiptVariant>): Outcome {
  return { answer, changes, perform: ({ sendReceipt, reference }) => sendReceipt(reference, changes) };
}

const endings = {
  GONE: { answer: 'not_found', perform: ({ connection, bank }) => connection.send(bank.notFound) },
  PEND: changed('not_settled', { status: 'pending' }),
  BACK: changed('not_settled', { status: 'reversed' }),
  BADR: {
    answer: 'unreadable',
    perform: ({ sendReceipt, reference }) => sendReceipt(reference, { complete: false }),
  },
  DIFF: {
    answer: 'mismatch',
    perform: ({ sendReceipt, bank, reference }) => sendReceipt(somebodyElses(bank, reference)),
  },
  SLOW: {
    answer: 'verified',
    async perform({ connection, sendReceipt, reference }) {
      await connection.pause(slowMs);
      await sendReceipt(reference);
    },
  },
  HANG: { answer: 'bank_timeout', perform: () => {} },
  ONCE: {
    answer: 'verified',
    perform: ({ hits, connection, sendReceipt, reference }) =>
      hits === 1 ? connection.drop() : sendReceipt(reference),
  },
  WALL: { answer: 'bank_blocked', perform: ({ connection }) => connection.send(blockPage) },
  HUGE: {
    answer: 'unreadable',
    perform: ({ connection, bank }) => connection.flood(bank.contentType, openings[bank.contentType] ?? ' '),
  },
  TRAP: { answer: 'bank_blocked', perform: ({ connection }) => connection.redirect(elsewhere) },
  XSSX: changed('verified', { payerName: hostileName }),
} as const satisfies Record<string, Outcome>;

/** How an endless body of a type begins; the rest is blanks. */
const openings: Readonly<Record<string, string>> = { 'application/pdf': '%PDF-1.4\n' };

/** `SETTLED`, then every ending. */
export const outcomeNames = ['SETTLED', ...Object.keys(endings)] as const;

export function outcomeOf(bank: SimulatedBank, reference: string): Outcome {
  return outcomeNamed(outcomePart(bank, reference).slice(-4));
}

/**
 * The receipt as the customer's own screen shows it. If the bank has no such receipt, or shows another customer's, the screen
 * looks like any other.
 */
export function variantOf(bank: SimulatedBank, reference: string): ReceiptVariant {
  return { status: 'settled', complete: true, ...outcomeOf(bank, reference).changes };
}

function outcomePart(bank: SimulatedBank, reference: string): string {
  return bank.outcomePart?.(reference) ?? reference;
}

function somebodyElses(bank: SimulatedBank, reference: string): string {
  const part = outcomePart(bank, reference);
  return reference.replace(part, anotherReference(part));
}

/** A name or ending that chooses no outcome gives a settled receipt. */
export function outcomeNamed(name: string): Outcome {
  return Object.hasOwn(endings, name) ? endings[name as keyof typeof endings] : settled;
}

/** The page that a firewall in front of a bank sends, with HTTP 200. */
export const blockPage: BankAnswer = {
  status: 200,
  contentType: 'text/html; charset=utf-8',
  body:
    '<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. ' +
    'Please consult with your administrator.<br><br>Your support ID is: 1234567890123456789<br><br>' +
    "<a href='javascript:history.back();'>[Go Back]</a></body></html>",
};

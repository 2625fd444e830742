/** The record of a job: everything needed to answer one receipt, also in another process after a crash. */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type FailureName, failureKinds } from '../../../src/engine/index.js';
import { locales } from '../render/index.js';

/** Request to verify, in the form of `engine.verify`. */
const request = z.object({
  url: z.string().optional(),
  reference: z.string().optional(),
  text: z.string().optional(),
  provider: z.string().optional(),
  account: z.string().optional(),
  phone: z.string().optional(),
});
export type JobRequest = z.infer<typeof request>;

const text = z.object({
  kind: z.literal('text'),
  request,
  /** The AI model read it in a picture: it may be misread, even after a person has added digits. */
  doubtful: z.boolean().optional(),
});
const pictures = z.object({
  kind: z.literal('pictures'),
  /** Telegram's file ids; the pictures themselves are not stored. */
  files: z.array(z.string()),
  /** Caption of the pictures. */
  caption: z.string(),
});

/** One of the person's messages as last read. An edit that changes none of these members is ignored. */
const piece = z.object({
  message: z.number(),
  /** Its chat, if not that of the job's first message: the group became a supergroup in between. */
  chat: z.number().optional(),
  /** Digest of the text or file (docs/cashier-bot.md): repeated content gets the same answer again. */
  content: z.string(),
  /** Digest of the whole message. */
  print: z.string(),
  /** Amount in this message, as in `expected`. */
  expected: z.string().nullable(),
  /** Of a reply: when it was sent or edited, in seconds, and its update. */
  said: z.object({ at: z.number(), update: z.number() }).optional(),
  /** Of a picture: Telegram's file id, and the caption without the amount. */
  file: z.string().optional(),
  caption: z.string().optional(),
  /** The other words of the message. */
  note: z.string().optional(),
});
export type Piece = z.infer<typeof piece>;

const schema = z.object({
  id: z.string(),
  /** The chat of the answer. */
  chat: z.number(),
  /** The chat of the person's message, if the group became a supergroup before it was answered. */
  from: z.number().optional(),
  group: z.boolean(),
  /** The person's message. */
  message: z.number(),
  /** The bot's message; null until Telegram has confirmed it. */
  answer: z.number().nullable(),
  /** The bot's first message, if the answer is in another one now. The shop's ledger identifies the receipt by it. */
  first: z.object({ chat: z.number(), message: z.number() }).optional(),
  /** When the person began to wait for this answer, ms; absent: `at`. */
  since: z.number().optional(),
  /** The message shows an answer (⏳ included) instead of "Checking…". */
  spoken: z.boolean().optional(),
  /** Ledger entry whose ✅ the message shows, or showed before the rerun. */
  told: z.string().optional(),
  /** Person who asked, `tg:…`; membership is looked up at every run. */
  person: z.string(),
  shop: z.string(),
  /** The person's language. */
  locale: z.enum(locales),
  what: z.discriminatedUnion('kind', [text, pictures]),
  /** The person's messages it was read from (several for an album); empty in records of earlier versions. */
  pieces: z.array(piece).default([]),
  /** An album; kept for a while so that late pictures find it. */
  album: z.boolean().optional(),
  /** One amount was given for several receipts, so each must be sent separately. */
  shared: z.boolean().optional(),
  /** A person typed or chose the account or phone digits: if the bank finds nothing, the digits may be wrong. */
  byHand: z.boolean().optional(),
  /** Digest of the request that `requestId` belongs to, if it matters. */
  requestFor: z.string().optional(),
  /** An owner overrode the verdict here. */
  approved: z.boolean().optional(),
  /** Its ledger entry; `rest`: amount left to pay in birr, if nothing else is wrong with it. */
  book: z
    .object({
      row: z.string(),
      accepted: z.boolean(),
      rest: z.string().nullable(),
      /** Other entries accepted with it as one sale. */
      sale: z.array(z.string()).default([]),
    })
    .optional(),
  /** Its acceptance was undone: it is not submitted again until its amount or reference changes. */
  undone: z.boolean().optional(),
  /** The message no longer names its receipt. */
  dropped: z.boolean().optional(),
  /** Question to the owners and the member who asked. `over`: accepted elsewhere before an owner answered. */
  asks: z.object({ question: z.string(), member: z.string(), over: z.boolean().optional() }).optional(),
  /** Waits for another receipt that pays the rest of the amount. */
  split: z.boolean().optional(),
  /** Other receipts that pay the same amount: ledger entries and their messages. */
  parts: z.array(z.object({ row: z.string(), chat: z.number(), message: z.number() })).optional(),
  /** Expected amount in birr; `unread` if one was given but could not be parsed. */
  expected: z.string().nullable(),
  /** The person's other words, stored with the receipt. */
  note: z.string().optional(),
  /** Earliest time to run it, ms; gives the rest of an album time to arrive. */
  readyAt: z.number(),
  /**
   * `open`: to be run. `waiting`: until a bank's health changes or the store is back. `asking`: until a person presses a
   * button.
   */
  state: z.enum(['open', 'waiting', 'asking']),
  /** The bank it waits for, and whether it was down. */
  bank: z.object({ key: z.string(), down: z.boolean() }).nullable(),
  /** Failure of a view-limited link: shown again instead of asking the bank. */
  givenUp: z
    .object({
      failure: z.custom<FailureName>((name) => typeof name === 'string' && Object.hasOwn(failureKinds, name)),
      providerKey: z.string().optional(),
      reference: z.string().optional(),
      /** As the bank prints it, if it does. */
      status: z.string().optional(),
    })
    .optional(),
  /** Suspicious cases already recorded, so that a rerun does not record them again. */
  cases: z.array(z.enum(['twice', 'foreign', 'reversed', 'denied'])).optional(),
  /** Id of the verification in progress in the engine; null if there is none. */
  requestId: z.string().nullable(),
  /** Last time the bank may have been asked, ms; null if never. */
  askedAt: z.number().nullable(),
  /** Number of runs begun without an end (crashes). */
  begun: z.number(),
  /** Time of creation, ms. */
  at: z.number(),
});
export type Job = z.infer<typeof schema>;

/** Time until an answer is sent as a new message, because an edit makes no sound. */
export const lateMs = 120_000;

/** Value of `expected` for an amount that could not be parsed and must be given again before the receipt is checked. */
export const unread = '';

/** The members given when a receipt arrives. */
type NewJob = Pick<Job, 'chat' | 'group' | 'message' | 'person' | 'shop' | 'locale' | 'what' | 'expected'> &
  Partial<Pick<Job, 'answer' | 'pieces' | 'readyAt' | 'parts' | 'note'>> & {
    /** Distinguishes the receipts of one message; the album id if several messages are one receipt. */
    part: string;
  };

/** The id is derived from message and part, so a redelivered update does not create a second job. */
export function newJob({ part, ...given }: NewJob, now: number): Job {
  return {
    answer: null,
    pieces: [],
    readyAt: now,
    ...given,
    id: idOf(given.chat, given.message, part),
    state: 'open',
    bank: null,
    requestId: null,
    askedAt: null,
    begun: 0,
    at: now,
  };
}

/** Id of the job for one receipt of a message. */
export function idOf(chat: number, message: number, part: string): string {
  return digest(`${chat} ${message} ${part}`);
}

/** The chat of the person's message. Both chats of a group that became a supergroup number their messages from 1. */
export function askedIn({ chat, from = chat }: Job): number {
  return from;
}

/** Whether both are about the same message. */
export function isSamePiece(a: Pick<Piece, 'chat' | 'message'>, b: Pick<Piece, 'chat' | 'message'>): boolean {
  return a.message === b.message && a.chat === b.chat;
}

/** Digest of a text or file id; ignores case and white space. */
export function contentOf(text: string): string {
  return digest(
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/\p{Cf}/gu, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
}

/** @param parts of a message that may change */
export function printOf(...parts: readonly string[]): string {
  return digest(JSON.stringify(parts));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 20);
}

/** Null for a record of another version, or none. */
export function readJob(value: unknown): Job | null {
  return schema.safeParse(value).data ?? null;
}

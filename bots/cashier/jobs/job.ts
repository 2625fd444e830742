/** An answer the bot owes: everything that is needed to give it, also after the process that promised it has died. */
import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type FailureName, failureKinds } from '../../../src/engine/index.js';
import { locales } from '../render/index.js';

/** What is to be verified, as `engine.verify` takes it. */
const request = z.object({
  url: z.string().optional(),
  reference: z.string().optional(),
  text: z.string().optional(),
  provider: z.string().optional(),
  account: z.string().optional(),
  phone: z.string().optional(),
});
export type Asked = z.infer<typeof request>;

const text = z.object({
  kind: z.literal('text'),
  request,
  /** A model has read it in a picture: it may be misread, whatever is added to it by hand. */
  doubtful: z.boolean().optional(),
});
const pictures = z.object({
  kind: z.literal('pictures'),
  /** Telegram's ids of the files: pictures themselves are never kept. */
  files: z.array(z.string()),
  /** What came with them. */
  caption: z.string(),
});

/** One of the person's messages, as it was last read: an edit in which nothing of this is new is none. */
const piece = z.object({
  message: z.number(),
  /** The same for the same words or the same file (docs/cashier-bot.md): whoever repeats it gets the answer again. */
  content: z.string(),
  /** The same while nothing in the message changes. */
  print: z.string(),
  /** The amount it says itself, as `expected`. */
  expected: z.string().nullable(),
  /** Of a picture: Telegram's id of the file, and what is written under it beside the amount. */
  file: z.string().optional(),
  caption: z.string().optional(),
  /** The words it says beside its amount. */
  note: z.string().optional(),
});
export type Piece = z.infer<typeof piece>;

const schema = z.object({
  id: z.string(),
  chat: z.number(),
  group: z.boolean(),
  /** The person's message. */
  message: z.number(),
  /** The bot's message; null until it is known to have been sent. */
  answer: z.number().nullable(),
  /** Where the bot's message stood first, if it is another one now: by that the shop's book knows the receipt. */
  first: z.object({ chat: z.number(), message: z.number() }).optional(),
  /** Since when the person waits for this answer, ms; since `at` where absent. */
  since: z.number().optional(),
  /** The message bears an answer, be it ⏳, and no longer "checking…". */
  spoken: z.boolean().optional(),
  /** The receipt of the shop's book whose ✅ the message bears, or bore before it was looked at again. */
  told: z.string().optional(),
  /** Who asked, `tg:…`; looked up anew for every run. */
  person: z.string(),
  shop: z.string(),
  /** In which the person reads. */
  locale: z.enum(locales),
  what: z.discriminatedUnion('kind', [text, pictures]),
  /** The person's messages it was read from, several of an album; none in records of earlier versions. */
  pieces: z.array(piece).default([]),
  /** Pictures that were sent as one: of those that come late this is looked up for a while. */
  album: z.boolean().optional(),
  /** One amount was said for several receipts, and for which of them is not known: each has to be sent by itself. */
  shared: z.boolean().optional(),
  /** The digits it is asked for with were typed or chosen: where the bank knows none such they may be wrong. */
  byHand: z.boolean().optional(),
  /** What `requestId` was begun for, where it matters: a digest of the request. */
  requestFor: z.string().optional(),
  /** An owner has accepted it here against the sign. */
  approved: z.boolean().optional(),
  /** What it is in the shop's book; `rest`: what is left to pay, in birr, where nothing else is wrong with it. */
  book: z
    .object({
      row: z.string(),
      accepted: z.boolean(),
      rest: z.string().nullable(),
      /** Other lines that were accepted with it, as one sale. */
      sale: z.array(z.string()).default([]),
    })
    .optional(),
  /** Its acceptance was taken back: it is not handed in again until somebody says something new of it. */
  undone: z.boolean().optional(),
  /** The owners are asked whether to accept it; by which member. `over`: it was accepted elsewhere before any of them answered. */
  asks: z.object({ question: z.string(), member: z.string(), over: z.boolean().optional() }).optional(),
  /** The rest of the amount is paid by another receipt, which is awaited. */
  split: z.boolean().optional(),
  /** Receipts that pay the same amount: lines of the book, and the messages by which it knows them. */
  parts: z.array(z.object({ row: z.string(), chat: z.number(), message: z.number() })).optional(),
  /** What the customer owes, in birr; `unread` where that was said and could not be read. */
  expected: z.string().nullable(),
  /** The person's words beside the amount, kept with the receipt. */
  note: z.string().optional(),
  /** Moment from which it may be worked on, ms: the rest of an album may be on its way until then. */
  readyAt: z.number(),
  /**
   * `open`: to be worked on. `waiting`: for a bank whose health changes, or for the store. `asking`: for a person who
   * presses a button.
   */
  state: z.enum(['open', 'waiting', 'asking']),
  /** The bank it waits for, and whether that was down. */
  bank: z.object({ key: z.string(), down: z.boolean() }).nullable(),
  /** What was said when a link that opens only a few times had failed: it is said again, and the bank is not asked. */
  givenUp: z
    .object({
      failure: z.custom<FailureName>((name) => typeof name === 'string' && Object.hasOwn(failureKinds, name)),
      providerKey: z.string().optional(),
      reference: z.string().optional(),
      /** As the bank prints it, where it printed one. */
      status: z.string().optional(),
    })
    .optional(),
  /** What the owners want to know of it, and was noted: what is worked on once more is noted once. */
  cases: z.array(z.enum(['twice', 'foreign', 'reversed', 'denied'])).optional(),
  /** Names the verification that runs, where the engine may know it by that; null when none does. */
  requestId: z.string().nullable(),
  /** Moment of the last time a bank may have been asked, ms; null for never. */
  askedAt: z.number().nullable(),
  /** How often a process began to work on it without coming to an end. */
  begun: z.number(),
  /** Moment it was taken in, ms. */
  at: z.number(),
});
export type Job = z.infer<typeof schema>;

/** An answer that comes later than this is a new message: an edit makes no sound. */
export const lateMs = 120_000;

/** Stands for an amount that has to be said again before the receipt is checked: without it nothing is compared. */
export const unread = '';

/** What is known when a receipt comes in. */
export type NewJob = Pick<
  Job,
  'chat' | 'group' | 'message' | 'person' | 'shop' | 'locale' | 'what' | 'expected'
> &
  Partial<Pick<Job, 'answer' | 'pieces' | 'readyAt' | 'parts' | 'note'>> & {
    /** Tells receipts of one message apart; the album where several messages are one receipt. */
    part: string;
  };

/** The same receipt of the same message is the same job, however often it is taken in. */
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

/** Names the job for one receipt of a message. */
export function idOf(chat: number, message: number, part: string): string {
  return digest(`${chat} ${message} ${part}`);
}

/** What a text or a file is known by: letters of either case and any blanks are the same. */
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
  const read = schema.safeParse(value);
  return read.success ? read.data : null;
}

export const newRequestId = (): string => randomUUID();

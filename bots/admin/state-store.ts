/**
 * All the bot must not forget, as one note: what is wrong, what every chat has been told of it, how far the events have
 * been read. One note, so that no crash can fall between an event taken in and the messages owed for it.
 */
import { z } from 'zod';
import type { Notebook } from '../../src/engine/index.js';
import { nothingWrong, type State } from './types.js';

/** A message of the bot that shows incidents: one, or several where messages had to be merged. */
export interface Post {
  message: number;
  incidents: string[];
  /** What it says, as a digest; `core` leaves out what moves all the time. */
  shown: string;
  core: string;
  editedAt: number;
}

/** What a chat has been told: the key of a transition is chat, incident and number. */
export interface ChatBook {
  /** False once Telegram has refused the bot for good there. */
  on: boolean;
  /** When messages were sent of late. */
  sends: number[];
  posts: Post[];
  /** Number of the last note told, by incident. */
  notes: Record<string, number>;
  /** Number of the last notice told. */
  notice: number;
}

/** Something said to all chats that belongs to no incident. */
export interface Notice {
  n: number;
  at: number;
  text: string;
  silent: boolean;
  /** A chat that is not told. */
  but: number | null;
}

export interface Book {
  version: 1;
  /** Of the last event taken in; null: none ever. */
  cursor: string | null;
  state: State;
  /** By chat id. */
  chats: Record<string, ChatBook>;
  /** Groups that have become supergroups: old id to new. */
  moved: Record<string, number>;
  notices: Notice[];
  /** The daily line, and the day it was last said. */
  daily: { on: boolean; day: string | null };
}

/** Only as much as tells this version's book from another's. */
const readable = z.looseObject({ version: z.literal(1), state: z.looseObject({ nextId: z.number() }) });

const noticesKept = 20;

export interface OpenBook {
  readonly book: Book;
  /** True where there was none before. */
  readonly isNew: boolean;
  /** Resolves when all that stands in the book now is safe. @throws Failure `unavailable` */
  save(): Promise<void>;
  notify(text: string, options?: { silent?: boolean; but?: number | null }): void;
  /** Follows a group to the id it has now. */
  idOf(chat: number): number;
  /** A group has another id: what stood in the old chat cannot be edited in the new one. */
  move(from: number, to: number): void;
}

/**
 * @param chats who is told; chats that are no longer among them are forgotten
 * @param mayWrite false once another process writes the book: what this one still knows is not written over it
 */
export async function openBook(
  notebook: Pick<Notebook, 'get' | 'put'>,
  chats: readonly number[],
  now: () => number,
  mayWrite: () => boolean = () => true,
): Promise<OpenBook> {
  const stored = readable.safeParse(await notebook.get('book'));
  const book: Book = stored.success ? (stored.data as unknown as Book) : emptyBook();
  const idOf = (chat: number): number => {
    const to = book.moved[chat];
    return to === undefined || to === chat ? chat : idOf(to);
  };
  book.chats = Object.fromEntries(chats.map((chat) => [idOf(chat), book.chats[idOf(chat)] ?? newChat(book)]));

  let next: Promise<void> | null = null;
  let current: Promise<void> = Promise.resolve();

  async function write(before: Promise<void>): Promise<void> {
    await before.catch(() => undefined);
    next = null;
    if (!mayWrite()) return;
    await notebook.put('book', book).catch((error: unknown) => {
      if (!(error instanceof TypeError)) throw error;
      // Too much for one note: what is over goes first.
      book.state.past = [];
      book.notices = book.notices.slice(-1);
      book.state.incidents = book.state.incidents.filter(({ endedAt }) => endedAt === null);
      return notebook.put('book', book);
    });
  }

  return {
    book,
    isNew: !stored.success,
    save() {
      if (next === null) {
        next = write(current);
        current = next;
      }
      return next;
    },
    notify(text, { silent = false, but = null } = {}) {
      const n =
        (book.notices.at(-1)?.n ?? Math.max(0, ...Object.values(book.chats).map(({ notice }) => notice))) + 1;
      book.notices = [...book.notices, { n, at: now(), text, silent, but }].slice(-noticesKept);
    },
    idOf,
    move(from, to) {
      const old = book.chats[from];
      if (old === undefined || from === to) return;
      book.moved[from] = to;
      delete book.chats[from];
      book.chats[to] = { ...old, on: true, posts: [] };
    },
  };
}

function emptyBook(): Book {
  return {
    version: 1,
    cursor: null,
    state: nothingWrong(),
    chats: {},
    moved: {},
    notices: [],
    daily: { on: true, day: null },
  };
}

/** A chat that is new is told what is open, and nothing of what has been said to others. */
function newChat({ notices }: Book): ChatBook {
  return { on: true, sends: [], posts: [], notes: {}, notice: notices.at(-1)?.n ?? 0 };
}

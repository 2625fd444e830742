/**
 * The bot's persistent state, one record: incidents, what was reported to each chat, and the cursor of the event stream. One
 * record, because a crash between two writes could lose the messages due for an event.
 */
import * as z from 'zod';
import type { BotStore } from '../../src/engine/index.js';
import { noIncidents, type State } from './types.js';

/** A sent message that shows one incident, or several that had to be merged. */
export interface SentMessage {
  message: number;
  incidents: string[];
  /** Digest of its content; `core` leaves out the counts of waiting lookups. */
  shown: string;
  core: string;
  editedAt: number;
}

/** What was reported to a chat. A note is identified by chat, incident and number. */
export interface ChatState {
  /** False once Telegram has refused the bot there permanently. */
  on: boolean;
  /** Times of the messages sent in the last minute. */
  sends: number[];
  posts: SentMessage[];
  /** Number of the last note sent, by incident. */
  notes: Record<string, number>;
  /** Number of the last notice sent. */
  notice: number;
}

/** A message to all chats that belongs to no incident. */
interface Notice {
  n: number;
  at: number;
  text: string;
  silent: boolean;
  /** A chat that does not get it. */
  but: number | null;
}

export interface StoredState {
  version: 1;
  /** Of the last event read; null before the first. */
  cursor: string | null;
  state: State;
  /** By chat id. */
  chats: Record<string, ChatState>;
  /** Groups that have become supergroups: old id to new. */
  moved: Record<string, number>;
  notices: Notice[];
  /** The daily summary, and the day it was last sent. */
  daily: { on: boolean; day: string | null };
}

/** Just enough to recognise a state of this version. */
const readable = z.looseObject({ version: z.literal(1), state: z.looseObject({ nextId: z.number() }) });

const noticesKept = 20;

export interface StateStore {
  readonly stored: StoredState;
  /** No state of this version was stored. */
  readonly isNew: boolean;
  /** Resolves when the current state is stored. @throws Failure `unavailable` */
  save(): Promise<void>;
  notify(text: string, options?: { silent?: boolean; but?: number | null }): void;
  /** The current id of a group that may have migrated. */
  idOf(chat: number): number;
  /** A group got a new id. Messages in the old chat can no longer be edited, so its posts are dropped. */
  move(from: number, to: number): void;
}

/**
 * @param chats chats that get alerts; the state of others is deleted
 * @param mayWrite false once another process is the leader: this one must not overwrite its state
 */
export async function openStateStore(
  botStore: Pick<BotStore, 'get' | 'put'>,
  chats: readonly number[],
  now: () => number,
  mayWrite: () => boolean = () => true,
): Promise<StateStore> {
  const read = readable.safeParse(await botStore.get('book'));
  const stored: StoredState = read.success ? (read.data as unknown as StoredState) : emptyState();
  const idOf = (chat: number): number => {
    const to = stored.moved[chat];
    return to === undefined || to === chat ? chat : idOf(to);
  };
  stored.chats = Object.fromEntries(
    chats.map((chat) => [idOf(chat), stored.chats[idOf(chat)] ?? newChat(stored)]),
  );

  let next: Promise<void> | null = null;
  let current: Promise<void> = Promise.resolve();

  async function write(before: Promise<void>): Promise<void> {
    await before.catch(() => undefined);
    next = null;
    if (!mayWrite()) return;
    await botStore.put('book', stored).catch((error: unknown) => {
      if (!(error instanceof TypeError)) throw error;
      // Too long for one record: drop ended incidents and old notices.
      stored.state.past = [];
      stored.notices = stored.notices.slice(-1);
      stored.state.incidents = stored.state.incidents.filter(({ endedAt }) => endedAt === null);
      return botStore.put('book', stored);
    });
  }

  return {
    stored,
    isNew: !read.success,
    save() {
      if (next === null) {
        next = write(current);
        current = next;
      }
      return next;
    },
    notify(text, { silent = false, but = null } = {}) {
      const n =
        (stored.notices.at(-1)?.n ??
          Math.max(0, ...Object.values(stored.chats).map(({ notice }) => notice))) + 1;
      stored.notices = [...stored.notices, { n, at: now(), text, silent, but }].slice(-noticesKept);
    },
    idOf,
    move(from, to) {
      const old = stored.chats[from];
      if (old === undefined || from === to) return;
      stored.moved[from] = to;
      delete stored.chats[from];
      stored.chats[to] = { ...old, on: true, posts: [] };
    },
  };
}

function emptyState(): StoredState {
  return {
    version: 1,
    cursor: null,
    state: noIncidents(),
    chats: {},
    moved: {},
    notices: [],
    daily: { on: true, day: null },
  };
}

/** A new chat gets the open incidents, but no notices sent before. */
function newChat({ notices }: StoredState): ChatState {
  return { on: true, sends: [], posts: [], notes: {}, notice: notices.at(-1)?.n ?? 0 };
}

/**
 * Persists the state of a bot in Redis: records, deduplication, and leadership of the process that runs it. Shared by all
 * processes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BotName, BotRecord, BotStore } from '../api/bots.js';
import * as names from '../store/key-names.js';
import { createLeases } from '../store/leases.js';
import type { Notifier } from '../store/pubsub.js';
import { orUnavailable, type Scripts } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';

/** Ids such as `update:42`, `job:…`. The part before the first colon is the section. */
const goodName = /^[\w:.-]{1,200}$/;
/** Maximum length of a record in UTF-16 units of JSON. */
const noteLengthMax = 64 * 1024;
/** Records read at a time. */
const readAtOnce = 500;
/** Another process takes over this long after the last renewal by a process that died. */
const leaseMs = 9_000;
const renewal = { periodMs: 3_000, tickMs: 250 };
const standByMs = 2_000;

interface BotStoreDeps {
  store: Pick<StoreConnection, 'client'>;
  scripts: Scripts;
  notifier: Notifier;
  now: () => number;
}

/** The stored form of a record; `until` is ms since 1970, 0 for no end. */
interface Stored {
  until: number;
  value: unknown;
}

export function createBotStore({ store, scripts, notifier, now }: BotStoreDeps, bot: BotName): BotStore {
  const { client } = store;
  const topic = `notebook:${bot}`;

  async function claim(ms: number): Promise<boolean> {
    const [leads] = await scripts.run('lease', [names.lead(bot)], [notifier.processId, ms]);
    return leads === 1;
  }

  const terms = createLeases<AbortController>({
    ...renewal,
    keyOf: () => names.lead(bot),
    async renew(_, held) {
      if (await claim(leaseMs)) return;
      for (const term of held) term.abort();
    },
  });

  const notesOf = (id: string) => names.notes(bot, id.split(':', 1)[0] ?? '');

  /** Null when it has expired. */
  function valid(text: string): Stored | null {
    const stored = JSON.parse(text) as Stored;
    return stored.until === 0 || stored.until > now() ? stored : null;
  }

  function written({ value, keepMs }: Omit<BotRecord, 'id'>): string {
    const stored: Stored = { until: keepMs === undefined ? 0 : now() + keepMs, value };
    return encoded(stored);
  }

  return {
    async claimOnce(name, ttlMs, note) {
      const keys = [names.taken(bot, checked(name)), notesOf(note?.id ?? '')];
      const what = note ? [checked(note.id), written(note)] : ['', ''];
      const [first] = await scripts.run('bot-claim-once', keys, [ttlMs, ...what]);
      return first === 1;
    },
    async put(id, value, options = {}) {
      await orUnavailable(client.hset(notesOf(checked(id)), id, written({ value, ...options })));
    },
    async get(id) {
      const text = await orUnavailable(client.hget(notesOf(checked(id)), id));
      return text === null ? null : (valid(text)?.value ?? null);
    },
    async remove(id) {
      await orUnavailable(client.hdel(notesOf(checked(id)), id));
    },
    async all(section) {
      const name = names.notes(bot, checked(section));
      // A record may be read twice while others are added and removed.
      const entries = new Map<string, string>();
      let cursor = '0';
      do {
        const [next, found] = await orUnavailable(client.hscan(name, cursor, 'COUNT', readAtOnce));
        for (let at = 0; at < found.length; at += 2) entries.set(found[at] ?? '', found[at + 1] ?? '');
        cursor = next;
      } while (cursor !== '0');
      const stored = [...entries].map(([id, text]) => ({ id, stored: valid(text) }));
      const over = stored.filter((note) => note.stored === null).map(({ id }) => id);
      if (over.length > 0) await orUnavailable(client.hdel(name, ...over));
      return stored.flatMap((note) => (note.stored ? [{ id: note.id, value: note.stored.value }] : []));
    },
    async setTemporary(name, value, ttlMs) {
      await orUnavailable(client.set(names.remembered(bot, checked(name)), encoded(value), 'PX', ttlMs));
    },
    async getTemporary(name) {
      const text = await orUnavailable(client.get(names.remembered(bot, checked(name))));
      return text === null ? null : (JSON.parse(text) as unknown);
    },
    async deleteTemporary(name) {
      await orUnavailable(client.del(names.remembered(bot, checked(name))));
    },
    async runAsLeader(play, signal) {
      while (!signal.aborted) {
        if (!(await claim(leaseMs).catch(() => false))) {
          await sleep(standByMs, undefined, { signal }).catch(() => undefined);
          continue;
        }
        const term = new AbortController();
        const lost = AbortSignal.any([signal, term.signal]);
        terms.add(term);
        try {
          await play(lost);
        } finally {
          terms.remove(term);
          if (!term.signal.aborted) await claim(0).catch(() => undefined);
        }
        if (!term.signal.aborted) return;
      }
    },
    notify: () => notifier.publish(topic),
    listen: () => notifier.subscribe(topic),
  };
}

/** @throws TypeError when it is too long for a record */
function encoded(value: unknown): string {
  const text = JSON.stringify(value);
  if (text.length > noteLengthMax) throw new TypeError('a note is too long');
  return text;
}

function checked(name: string): string {
  if (!goodName.test(name)) throw new TypeError('not a name for a note');
  return name;
}

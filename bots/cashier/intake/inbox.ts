/**
 * Updates between Telegram and the handlers. One is confirmed only when it stands in the notebook; from then on it is
 * handled, if need be by the next process. What is delivered twice is handled once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Update } from 'grammy/types';
import { Failure, type Note, type Notebook } from '../../../src/engine/index.js';
import type { Logger } from '../../../src/log.js';

/** Telegram keeps what was not confirmed for a day. */
const keepMs = 2 * 86_400_000;
/** Rings may be lost: the process that plays also looks by itself. */
const lookMs = 2_000;
const againMs = 1_000;
/** Updates this process remembers to have handled. */
const handledKept = 1_000;

export interface Inbox {
  /** Resolves when the update is safe. @throws Failure `unavailable` */
  take(update: Update): Promise<void>;
  /** Handles what is there and what comes, until `lost` aborts; resolves when the last one is handled. */
  play(lost: AbortSignal): Promise<void>;
}

export interface InboxDeps {
  notebook: Notebook;
  /** Updates of one chat are handed over in order; what it does with them at once is its own concern. */
  handle(update: Update): Promise<void>;
  /** Others take updates in as well, which this process is told of by rings. */
  shared: boolean;
  log: Logger;
}

export function createInbox({ notebook, handle, shared, log }: InboxDeps): Inbox {
  /** What this process is at. */
  const handled = new Map<string, Promise<void>>();
  /** What it has handled of late: a look that began before a note was removed may still see it. */
  const over = new Set<string>();
  let term: AbortSignal | null = null;

  async function work(id: string, update: Update, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await handle(update);
      } catch (error) {
        if (error instanceof Failure && error.failure === 'unavailable') {
          await sleep(againMs, undefined, { signal }).catch(() => undefined);
          continue;
        }
        log.error({ component: 'cashier-bot', err: error }, 'an update could not be handled');
      }
      remember(id);
      // What this process does not get to, the next one finds.
      return await notebook.remove(id).catch(() => undefined);
    }
  }

  /** What is too long to be written down is no message of a person, and must not hold up those that are. */
  async function first(name: string, note: Note): Promise<boolean> {
    try {
      return await notebook.once(`update:${name}`, keepMs, note);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      log.warn({ component: 'cashier-bot', reason: 'too_long' }, 'an update was not taken');
      return false;
    }
  }

  function begin(id: string, update: Update): void {
    if (term === null || term.aborted || handled.has(id) || over.has(id)) return;
    const done = work(id, update, term).finally(() => handled.delete(id));
    handled.set(id, done);
  }

  function remember(id: string): void {
    over.add(id);
    const [oldest] = over;
    if (over.size > handledKept && oldest !== undefined) over.delete(oldest);
  }

  async function look(): Promise<void> {
    const notes = (await notebook.all('inbox')).map(({ id, value }) => ({ id, update: value as Update }));
    for (const { id, update } of notes.sort((a, b) => a.update.update_id - b.update.update_id)) {
      begin(id, update);
    }
  }

  return {
    async take(update) {
      const name = `${update.update_id}`;
      const note = { id: `inbox:${name}`, value: update, keepMs };
      if (!(await first(name, note))) {
        // A store that did not answer in time may have written it down all the same, and nobody has begun with it.
        if (!shared) await look();
        return;
      }
      if (term !== null && !term.aborted) begin(note.id, update);
      else await notebook.ring();
    },

    async play(lost) {
      const ear = shared ? notebook.listen() : null;
      term = lost;
      try {
        await look();
        while (!lost.aborted) {
          if (ear) await ear.wait(lookMs, lost);
          else await new Promise((resolve) => lost.addEventListener('abort', resolve, { once: true }));
          if (ear && !lost.aborted) await look().catch(() => undefined);
        }
        await Promise.all(handled.values());
      } finally {
        ear?.close();
      }
    },
  };
}

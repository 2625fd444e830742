/** Long polling. An update is confirmed by asking for the next ones, which is not done before it is safe. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, GrammyError } from 'grammy';
import type { Update } from 'grammy/types';
import type { Logger } from '../../../src/log.js';
import { forGrammy } from '../telegram.js';

const holdSeconds = 25;
const pauseMs = 1_000;
const pauseMsMax = 10_000;
/** Another process that polls, or a webhook that is still set: it ends, or takes over. */
const conflictMs = 2_000;

/** Kinds of updates a shop's bot has to do with. */
export const kinds = ['message', 'edited_message', 'callback_query', 'my_chat_member'] as const;

export interface PollDeps {
  api: Api;
  take(update: Update): Promise<void>;
  log: Logger;
}

/** Until `signal` aborts. */
export async function poll({ api, take, log }: PollDeps, signal: AbortSignal): Promise<void> {
  let offset = 0;
  let failures = 0;
  while (!signal.aborted) {
    try {
      const asked = { offset, limit: 100, timeout: holdSeconds, allowed_updates: kinds };
      const updates = await api.getUpdates(asked, forGrammy(signal));
      await Promise.all(updates.map((update) => take(update)));
      const last = updates.at(-1);
      if (last) offset = last.update_id + 1;
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      if (failures === 3) log.warn({ component: 'cashier-bot', err: error }, 'updates cannot be fetched');
      await sleep(pauseAfter(error, failures), undefined, { signal }).catch(() => undefined);
    }
  }
}

function pauseAfter(error: unknown, failures: number): number {
  if (error instanceof GrammyError && error.error_code === 409) return conflictMs;
  const asked = error instanceof GrammyError ? (error.parameters.retry_after ?? 0) * 1000 : 0;
  return Math.max(asked, Math.min(pauseMsMax, pauseMs * 2 ** Math.min(failures - 1, 10)));
}

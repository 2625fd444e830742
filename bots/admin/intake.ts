/** Updates between Telegram and the handlers: by polls of the process that leads, or by a webhook to any process. */
import { z } from 'zod';
import { createSecretCheck, type Notebook } from '../../src/engine/index.js';
import type { Update } from './telegram.js';

/** Says which bot, and nothing that is secret. */
export const hookPath = '/telegram/admin';
const secretHeader = 'x-telegram-bot-api-secret-token';

/** Telegram keeps what was not confirmed for a day. */
const keepMs = 2 * 86_400_000;
const rememberedMax = 1_000;

const update = z.looseObject({ update_id: z.number().int() });

/** What the service registers: a path, and what becomes of a POST to it. */
export interface Hook {
  path: string;
  /** @returns the HTTP status. @throws Failure `unavailable`: the sender is to try again */
  take(headers: Readonly<Record<string, string | string[] | undefined>>, body: unknown): Promise<number>;
}

/** An update is acknowledged when it stands in the notebook; the process that leads handles it. */
export function createHook(secret: string, notebook: Pick<Notebook, 'once' | 'ring'>): Hook {
  const isSecret = createSecretCheck(secret);
  return {
    path: hookPath,
    async take(headers, body) {
      if (!isSecret(headers[secretHeader])) return 401;
      const read = update.safeParse(body);
      if (!read.success) return 400;
      const { update_id: id } = read.data;
      try {
        const note = { id: `inbox:${id}`, value: read.data, keepMs };
        if (await notebook.once(`update:${id}`, keepMs, note)) await notebook.ring();
      } catch (error) {
        // Too long for a note: no command and no press, and Telegram need not try again.
        if (!(error instanceof TypeError)) throw error;
      }
      return 200;
    },
  };
}

/** Handles what the webhook has left, in order, until `signal` aborts. */
export async function readInbox(
  notebook: Notebook,
  handle: (update: Update) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const ear = notebook.listen();
  try {
    while (!signal.aborted) {
      const notes = await notebook.all('inbox').catch(() => []);
      const sorted = notes
        .map(({ id, value }) => ({ id, update: value as Update }))
        .sort((a, b) => a.update.update_id - b.update.update_id);
      for (const { id, update: next } of sorted) {
        if (signal.aborted) return;
        await handle(next);
        await notebook.remove(id).catch(() => undefined);
      }
      if (sorted.length === 0) await ear.wait(2_000, signal);
    }
  } finally {
    ear.close();
  }
}

/**
 * True for the first delivery of an update by polls. While the store is away this process alone remembers: to answer
 * /status just then matters more than to answer it once.
 */
export function createSeen(notebook: Pick<Notebook, 'once'>): (id: number) => Promise<boolean> {
  const seen = new Set<number>();
  return async (id) => {
    if (seen.has(id)) return false;
    seen.add(id);
    const [oldest] = seen;
    if (seen.size > rememberedMax && oldest !== undefined) seen.delete(oldest);
    return await notebook.once(`update:${id}`, keepMs).catch(() => true);
  };
}

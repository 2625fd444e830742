/** The webhook: whoever posts must know the secret; an update is acknowledged when it is safe. */
import type { Update } from 'grammy/types';
import { z } from 'zod';
import { createSecretCheck } from '../../../src/engine/index.js';

/** Says which bot, and nothing that is secret. */
export const hookPath = '/telegram/cashier';
const secretHeader = 'x-telegram-bot-api-secret-token';

const update = z.looseObject({ update_id: z.number().int() });

/** What the service registers: a path, and what becomes of a POST to it. */
export interface Hook {
  path: string;
  /** @returns the HTTP status. @throws Failure `unavailable`: the sender is to try again */
  take(headers: Readonly<Record<string, string | string[] | undefined>>, body: unknown): Promise<number>;
}

export function createHook(secret: string, take: (update: Update) => Promise<void>): Hook {
  const isSecret = createSecretCheck(secret);
  return {
    path: hookPath,
    async take(headers, body) {
      if (!isSecret(headers[secretHeader])) return 401;
      const read = update.safeParse(body);
      if (!read.success) return 400;
      await take(read.data as Update);
      return 200;
    },
  };
}

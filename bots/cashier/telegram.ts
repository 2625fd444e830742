/** How the bot reaches Telegram, and what Telegram's refusals mean. */
import { autoRetry } from '@grammyjs/auto-retry';
import { Api, type ApiClientOptions, GrammyError, HttpError } from 'grammy';
import type { Config } from '../../src/config.js';

/** The public Bot API. */
const publicRoot = 'https://api.telegram.org';
/** A call that has not been answered by then is not waited for, in seconds; polls are held for less. */
const callSecondsMax = 40;

/** Limits of what a handler waits for; a job has a patience of its own (jobs/deliver.ts). */
const retries = { maxRetryAttempts: 3, maxDelaySeconds: 60, rethrowHttpErrors: true };

export function apiRoot({ TELEGRAM_API_ROOT }: Pick<Config, 'TELEGRAM_API_ROOT'>): string {
  return (TELEGRAM_API_ROOT ?? publicRoot).replace(/\/+$/, '');
}

/** For grammY. Errors quote neither addresses nor bodies: both hold the token. */
export function clientOptions(config: Pick<Config, 'TELEGRAM_API_ROOT'>): ApiClientOptions {
  return { apiRoot: apiRoot(config), timeoutSeconds: callSecondsMax, sensitiveLogs: false };
}

/** Calls that are tried once: who calls decides what a refusal means. */
export function plainApi(token: string, config: Pick<Config, 'TELEGRAM_API_ROOT'>): Api {
  return new Api(token, clientOptions(config));
}

/** What handlers call: waits as long as Telegram asks, within limits. grammY's own defaults would for ever. */
export function boundedRetry(): ReturnType<typeof autoRetry> {
  return autoRetry(retries);
}

/** grammY types its signals by a package of its own; any signal does. */
export function forGrammy(signal: AbortSignal): NonNullable<Parameters<Api['getFile']>[1]> {
  return signal as unknown as NonNullable<Parameters<Api['getFile']>[1]>;
}

/** What a failed call means for whoever made it. */
export type Trouble =
  /** Try again, after so many milliseconds where Telegram says so. */
  | { kind: 'passing'; afterMs: number | null }
  /** It stands there already. */
  | { kind: 'unchanged' }
  /** The message is gone, or the chat is closed to the bot. */
  | { kind: 'lost' }
  /** The group has another id now. */
  | { kind: 'moved'; chat: number }
  /** Our mistake, or something nobody has thought of. */
  | { kind: 'refused' };

/** @throws whatever is no answer, and no silence, of Telegram */
export function troubleOf(error: unknown): Trouble {
  if (error instanceof HttpError) return { kind: 'passing', afterMs: null };
  if (!(error instanceof GrammyError)) throw error;
  const { error_code: code, description, parameters } = error;
  if (parameters.migrate_to_chat_id !== undefined) {
    return { kind: 'moved', chat: parameters.migrate_to_chat_id };
  }
  if (code === 429) return { kind: 'passing', afterMs: (parameters.retry_after ?? 1) * 1000 };
  if (code >= 500) return { kind: 'passing', afterMs: null };
  if (/message is not modified/i.test(description)) return { kind: 'unchanged' };
  if (code === 403 || /chat not found|message (to edit not found|can't be edited)/i.test(description)) {
    return { kind: 'lost' };
  }
  return { kind: 'refused' };
}

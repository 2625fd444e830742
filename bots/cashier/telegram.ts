/** Clients and middleware for calls to Telegram. */
import { autoRetry } from '@grammyjs/auto-retry';
import { Api, type ApiClientOptions, GrammyError, HttpError, type Transformer } from 'grammy';
import type { RateLimit } from '#bots/shared/rate-limit.js';
import { classifyError, type Refusal } from '#bots/shared/telegram-errors.js';
import type { Config } from '../../src/config/index.js';

/** The public Bot API. */
const publicRoot = 'https://api.telegram.org';
/** Time-out of a call in seconds; longer than that of a poll. */
const callSecondsMax = 40;

/** Retry limits for calls of handlers; jobs have their own (jobs/deliver.ts). */
const retries = { maxRetryAttempts: 3, maxDelaySeconds: 60, rethrowHttpErrors: true };

export function apiRoot({ TELEGRAM_API_ROOT }: Pick<Config, 'TELEGRAM_API_ROOT'>): string {
  return (TELEGRAM_API_ROOT ?? publicRoot).replace(/\/+$/, '');
}

/** Options for grammY. Keeps URLs, which contain the token, out of errors. */
export function clientOptions(config: Pick<Config, 'TELEGRAM_API_ROOT'>): ApiClientOptions {
  return { apiRoot: apiRoot(config), timeoutSeconds: callSecondsMax, sensitiveLogs: false };
}

/** An API client without retries: the caller handles errors. */
export function plainApi(token: string, config: Pick<Config, 'TELEGRAM_API_ROOT'>): Api {
  return new Api(token, clientOptions(config));
}

/** Retries calls of handlers as Telegram asks, within limits. The plugin's defaults have no limits. */
export function boundedRetry(): ReturnType<typeof autoRetry> {
  return autoRetry(retries);
}

/** Casts a signal to grammY's type, which comes from a polyfill; every AbortSignal works. */
export function forGrammy(signal: AbortSignal): NonNullable<Parameters<Api['getFile']>[1]> {
  return signal as unknown as NonNullable<Parameters<Api['getFile']>[1]>;
}

/** Classifies an error of Telegram or of the connection to it. @throws any other error */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof HttpError) return { kind: 'unsure' };
  if (!(error instanceof GrammyError)) throw error;
  const { error_code: code, description, parameters } = error;
  return classifyError({ code, description, parameters });
}

/** Null for an error that is not Telegram's. */
export const refusalIn = (error: unknown): Refusal | null =>
  error instanceof GrammyError ? refusalOf(error) : null;

/** Redirects answers to a group that became a supergroup. The messages they reply to have other ids there. */
export function followMigration(): Transformer {
  return async (call, method, payload, signal) => {
    const answer = await call(method, payload, signal);
    const chat = answer.ok ? undefined : answer.parameters?.migrate_to_chat_id;
    if (chat === undefined || !method.startsWith('send')) return answer;
    const redirected = {
      ...payload,
      chat_id: chat,
      reply_parameters: undefined,
      message_thread_id: undefined,
    };
    return await call(method, redirected, signal);
  };
}

/** Methods that count against the limits of a chat. */
const limitedMethods = /^(send|edit|delete)/;

/** Applies the rate limit to calls of handlers, as urgent: a person waits for them. */
export function withRateLimit(rateLimit: RateLimit): Transformer {
  return async (call, method, payload, signal) => {
    const chat = 'chat_id' in payload ? Number(payload.chat_id) : Number.NaN;
    if (!limitedMethods.test(method) || Number.isNaN(chat)) return await call(method, payload, signal);
    const attempt = async (refused: (afterMs: number) => void) => {
      const answer = await call(method, payload, signal);
      if (!answer.ok && answer.error_code === 429) refused((answer.parameters?.retry_after ?? 1) * 1000);
      return answer;
    };
    return await rateLimit.run(chat, attempt, { urgent: true });
  };
}

/** How the bot reaches Telegram. */
import { autoRetry } from '@grammyjs/auto-retry';
import { Api, type ApiClientOptions, GrammyError, HttpError, type Transformer } from 'grammy';
import type { Config } from '../../src/config/index.js';
import type { Gate } from '../shared/rate-limit.js';
import { type Refusal, readRefusal } from '../shared/telegram-errors.js';

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

/** @throws whatever is no answer, and no silence, of Telegram */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof HttpError) return { kind: 'unsure' };
  if (!(error instanceof GrammyError)) throw error;
  const { error_code: code, description, parameters } = error;
  return readRefusal({ code, description, parameters });
}

/** What a poll that has failed waits for. */
export function pauseOf(error: unknown): { conflict: boolean; afterMs: number } {
  if (!(error instanceof GrammyError)) return { conflict: false, afterMs: 0 };
  const { error_code: code, parameters } = error;
  return { conflict: code === 409, afterMs: (parameters.retry_after ?? 0) * 1000 };
}

/** What belongs to one chat and counts against its limits. */
const limited = /^(send|edit|delete)/;

/** Takes what handlers send through the gate, before what is only due: somebody waits for it. */
export function throughGate(gate: Gate): Transformer {
  return async (call, method, payload, signal) => {
    const chat = 'chat_id' in payload ? Number(payload.chat_id) : Number.NaN;
    if (!limited.test(method) || Number.isNaN(chat)) return await call(method, payload, signal);
    const make = async (refused: (afterMs: number) => void) => {
      const answer = await call(method, payload, signal);
      if (!answer.ok && answer.error_code === 429) refused((answer.parameters?.retry_after ?? 1) * 1000);
      return answer;
    };
    return await gate.run(chat, make, { urgent: true });
  };
}

/**
 * An OpenAI-compatible endpoint: how it is asked, how patiently, and what it has turned out not to know. Loaded only where a
 * model is configured: the package takes its time to load, and memory.
 */
import OpenAI, { APIError } from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import { boundedFetch } from './bounded-fetch.js';
import { answerSchema } from './parse-answer.js';
import { asFailure, withSecondAttempt } from './retry.js';

export type Message = OpenAI.ChatCompletionMessageParam;
export type FetchOptions = OpenAI['fetchOptions'];

export interface EndpointOptions {
  apiKey: string;
  /** The public API when absent. */
  baseURL?: string | undefined;
  model: string;
  /** Passed to every fetch, a dispatcher for instance. */
  fetchOptions?: FetchOptions;
}

export interface Terms {
  /** Ends it at once. */
  signal: AbortSignal;
  /** Ends it too, with a `timeout`. */
  deadline: AbortSignal;
  /** When the deadline is, from now on. */
  limitMs: number;
  /** Told the status of an HTTP error, null where there was none. */
  onError(status: number | null): void;
}

export interface Endpoint {
  /** What it answers, whatever that is. @throws ExtractorFailed */
  complete(messages: Message[], terms: Terms): Promise<unknown>;
}

const publicApi = 'https://api.openai.com/v1';
/** Ten detections are some 3 kB. */
const answerBytesMax = 256 * 1024;
/** A model that thinks aloud counts that too; nothing useful takes as much. */
const answerTokensMax = 4_000;

/** Connects to nothing until it is asked. */
export function createEndpoint(options: EndpointOptions, bankKeys: readonly string[]): Endpoint {
  const { apiKey, baseURL = publicApi, model, fetchOptions } = options;
  const client = new OpenAI({
    apiKey,
    baseURL,
    // What the package would take from the environment is named.
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: 0,
    fetch: boundedFetch(answerBytesMax),
    fetchOptions,
  });
  const extras = new Map<string, unknown>(
    Object.entries({
      response_format: zodResponseFormat(answerSchema(bankKeys), 'receipts'),
      temperature: 0,
      max_completion_tokens: answerTokensMax,
    } satisfies Partial<OpenAI.ChatCompletionCreateParams>),
  );

  /** An endpoint that refuses one of the extras by its name is asked again at once, and from then on, without it. */
  async function askOnce(messages: Message[], signal: AbortSignal): Promise<unknown> {
    for (;;) {
      // Another call may find out about one of them meanwhile.
      const sent = Object.fromEntries(extras);
      try {
        return await client.chat.completions.create({ model, messages, ...sent }, { signal });
      } catch (error) {
        const refused = Object.keys(sent).filter((name) => refuses(error, name));
        if (refused.length === 0) throw error;
        for (const name of refused) extras.delete(name);
      }
    }
  }

  return {
    async complete(messages, { signal, deadline, limitMs, onError }) {
      const end = AbortSignal.any([signal, deadline]);
      try {
        return await withSecondAttempt(() => askOnce(messages, end), { signal: end, limitMs, onError });
      } catch (error) {
        throw asFailure(error, deadline);
      }
    },
  };
}

function refuses(error: unknown, name: string): boolean {
  if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return false;
  return error.param === name || error.message.includes(name);
}

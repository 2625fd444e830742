/**
 * Client of an OpenAI-compatible endpoint: requests, time limits, and parameters that it does not support. Loaded only when a
 * model is configured, because the package takes load time and memory.
 */
import OpenAI, { APIError } from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import { boundedFetch } from './bounded-fetch.js';
import { answerSchema } from './parse-answer.js';
import { asFailure, withSecondAttempt } from './retry.js';

export type ModelMessage = OpenAI.ChatCompletionMessageParam;
type ModelFetchOptions = OpenAI['fetchOptions'];

export interface EndpointOptions {
  apiKey: string;
  /** Default: the public API. */
  baseURL?: string | undefined;
  model: string;
  /** Options of every fetch, for example a dispatcher. */
  fetchOptions?: ModelFetchOptions;
}

interface CallOptions {
  /** Aborts the call. */
  signal: AbortSignal;
  /** Aborts the call with a `timeout`. */
  deadline: AbortSignal;
  /** Time to the deadline, ms. */
  limitMs: number;
  /** Called with the status of an HTTP error, or null. */
  onError(status: number | null): void;
}

export interface Endpoint {
  /** The endpoint's unchecked answer. @throws ExtractorFailed */
  complete(messages: ModelMessage[], options: CallOptions): Promise<unknown>;
}

const publicApi = 'https://api.openai.com/v1';
/** Ten detections take about 3 kB. */
const answerBytesMax = 256 * 1024;
/** Includes reasoning tokens; more than any useful answer takes. */
const answerTokensMax = 4_000;

/** Connects on the first call. */
export function createEndpoint(options: EndpointOptions, bankKeys: readonly string[]): Endpoint {
  const { apiKey, baseURL = publicApi, model, fetchOptions } = options;
  const client = new OpenAI({
    apiKey,
    baseURL,
    // Explicit values, because the package would read them from the environment.
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: 0,
    fetch: boundedFetch(answerBytesMax),
    fetchOptions,
  });
  const optional = new Map<string, unknown>(
    Object.entries({
      response_format: zodResponseFormat(answerSchema(bankKeys), 'receipts'),
      temperature: 0,
      max_completion_tokens: answerTokensMax,
    } satisfies Partial<OpenAI.ChatCompletionCreateParams>),
  );

  /** Makes a call. If the endpoint rejects an optional parameter by name, repeats it without that, and omits it from then on. */
  async function askOnce(messages: ModelMessage[], signal: AbortSignal): Promise<unknown> {
    for (;;) {
      // A concurrent call may have removed it already.
      const sent = Object.fromEntries(optional);
      try {
        return await client.chat.completions.create({ model, messages, ...sent }, { signal });
      } catch (error) {
        const rejected = Object.keys(sent).filter((name) => rejectsParameter(error, name));
        if (rejected.length === 0) throw error;
        for (const name of rejected) optional.delete(name);
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

function rejectsParameter(error: unknown, name: string): boolean {
  if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return false;
  return error.param === name || error.message.includes(name);
}

/**
 * The AI model behind any OpenAI-compatible endpoint (INTERFACE.md section 2). It sees pixels only, and its answer is
 * hostile input: bounded in size and time, held to a schema, and kept only as far as the banks know it.
 *
 * No error of the endpoint is passed on as a cause: it may quote the key, the pictures or the answer.
 */
import OpenAI, { APIError } from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import { answerSchema, type Detection, readAnswer, tokensOf } from './answer.js';
import { asFailure, withSecondAttempt } from './attempts.js';
import { boundedFetch } from './bounded-fetch.js';
import { instructions, type ReaderBank, request } from './prompt.js';
import { type Resolve, sightingsOf } from './sightings.js';
import { type AiCall, type AiReader, ExtractorFailed } from './types.js';

export interface AiReaderOptions {
  apiKey: string;
  /** The public API when absent. */
  baseURL?: string | undefined;
  model: string;
  banks: readonly ReaderBank[];
  resolve: Resolve;
  /** Passed to every fetch, a dispatcher for instance. */
  fetchOptions?: OpenAI['fetchOptions'];
  /** Told of every call when it is over. */
  onCall?: (call: AiCall) => void;
  /** All of a call, in milliseconds. */
  limitMs?: number;
}

const publicApi = 'https://api.openai.com/v1';
const limitMsDefault = 20_000;
/** Ten detections are some 3 kB. */
const answerBytesMax = 256 * 1024;
/** A model that thinks aloud counts that too; nothing useful takes as much. */
const answerTokensMax = 4_000;

type Body = OpenAI.ChatCompletionCreateParamsNonStreaming;
type Message = OpenAI.ChatCompletionMessageParam;
type Spent = Pick<AiCall, 'status' | 'promptTokens' | 'completionTokens'>;

/** Connects to nothing until it is asked. */
export function createAiReader(options: AiReaderOptions): AiReader {
  const { model, banks, resolve, onCall, limitMs = limitMsDefault } = options;
  const endpoint = connect(options, limitMs);
  const standing: Message = { role: 'system', content: instructions(banks) };
  const running = new Set<AbortController>();
  let closed = false;

  async function ask(jpegs: readonly Uint8Array[], spent: Spent, signal: AbortSignal): Promise<Detection[]> {
    const messages = [standing, picturesMessage(jpegs)];
    const attempt = () => endpoint.complete({ model, messages }, signal);
    const response = await withSecondAttempt(attempt, {
      signal,
      limitMs,
      onError: (status) => {
        spent.status = status;
      },
    });
    Object.assign(spent, tokensOf(response));
    return readAnswer(response);
  }

  return {
    async read(jpegs, signal) {
      if (closed) throw new ExtractorFailed('unreachable');
      const startedAt = performance.now();
      const spent: Spent = { status: null, promptTokens: 0, completionTokens: 0 };
      const deadline = AbortSignal.timeout(limitMs);
      const ending = new AbortController();
      running.add(ending);
      const end = AbortSignal.any([deadline, ending.signal, ...(signal ? [signal] : [])]);
      let outcome: AiCall['outcome'] = 'abandoned';
      try {
        const detections = await ask(jpegs, spent, end).catch((error: unknown) => {
          signal?.throwIfAborted();
          throw asFailure(error, deadline);
        });
        outcome = 'answered';
        return sightingsOf(detections, banks, resolve);
      } catch (error) {
        if (error instanceof ExtractorFailed) outcome = error.fault;
        throw error;
      } finally {
        running.delete(ending);
        onCall?.({ model, outcome, ...spent, ms: Math.round(performance.now() - startedAt) });
      }
    },
    async close() {
      closed = true;
      for (const ending of running) ending.abort();
    },
  };
}

/** The client, and what has been learnt of the endpoint. What the package would take from the environment is named. */
function connect({ apiKey, baseURL = publicApi, banks, fetchOptions }: AiReaderOptions, limitMs: number) {
  const client = new OpenAI({
    apiKey,
    baseURL,
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: 0,
    timeout: limitMs,
    fetch: boundedFetch(answerBytesMax),
    fetchOptions,
  });
  const keys = banks.map(({ key }) => key);
  const extras = new Map(
    Object.entries({
      response_format: zodResponseFormat(answerSchema(keys), 'receipts'),
      temperature: 0,
      max_completion_tokens: answerTokensMax,
    } satisfies Partial<Body>),
  );

  return {
    /** An endpoint that refuses one of the extras by its name is asked again at once, and from then on, without it. */
    async complete(body: Body, signal: AbortSignal): Promise<unknown> {
      for (;;) {
        try {
          return await client.chat.completions.create({ ...body, ...Object.fromEntries(extras) }, { signal });
        } catch (error) {
          const refused = [...extras.keys()].filter((name) => refuses(error, name));
          if (refused.length === 0) throw error;
          for (const name of refused) extras.delete(name);
        }
      }
    },
  };
}

function refuses(error: unknown, name: string): boolean {
  if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return false;
  return error.param === name || error.message.includes(name);
}

function picturesMessage(jpegs: readonly Uint8Array[]): Message {
  const pictures = jpegs.map(({ buffer, byteOffset, byteLength }) => {
    const base64 = Buffer.from(buffer, byteOffset, byteLength).toString('base64');
    return {
      type: 'image_url',
      image_url: { url: `data:image/jpeg;base64,${base64}`, detail: 'high' },
    } as const;
  });
  return { role: 'user', content: [{ type: 'text', text: request }, ...pictures] };
}

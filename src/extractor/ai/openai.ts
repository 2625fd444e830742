/**
 * Reads pictures with a model of any OpenAI-compatible endpoint (`OPENAI_BASE_URL`). It gets only pixels, and its answer is
 * untrusted input: bounded in size and time, validated by a schema, and used only as far as a bank recognises it.
 *
 * Errors of the endpoint are never a `cause`: they may quote the key, the pictures or the answer.
 */
import { within } from '../../deadline.js';
import { candidatesOf, type ResolveReference } from '../candidates.js';
import { type AiCall, type AiReader, ExtractorFailed } from '../types.js';
import type { Endpoint, EndpointOptions, ModelMessage } from './endpoint.js';
import { type ModelDetection, readAnswer, tokensOf } from './parse-answer.js';
import { instructions, type ReaderBank, userPrompt } from './prompt.js';

interface AiReaderOptions extends EndpointOptions {
  banks: readonly ReaderBank[];
  resolve: ResolveReference;
  /** Called when a call ends. */
  onCall?: (call: AiCall) => void;
  /** Time limit of a call, ms. */
  limitMs?: number;
}

const limitMsDefault = 20_000;

type Spent = Pick<AiCall, 'status' | 'promptTokens' | 'completionTokens'>;

/** Loads its package at once, connects on the first call. */
export function createAiReader(options: AiReaderOptions): AiReader {
  const { model, banks, resolve, onCall, limitMs = limitMsDefault } = options;
  const opening = openEndpoint(options);
  const systemPrompt: ModelMessage = { role: 'system', content: instructions(banks) };
  const running = new Set<AbortController>();
  let closed = false;

  async function ask(
    jpegs: readonly Uint8Array[],
    spent: Spent,
    signal: AbortSignal,
  ): Promise<ModelDetection[]> {
    const onError = (status: number | null) => {
      spent.status = status;
    };
    const endpoint = await opening;
    const messages = [systemPrompt, pictureMessage(jpegs)];
    const response = await within(limitMs, [], (deadline) =>
      endpoint.complete(messages, { signal, deadline, limitMs, onError }),
    );
    Object.assign(spent, tokensOf(response));
    return readAnswer(response);
  }

  return {
    async read(jpegs, signal) {
      if (closed) throw new ExtractorFailed('unreachable');
      const startedAt = performance.now();
      const spent: Spent = { status: null, promptTokens: 0, completionTokens: 0 };
      const ending = new AbortController();
      const end = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal;
      let outcome: AiCall['outcome'] = 'abandoned';
      running.add(ending);
      try {
        const detections = await ask(jpegs, spent, end);
        outcome = 'answered';
        return candidatesOf(detections, banks, resolve);
      } catch (error) {
        signal?.throwIfAborted();
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

function openEndpoint(options: AiReaderOptions): Promise<Endpoint> {
  const keys = options.banks.map(({ key }) => key);
  const opening = import('./endpoint.js').then(({ createEndpoint }) => createEndpoint(options, keys));
  // Callers get the rejection; this prevents an unhandled one before the first call.
  opening.catch(() => undefined);
  return opening;
}

function pictureMessage(jpegs: readonly Uint8Array[]): ModelMessage {
  const pictures = jpegs.map(({ buffer, byteOffset, byteLength }) => {
    const base64 = Buffer.from(buffer, byteOffset, byteLength).toString('base64');
    const url = `data:image/jpeg;base64,${base64}`;
    return { type: 'image_url', image_url: { url, detail: 'high' } } as const;
  });
  return { role: 'user', content: [{ type: 'text', text: userPrompt }, ...pictures] };
}

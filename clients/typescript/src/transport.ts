/** Calls of the service: time-outs, aborts, and answers that are not the service's. */
import createClient, { type Client } from 'openapi-fetch';
import { apiError, MisuseError, TransportError } from './errors.js';
import type { components, paths } from './schema.js';

/** The service, and the key to it. */
export interface Options {
  /** Base address; `DERESEGN_URL` when absent. */
  url?: string | undefined;
  /** API key; `DERESEGN_KEY` when absent. */
  key?: string | undefined;
  /** Instead of the global one. */
  fetch?: typeof globalThis.fetch | undefined;
}

/** How long a call may take. */
export interface Limits {
  /** In milliseconds, with the reading of the answer. */
  timeoutMs?: number | undefined;
  /** Aborts the call; it then throws the reason of the signal. */
  signal?: AbortSignal | undefined;
}

/** One method for each path of the service. */
export type Api = Client<paths>;
/** An answer of the service. */
export type Sent = { data?: unknown; error?: unknown; response: Response };
type ErrorEnvelope = { error: components['schemas']['Error'] };

/** Longer than a verification takes with the limits of the service as they are by default. */
export const defaultTimeoutMs = 120_000;

export class Transport {
  readonly #api: Api;

  /** @throws MisuseError without an address or a key */
  constructor({ url = environment('DERESEGN_URL'), key = environment('DERESEGN_KEY'), fetch }: Options = {}) {
    if (!url || !/^https?:\/\/[^/]/.test(url)) {
      throw new MisuseError(
        'Give the address of the service: `url`, or DERESEGN_URL, such as https://verify.example.',
      );
    }
    // What is wrong with a key is not said with the key.
    if (!key || !/^[\x21-\x7e]+$/.test(key))
      throw new MisuseError('Give the API key: `key`, or DERESEGN_KEY.');
    this.#api = createClient<paths>({
      baseUrl: url.replace(/\/+$/, ''),
      headers: { 'x-api-key': key },
      // A redirect would take the key along.
      redirect: 'error',
      ...(fetch && { fetch }),
    });
  }

  /**
   * The answer of one call, good or bad.
   * @throws TransportError without an answer of the service; the reason of the signal after an abort
   */
  async send<T extends Sent>(
    call: (api: Api, signal: AbortSignal) => Promise<T>,
    limits: Limits = {},
  ): Promise<T> {
    const { timeoutMs = defaultTimeoutMs, signal } = limits;
    signal?.throwIfAborted();
    const cut = new AbortController();
    const abort = () => cut.abort();
    const timer = setTimeout(abort, timeoutMs);
    signal?.addEventListener('abort', abort);
    try {
      const sent = await call(this.#api, cut.signal);
      assertOurs(sent);
      return sent;
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (error instanceof TransportError) throw error;
      const problem = cut.signal.aborted ? `took over ${timeoutMs} ms` : 'had no answer';
      throw new TransportError(`The call of the service ${problem}.`, { cause: error });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  /** The data of a successful call. @throws ApiError when the service refuses it; TransportError */
  async fetch<T extends Sent>(
    call: (api: Api, signal: AbortSignal) => Promise<T>,
    limits?: Limits,
  ): Promise<NonNullable<T['data']>> {
    const { data, error, response } = await this.send(call, limits);
    if (error !== undefined) throw apiError((error as ErrorEnvelope).error, response);
    return data as NonNullable<T['data']>;
  }
}

/** @throws TransportError for the answer of something else, such as a proxy */
function assertOurs({ data, error, response }: Sent): void {
  const isOurs = response.ok
    ? isObject(data)
    : isObject(error) && (isObject(error.error) || 'components' in error);
  if (isOurs) return;
  throw new TransportError(
    `HTTP ${response.status}, but not an answer of the service: is its address right?`,
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function environment(name: string): string | undefined {
  return globalThis.process?.env?.[name];
}

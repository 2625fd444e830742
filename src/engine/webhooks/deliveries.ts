/**
 * Sends webhooks. Every process polls for endpoints with due deliveries. A claimed endpoint is served independently of all
 * others, a few deliveries at a time, so that a slow receiver does not delay others. A delivery is leased while an attempt runs;
 * the attempts of a process that died are repeated.
 */
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { logBackgroundError } from '#engine/shared/background-errors.js';
import { EgressError, type WebhookClient } from '../../egress/types.js';
import type { Logger } from '../../log.js';
import {
  type AttemptResult,
  type ClaimedDeliveries,
  type ClaimedDelivery,
  type DeliveryOutcome,
  type DeliveryStore,
  type EndpointRef,
  endpointItem,
  type NewEvent,
} from './delivery-store.js';
import { EndpointPlaces } from './endpoint-places.js';
import { signedHeaders } from './signature.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Pauses before the second and later attempts. */
export const retryPausesMs = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];
/** A pause grows by up to this part of itself, so that deliveries that failed together are not repeated together. */
const jitter = 0.1;
const sweepMs = 1_000;
/** Attempts at one endpoint at a time, per process. */
const parallelMax = 10;
/** Endpoints a process serves at a time; of one account at most half, unless the rest is unused. */
const endpointsMax = 1_000;
const logContext = { component: 'webhooks' } as const;

export interface Deliveries {
  /** Stores an event and starts its delivery; safe to repeat. @throws Failure `unavailable` */
  publish(event: NewEvent): Promise<void>;
  /** Makes an endpoint due, after a delivery was added to it or it was enabled. @throws Failure `unavailable` */
  wake(ref: EndpointRef): Promise<void>;
  /** Starts delivering in this process. Safe to call again. */
  start(): void;
  /** Cancels running attempts, so that other processes repeat them at once. */
  stop(): Promise<void>;
}

export interface DeliveriesDeps {
  store: DeliveryStore;
  client: WebhookClient;
  /** Returns a unique name for each claim. */
  newClaim: () => string;
  /** Called when an attempt has ended. */
  attempted?: (account: string, outcome: DeliveryOutcome, error: string | null) => void;
  /** Endpoints this process works on at a time; default 1,000. */
  endpointsMax?: number | undefined;
  log: Logger;
  now: () => number;
}

export function createDeliveries(deps: DeliveriesDeps): Deliveries {
  return new Deliverer(deps);
}

interface Run {
  ref: EndpointRef;
  claim: string;
  /** It was claimed again meanwhile: more deliveries are due. */
  again: boolean;
  ended: Promise<void>;
}

class Deliverer implements Deliveries {
  /** Endpoints this process works on. */
  readonly #runs = new Map<string, Run>();
  readonly #places: EndpointPlaces;
  readonly #stopping = new AbortController();
  #started = false;
  #sweeping: Promise<void> | undefined;

  constructor(private readonly deps: DeliveriesDeps) {
    this.#places = new EndpointPlaces(deps.endpointsMax ?? endpointsMax);
    // Every attempt listens.
    setMaxListeners(0, this.#stopping.signal);
  }

  readonly #logError = (error: unknown) => logBackgroundError(this.deps.log, logContext, error);

  async publish(event: NewEvent): Promise<void> {
    for (const ref of await this.deps.store.publish(event)) await this.wake(ref);
  }

  async wake(ref: EndpointRef): Promise<void> {
    await this.deps.store.wake(ref);
    if (this.#started) void this.#sweep();
  }

  start(): void {
    if (!this.#started) void this.#sweepForever();
    this.#started = true;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#sweeping;
    await Promise.all([...this.#runs.values()].map(({ ended }) => ended));
  }

  async #sweepForever(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#sweep();
      await sleep(sweepMs, undefined, { ref: false, signal }).catch(() => undefined);
    }
  }

  /** Starts work on all endpoints that are due. One sweep runs at a time. */
  async #sweep(): Promise<void> {
    this.#sweeping ??= this.#claimAll()
      .catch(this.#logError)
      .finally(() => {
        this.#sweeping = undefined;
      });
    await this.#sweeping;
  }

  async #claimAll(): Promise<void> {
    while (!this.#stopping.signal.aborted && !this.#places.isFull) {
      const claim = this.deps.newClaim();
      const claimed = await this.deps.store.claimEndpoints(claim);
      await Promise.all(claimed.map((ref) => this.#work(ref, claim)));
      if (claimed.length === 0) return;
    }
  }

  async #work(ref: EndpointRef, claim: string): Promise<void> {
    const name = endpointItem(ref);
    const running = this.#runs.get(name);
    if (running) {
      running.claim = claim;
      running.again = true;
      return;
    }
    if (!this.#places.take(ref.account)) {
      return await this.deps.store.settleEndpoint(ref, claim, this.#places.pauseOf(ref.account));
    }
    const run: Run = { ref, claim, again: false, ended: Promise.resolve() };
    this.#runs.set(name, run);
    run.ended = this.#runEndpoint(run)
      .catch(this.#logError)
      .finally(() => this.#end(run));
  }

  /** Sends until nothing is due and the claim is settled. After an error the claim expires, and any process may try again. */
  async #runEndpoint(run: Run): Promise<void> {
    const { store } = this.deps;
    do {
      run.again = false;
      const nextMs = await this.#sendDue(run.ref);
      if (this.#stopping.signal.aborted) return await store.wake(run.ref);
      // A claim made meanwhile sets `again`: nothing may be awaited between its check and the end of the run.
      if (!run.again) await store.settleEndpoint(run.ref, run.claim, nextMs);
    } while (run.again);
    this.#end(run);
  }

  /** Safe to repeat: by then the endpoint may have another run. */
  #end(run: Run): void {
    const name = endpointItem(run.ref);
    if (this.#runs.get(name) !== run) return;
    this.#runs.delete(name);
    this.#places.leave(run.ref.account);
  }

  /** @returns ms until the next delivery is due, null for none */
  async #sendDue(ref: EndpointRef): Promise<number | null> {
    for (;;) {
      const found = await this.deps.store.claim(ref, parallelMax);
      if (found === null || found.deliveries.length === 0) return found?.nextMs ?? null;
      const sent = await Promise.allSettled(
        found.deliveries.map((delivery) => this.#deliver(ref, found, delivery)),
      );
      for (const result of sent) if (result.status === 'rejected') throw result.reason;
      if (this.#stopping.signal.aborted) return null;
    }
  }

  async #deliver(ref: EndpointRef, target: Target, delivery: ClaimedDelivery): Promise<void> {
    const { store, log } = this.deps;
    const result = await this.#attempt(target, delivery);
    const { outcome, error } = result;
    if (outcome !== 'withdrawn') this.deps.attempted?.(ref.account, outcome, error);
    if (await store.record(ref, delivery, result)) {
      log.warn(
        { ...logContext, endpoint: ref.endpoint, outcome: result.outcome },
        'a webhook endpoint is disabled',
      );
    }
  }

  async #attempt(
    { url, secrets }: Target,
    { event, body, attempt }: ClaimedDelivery,
  ): Promise<AttemptResult> {
    const { client, now } = this.deps;
    const { signal } = this.#stopping;
    if (signal.aborted) return withdrawn;
    const timestamp = Math.floor(now() / 1000);
    const headers = signedHeaders({ id: event, timestamp, body }, secrets);
    const started = performance.now();
    const end = (httpStatus: number | null, error: string | null, outcome: AttemptResult['outcome']) => {
      const ms = performance.now() - started;
      return { outcome, httpStatus, error, ms, waitMs: pauseAfter(attempt) };
    };
    try {
      const status = await client.post(url, { headers, body, signal });
      if (status >= 200 && status < 300) return end(status, null, 'delivered');
      if (status === 410) return end(status, 'http_status', 'gone');
      return end(status, status >= 300 && status < 400 ? 'redirect' : 'http_status', 'failed');
    } catch (error) {
      if (signal.aborted) return withdrawn;
      if (!(error instanceof EgressError)) throw error;
      return end(null, error.kind, 'failed');
    }
  }
}

type Target = Pick<ClaimedDeliveries, 'url' | 'secrets'>;

const withdrawn: AttemptResult = { outcome: 'withdrawn', httpStatus: null, error: null, ms: 0, waitMs: null };

/** Until the attempt after this one, ms; null after the last. */
function pauseAfter(attempt: number): number | null {
  const pause = retryPausesMs[attempt - 1];
  return pause === undefined ? null : Math.round(pause * (1 + Math.random() * jitter));
}

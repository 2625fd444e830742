/**
 * Chooses the next request when more arrive than one turn of the event loop should start. Otherwise requests run in order of
 * arrival, and a caller with one request waits for hundreds that other callers sent before.
 */
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { addressGroup } from '../../engine/index.js';
import type { App } from '../types.js';

/**
 * Requests started per turn of the event loop: calls with a key, pages and other requests without one, which take longer, and
 * requests that are refused, so that no page waits for them.
 */
const perTurn = { keyed: 4, others: 1, refused: 1 };
/** After this time a started request counts half, ms. */
const halfLifeMs = 1_000;
/** Addresses whose started requests are counted; the least recently used one is dropped first. */
const addressesMax = 10_000;
/** Addresses that are compared for each request: those that have waited longest. */
const comparedMax = 100;
/** Every so many requests, the address that has waited longest is served, so that the one with most requests is served too. */
const longestWaitEvery = 4;

/** @returns false if the client of a request without a key has gone, and nothing was started */
type Start = () => boolean;

/**
 * Waiting requests by IP address. Those of an address stay in order; the address with the fewest requests lately goes first, so
 * that a new one does not wait for each of those that ask again and again.
 */
class Waiting {
  /** The address served last is last. */
  readonly #byAddress = new Map<string, Start[]>();
  /** Only of requests that had to wait for other addresses. */
  readonly #started = new LRUCache<string, { count: number; at: number }>({ max: addressesMax });
  #taken = 0;

  get addresses(): number {
    return this.#byAddress.size;
  }

  add(address: string, start: Start): void {
    const own = this.#byAddress.get(address);
    if (own) own.push(start);
    else this.#byAddress.set(address, [start]);
  }

  /** Takes the first request of the address whose turn it is. */
  next(): Start | undefined {
    const now = performance.now();
    this.#taken += 1;
    const [address, count] = this.#choose(this.#taken % longestWaitEvery === 0 ? 1 : comparedMax, now);
    const own = this.#byAddress.get(address);
    if (!own) return undefined;
    const start = own.shift();
    this.#byAddress.delete(address);
    if (own.length > 0) this.#byAddress.set(address, own);
    this.#started.set(address, { count: count + 1, at: now });
    return start;
  }

  /** Starts all requests; they do not count. */
  startAll(): void {
    if (this.#byAddress.size === 0) return;
    const all = [...this.#byAddress.values()];
    this.#byAddress.clear();
    // Taken out one by one: an array that outlives a garbage collection would keep all requests in memory until the next full one.
    for (const own of all) for (let start = own.shift(); start; start = own.shift()) start();
  }

  /** Compares the addresses that have waited longest. @returns the one with the fewest started requests, and that number */
  #choose(most: number, now: number): [address: string, count: number] {
    let chosen = '';
    let fewest = Number.POSITIVE_INFINITY;
    let compared = 0;
    for (const address of this.#byAddress.keys()) {
      const { count, at } = this.#started.get(address) ?? { count: 0, at: now };
      const left = count * 0.5 ** ((now - at) / halfLifeMs);
      if (left < fewest) [chosen, fewest] = [address, left];
      compared += 1;
      if (compared === most) break;
    }
    return [chosen, fewest];
  }
}

type Kind = keyof typeof perTurn;

/** Calls with a key go first, and addresses take turns. A lone caller does not wait. */
export function scheduleFairly(app: App): void {
  const waiting: Record<Kind, Waiting> = {
    keyed: new Waiting(),
    others: new Waiting(),
    refused: new Waiting(),
  };
  const kinds = Object.keys(waiting) as Kind[];
  const addresses = () => waiting.keyed.addresses + waiting.others.addresses + waiting.refused.addresses;
  let started = 0;
  let isTurnDue = false;

  app.addHook('onRequest', (request, reply, done) => {
    if (!isTurnDue) {
      isTurnDue = true;
      setImmediate(turn);
    }
    started += 1;
    const kind = kindOf(request);
    if (started <= perTurn[kind] && addresses() === 0) return done();
    const start = () => {
      const isGone = kind !== 'keyed' && request.raw.socket.destroyed;
      if (isGone) reply.hijack();
      else done();
      return !isGone;
    };
    waiting[kind].add(addressGroup(request.ip), start);
  });

  function turn(): void {
    started = 0;
    // With a single address there is no one to be fair to, and fewer turns are faster.
    const isAlone = addresses() === 1;
    for (const kind of kinds) {
      if (isAlone) waiting[kind].startAll();
      else startUpTo(perTurn[kind], waiting[kind]);
    }
    isTurnDue = addresses() > 0;
    if (isTurnDue) setImmediate(turn);
  }
}

function startUpTo(countMax: number, waiting: Waiting): void {
  for (let count = 0; count < countMax; ) {
    const start = waiting.next();
    if (!start) return;
    if (start()) count += 1;
  }
}

function kindOf(request: FastifyRequest): Kind {
  const { headers } = request;
  if (headers['x-api-key'] !== undefined || headers.authorization !== undefined) return 'keyed';
  // Only read now: Fastify builds `routeOptions` anew each time.
  return request.is404 || request.routeOptions.config?.keyed === true ? 'refused' : 'others';
}

/**
 * Rate limit per IP address for keyless responses that take milliseconds: pages, documents, metrics. Each process counts for
 * itself, because the limit protects its own event loop.
 */
import type { onRequestHookHandler, onSendHookHandler } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Failure } from '../../engine/api/errors.js';
import { addressGroup } from '../../engine/index.js';

/** Average rate, and burst after a pause: a page also loads its assets, and an office may share one address. */
const perSecond = 20;
const atOnce = 100;
/**
 * A response of so many bytes costs as much as a request. Browsers read compressed pages, which are smaller; sending hundreds of
 * kilobytes again and again takes as much time as rendering.
 */
const bytesPerRequest = 32 * 1024;
/** Lowest allowance: an address waits for a second at most. */
const remainingMin = -perSecond;
/** The least recently used address is dropped first, and gets its full allowance again. */
const addressesMax = 10_000;

interface Allowance {
  remaining: number;
  /** Time of `remaining`, ms on the monotonic clock of this process. */
  at: number;
}

export interface PageLimit {
  /** Takes one from the allowance. Fails with `rate_limited`. */
  onRequest: onRequestHookHandler;
  /** Takes the additional cost of a large response. */
  onSend: onSendHookHandler;
}

/** Hooks for routes that share one allowance. */
export function limitPages(now: () => number = () => performance.now()): PageLimit {
  const allowances = new LRUCache<string, Allowance>({ max: addressesMax });

  /** Makes the address the most recently used one. @returns what remained before */
  function take(name: string, count: number): number {
    const at = now();
    const since = allowances.get(name) ?? { remaining: atOnce, at };
    const remaining = Math.min(atOnce, since.remaining + ((at - since.at) * perSecond) / 1000);
    allowances.set(name, { remaining: Math.max(remainingMin, remaining - count), at });
    return remaining;
  }

  return {
    onRequest(request, _reply, done) {
      const name = addressGroup(request.ip);
      if (take(name, 0) < 1) {
        return done(
          new Failure('rate_limited', { message: 'Too many pages in one second.', retryAfterSeconds: 1 }),
        );
      }
      take(name, 1);
      done();
    },
    onSend(request, _reply, payload, done) {
      const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
      const more = Math.floor(bytes / bytesPerRequest);
      if (more > 0) take(addressGroup(request.ip), more);
      done(null, payload);
    },
  };
}

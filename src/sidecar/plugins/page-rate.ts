/**
 * Rate limit per IP address for keyless responses that take milliseconds: pages, documents, metrics. Each process counts for
 * itself, because the limit protects its own event loop.
 */
import type { onRequestHookHandler } from 'fastify';
import { Failure } from '../../engine/api/errors.js';
import { addressGroup } from '../../engine/index.js';

/** Average rate, and burst after a pause: a page also loads its assets, and an office may share one address. */
const perSecond = 20;
const atOnce = 100;
/** Addresses kept. The oldest is dropped first and gets its full allowance again. */
const addressesMax = 10_000;

interface Allowance {
  left: number;
  /** Time of `left`, ms on the monotonic clock of this process. */
  at: number;
}

/** Hook for routes that share one allowance. Fails with `rate_limited`. */
export function limitPages(now: () => number = () => performance.now()): onRequestHookHandler {
  const allowances = new Map<string, Allowance>();
  return (request, _reply, done) => {
    const name = addressGroup(request.ip);
    const at = now();
    const since = allowances.get(name) ?? { left: atOnce, at };
    const left = Math.min(atOnce, since.left + ((at - since.at) * perSecond) / 1000);
    allowances.delete(name);
    allowances.set(name, { left: Math.max(0, left - 1), at });
    const [oldest] = allowances.keys();
    if (allowances.size > addressesMax && oldest !== undefined) allowances.delete(oldest);
    if (left >= 1) return done();
    done(new Failure('rate_limited', { message: 'Too many pages in one second.', retryAfterSeconds: 1 }));
  };
}

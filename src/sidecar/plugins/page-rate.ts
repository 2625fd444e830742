/**
 * How often one address may ask for what needs no key and takes milliseconds to make: pages, documents, figures. Each process
 * counts for itself, because it is its own event loop that is to be kept free.
 */
import type { onRequestHookHandler } from 'fastify';
import { Failure } from '../../engine/api/errors.js';
import { addressGroup } from '../../engine/index.js';

/** On average, and at once after a pause: a page loads its stylesheet and scripts too, and one address may be a whole office. */
const perSecond = 20;
const atOnce = 100;
/** Addresses remembered. The one that asked first is forgotten first, and has its full allowance again. */
const addressesMax = 10_000;

interface Allowance {
  left: number;
  /** When `left` was right, ms of this process. */
  at: number;
}

/** The hook for all routes that share one allowance. It fails with `rate_limited`. */
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

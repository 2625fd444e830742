/**
 * API keys. A request under `/api` with a key counts exactly once against its rate, whatever the route and
 * the response (docs/api.md#rates).
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../engine/api/errors.js';
import {
  type Admission,
  anyKey,
  type Engine,
  keyPrefixLength,
  type NeededScopes,
  type Principal,
  type Usage,
} from '../../engine/api/index.js';
import { neededScopes } from '../scopes.js';

/** The key as sent; empty when absent, which the engine rejects as `missing_key`. */
export function keyOf(request: FastifyRequest): string {
  const { headers } = request;
  const key = headers['x-api-key'];
  if (typeof key === 'string') return key;
  // Only read now: Fastify builds `routeOptions` anew each time.
  if (!request.routeOptions.config?.bearer) return '';
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}

/** For routes that need a key. @throws Failure 401, 403, 429, or 503 when the store is unreachable */
export async function requireKey(
  engine: Engine,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Principal> {
  request.counted = true;
  const admission = await engine.admit(keyOf(request), scopesOf(request));
  setRateHeaders(reply, admission);
  return admission;
}

/** Any for routes without keys. */
function scopesOf({ method, routeOptions: { config, url = '' } }: FastifyRequest): NeededScopes {
  return config?.keyed ? neededScopes(method, url) : anyKey;
}

/** For routes without keys: an invalid key, or one that cannot be checked, is ignored. @throws Failure 429 */
export async function countKeyIfValid(
  engine: Engine,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (keyOf(request) === '') return;
  try {
    await requireKey(engine, request, reply);
  } catch (error) {
    if (error instanceof Failure && error.failure === 'rate_limited') throw error;
  }
}

/** Rate limit headers of responses to a key (docs/api.md#rates). */
export function setRateHeaders(
  reply: FastifyReply,
  { prefix, rate }: Pick<Admission, 'prefix' | 'rate'>,
): void {
  const remaining = Math.max(0, rate.limit - rate.used);
  reply.header('x-api-key-prefix', prefix);
  reply.header('ratelimit-policy', `"default";q=${rate.limit};w=60`);
  reply.header('ratelimit', `"default";r=${remaining};t=${rate.resetsInSeconds}`);
}

export function setRateHeadersFromUsage(request: FastifyRequest, reply: FastifyReply, { rate }: Usage): void {
  const prefix = keyOf(request).slice(0, keyPrefixLength);
  const msLeft = Date.parse(rate.resetsAt) - Date.now();
  const resetsInSeconds = Math.min(60, Math.max(1, Math.ceil(msLeft / 1000)));
  const { limit, used } = rate;
  setRateHeaders(reply, { prefix, rate: { limit, used, resetsInSeconds } });
}

/** Sets the rate limit headers if the key was rate-limited: such a key is valid. */
export function exposeRateLimit(request: FastifyRequest, reply: FastifyReply, { details }: Failure): void {
  const { rateLimit: limit, retryAfterSeconds: resetsInSeconds = 60 } = details;
  if (limit === undefined) return;
  const prefix = keyOf(request).slice(0, keyPrefixLength);
  setRateHeaders(reply, { prefix, rate: { limit, used: limit, resetsInSeconds } });
}

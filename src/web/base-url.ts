/** The service's public address, for examples that work as pasted. */
import type { FastifyRequest } from 'fastify';
import { baseUrlOf } from '../config/index.js';
import type { WebDeps } from './types.js';

const host = /^[a-z0-9.-]+(?::\d{1,5})?$|^\[[\da-f:.]+\](?::\d{1,5})?$/i;

/** BASE_URL if set; else the address from the request's own Host header, if valid. */
export function baseUrlFor(request: FastifyRequest, config: WebDeps['config']): string {
  // Not `request.host`: a proxy may pass on any caller's X-Forwarded-Host.
  const asked = request.raw.headers.host ?? '';
  return config.BASE_URL === undefined && host.test(asked)
    ? `${request.protocol}://${asked}`
    : baseUrlOf(config);
}

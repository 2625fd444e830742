/** Where a reader reaches the service, for examples that work as pasted. */
import type { FastifyRequest } from 'fastify';
import { baseUrlOf } from '../config/index.js';
import type { WebDeps } from './types.js';

const host = /^[a-z0-9.-]+(?::\d{1,5})?$|^\[[\da-f:.]+\](?::\d{1,5})?$/i;

/** BASE_URL where it is set; else the address the request itself was made to, by its own Host header, if it is one. */
export function baseUrlFor(request: FastifyRequest, config: WebDeps['config']): string {
  // Not `request.host`: X-Forwarded-Host is what any caller says where a proxy passes it on.
  const asked = request.raw.headers.host ?? '';
  return config.BASE_URL === undefined && host.test(asked)
    ? `${request.protocol}://${asked}`
    : baseUrlOf(config);
}

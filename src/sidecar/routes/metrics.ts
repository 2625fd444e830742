/** GET /metrics: Prometheus figures, behind METRICS_TOKEN when one is set. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { z } from 'zod';
import { Failure } from '../../engine/errors.js';
import { failureResponses } from '../schemas/failures.js';
import type { App } from '../types.js';

export function metricsRoute(
  app: App,
  { registry, token }: { registry: Registry; token?: string | undefined },
): void {
  app.route({
    method: 'GET',
    url: '/metrics',
    schema: {
      tags: ['service'],
      summary: 'Figures for Prometheus',
      ...(token !== undefined && { security: [{ metricsToken: [] }] }),
      response: {
        200: {
          description: 'Prometheus text format.',
          content: { 'text/plain': { schema: z.string() } },
        },
        ...failureResponses(token === undefined ? [] : ['missing_key', 'invalid_key']),
      } as Record<number, unknown>,
    },
    handler: async (request, reply) => {
      if (token !== undefined && !isBearer(request, token)) {
        reply.header('www-authenticate', 'Bearer');
        throw new Failure('invalid_key', { message: 'The metrics need their bearer token.' });
      }
      reply.type(registry.contentType).header('cache-control', 'no-store');
      return registry.metrics();
    },
  });
}

/** Digests are compared: equal lengths, and no time that depends on the token. */
function isBearer(request: FastifyRequest, token: string): boolean {
  const sent = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(sent), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

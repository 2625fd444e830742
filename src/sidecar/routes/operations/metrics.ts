/** GET /metrics: Prometheus metrics, protected by METRICS_TOKEN when set. */
import type { FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import * as z from 'zod';
import { Failure } from '../../../engine/api/errors.js';
import { createSecretCheck } from '../../../engine/index.js';
import type { PageLimit } from '../../plugins/page-rate.js';
import { uncached } from '../../reply.js';
import { answer, failureResponses } from '../../schemas/failures.js';
import type { App } from '../../types.js';

interface MetricsDeps {
  registry: Pick<Registry, 'contentType' | 'metrics'>;
  token?: string | undefined;
  limit: PageLimit;
}

export function metricsRoute(app: App, { registry, token, limit }: MetricsDeps): void {
  const isToken = token === undefined ? null : createSecretCheck(token);
  const metrics = coalesced(() => registry.metrics());
  app.route({
    method: 'GET',
    url: '/metrics',
    schema: {
      operationId: 'getMetrics',
      tags: ['service'],
      summary: 'Prometheus metrics',
      description: 'For operators, in the text format of Prometheus; names of metrics are stable.',
      ...(token !== undefined && { security: [{ metricsToken: [] }] }),
      response: {
        200: answer('Prometheus text format.', z.string(), {}, 'text/plain'),
        ...failureResponses(['rate_limited', ...(token === undefined ? [] : (['invalid_key'] as const))]),
      },
    },
    ...limit,
    handler: async (request, reply) => {
      if (isToken !== null && !isToken(bearerOf(request))) {
        reply.header('www-authenticate', 'Bearer');
        throw new Failure('invalid_key', { message: 'The metrics need the bearer token METRICS_TOKEN.' });
      }
      return uncached(reply, registry.contentType, await metrics());
    },
  });
}

/**
 * Calls that arrive while one is running share the next one: any number cost at most as much as two, and each result was
 * collected after its call.
 */
function coalesced<T>(collect: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  return () => {
    next ??= running.then(() => {
      next = undefined;
      const collected = collect();
      running = collected.catch(() => undefined);
      return collected;
    });
    return next;
  };
}

/** Empty without a bearer token. */
function bearerOf({ headers }: FastifyRequest): string {
  return /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}

/** POST /api/verify-batch: accepts up to a hundred verifications. */
import type { FastifyRequest } from 'fastify';
import { batchBody, type Principal } from '../../../engine/index.js';
import { requireKey } from '../../plugins/authentication.js';
import { json } from '../../reply.js';
import type { RouteDeps } from '../../route-deps.js';
import { acceptedBatch } from '../../schemas/batches.js';
import { answer, bodyFailures, failureResponses, keyFailures } from '../../schemas/failures.js';
import { verifyHeaders } from '../../schemas/requests.js';
import type { App } from '../../types.js';

/** A hundred items, most of them shorter than the maximum. */
const bodyLimit = 512 * 1024;
const failures = [...bodyFailures, ...keyFailures, 'too_many_waiting', 'unavailable', 'internal'] as const;

export function acceptBatchRoute(app: App, { engine, requests }: RouteDeps): void {
  const principals = new WeakMap<FastifyRequest, Principal>();
  app.route({
    method: 'POST',
    url: '/api/verify-batch',
    bodyLimit,
    config: { keyed: true },
    schema: {
      operationId: 'verifyBatch',
      tags: ['batches'],
      summary: 'Verify up to a hundred receipts',
      description:
        'Each item is a body of `POST /api/verify` with an `id` of your own; it counts as one request and is charged like one, and `waitMs` is ignored. Items over the request rate wait for the following minutes. One invalid item rejects the whole batch. Body up to 512 KiB.',
      security: [{ key: [] }],
      headers: verifyHeaders,
      body: requests.batch,
      response: {
        202: answer('Accepted.', acceptedBatch),
        ...failureResponses(failures),
      },
    },
    // A body of this size is read only for a valid key.
    onRequest: async (request, reply) => {
      principals.set(request, await requireKey(engine, request, reply));
    },
    handler: async (request, reply) => {
      const principal = principals.get(request);
      if (principal === undefined) throw new TypeError('the key is checked before the body is read');
      const key = request.headers['idempotency-key'];
      const batch = await engine.batches.create(principal, request.body.items, key);
      const { id, statusUrl, eventsUrl, total } = batchBody(batch);
      return json(reply.code(202), { id, statusUrl, eventsUrl, total });
    },
  });
}

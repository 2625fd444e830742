/** POST /api/verify (docs/api.md#order-of-judgement). The engine authenticates the key, so no hook does. */
import type { FastifyReply } from 'fastify';
import { pendingText } from '../../engine/api/error-body.js';
import type { Admission, CallOptions } from '../../engine/api/index.js';
import { keyOf, setRateHeaders } from '../plugins/authentication.js';
import { disconnectSignal, jsonText } from '../reply.js';
import type { RouteDeps } from '../route-deps.js';
import {
  answer,
  bodyFailures,
  failureResponses,
  keyFailures,
  pendingExamples,
  verificationExamples,
  verificationFailure,
  verificationFailures,
} from '../schemas/failures.js';
import { verifyHeaders } from '../schemas/requests.js';
import { pending, verification } from '../schemas/responses.js';
import type { App } from '../types.js';

const failures = [...bodyFailures, ...keyFailures, ...verificationFailures] as const;

export function verifyRoute(app: App, { engine, requests, observer }: RouteDeps): void {
  app.route({
    method: 'POST',
    url: '/api/verify',
    config: { keyed: true, verification: true },
    schema: {
      operationId: 'verify',
      tags: ['verification'],
      summary: 'Verify a receipt at its bank',
      description:
        'A receipt fetched before is answered from the cache and never counts. With `waitMs` the response may be 202: the verification then continues, and `statusUrl` and `eventsUrl` give its result. Unknown members of the body are ignored; body up to 64 KiB.',
      security: [{ key: [] }],
      headers: verifyHeaders,
      body: requests.verify,
      response: {
        200: answer('The receipt is real and settled.', verification, verificationExamples),
        202: answer(
          'Only with `waitMs`: the verification takes longer and continues.',
          pending,
          pendingExamples,
        ),
        ...failureResponses(failures, verificationFailure),
      },
    },
    handler: async (request, reply) => {
      request.counted = true;
      const caller = { kind: 'key', key: keyOf(request) } as const;
      const found = await engine.verifyAsText(request.body, caller, new HttpCall(request, reply));
      if (found.verdict === 'pending') return jsonText(reply.code(202), pendingText(found));
      observer.verified(found.providerKey, found.cached);
      return jsonText(reply, found.text);
    },
  });
}

interface VerifyRequestOverHttp {
  id: string;
  body: { waitMs?: number | undefined; webhookUrl?: string | undefined };
  headers: { 'idempotency-key'?: string | undefined };
}

/**
 * The signal is created on first read: a cached response never needs it, and creating one takes microseconds. A
 * class, because a getter in an object literal gives every object its own hidden class, which keeps the whole
 * request alive until the next full garbage collection.
 */
class HttpCall implements CallOptions {
  readonly requestId: string;
  readonly waitMs: number | undefined;
  readonly webhookUrl: string | undefined;
  readonly idempotencyKey: string | undefined;

  constructor(
    request: VerifyRequestOverHttp,
    private readonly reply: FastifyReply,
  ) {
    this.requestId = request.id;
    this.waitMs = request.body.waitMs;
    this.webhookUrl = request.body.webhookUrl;
    this.idempotencyKey = request.headers['idempotency-key'];
  }

  get signal(): AbortSignal {
    return disconnectSignal(this.reply);
  }

  isGone(): boolean {
    return this.reply.raw.destroyed;
  }

  readonly onAdmission = (admission: Admission): void => setRateHeaders(this.reply, admission);
}

/** POST /api/verify (INTERFACE.md section 4): the engine lets the key in, so nothing else is asked of it here. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Admission, CallOptions, Engine } from '../../engine/types.js';
import { jsonText } from '../answer.js';
import { keyOf, showAdmission, showRefusal } from '../plugins/admission.js';
import type { Observer } from '../plugins/observe.js';
import { verification } from '../schemas/answers.js';
import {
  answer,
  bodyFailures,
  failureResponses,
  keyFailures,
  verificationFailure,
} from '../schemas/failures.js';
import { type requestSchemas, verifyHeaders } from '../schemas/requests.js';
import type { App } from '../types.js';

const failures = [
  ...bodyFailures,
  'unsupported_url',
  'unsupported_reference',
  'needs_account',
  'needs_phone',
  'needs_link',
  'ambiguous',
  'bank_busy',
  'bank_timeout',
  'bank_unreachable',
  'bank_blocked',
  ...keyFailures,
  'quota_exceeded',
  'receipt_not_found',
  'not_settled',
  'mismatch',
  'unreadable',
  'provider_down',
  'unavailable',
  'internal',
] as const;

interface VerifyDeps {
  engine: Engine;
  requests: ReturnType<typeof requestSchemas>;
  observer: Observer;
}

export function verifyRoute(app: App, { engine, requests, observer }: VerifyDeps): void {
  app.route({
    method: 'POST',
    url: '/api/verify',
    config: { keyed: true, verification: true },
    schema: {
      tags: ['verification'],
      summary: 'Verify a receipt at its bank',
      description:
        'A receipt fetched before is answered from the cache and never counts. Unknown members of the body are ignored; body up to 64 KiB.',
      security: [{ key: [] }],
      headers: verifyHeaders,
      body: requests.verify,
      response: {
        200: answer('The receipt is real and settled.', verification),
        ...failureResponses(failures, verificationFailure),
      } as Record<number, unknown>,
    },
    handler: async (request, reply) => {
      request.counted = true;
      const caller = { kind: 'key', key: keyOf(request) } as const;
      try {
        const { text, providerKey, cached } = await engine.verifyAsText(
          request.body,
          caller,
          new HttpCall(request, reply),
        );
        observer.verified(providerKey, cached);
        return jsonText(reply, text);
      } catch (error) {
        throw showRefusal(request, reply, error);
      }
    },
  });
}

/**
 * The signal is made when it is first read: a cached answer never needs it, and making one costs microseconds. A
 * class, because a getter in an object literal gives every object a hidden class of its own, which keeps the whole
 * request alive until the next full garbage collection.
 */
class HttpCall implements CallOptions {
  readonly requestId: string;

  constructor(
    request: FastifyRequest,
    private readonly reply: FastifyReply,
  ) {
    this.requestId = request.id;
  }

  get signal(): AbortSignal {
    return goneSignal(this.reply);
  }

  readonly onAdmission = (admission: Admission): void => showAdmission(this.reply, admission);
}

/** Aborts when the connection ends before the answer does. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (raw.destroyed) controller.abort();
  else raw.once('close', () => raw.writableFinished || controller.abort());
  return controller.signal;
}

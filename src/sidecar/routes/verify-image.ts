/** POST /api/verify-image (docs/api.md#pictures). The body is read after the engine has admitted the key. */
import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { keyOf, setRateHeaders } from '../plugins/authentication.js';
import { compileValidator } from '../plugins/schemas.js';
import { disconnectSignal, json } from '../reply.js';
import type { PictureRouteDeps, RouteDeps } from '../route-deps.js';
import {
  answer,
  bodyFailures,
  failureResponses,
  imageFailure,
  keyFailures,
  pictureFailures,
  recordedExamples,
  verificationFailures,
} from '../schemas/failures.js';
import { verifyHeaders } from '../schemas/requests.js';
import { imageVerification } from '../schemas/responses.js';
import type { App } from '../types.js';

type ImageHeaders = z.output<typeof verifyHeaders>;

const failures = [...bodyFailures, ...keyFailures, ...pictureFailures, ...verificationFailures] as const;

export function verifyImageRoute(app: App, { engine, requests, observer, uploads }: PictureRouteDeps): void {
  app.route({
    method: 'POST',
    url: '/api/verify-image',
    config: { keyed: true, verification: true },
    schema: imageSchema(
      requests,
      'verifyImage',
      'Verify the receipt in one to five pictures',
      'JPEG, PNG, WebP or PDF, up to 5 MiB each, as JSON or as a form. Each call counts as one screenshot read, however many pictures it contains; repeats with the same `Idempotency-Key` and pictures count once. The reading is only a hint: the bank is asked. Pictures are never stored.',
      failures,
    ),
    validatorCompiler: skipBodyValidation,
    handler: async (request, reply) => {
      request.counted = true;
      const caller = { kind: 'key', key: keyOf(request) } as const;
      const onAdmission = setRateHeaders.bind(null, reply);
      const idempotencyKey = (request.headers as ImageHeaders)['idempotency-key'];
      const options = { requestId: request.id, signal: disconnectSignal(reply), onAdmission, idempotencyKey };
      const found = await uploads.with(request, reply, 'keyed', ({ read, onPrepared }) =>
        engine.verifyImage(read, caller, { ...options, onPrepared }),
      );
      observer.verified(found.upstream.result.providerKey, found.upstream.result.cached);
      return json(reply, found);
    },
  });
}

/** The body is documented here, and validated where it is read. */
export const skipBodyValidation: FastifySchemaCompiler<unknown> = (route) =>
  route.httpPart === 'body' ? () => true : compileValidator(route as Parameters<typeof compileValidator>[0]);

const pictureExamples = recordedExamples({ picture: 'Read from a QR code; the receipt was shown before' });

export function imageSchema(
  requests: RouteDeps['requests'],
  operationId: string,
  summary: string,
  description: string,
  failures: Parameters<typeof failureResponses>[0],
) {
  return {
    operationId,
    tags: ['verification'],
    summary,
    description,
    ...(failures.includes('missing_key') && { security: [{ key: [] }], headers: verifyHeaders }),
    body: requests.image as never,
    form: requests.imageForm,
    response: {
      200: answer('A receipt was read; it is real and settled.', imageVerification, pictureExamples),
      ...failureResponses(failures, imageFailure),
    },
  };
}

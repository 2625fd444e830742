/** POST /api/payment-requests/:id/receipts: hands a receipt in, as text or as pictures. */
import { requireKey } from '../../plugins/authentication.js';
import { json } from '../../reply.js';
import type { PictureRouteDeps } from '../../route-deps.js';
import {
  answer,
  bodyFailures,
  failureResponses,
  keyFailures,
  pictureFailures,
  verificationFailures,
} from '../../schemas/failures.js';
import { handedIn, paymentRequestParams } from '../../schemas/payment-requests.js';
import type { App } from '../../types.js';
import { skipBodyValidation } from '../verify-image.js';

/** Failures of the bank are outcomes here. */
const unresolved = verificationFailures.filter((name) => /^(unsupported|needs|ambiguous)/.test(name));
const failures = [
  ...bodyFailures,
  ...keyFailures,
  ...unresolved,
  ...pictureFailures.filter((name) => /cap_reached$/.test(name)),
  'not_found',
  'unavailable',
  'internal',
] as const;

export function paymentReceiptsRoute(app: App, { engine, requests, uploads }: PictureRouteDeps): void {
  app.route({
    method: 'POST',
    url: '/api/payment-requests/:id/receipts',
    config: { keyed: true, verification: true },
    schema: {
      operationId: 'handInReceipt',
      tags: ['payment requests'],
      summary: 'Hand a receipt in for a payment request',
      description:
        'A body as for `POST /api/verify`, or pictures as for `POST /api/verify-image`; `expect` and `waitMs` are ignored. The outcome is `attempt.outcome`, not an error: only a body that names no receipt is an error.',
      security: [{ key: [] }],
      params: paymentRequestParams,
      body: requests.handedIn as never,
      form: requests.imageForm,
      response: {
        200: answer('What became of the receipt.', handedIn),
        ...failureResponses(failures),
      },
    },
    validatorCompiler: skipBodyValidation,
    handler: async (request, reply) => {
      const principal = await requireKey(engine, request, reply);
      const { paymentRequests } = engine;
      const { id } = request.params as { id: string };
      const caller = { name: principal.account, anonymous: false };
      const done = await uploads.withReceipt(request, reply, async ({ read, onPrepared }) => {
        const body = await read(caller);
        if ('receipt' in body) return await paymentRequests.submitReceipt(principal, id, body.receipt);
        const options = { requestId: request.id, onPrepared };
        return await paymentRequests.submitPictures(principal, id, async () => body.pictures, options);
      });
      return json(reply, { ok: true, ...done });
    },
  });
}

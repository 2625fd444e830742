/** GET /sandbox/screenshots/:provider/:reference.png (docs/api.md#sandbox): a customer's screenshot. */
import { z } from 'zod';
import { Failure } from '../../../engine/api/errors.js';
import { ScreenshotsBusy } from '../../../sandbox/types.js';
import { failureResponses } from '../../schemas/failures.js';
import { screenshotParams, screenshotQuery } from '../../schemas/requests.js';
import type { App, SandboxParts } from '../../types.js';

type Draw = NonNullable<SandboxParts['screenshots']>['draw'];

const retryAfterSeconds = 5;
const png = {
  description: 'The picture. The same request always returns the same bytes.',
  content: { 'image/png': { schema: z.string().meta({ format: 'binary' }) } },
};

export function sandboxScreenshotsRoute(app: App, { screenshots }: { screenshots: { draw: Draw } }): void {
  app.route({
    method: 'GET',
    url: '/sandbox/screenshots/:provider/:reference.png',
    schema: {
      operationId: 'drawSandboxScreenshot',
      tags: ['sandbox'],
      summary: 'Draw a receipt of a simulated bank as a phone screenshot',
      description:
        'For tests of `POST /api/verify-image`: a PNG with the code or the texts that the bank prints.',
      params: screenshotParams,
      querystring: screenshotQuery,
      response: {
        200: png,
        ...failureResponses(['invalid_request', 'not_found', 'unavailable']),
      } as Record<number, unknown>,
    },
    handler: async (request, reply) => {
      const { provider, reference } = request.params;
      const picture = await screenshots
        .draw(provider, reference, request.query.style ?? 'screen')
        .catch(refuseWhenBusy);
      if (!picture) throw new Failure('not_found');
      reply.header('content-type', 'image/png').header('x-content-type-options', 'nosniff');
      reply.header('cache-control', 'public, max-age=3600');
      return Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength);
    },
  });
}

function refuseWhenBusy(error: unknown): never {
  if (error instanceof ScreenshotsBusy)
    throw new Failure('unavailable', { retryAfterSeconds }, { cause: error });
  throw error;
}

/** GET /sandbox/screenshots/:provider/:reference.png (docs/api.md#sandbox): a customer's screenshot; `.webp`: its preview for pages. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { Failure, withdrawalOf } from '../../../engine/api/errors.js';
import { addressGroup } from '../../../engine/index.js';
import { type ScreenshotSize, ScreenshotsBusy } from '../../../sandbox/types.js';
import { disconnectSignal } from '../../reply.js';
import { answer, failureResponses } from '../../schemas/failures.js';
import { screenshotQuery, simulatedReceipt } from '../../schemas/requests.js';
import type { App, SandboxParts } from '../../types.js';

type Draw = NonNullable<SandboxParts['screenshots']>['draw'];

const retryAfterSeconds = 5;
const types = { whole: 'image/png', preview: 'image/webp' } as const satisfies Record<ScreenshotSize, string>;

interface ScreenshotRequest extends Pick<FastifyRequest, 'ip'> {
  params: z.infer<typeof simulatedReceipt>;
  query: z.infer<typeof screenshotQuery>;
}

export function sandboxScreenshotsRoute(app: App, { screenshots }: { screenshots: { draw: Draw } }): void {
  const path = '/sandbox/screenshots/:provider/:reference';
  const drawn =
    (size: ScreenshotSize) =>
    async ({ ip, params, query }: ScreenshotRequest, reply: FastifyReply) => {
      const { provider, reference } = params;
      const gone = disconnectSignal(reply);
      const picture = await screenshots
        .draw(provider, reference, query.style ?? 'screen', size, { name: addressGroup(ip), gone })
        .catch((error: unknown) => {
          throw refusalOf(error, gone);
        });
      if (!picture) throw new Failure('not_found');
      reply.header('content-type', types[size]).header('x-content-type-options', 'nosniff');
      reply.header('cache-control', 'public, max-age=3600');
      return Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength);
    };
  app.route({
    method: 'GET',
    url: `${path}.png`,
    schema: {
      operationId: 'drawSandboxScreenshot',
      tags: ['sandbox'],
      summary: 'Draw a receipt of a simulated bank as a phone screenshot',
      description:
        'For tests of `POST /api/verify-image`: a PNG with the code or the texts that the bank prints.',
      params: simulatedReceipt,
      querystring: screenshotQuery,
      response: {
        200: answer(
          'The picture. The same request always returns the same bytes.',
          z.string().meta({ format: 'binary' }),
          {},
          'image/png',
        ),
        ...failureResponses(['invalid_request', 'not_found', 'unavailable']),
      },
    },
    handler: drawn('whole'),
  });
  app.route({
    method: 'GET',
    url: `${path}.webp`,
    schema: { hide: true, params: simulatedReceipt, querystring: screenshotQuery },
    handler: drawn('preview'),
  });
}

function refusalOf(error: unknown, gone: AbortSignal): unknown {
  if (gone.aborted) return withdrawalOf(gone);
  return error instanceof ScreenshotsBusy
    ? new Failure('unavailable', { retryAfterSeconds }, { cause: error })
    : error;
}

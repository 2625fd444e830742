/** POST /api/demo-verify-image (docs/api.md#the-demo): no key, metered by IP address; not for production use. */

import { countKeyIfValid } from '../../plugins/authentication.js';
import { refuseForeignPages } from '../../plugins/own-pages.js';
import { disconnectSignal, json } from '../../reply.js';
import type { PictureRouteDeps } from '../../route-deps.js';
import { bodyFailures, pictureFailures, verificationFailures } from '../../schemas/failures.js';
import type { App } from '../../types.js';
import { imageSchema, skipBodyValidation } from '../verify-image.js';

const charged = ['quota_exceeded', 'image_cap_reached'];
const failures = [
  ...bodyFailures,
  'rate_limited' as const,
  ...[...pictureFailures, ...verificationFailures].filter((name) => !charged.includes(name)),
];

export function demoVerifyImageRoute(
  app: App,
  { engine, requests, observer, uploads, config }: PictureRouteDeps,
): void {
  app.route({
    method: 'POST',
    url: '/api/demo-verify-image',
    config: { verification: true },
    schema: imageSchema(
      requests,
      'demoVerifyImage',
      'Try pictures without a key',
      'Three an hour from one IP address, failed ones included; up to 5 MiB in all. Not for production use.',
      failures,
    ),
    validatorCompiler: skipBodyValidation,
    onRequest: [refuseForeignPages(config), (request, reply) => countKeyIfValid(engine, request, reply)],
    handler: async (request, reply) => {
      const caller = { kind: 'demo', address: request.ip } as const;
      const options = { requestId: request.id, signal: disconnectSignal(reply) };
      const found = await uploads.with(request, reply, 'demo', ({ read, onPrepared }) =>
        engine.verifyImage(read, caller, { ...options, onPrepared }),
      );
      observer.verified(found.upstream.result.providerKey, found.upstream.result.cached);
      return json(reply, found);
    },
  });
}

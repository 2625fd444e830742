/** GET /openapi.json: generated once from the validating schemas. */
import * as z from 'zod';
import { bytesFor, type SharedText, sharedText } from '../../../http/compression.js';
import { answer, failureResponses } from '../../schemas/failures.js';
import type { App } from '../../types.js';

export function openapiRoute(app: App): void {
  let text: Promise<SharedText> | undefined;
  app.route({
    method: 'GET',
    url: '/openapi.json',
    schema: {
      operationId: 'getOpenApi',
      tags: ['documentation'],
      summary: 'This API as an OpenAPI 3.1 document',
      description: 'For generators of clients. Every operation has an `operationId`.',
      response: {
        200: answer('The document.', z.looseObject({ openapi: z.string() })),
        ...failureResponses(['rate_limited']),
      },
    },
    handler: async (request, reply) => {
      text ??= sharedText(JSON.stringify(app.swagger()));
      reply.type('application/json; charset=utf-8');
      return bytesFor(request, reply, await text);
    },
  });
}

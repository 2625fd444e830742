/** GET /llms.txt: the API as plain text for language models; generated once from openapi.json. */
import * as z from 'zod';
import { bytesFor, type SharedText, sharedText } from '../../../http/compression.js';
import { answer, failureResponses } from '../../schemas/failures.js';
import type { App } from '../../types.js';
import { llmsText } from './llms-text.js';

export function llmsRoute(app: App): void {
  let text: Promise<SharedText> | undefined;
  app.route({
    method: 'GET',
    url: '/llms.txt',
    schema: {
      operationId: 'getLlmsText',
      tags: ['documentation'],
      summary: 'This API in plain text',
      description: 'The same facts as openapi.json, for language models.',
      response: {
        200: answer('Markdown.', z.string(), {}, 'text/plain'),
        ...failureResponses(['rate_limited']),
      },
    },
    handler: async (request, reply) => {
      text ??= sharedText(llmsText(app.swagger()));
      reply.type('text/plain; charset=utf-8');
      return bytesFor(request, reply, await text);
    },
  });
}

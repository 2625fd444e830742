/** GET /llms.txt: the API as plain text for language models; generated once from openapi.json. */
import { z } from 'zod';
import { failureResponses } from '../../schemas/failures.js';
import type { App } from '../../types.js';
import { llmsText } from './llms-text.js';

export function llmsRoute(app: App): void {
  let text: string | undefined;
  app.route({
    method: 'GET',
    url: '/llms.txt',
    schema: {
      operationId: 'getLlmsText',
      tags: ['documentation'],
      summary: 'This API in plain text',
      description: 'The same facts as openapi.json, for language models.',
      response: {
        200: { description: 'Markdown.', content: { 'text/plain': { schema: z.string() } } },
        ...failureResponses(['rate_limited']),
      } as Record<number, unknown>,
    },
    handler: async (_request, reply) => {
      text ??= llmsText(app.swagger());
      reply.type('text/plain; charset=utf-8');
      return text;
    },
  });
}

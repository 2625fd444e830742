/** GET /openapi.json and /llms.txt: the API as documents, generated once from the validating schemas. */
import * as z from 'zod';
import { bytesFor, type SharedText, sharedText } from '../../../http/compression.js';
import { answer, failureResponses } from '../../schemas/failures.js';
import type { App } from '../../types.js';
import { llmsText } from './llms-text.js';

const documents = [
  {
    url: '/openapi.json',
    operationId: 'getOpenApi',
    summary: 'This API as an OpenAPI 3.1 document',
    description: 'For generators of clients. Every operation has an `operationId`.',
    type: 'application/json',
    success: answer('The document.', z.looseObject({ openapi: z.string() })),
    textOf: (document: ReturnType<App['swagger']>) => JSON.stringify(document),
  },
  {
    url: '/llms.txt',
    operationId: 'getLlmsText',
    summary: 'This API in plain text',
    description: 'The same facts as openapi.json, for language models.',
    type: 'text/plain',
    success: answer('Markdown.', z.string(), {}, 'text/plain'),
    textOf: llmsText,
  },
];

export function documentRoutes(app: App): void {
  for (const { url, type, success, textOf, ...described } of documents) {
    let text: Promise<SharedText> | undefined;
    const response = { 200: success, ...failureResponses(['rate_limited']) };
    app.route({
      method: 'GET',
      url,
      schema: { ...described, tags: ['documentation'], response },
      handler: async (request, reply) => {
        text ??= sharedText(textOf(app.swagger()));
        reply.type(`${type}; charset=utf-8`);
        return bytesFor(request, reply, await text);
      },
    });
  }
}

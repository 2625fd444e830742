/** GET /sandbox (docs/api.md#sandbox): a working example of each outcome, with curl. */

import { shellQuoted } from '../../../http/curl.js';
import { type Pages, type SandboxExample, wantsPage } from '../../../http/pages.js';
import { json } from '../../reply.js';
import { answer, failureResponses } from '../../schemas/failures.js';
import { sandboxExamples } from '../../schemas/responses.js';
import type { App } from '../../types.js';

interface SandboxDeps {
  baseUrl: string;
  examples(): readonly SandboxExample[];
  /** True when screenshots are served. */
  drawn: boolean;
  pages: Pages | undefined;
}

type Shown = Omit<SandboxExample, 'screenshot'> & { curl: string; screenshot?: string };

export function sandboxRoute(app: App, { baseUrl, examples, drawn, pages }: SandboxDeps): void {
  const shown = () =>
    examples().map(
      ({ screenshot, ...example }): Shown => ({
        ...example,
        curl: curlOf(baseUrl, example),
        ...(drawn && screenshot !== undefined ? { screenshot: baseUrl + screenshot } : {}),
      }),
    );
  app.route({
    method: 'GET',
    url: '/sandbox',
    schema: {
      operationId: 'listSandboxExamples',
      tags: ['sandbox'],
      summary: 'List a working example of each outcome of the simulated banks',
      description: 'Each example has the request and a curl command, and the outcome it leads to.',
      response: {
        200: answer('JSON, or a page for browsers.', sandboxExamples),
        ...failureResponses(['rate_limited']),
      },
    },
    handler: async (request, reply) => {
      if (pages && wantsPage(request)) return pages.sandbox(request, reply);
      reply.header('vary', 'accept');
      return json(reply, { ok: true, examples: shown() });
    },
  });
}

/** A curl command that works once YOUR_KEY is replaced. */
function curlOf(baseUrl: string, { request }: SandboxExample): string {
  const headers = "-H 'x-api-key: YOUR_KEY' -H 'content-type: application/json'";
  return `curl -sS ${baseUrl}/api/verify ${headers} -d ${shellQuoted(JSON.stringify(request))}`;
}

/** GET /sandbox (INTERFACE.md section 10): a working example of each outcome, with curl. */
import { htmlPage, json, wantsPage } from '../answer.js';
import { html, page } from '../html.js';
import { sandboxExamples } from '../schemas/answers.js';
import { answer } from '../schemas/failures.js';
import type { App, SandboxExample } from '../types.js';

interface SandboxDeps {
  baseUrl: string;
  examples(): readonly SandboxExample[];
  /** Whether screenshots are served here. */
  drawn: boolean;
}

type Shown = Omit<SandboxExample, 'screenshot'> & { curl: string; screenshot?: string };

export function sandboxRoute(app: App, { baseUrl, examples, drawn }: SandboxDeps): void {
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
      tags: ['sandbox'],
      summary: 'A working example of each outcome of the simulated banks',
      response: { 200: answer('JSON, or a page for browsers.', sandboxExamples) } as Record<number, unknown>,
    },
    handler: async (request, reply) => {
      if (wantsPage(request)) return htmlPage(reply, sandboxPage(shown()));
      reply.header('vary', 'accept');
      return json(reply, { ok: true, examples: shown() });
    },
  });
}

/** Works as pasted once YOUR_KEY is replaced; single quotes in the body are closed and reopened for the shell. */
function curlOf(baseUrl: string, { request }: SandboxExample): string {
  const body = JSON.stringify(request).replaceAll("'", `'\\''`);
  return `curl -sS ${baseUrl}/api/verify -H 'x-api-key: YOUR_KEY' -H 'content-type: application/json' -d '${body}'`;
}

function sandboxPage(examples: readonly Shown[]): string {
  const rows = examples.map(
    ({ provider, outcome, curl, screenshot }) =>
      html`<tr><td>${provider}</td><td>${outcome}</td><td><code>${curl}</code></td><td>${pictures(screenshot)}</td></tr>`,
  );
  const body = html`<h1>Simulated banks</h1>
<p>Each line is a receipt of a simulated bank and what comes of verifying it.</p>
<table>
<thead><tr><th>Bank</th><th>Outcome</th><th>Try it</th><th>Screenshot</th></tr></thead>
<tbody>
${rows}
</tbody>
</table>`;
  return page('Simulated banks', body);
}

/** What the customer would hold: the receipt's screen, a photograph of it, the bank's message. */
function pictures(screenshot: string | undefined) {
  if (screenshot === undefined) return '';
  return html`<a href="${screenshot}">screen</a> <a href="${screenshot}?style=photo">photo</a> <a href="${screenshot}?style=sms">SMS</a>`;
}

/** `/docs`: the reference of openapi.json, drawn by Scalar; all its files are served from this service. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { bytesFor, type SharedText, sharedText } from '../../../http/compression.js';
import { assets } from '../../assets.js';

const installed = import.meta.resolve('@scalar/fastify-api-reference');
const library = new URL('js/standalone.js', installed);
const { version } = JSON.parse(readFileSync(new URL('../package.json', installed), 'utf8')) as {
  version: string;
};

/** Calls go to the origin of the page: its policy allows no other, and BASE_URL may differ. A key is not stored. */
const configuration = {
  url: '/openapi.json',
  servers: [{ url: '/' }],
  authentication: { preferredSecurityScheme: 'key' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  documentDownloadType: 'direct',
  hideClientButton: true,
  persistAuth: false,
  showDeveloperTools: 'never',
  // Each of these would contact a server of Scalar.
  agent: { disabled: true },
  telemetry: false,
  withDefaultFonts: false,
};
const start = `Scalar.createApiReference('#reference', ${JSON.stringify(configuration)});\n`;

const options = { schema: { hide: true }, config: { shared: true } };

/** Several megabytes, loaded when the page is opened for the first time. */
let script: Promise<SharedText> | undefined;

async function load(): Promise<SharedText> {
  return await sharedText(await readFile(library, 'utf8'));
}

export function referencePage(site: FastifyInstance): void {
  const hash = createHash('sha256').update(start).digest('base64url').slice(0, 12);
  const scripts = [`/docs/library-${version}.js`, `/docs/start-${hash}.js`] as const;

  site.get('/docs', options, async (_request, reply) => {
    reply.type('text/html; charset=utf-8');
    allowInlineStyles(reply);
    return pageOf(scripts);
  });
  site.get('/docs/', options, (_request, reply) => reply.redirect('/docs', 301));
  site.get(scripts[0], options, async (request, reply) => {
    asScript(reply);
    script ??= load();
    return bytesFor(request, reply, await script);
  });
  site.get(scripts[1], options, async (_request, reply) => {
    asScript(reply);
    return start;
  });
}

function asScript(reply: FastifyReply): FastifyReply {
  reply.type('text/javascript; charset=utf-8');
  return reply.header('cache-control', 'public, max-age=31536000, immutable');
}

/** Scalar writes its styles into the page. Scripts are still only those of this service. */
function allowInlineStyles(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy'));
  reply.header('content-security-policy', policy.replace(/style-src [^;]+/, "$& 'unsafe-inline'"));
}

/** The element has a text until Scalar renders into it: a slow phone, or one without scripts, shows only this. */
function pageOf(scripts: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="${assets['icon.svg']}">
<title>API reference · Deresegn</title>
</head>
<body>
<main id="reference">
<h1>API reference</h1>
<p>The reference is loading: about 1 MB the first time. It needs scripts. <a href="/llms.txt">llms.txt</a> has the same as text,
<a href="/openapi.json">openapi.json</a> has it for programs; the <a href="/docs/guide">guide</a> has examples.</p>
</main>
${scripts.map((path) => `<script src="${path}"></script>`).join('\n')}
</body>
</html>
`;
}

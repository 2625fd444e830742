/** Stylesheets, scripts, icons and pictures, each under a name with the hash of its content. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { bytesFor, sharedText } from '../http/compression.js';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
};

const names = [
  'site.css',
  'site.js',
  'icon.svg',
  'apple-touch-icon.png',
  'og.png',
  'dashboard.css',
  'live.js',
  'landing.css',
  'sandbox.css',
  'guide.css',
  'status.css',
] as const;

const stored = names.map(load);

type AssetName = (typeof names)[number];

/** URL of each, for use in pages. */
export const assets = Object.fromEntries(stored.map(({ name, path }) => [name, path])) as Readonly<
  Record<AssetName, string>
>;

/** GET /assets/…, cacheable without limit. */
export function assetRoutes(app: FastifyInstance): void {
  for (const { path, content, type } of stored) {
    const text = type === types['.png'] ? null : sharedText(content.toString());
    app.get(path, { schema: { hide: true }, config: { shared: true } }, async (request, reply) => {
      reply.header('content-type', type).header('cache-control', 'public, max-age=31536000, immutable');
      return text === null ? content : bytesFor(request, reply, await text);
    });
  }
}

function load(name: AssetName) {
  const content = readFileSync(new URL(`./assets/${name}`, import.meta.url));
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 12);
  const extension = extname(name);
  const path = `/assets/${name.slice(0, -extension.length)}-${hash}${extension}`;
  return { name, path, content, type: types[extension] ?? 'application/octet-stream' };
}

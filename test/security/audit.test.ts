/** The audit of packages, asked of a registry that says what the test wants. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { repository } from '../support/processes.js';
import { temporaryDirectory } from '../support/redis.js';
import { startServer, type TestServer } from '../support/servers.js';

const bulk = '/-/npm/v1/security/advisories/bulk';
const { packages } = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { version: string }>;
};

let registry: TestServer | undefined;
let cache: string;

beforeEach(async () => {
  cache = await temporaryDirectory();
});
afterEach(async () => {
  await registry?.close();
  registry = undefined;
  await rm(cache, { recursive: true, force: true });
});

/** A registry that knows these advisories, by package; of every package it knows the version that is installed. */
async function registryWith(advisories: object, status = 200): Promise<string> {
  registry = await startServer((request, response) => {
    request.resume();
    const path = decodeURIComponent(request.url ?? '');
    if (request.method === 'POST' && path === bulk)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(advisories));
    else if (request.method === 'GET') response.end(JSON.stringify(packument(path.slice(1))));
    else response.writeHead(404).end();
  });
  return `http://127.0.0.1:${registry.port}/`;
}

function packument(name: string): object {
  const version = packages[`node_modules/${name}`]?.version ?? '0.0.0';
  const dist = { tarball: 'http://127.0.0.1/x.tgz', shasum: '0'.repeat(40) };
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { name, version, dist } } };
}

const advisory = (severity: string) => ({
  undici: [
    {
      id: 1,
      url: 'https://github.com/advisories/GHSA-test',
      title: 'A hole made up by a test',
      severity,
      vulnerable_versions: '>=0',
      cwe: [],
      cvss: { score: 0, vectorString: null },
    },
  ],
});

async function audit(...options: string[]): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [
    join(repository, 'scripts/audit.mjs'),
    ...options,
    `--cache=${cache}`,
  ]);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
    });
  }
  const [code] = await once(child, 'close');
  return { code: code as number, said };
}

it('packages with holes called high or critical fail the build, and are named with where it is told', async () => {
  const { undici } = advisory('high');
  const { undici: zod } = advisory('critical');
  const { code, said } = await audit(`--registry=${await registryWith({ undici, zod })}`);
  const told = 'A hole made up by a test https://github.com';
  expect(said).toMatch(new RegExp(`undici \\S+: high: ${told}`));
  expect(said).toMatch(new RegExp(`zod \\S+: critical: ${told}`));
  expect(code).toBe(1);
}, 60_000);

it('a lesser hole, or none, fails nothing', async () => {
  const lesser = await audit(`--registry=${await registryWith(advisory('moderate'))}`);
  expect(lesser.said).toMatch(/0 packages with holes called high or critical, [1-9]\d* with lesser ones/);
  expect(lesser.code).toBe(0);
  await registry?.close();
  const none = await audit(`--registry=${await registryWith({})}`);
  expect(none).toEqual({ code: 0, said: expect.stringContaining('0 with lesser ones') });
}, 60_000);

it('packages of development are not asked for: they do not ship', async () => {
  const { undici: hole } = advisory('critical');
  const { code } = await audit(`--registry=${await registryWith({ vitest: hole })}`);
  expect(code).toBe(0);
}, 60_000);

it('a registry that takes no such question, or is not there, is said to be so and fails nothing', async () => {
  const refused = await audit(`--registry=${await registryWith({ error: 'not here' }, 405)}`);
  expect(refused).toEqual({ code: 0, said: expect.stringMatching(/could not be asked \(405\)/) });
  const gone = await audit('--registry=http://127.0.0.1:1/');
  expect(gone).toEqual({ code: 0, said: expect.stringMatching(/could not be asked \([\w ]+\)/) });
}, 60_000);

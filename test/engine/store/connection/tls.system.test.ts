/**
 * Redis over TLS with a certificate of a private authority, as the command line and the service open it.
 * @module-tag needs-redis-server
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAuthority, issue } from '../../../support/certificates.js';
import { freePort } from '../../../support/ports.js';
import { startProcess } from '../../../support/processes.js';
import {
  removeDataDirectory,
  startTestRedis,
  type TestRedis,
  temporaryDirectory,
} from '../../../support/redis.js';

let directory: string;
let redis: TestRedis;
let port: number;

beforeAll(async () => {
  directory = await temporaryDirectory();
  const authority = await createAuthority();
  const server = await issue('localhost', authority);
  const files = { 'ca.pem': authority.cert, 'redis.pem': server.cert, 'redis.key': server.key };
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
  port = await freePort();
  redis = await startTestRedis({
    bind: '127.0.0.1',
    'tls-port': String(port),
    'tls-cert-file': join(directory, 'redis.pem'),
    'tls-key-file': join(directory, 'redis.key'),
    'tls-ca-cert-file': join(directory, 'ca.pem'),
    'tls-auth-clients': 'no',
  });
});

afterAll(async () => {
  await redis?.close();
  await removeDataDirectory(directory);
});

async function mint(env: Record<string, string>) {
  const run = startProcess(
    'src/cli/main.ts',
    ['keys', 'mint', '--mode', 'test', '--json', '--plan', 'free'],
    {
      env: { REDIS_URL: `rediss://localhost:${port}`, NODE_ENV: 'test', LOG_LEVEL: 'warn', ...env },
    },
  );
  return { code: await run.end(), stdout: run.stdout(), stderr: run.stderr() };
}

it('is opened with the certificate authority that Node is configured with', async () => {
  const { code, stdout, stderr } = await mint({ NODE_EXTRA_CA_CERTS: join(directory, 'ca.pem') });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ key: expect.stringMatching(/^vk_test_/) });
});

it('is not opened on trust: without the authority one plain line says why', async () => {
  const { code, stderr } = await mint({});
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /Redis at rediss:\/\/localhost:\d+ cannot be reached \([A-Z_]*(CERT|SIGNATURE)[A-Z_]*\)/,
  );
});

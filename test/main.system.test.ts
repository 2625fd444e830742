/** The service as a process: what a person sees who starts and stops it. */
import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { probeSocket } from '../src/engine/store/connection/local-redis.js';
import { builtService } from './support/built.js';
import { startProcess, type TestProcess } from './support/processes.js';
import { removeDataDirectory, startTestRedis, type TestRedis, temporaryDirectory } from './support/redis.js';

/** Far less than a bank that hangs would be waited for, with room for a machine that is busy. */
const stopMsMax = 20_000;
let dataDir: string;
let services: TestProcess[];
let servers: TestRedis[];

beforeEach(async () => {
  dataDir = await temporaryDirectory();
  services = [];
  servers = [];
});

afterEach(async () => {
  await Promise.all(services.map((service) => service.end('SIGTERM')));
  await Promise.all(servers.map((server) => server.close()));
  await removeDataDirectory(dataDir);
});

function run(env: Record<string, string> = {}, detached = false): TestProcess {
  const service = startProcess(builtService, [], {
    env: { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', NODE_ENV: 'development', ...env },
    detached,
  });
  services.push(service);
  return service;
}

async function serving(env: Record<string, string> = {}, detached = false): Promise<TestProcess> {
  const service = run(env, detached);
  await service.until(/serves at .*\n.*Banks/);
  return service;
}

const urlOf = (service: TestProcess) => /serves at (\S+)/.exec(service.stdout())?.[1] ?? '';
const curlOf = (service: TestProcess) => /^curl .*$/m.exec(service.stdout())?.[0] ?? '';
const keyOf = (service: TestProcess) => /vk_test_\w{32}/.exec(service.stdout())?.[0] ?? '';

async function paste(line: string): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)('sh', ['-c', line]);
  return JSON.parse(stdout) as Record<string, unknown>;
}

function verify(service: TestProcess, reference: string): Promise<Response> {
  return fetch(`${urlOf(service)}/api/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': keyOf(service) },
    body: JSON.stringify({ reference }),
  });
}

/** Resolves once the bank has been asked: from then on there is a lookup to end. */
async function asked(service: TestProcess, reference: string): Promise<void> {
  const path = `/sandbox/hits?provider=telebirr&reference=${reference}`;
  const headers = { 'x-api-key': keyOf(service) };
  const hits = async () => (await (await fetch(urlOf(service) + path, { headers })).json()) as object;
  await expect.poll(hits).toMatchObject({ hits: 1 });
}

describe('a first start', () => {
  it('prints a curl line that verifies a receipt as pasted, from the cache the second time', async () => {
    const service = await serving();
    const expected = { ok: true, verdict: 'verified', checks: { ok: true } };
    expect(await paste(curlOf(service))).toMatchObject({ ...expected, cached: false });
    expect(await paste(curlOf(service))).toMatchObject({ ...expected, cached: true });
    const usage = await fetch(`${urlOf(service)}/api/usage`, { headers: { 'x-api-key': keyOf(service) } });
    expect(await usage.json()).toMatchObject({ mode: 'test', verifications: { used: 1 } });
    expect(service.stderr()).toBe('');
  });

  it('does the same without any Redis on the machine, and warns in one plain line', async () => {
    const service = await serving({ PATH: join(dataDir, 'nothing') });
    const answer = await verify(service, 'DKK4A1B2C3');
    expect(await answer.json()).toMatchObject({ verdict: 'verified' });
    expect(service.stdout()).toContain('Store: embedded');
    expect(service.stderr()).toMatch(/^Warning: No Redis found: .*\n$/);
  });

  it('prints the same address in its curl line where BASE_URL ends with a slash', async () => {
    const service = await serving({ BASE_URL: 'http://shop.test/' });
    expect(curlOf(service)).toContain(' http://shop.test/api/verify ');
  });

  it('in production mints no key and shows none', async () => {
    const service = await serving({
      NODE_ENV: 'production',
      SESSION_SECRET: 's'.repeat(32),
      BASE_URL: 'https://receipts.example',
      ALLOW_SANDBOX: 'true',
    });
    expect(service.stdout()).not.toMatch(/vk_|curl/);
  });
});

describe('a later start', () => {
  it('keeps keys, usage and receipts, also when all was killed, and mints nothing', async () => {
    const first = await serving();
    expect(await paste(curlOf(first))).toMatchObject({ cached: false });
    await first.end('SIGKILL');

    const second = await serving();
    expect(second.stdout()).not.toContain('vk_test_');
    const again = curlOf(first).replace(urlOf(first), urlOf(second));
    expect(await paste(again)).toMatchObject({ verdict: 'verified', cached: true });
  });
});

describe('several workers', () => {
  it('serve behind one port, with one key minted, and end together', async () => {
    const service = await serving({ WORKERS: '2' });
    expect(service.stdout().match(/vk_test_\w{32}/g)).toHaveLength(2);
    const answers = await Promise.all(Array.from({ length: 8 }, () => paste(curlOf(service))));
    expect(answers.every(({ verdict }) => verdict === 'verified')).toBe(true);
    expect(await service.end('SIGTERM')).toBe(0);
    expect(await probeSocket(join(dataDir, 'redis.sock'))).toBe('dead');
  });
});

describe('a signal', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('%s ends everything in order and in time', async (signal) => {
    const service = await serving();
    const startedAt = performance.now();
    expect(await service.end(signal)).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(stopMsMax);
    expect(await probeSocket(join(dataDir, 'redis.sock'))).toBe('dead');
    await expect(fetch(urlOf(service))).rejects.toThrow();
  });

  it.each(['1', '2'])(
    'lets a running lookup finish, although the terminal interrupts the whole process group (%s worker)',
    async (WORKERS) => {
      const service = await serving({ WORKERS }, true);
      const slow = verify(service, 'DKK4A1SLOW');
      await asked(service, 'DKK4A1SLOW');
      process.kill(-service.pid, 'SIGINT');
      const answer = await slow;
      expect(answer.status).toBe(200);
      expect(await service.end()).toBe(0);
    },
  );
});

describe('what cannot start says why in plain lines, and exits with 1', () => {
  it('a configuration that is wrong', async () => {
    const service = run({ PORT: 'eighty', BANKS: 'both' });
    expect(await service.end()).toBe(1);
    expect(service.stderr()).toMatch(/^The configuration is not valid:\n {2}PORT: .+\n {2}BANKS: .+\n$/);
  });

  it('a bank that is mistyped among those with slots of their own', async () => {
    const service = run({ PROVIDER_CONCURRENCY: 'telebir=1' });
    expect(await service.end()).toBe(1);
    expect(service.stderr()).toMatch(
      /^The configuration is not valid:\n {2}PROVIDER_CONCURRENCY: .*telebirr.*\n$/,
    );
    expect(await probeSocket(join(dataDir, 'redis.sock'))).toBe('dead');
  });

  it('a Redis that cannot be reached', async () => {
    const service = run({ REDIS_URL: 'redis://:hunter2@127.0.0.1:1' });
    expect(await service.end()).toBe(1);
    expect(service.stderr()).toBe('Redis at redis://127.0.0.1:1 cannot be reached (ECONNREFUSED).\n');
  });

  it('production without a Redis', async () => {
    const secret = { SESSION_SECRET: 's'.repeat(32), BASE_URL: 'https://receipts.example' };
    const env = { NODE_ENV: 'production', BANKS: 'live', ...secret };
    const service = run({ ...env, PATH: join(dataDir, 'nothing') });
    expect(await service.end()).toBe(1);
    expect(service.stderr()).toMatch(/^The embedded store .* refused in production: .*\n$/);
  });

  it('a port that is taken, also with several workers', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    for (const WORKERS of ['1', '2']) {
      const service = run({ PORT: String(port), WORKERS });
      expect(await service.end()).toBe(1);
      expect(service.stderr()).toMatch(/^(Cannot listen on HOST and PORT \(EADDRINUSE\)\.\n)+$/);
    }
    taken.close();
    expect(await probeSocket(join(dataDir, 'redis.sock'))).toBe('dead');
  });
});

describe('Redis stopped under load', () => {
  it.each([
    ['killed', 'SIGKILL'],
    ['frozen', 'SIGSTOP'],
  ] as const)(
    'when %s, callers get 503 while it is away, and service again soon after its return',
    async (_, signal) => {
      const redis = await startTestRedis({ appendonly: 'yes' });
      servers.push(redis);
      const service = await serving({ REDIS_URL: redis.url, LOG_LEVEL: 'silent' });
      const call = async () => {
        const answer = await fetch(`${urlOf(service)}/api/usage`, {
          headers: { 'x-api-key': keyOf(service) },
        });
        const body = (await answer.json()) as { error?: { code?: string } };
        return { status: answer.status, code: body.error?.code };
      };
      expect((await call()).status).toBe(200);

      await redis.signal(signal);
      const refused = await Promise.all(Array.from({ length: 20 }, call));
      for (const answer of refused) expect(answer).toEqual({ status: 503, code: 'unavailable' });
      await sleep(2_000);
      await (signal === 'SIGSTOP' ? redis.signal('SIGCONT') : redis.start());
      // How soon is measured by `npm run chaos`.
      await expect.poll(async () => (await call()).status).toBe(200);
    },
  );
});

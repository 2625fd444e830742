/**
 * SIGTERM while a bank hangs and callers wait, as on every deploy under load. The process ends itself with 1 when its
 * stop takes 9.5 s: exit code 0 says that it was in time.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/engine/store/connection/connect.js';
import { probeSocket } from '../../src/engine/store/connection/local-redis.js';
import { builtService } from '../support/built.js';
import { testLog } from '../support/log.js';
import { startProcess, type TestProcess } from '../support/processes.js';
import { removeDataDirectory, temporaryDirectory } from '../support/redis.js';

let dataDir: string;
let services: TestProcess[];

beforeEach(async () => {
  dataDir = await temporaryDirectory();
  services = [];
});
afterEach(async () => {
  await Promise.all(services.map((service) => service.end('SIGKILL')));
  await removeDataDirectory(dataDir);
});

interface Service {
  process: TestProcess;
  url: string;
  key: string;
}

async function serving(env: Record<string, string> = {}): Promise<Service> {
  const common = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', NODE_ENV: 'development' };
  const started = startProcess(builtService, [], { env: { ...common, PROVIDER_CONCURRENCY: '1', ...env } });
  services.push(started);
  await started.until(/^curl .*\n/m);
  const [url = '', key = ''] = [/serves at (\S+)/, /(vk_test_\w{32})/].map(
    (pattern) => pattern.exec(started.stdout())?.[1] ?? '',
  );
  return { process: started, url, key };
}

interface Answer {
  status: number;
  code: string | null;
  retryAfter: string | null;
  statusUrl?: string;
}

/** Rejects where the connection ends without an answer. */
async function verify({ url, key }: Service, reference: string, waitMs?: number): Promise<Answer> {
  const response = await fetch(`${url}/api/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ reference, waitMs }),
  });
  const body = (await response.json()) as { error?: { code: string } | null; statusUrl?: string };
  const retryAfter = response.headers.get('retry-after');
  return { status: response.status, code: body.error?.code ?? null, retryAfter, ...body };
}

/** Resolves once the bank has been asked. */
async function asked({ url, key }: Service, reference: string): Promise<void> {
  const path = `/sandbox/hits?provider=telebirr&reference=${reference}`;
  const hits = async () =>
    (await (await fetch(url + path, { headers: { 'x-api-key': key } })).json()) as object;
  await expect.poll(hits).toMatchObject({ hits: 1 });
}

async function waiting({ url }: Service, count: number): Promise<void> {
  const queue = async () => {
    const report = (await (await fetch(`${url}/api/status`)).json()) as {
      components: { providerKey?: string; queue?: { waiting: number } }[];
    };
    return report.components.find(({ providerKey }) => providerKey === 'telebirr')?.queue?.waiting;
  };
  await expect.poll(queue).toBe(count);
}

/** What the store holds when all have left it: lookups that were begun, and what was not given back. */
async function left(): Promise<{ hits: string[]; held: string[]; unfinished: number[] }> {
  expect(await probeSocket(join(dataDir, 'redis.sock'))).toBe('dead');
  const store = await openStore({ dataDir, production: false, log: testLog() });
  try {
    const keys = await store.client.keys('*');
    const leases = await store.client.zrange('{j}:unfinished', 0, -1, 'WITHSCORES');
    return {
      hits: keys.flatMap((key) => /^\{s:hits:telebirr:(\w+)\}$/.exec(key)?.[1] ?? []).sort(),
      held: keys.filter((key) => /:(slots|line|waiting|held|flight)$/.test(key)),
      unfinished: leases.filter((_, index) => index % 2 === 1).map(Number),
    };
  } finally {
    await store.close();
  }
}

const refused = expect.objectContaining({ status: 503, code: 'unavailable', retryAfter: '1' });

describe('SIGTERM', { tags: ['needs-redis-server'] }, () => {
  it('while a bank hangs and its queue is full: all are answered, nothing is begun or left, the exit code is 0', async () => {
    const service = await serving();
    const hanging = verify(service, 'DKK4A1HANG');
    await asked(service, 'DKK4A1HANG');
    const queued = ['DKK4A1B2C3', 'DKK4A1B2C4', 'DKK4A1B2C3'].map((reference) => verify(service, reference));
    expect(await verify(service, 'DKK4A1B2C5', 0)).toMatchObject({ status: 202 });
    await waiting(service, 3);
    const late = connect(Number(new URL(service.url).port), '127.0.0.1');
    late.write('GET /api/status HTTP/1.1\r\n');
    await once(late, 'connect');

    const ended = service.process.end('SIGTERM');
    expect(await Promise.all(queued)).toEqual([refused, refused, refused]);
    late.write('Host: localhost\r\n\r\n');
    expect(await text(late)).toMatch(/^HTTP\/1.1 503 .*connection: close.*"code":"unavailable"/is);
    expect(await hanging).toEqual(refused);
    expect(await ended).toBe(0);
    expect(service.process.stderr()).toBe('');
    const { hits, held, unfinished } = await left();
    expect({ hits, held }).toEqual({ hits: ['DKK4A1HANG'], held: [] });
    expect(unfinished).toEqual([expect.toSatisfy((lease: number) => lease <= Date.now())]);
  });

  it('while slow lookups queue up: the one that runs is finished, the others are not begun', async () => {
    const service = await serving();
    const running = verify(service, 'DKK4A1SLOW');
    await asked(service, 'DKK4A1SLOW');
    const queued = [1, 2, 3, 4].map((number) => verify(service, `DKK5A${number}SLOW`));
    await waiting(service, 4);
    const ended = service.process.end('SIGTERM');
    expect(await Promise.all(queued)).toEqual([refused, refused, refused, refused]);
    expect(await running).toMatchObject({ status: 200 });
    expect(await ended).toBe(0);
    expect(await left()).toEqual({ hits: ['DKK4A1SLOW'], held: [], unfinished: [] });
  });

  it('reaches all workers: the first process ends when they have, and Redis last', async () => {
    const service = await serving({ WORKERS: '2' });
    const hanging = verify(service, 'DKK4A1HANG');
    await asked(service, 'DKK4A1HANG');
    const queued = [1, 2, 3, 4].map((number) => verify(service, `DKK4A1B2C${number}`));
    await waiting(service, 4);
    const ended = service.process.end('SIGTERM');
    for (const answer of await Promise.all([...queued, hanging])) expect(answer).toEqual(refused);
    expect(await ended).toBe(0);
    expect(await left()).toEqual({ hits: ['DKK4A1HANG'], held: [], unfinished: [] });
  });

  it('ends a process that only probes', async () => {
    const prober = startProcess(builtService, [], {
      env: { DATA_DIR: dataDir, LOG_LEVEL: 'warn', NODE_ENV: 'development', ROLES: 'prober' },
    });
    services.push(prober);
    await prober.until(/probes the banks/);
    expect(await prober.end('SIGTERM')).toBe(0);
    expect(await probeSocket(join(dataDir, 'redis.sock'))).toBe('dead');
  });

  it.each(['1', '2'])(
    'given twice waits for no lookup, and stops Redis all the same (%s worker)',
    async (WORKERS) => {
      const service = await serving({ WORKERS });
      const hanging = verify(service, 'DKK4A1HANG').catch(() => 'cut off');
      await asked(service, 'DKK4A1HANG');
      const queued = verify(service, 'DKK4A1B2C3');
      await waiting(service, 1);
      service.process.child.kill('SIGTERM');
      expect(await queued).toEqual(refused);
      expect(await service.process.end('SIGTERM')).toBe(1);
      expect(await hanging).toEqual(WORKERS === '1' ? refused : 'cut off');
      expect(await probeSocket(join(dataDir, 'redis.sock'))).toBe('dead');
    },
  );
});

/** Several workers behind one port: a scrape that reaches any of them sees all. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Redis } from 'ioredis';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { builtService } from '../support/built.js';
import { freePort } from '../support/ports.js';
import { repository, startProcess, type TestProcess } from '../support/processes.js';
import { removeDataDirectory, startTestRedis, temporaryDirectory } from '../support/redis.js';

/** A connection for each call, so that both workers get some. */
const fresh = { headers: { connection: 'close' } };

let service: TestProcess | undefined;
let dataDir: string;

afterEach(async () => {
  await service?.end('SIGTERM');
  await removeDataDirectory(dataDir);
});

async function startTwoWorkers(settings: Record<string, string> = {}): Promise<string> {
  dataDir = await temporaryDirectory();
  const env = {
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'test',
    WORKERS: '2',
    ...settings,
  };
  service = startProcess(builtService, [], { env });
  await service.until(/serves at .*\n.*Banks/);
  return /serves at (\S+)/.exec(service.stdout())?.[1] ?? '';
}

it('/metrics of several workers shows the figures of each, whichever is asked, and loses none', async () => {
  const url = await startTwoWorkers();
  const calls = 40;
  for (let count = 0; count < calls; count += 1) await fetch(`${url}/healthz`, fresh);
  await sleep(100);

  for (let look = 0; look < 4; look += 1) {
    const text = await (await fetch(`${url}/metrics`, fresh)).text();
    const healthz = [
      ...text.matchAll(/^deresegn_http_requests_total\{route="\/healthz".*worker="(\d)"\} (\d+)$/gm),
    ];
    expect(healthz.map(([, worker]) => worker).toSorted()).toEqual(['1', '2']);
    expect(healthz.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(calls);
    expect([...text.matchAll(/^deresegn_store_up\{worker="\d"\} 1$/gm)]).toHaveLength(2);
    expect([...text.matchAll(/^process_start_time_seconds\{worker="\d"\} \d/gm)]).toHaveLength(2);
  }
});

it('of several processes the first serves nobody, and has no engine: workers alone hear messages', {
  tags: ['needs-redis-server'],
}, async () => {
  await startTwoWorkers();
  const redis = new Redis(join(dataDir, 'redis.sock'));
  try {
    const clients = String(await redis.client('LIST'))
      .trim()
      .split('\n');
    expect(clients.filter((client) => !client.includes(' sub=0 '))).toHaveLength(2);
  } finally {
    redis.disconnect();
  }
});

it('of several processes the first has no connection to a Redis that it did not start', {
  tags: ['needs-redis-server'],
}, async () => {
  const redis = await startTestRedis();
  onTestFinished(() => redis.close());
  const url = await startTwoWorkers({ REDIS_URL: redis.url, PORT: String(await freePort()) });
  const watching = new Redis(redis.path);
  onTestFinished(() => watching.disconnect());
  const own = `id=${await watching.client('ID')} `;
  const clients = String(await watching.client('LIST'))
    .trim()
    .split('\n')
    .filter((client) => !client.startsWith(own));
  // Of each worker one for commands and one for messages.
  expect(clients).toHaveLength(4);
  expect(clients.filter((client) => client.includes(' sub=0 '))).toHaveLength(2);
  // When all of them die at once, it has nothing to wait for but to replace them.
  for (const worker of workersOf(service?.pid ?? 0)) process.kill(worker, 'SIGKILL');
  const ready = () => fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1_000) }).then(({ ok }) => ok);
  await expect.poll(ready, { timeout: 60_000 }).toBe(true);
});

it('a worker that dies while the first process asks it for figures costs its own callers alone', async () => {
  const killer = pathToFileURL(join(repository, 'test/server/kill-at-question.mjs'));
  const url = await startTwoWorkers({ NODE_OPTIONS: `--import ${killer}` });
  const first = service?.pid ?? 0;
  const before = workersOf(first);

  const scrape = await fetch(`${url}/metrics`, fresh);
  expect(scrape.status).toBe(200);
  expect(await scrape.text()).toContain('\nderesegn_store_up');
  // The first process wrote to the worker before it heard of its end.
  await expect
    .poll(() => service?.stderr())
    .toMatch(/"a worker could not be reached".*\n(.*\n)*.*"a worker has ended and is replaced"/);
  expect(service?.stderr()).not.toContain('"level":"fatal"');
  await expect.poll(() => workersOf(first).filter((pid) => !before.includes(pid))).toHaveLength(1);
  await bothServe(url);
  expect(await service?.end('SIGTERM')).toBe(0);
});

/** Resolves when each of the two workers has answered a call. */
async function bothServe(url: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const text = await (await fetch(`${url}/metrics`, fresh)).text();
        const served = text.matchAll(/^deresegn_http_requests_total\{.*worker="(\d+)"\}/gm);
        return [...new Set([...served].map(([, worker]) => worker))];
      },
      { timeout: 60_000 },
    )
    .toHaveLength(2);
}

function workersOf(first: number): number[] {
  return childrenOf(first).filter((pid) => commandOf(pid).includes('node'));
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}

function commandOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
}

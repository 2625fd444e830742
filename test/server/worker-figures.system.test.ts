/** Several workers behind one port: a scrape that reaches any of them sees all. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { builtService } from '../support/built.js';
import { freePort } from '../support/ports.js';
import { startProcess, type TestProcess } from '../support/processes.js';
import { removeDataDirectory, startTestRedis, temporaryDirectory } from '../support/redis.js';

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
  // A connection each, so that both workers get some.
  const fresh = { headers: { connection: 'close' } };
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

const question = 'GET /metrics HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

/** What ended the service: a message to a worker that was not there any more. */
const unreachable = /"a worker could not be reached"/;

it('a worker that dies while the first process asks it for figures costs its own callers alone', async ({
  skip,
}) => {
  const url = await startTwoWorkers();
  const first = service?.pid ?? 0;
  // A round proves something when the first process has written to the dead worker before it heard of its end.
  for (let round = 0; round < 10 && !unreachable.test(service?.stderr() ?? ''); round += 1) {
    const callers = await Promise.all(Array.from({ length: 6 }, () => openCaller(url)));
    const [dying = 0] = workersOf(first);

    // The one that dies asks nothing itself: its question and its end would reach the first process together.
    process.kill(dying, 'SIGSTOP');
    process.kill(first, 'SIGSTOP');
    for (const caller of callers) caller.socket.write(question);
    // Longer from round to round: a busy machine takes its time to ask.
    await sleep(500 * (round + 1));
    process.kill(dying, 'SIGKILL');
    await expect.poll(() => stateOf(dying)).toBe('Z');
    process.kill(first, 'SIGCONT');

    const outcomes = await Promise.all(callers.map((caller) => caller.outcome));
    expect(outcomes).toContain('figures');
    expect(outcomes).not.toContain('something else');
    await expect.poll(() => workersOf(first).filter((pid) => pid !== dying)).toHaveLength(2);
    await bothServe(url);
  }
  expect(service?.stderr()).not.toContain('"level":"fatal"');
  for (let call = 0; call < 4; call += 1) {
    expect((await fetch(`${url}/readyz`, { headers: { connection: 'close' } })).status).toBe(200);
  }
  expect(await service?.end('SIGTERM')).toBe(0);
  // The kernel decides which of the two the first process hears first.
  skip(!unreachable.test(service?.stderr() ?? ''), 'the first process always heard of the end first');
});

/** Resolves when each of the two workers has answered a call. */
async function bothServe(url: string): Promise<void> {
  const fresh = { headers: { connection: 'close' } };
  await expect
    .poll(
      async () => {
        const text = await (await fetch(`${url}/metrics`, fresh)).text();
        const served = text.matchAll(/^deresegn_http_requests_total\{.*worker="(\d+)"\}/gm);
        return [...new Set([...served].map(([, worker]) => worker))];
      },
      { timeout: 20_000 },
    )
    .toHaveLength(2);
}

interface Caller {
  socket: Socket;
  /** What became of what it asked next. */
  outcome: Promise<'figures' | 'cut off' | 'something else'>;
}

async function openCaller(url: string): Promise<Caller> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  socket.on('error', () => undefined);
  socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'data');
  let answer = '';
  socket.on('data', (chunk: string) => {
    answer += chunk;
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return { socket, outcome: closed.then(() => outcomeOf(answer)) };
}

function outcomeOf(answer: string): Awaited<Caller['outcome']> {
  if (answer === '') return 'cut off';
  const isFigures = answer.startsWith('HTTP/1.1 200 ') && answer.includes('\nderesegn_store_up');
  return isFigures ? 'figures' : 'something else';
}

function workersOf(first: number): number[] {
  return childrenOf(first).filter((pid) => commandOf(pid).includes('node'));
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}

/** `Z` is a process that has ended, and whose parent has not heard of it. */
function stateOf(pid: number): string | undefined {
  return /\) (\w) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
}

function commandOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
}

/** Several workers behind one port: a scrape that reaches any of them sees all. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { builtService } from '../support/built.js';
import { startProcess, type TestProcess } from '../support/processes.js';
import { removeDataDirectory, temporaryDirectory } from '../support/redis.js';

let service: TestProcess | undefined;
let dataDir: string;

afterEach(async () => {
  await service?.end('SIGTERM');
  await removeDataDirectory(dataDir);
});

async function startTwoWorkers(): Promise<string> {
  dataDir = await temporaryDirectory();
  const env = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', NODE_ENV: 'test', WORKERS: '2' };
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

it('a worker that dies while /metrics is asked for is replaced, and the service goes on', async () => {
  const url = await startTwoWorkers();
  const first = service?.child.pid ?? 0;
  const callers = await Promise.all(Array.from({ length: 4 }, () => openCaller(url)));
  const [dying = 0] = childrenOf(first).filter((pid) => commandOf(pid).includes('node'));

  // The first process reads the questions when one of those it has to ask is gone, and before it hears that it is.
  process.kill(first, 'SIGSTOP');
  for (const caller of callers) caller.write('GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n');
  await sleep(1_500);
  process.kill(dying, 'SIGKILL');
  await expect.poll(() => stateOf(dying)).toBe('Z');
  process.kill(first, 'SIGCONT');

  await expect.poll(() => childrenOf(first).filter((pid) => commandOf(pid).includes('node'))).toHaveLength(2);
  expect(childrenOf(first)).not.toContain(dying);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

async function openCaller(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const caller = connect(Number(port), hostname);
  caller.on('error', () => undefined);
  caller.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(caller, 'data');
  return caller;
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

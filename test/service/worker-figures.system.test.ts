/** Several workers behind one port: a scrape that reaches any of them sees all. */
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

it('/metrics of several workers shows the figures of each, whichever is asked, and loses none', async () => {
  dataDir = await temporaryDirectory();
  const env = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', NODE_ENV: 'test', WORKERS: '2' };
  service = startProcess(builtService, [], { env });
  await service.until(/serves at .*\n.*Banks/);
  const url = /serves at (\S+)/.exec(service.stdout())?.[1] ?? '';
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
}, 60_000);

/** Service processes are killed; the supervisor restarts them a second later. */
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Excuse } from '../oracle.js';
import type { Parts } from '../parts.js';
import type { Fault } from './types.js';

/**
 * Connections to a dead process break. Its slots at the banks are free when their leases end, at most 15 s later: until then a caller
 * may wait too long for another.
 */
const broken: Excuse = { failures: ['bank_busy'], broken: true };
/** By then its leases have ended, and the callers that waited for its slots have been served. */
const steadyMs = 12_000;
/** A second for the supervisor, and a start on a busy machine. */
const healsMsMax = 15_000;
const scrapers = 12;
const scrapeMsMax = 10_000;
/** By then every worker that got a scrape has asked the first process. */
const askedMs = 1_000;

export const processFaults: readonly Fault[] = [
  {
    name: 'api-killed',
    title: 'API process killed',
    short: true,
    excuse: broken,
    lastsMs: 0,
    healsMsMax,
    steadyMs,
    inject: ({ environment: { apis } }) => apis[1].kill(),
  },
  {
    name: 'worker-killed',
    title: 'one of two API workers killed',
    short: false,
    excuse: broken,
    lastsMs: 0,
    healsMsMax,
    steadyMs,
    async inject({ environment: { apis } }) {
      const [worker] = apis[0].workers();
      if (worker === undefined) throw new Error('the service has no workers');
      process.kill(worker, 'SIGKILL');
    },
  },
  {
    name: 'first-killed',
    title: 'first process of two workers killed',
    short: false,
    excuse: broken,
    lastsMs: 0,
    healsMsMax,
    steadyMs,
    inject: ({ environment: { apis } }) => apis[0].kill(),
  },
  {
    name: 'scrape-killed',
    title: 'a worker killed while its /metrics is asked for',
    short: false,
    excuse: broken,
    lastsMs: 0,
    healsMsMax,
    inject: killInScrape,
  },
  {
    name: 'bot-killed',
    title: 'bot killed',
    short: false,
    excuse: { failures: [], broken: false },
    lastsMs: 0,
    healsMsMax,
    inject: ({ environment: { bot } }) => bot.kill(),
  },
];

/**
 * A scrape asks one worker, which asks the first process, which asks all workers. The first process is stopped while one of
 * them dies, so it asks a dead worker: the other workers go on, and it replaces that worker.
 */
async function killInScrape({ environment: { apis }, expectations }: Parts): Promise<void> {
  const [service] = apis;
  const [worker] = service.workers();
  if (worker === undefined) throw new Error('the service has no workers');
  const first = service.pid();
  const agent = new Agent({ keepAlive: true });
  const scrape = () =>
    new Promise<void>((resolve) => {
      const asked = get(`${service.url}/metrics`, { agent, timeout: scrapeMsMax }, (answer) => {
        answer.resume().once('close', resolve);
      });
      asked.once('error', () => resolve()).once('timeout', () => asked.destroy());
    });
  const scrapes = () => Promise.all(Array.from({ length: scrapers }, scrape));
  // The connections are opened first, because the process that accepts new ones is stopped next.
  await scrapes();
  process.kill(first, 'SIGSTOP');
  const asked = scrapes();
  await sleep(askedMs);
  process.kill(worker, 'SIGKILL');
  process.kill(first, 'SIGCONT');
  await asked;
  agent.destroy();
  if (service.pid() !== first) expectations.violate('lost', 'the death of a worker ended the whole service');
}

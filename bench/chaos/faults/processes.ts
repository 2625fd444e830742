/** Service processes are killed; the supervisor restarts them a second later. */
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Excuse } from '../oracle.js';
import type { Parts } from '../parts.js';
import type { Fault } from './types.js';

/**
 * Connections to the dead break. It leaves its slots at the banks when their leases end, 15 s later at most: until then a caller
 * may wait too long for another.
 */
const broken: Excuse = { failures: ['bank_busy'], broken: true };
/** By then its leases have ended, and who waited for them has been served. */
const steadyMs = 12_000;
/** A second for the supervisor, and a start on a busy machine. */
const healsMsMax = 15_000;
const scrapers = 12;
const scrapeMsMax = 10_000;
/** Every worker that was asked has asked the first process by then. */
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
 * A scrape asks one worker, which asks the first process, which asks all workers. It stands still while one of them dies,
 * and so asks the dead: the others go on, and it replaces that worker.
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
  // The connections are open: the process that accepts new ones stands still next.
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

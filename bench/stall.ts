/**
 * Two services on one Redis; one of them is stopped (SIGSTOP) at a random moment with calls under way, for longer than
 * its leases, and then continues. `npx tsx bench/stall.ts [ROUNDS] [STALL_SECONDS_MAX]` after `npm run build`. A round is one
 * receipt and a new account, requested from both services. Exits 1 if an account was charged twice or a view-limited link
 * was opened twice (docs/architecture.md#a-process-that-stands-still).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Application } from '../src/app.js';
import { mintClient, openApplication } from '../test/engine/support.js';
import { startProcess, type TestProcess } from '../test/support/processes.js';
import { startTestRedis } from '../test/support/redis.js';

/** Calls of a batch begin within this time, and so does the stall. */
const spreadMs = 4_000;
const roundsPerStall = 25;
/** Just longer than the lease of a flight. */
const stallMsMin = 16_000;

interface StallReport {
  rounds: number;
  /** Rounds whose account was charged more than once, which is a fault. */
  chargedTwice: string[];
  /** View-limited links that were opened more than once. */
  openedTwice: string[];
  /** Ordinary receipts that were fetched more than once, which is allowed. */
  fetchedTwice: number;
  verified: number;
  charged: number;
}

interface Round {
  provider: 'telebirr' | 'siinqee';
  reference: string;
  key: string;
  used(): Promise<number>;
}

/** @param stallMsMax maximum length of a stall; @param service path of the program that is started twice */
export async function stall(
  rounds: number,
  stallMsMax: number,
  service = 'dist/main.js',
): Promise<StallReport> {
  const redis = await startTestRedis();
  const env = { REDIS_URL: redis.url, PROVIDER_CONCURRENCY: '50', LOG_LEVEL: 'silent' };
  const application = await openApplication(redis, env);
  const start = () => startProcess(service, [], { env: { ...env, PORT: '0', NODE_ENV: 'test' } });
  const services = [start(), start()];
  const report: StallReport = {
    ...{ rounds: 0, chargedTwice: [], openedTwice: [] },
    ...{ fetchedTwice: 0, verified: 0, charged: 0 },
  };
  try {
    for (const one of services) await one.until(/serves at .*\n.*Banks/);
    while (report.rounds < rounds) {
      const batch = await receive(
        application,
        report.rounds,
        Math.min(roundsPerStall, rounds - report.rounds),
      );
      const stopped = services[Math.floor(report.rounds / roundsPerStall) % 2] as TestProcess;
      const stallMs = stallMsMin + Math.random() * (stallMsMax - stallMsMin);
      const answers = await Promise.all([play(services, batch, stallMs), freeze(stopped, stallMs)]);
      report.verified += answers[0];
      for (const round of batch) await judge(application, round, report);
      report.rounds += batch.length;
    }
  } finally {
    await Promise.all(services.map((one) => one.end('SIGTERM')));
    await application.close();
    await redis.close();
  }
  return report;
}

/** Every second receipt has a view-limited link; for every third one the bank takes three seconds. */
async function receive(application: Application, from: number, count: number): Promise<Round[]> {
  const batch: Round[] = [];
  for (let nth = from; nth < from + count; nth += 1) {
    const { key, used } = await mintClient(application);
    const provider = nth % 2 ? 'siinqee' : 'telebirr';
    const number = String(nth).padStart(3, '0');
    const ending = nth % 3 ? '' : 'SLOW';
    const reference =
      provider === 'siinqee' ? `SQB26K20${number}${ending || 'A1A1'}` : `DKK${number}${ending || 'A1A1'}`;
    batch.push({ provider, reference, key, used });
  }
  return batch;
}

async function freeze(one: TestProcess, ms: number): Promise<void> {
  await sleep(Math.random() * spreadMs);
  process.kill(one.pid, 'SIGSTOP');
  await sleep(ms);
  process.kill(one.pid, 'SIGCONT');
}

/** Requests each receipt from both services, once early and once at any time of the stall. @returns how many were verified */
async function play(services: TestProcess[], batch: Round[], stallMs: number): Promise<number> {
  const ask = async (at: TestProcess | undefined, { provider, reference, key }: Round, afterMs: number) => {
    await sleep(afterMs);
    const url = /serves at (\S+)/.exec(at?.stdout() ?? '')?.[1] ?? '';
    const headers = { 'content-type': 'application/json', 'x-api-key': key };
    const body = JSON.stringify({ provider, reference });
    // A connection kept open from before the stall may be closed at its end: a call without an answer.
    const answer = await fetch(`${url}/api/verify`, { method: 'POST', headers, body }).catch(() => null);
    await answer?.arrayBuffer().catch(() => undefined);
    return answer?.status === 200 ? 1 : 0;
  };
  const calls = batch.flatMap((round) => {
    const order = Math.random() < 0.5 ? services : [...services].reverse();
    const early = Math.random() * spreadMs;
    return [ask(order[0], round, early), ask(order[1], round, early + Math.random() * stallMs)];
  });
  return (await Promise.all(calls)).reduce<number>((sum, one) => sum + one, 0);
}

async function judge(
  application: Application,
  { provider, reference, used }: Round,
  report: StallReport,
): Promise<void> {
  const hits = await application.engine.sandbox.hits(provider, reference);
  const charges = await used();
  report.charged += charges;
  if (charges > 1) report.chargedTwice.push(`${provider} ${reference}: ${charges}`);
  if (hits <= 1) return;
  if (provider === 'siinqee') report.openedTwice.push(`${reference}: ${hits}`);
  else report.fetchedTwice += 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [rounds = 1_000, seconds = 60] = process.argv.slice(2).map(Number);
  const report = await stall(rounds, seconds * 1_000);
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  process.exit(report.chargedTwice.length + report.openedTwice.length > 0 ? 1 : 0);
}

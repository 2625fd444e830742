/**
 * Overhead of an uncached verification: the time of a call over HTTP minus the simulated bank's own time, measured by calling
 * that bank directly. Both take turns, each time with a new receipt.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import { createProviders } from '../src/providers/registry.js';
import { resolve } from '../src/providers/resolve.js';
import type { Service } from './environment.js';
import { startRedis, startService, withEnvironment } from './environment.js';
import { effort } from './quick-mode.js';
import { figure, median, type Row } from './table.js';

const warmUpCalls = effort(30, 5);

interface Format {
  name: string;
  bank: string;
  calls: number;
  budgetMs: number;
  /** The nth receipt. */
  body(nth: number): Record<string, string>;
}

const digits = (nth: number, length: number) => String(nth).padStart(length, '0');

const formats: readonly Format[] = [
  {
    name: 'HTML',
    bank: 'telebirr',
    calls: effort(500, 40),
    budgetMs: 2.5,
    body: (nth) => ({ reference: `DKK${digits(nth, 7)}` }),
  },
  {
    name: 'JSON',
    bank: 'boa',
    calls: effort(500, 40),
    budgetMs: 2,
    body: (nth) => ({ url: `https://cs.bankofabyssinia.com/slip/?trx=FT26196ABCDE${digits(nth, 5)}` }),
  },
  {
    name: 'PDF',
    bank: 'cbe',
    calls: effort(150, 20),
    budgetMs: 15,
    body: (nth) => ({ reference: `FT26196${digits(nth, 5)}`, provider: 'cbe', account: '1000012345678' }),
  },
];

/** @returns a row for each format of answers */
export function uncached(): Promise<Row[]> {
  return withEnvironment(async (environment) => {
    const redis = await startRedis(environment);
    // The port of the simulated banks is in the log at level debug.
    const service = await startService(environment, `unix://${redis}`, { LOG_LEVEL: 'debug' });
    const ours = new Client(service.url);
    const banks = new Client(`http://127.0.0.1:${await portOfBanks(service)}`);
    environment.cleanups.push(() => Promise.all([ours.destroy(), banks.destroy()]));
    const rows: Row[] = [];
    for (const format of formats) rows.push(await measure(format, service, ours, banks));
    return rows;
  });
}

async function measure(format: Format, { headers }: Service, ours: Client, banks: Client): Promise<Row> {
  const times: { ours: number[]; bank: number[] } = { ours: [], bank: [] };
  for (let call = 0; call < warmUpCalls + format.calls; call += 1) {
    const bankMs = await timed(banks, bankRequest(format.body(2 * call)));
    const body = JSON.stringify(format.body(2 * call + 1));
    const ourMs = await timed(ours, { path: '/api/verify', method: 'POST', headers, body });
    if (call < warmUpCalls) continue;
    times.bank.push(bankMs);
    times.ours.push(ourMs);
  }
  const own = median(times.ours) - median(times.bank);
  return {
    id: `uncached.${format.name.toLowerCase()}`,
    name: `uncached verification of ${format.name} (${format.bank}), own time`,
    figures: [figure(own, 'ms')],
    baseline: [figure(median(times.bank), 'ms', 'the bank alone')],
    budget: `< ${format.budgetMs} ms`,
    holds: own < format.budgetMs,
  };
}

type Request = Parameters<Client['request']>[0];

async function timed(client: Client, request: Request): Promise<number> {
  const startedAt = performance.now();
  const { statusCode, body } = await client.request(request);
  await body.arrayBuffer();
  if (statusCode !== 200) throw new Error(`expected a receipt, got ${statusCode}`);
  return performance.now() - startedAt;
}

const providers = createProviders({ cbeAppId: 'bench', cbeAppVersion: '1' });

/** What the service itself sends. */
function bankRequest(body: Record<string, string>): Request {
  const resolved = resolve(providers, body, new Date());
  if (resolved.kind !== 'target') throw new Error('expected a reference the service knows');
  const { target } = resolved;
  const provider = providers.find(({ key }) => key === target.provider);
  if (!provider) throw new Error('expected a provider that is registered');
  const { url, headers } = provider.request(target, 0);
  const { host, pathname, search } = new URL(url);
  return { path: pathname + search, method: 'GET', headers: { ...headers, host } };
}

async function portOfBanks(service: Service): Promise<number> {
  for (;;) {
    const entry = service.log().find(({ component }) => component === 'sandbox');
    if (entry) return Number(entry.port);
    await sleep(20);
  }
}

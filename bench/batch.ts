/**
 * How long a single uncached call takes during batches of 100 items of the same bank: one that answers each item after 3 s, so that
 * items take slots, and one that answers at once, so that they take processor time. There are several quick batches, each with calls from
 * its start to its end, alternating with the baseline: the same calls alone.
 */
import { Client } from 'undici';
import type { Service } from './environment.js';
import { startRedis, startService, withEnvironment } from './environment.js';
import { effort } from './quick-mode.js';
import { figure, median, quantile, type Row } from './table.js';

const calls = effort(1_000, 20);
/** They take longer than the single calls during them. */
const items = 100;
const quickBatches = effort(4, 1);
/** Number of single calls between two polls of the batch. */
const callsPerPoll = 50;
/** Single calls may take this many times as long during the batch. */
const budget = 1.2;

let made = 0;
const reference = (ending = '') => `DKK${String(++made).padStart(7 - ending.length, '0')}${ending}`;

/** @returns a row for each kind of batch */
export function batch(): Promise<Row[]> {
  return withEnvironment(async (environment) => {
    const redis = await startRedis(environment);
    const service = await startService(environment, `unix://${redis}`);
    const client = new Client(service.url);
    environment.cleanups.push(() => client.destroy());
    // The first calls warm it up.
    await timesOf(client, service, calls);
    const quick = await duringQuickBatches(client, service);
    await sendBatch(client, service, 'SLOW');
    const duringSlow = await timesOf(client, service, quickBatches * calls);
    return [
      row('single-calls', `${items} slow items`, duringSlow, quick.alone),
      row('beside-quick-items', `${items} quick items`, quick.during, quick.alone),
    ];
  });
}

function row(id: string, what: string, during: readonly number[], alone: readonly number[]): Row {
  const [single, baseline] = [quantile(during, 0.95), quantile(alone, 0.95)];
  return {
    id: `batch.${id}`,
    name: `single call beside a batch of ${what} of the same bank`,
    figures: [figure(single, 'ms', '95 % within'), figure(median(during), 'ms', 'half within')],
    baseline: [
      figure(baseline, 'ms', 'without the batch'),
      figure(median(alone), 'ms', 'without it, half within'),
    ],
    budget: `95 % <= ${budget} x baseline`,
    holds: single <= budget * baseline,
  };
}

/** Calls alone before and after each batch, so that a machine that becomes slower does not count against the batch. */
async function duringQuickBatches(client: Client, service: Service) {
  const times: Record<'during' | 'alone', number[]> = { during: [], alone: [] };
  for (let nth = 0; nth < quickBatches; nth += 1) {
    times.alone.push(...(await timesOf(client, service, calls)));
    const statusUrl = await sendBatch(client, service);
    do times.during.push(...(await timesOf(client, service, callsPerPoll)));
    while (!(await isOver(client, service, statusUrl)));
    times.alone.push(...(await timesOf(client, service, calls)));
  }
  return times;
}

async function isOver(client: Client, { headers }: Service, path: string): Promise<boolean> {
  const { body } = await client.request({ path, method: 'GET', headers });
  const { status } = (await body.json()) as { status: 'running' | 'completed' };
  return status === 'completed';
}

/** @param ending of the references @returns the path of its state */
async function sendBatch(client: Client, { headers }: Service, ending = ''): Promise<string> {
  const asked = Array.from({ length: items }, () => ({ reference: reference(ending) }));
  const request = { path: '/api/verify-batch', method: 'POST', headers } as const;
  const { statusCode, body } = await client.request({ ...request, body: JSON.stringify({ items: asked }) });
  const text = await body.text();
  if (statusCode !== 202) throw new Error(`the batch was answered ${statusCode}: ${text}`);
  return (JSON.parse(text) as { statusUrl: string }).statusUrl;
}

/** Durations of calls, one after the other, ms. */
async function timesOf(client: Client, { headers }: Service, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let call = 0; call < count; call += 1) {
    const asked = JSON.stringify({ reference: reference() });
    const startedAt = performance.now();
    const request = { path: '/api/verify', method: 'POST', headers, body: asked } as const;
    const { statusCode, body } = await client.request(request);
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`a call was answered ${statusCode}: ${text}`);
    times.push(performance.now() - startedAt);
  }
  return times;
}

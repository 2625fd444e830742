/**
 * How long a single uncached call takes beside a batch of 100 items of the same bank, which answers each item after 3 s. Baseline:
 * the same calls without the batch, in the same run.
 */
import { Client } from 'undici';
import type { Service } from './environment.js';
import { startRedis, startService, withEnvironment } from './environment.js';
import { effort } from './quick-mode.js';
import { figure, quantile, type Row } from './table.js';

const calls = effort(500, 20);
/** They take longer than the calls beside them. */
const items = 100;
/** Single calls may take so many times as long beside the batch. */
const budget = 1.2;

let made = 0;
const reference = (ending = '') => `DKK${String(++made).padStart(7 - ending.length, '0')}${ending}`;

/** @returns one row: single calls have half of the slots to themselves */
export function batch(): Promise<Row[]> {
  return withEnvironment(async (environment) => {
    const redis = await startRedis(environment);
    const service = await startService(environment, `unix://${redis}`);
    const client = new Client(service.url);
    environment.cleanups.push(() => client.destroy());
    // The first calls warm it up.
    await timesOf(client, service, calls);
    const alone = await timesOf(client, service, calls);
    await sendBatch(client, service);
    const beside = await timesOf(client, service, calls);
    const [single, baseline] = [quantile(beside, 0.95), quantile(alone, 0.95)];
    return [
      {
        id: 'batch.single-calls',
        name: `single call beside a batch of ${items} slow items of the same bank`,
        figures: [figure(single, 'ms', '95 % within')],
        baseline: [figure(baseline, 'ms', 'without the batch')],
        budget: `95 % <= ${budget} x baseline`,
        holds: single <= budget * baseline,
      },
    ];
  });
}

async function sendBatch(client: Client, { headers }: Service): Promise<void> {
  const asked = Array.from({ length: items }, () => ({ reference: reference('SLOW') }));
  const request = { path: '/api/verify-batch', method: 'POST', headers } as const;
  const { statusCode, body } = await client.request({ ...request, body: JSON.stringify({ items: asked }) });
  const text = await body.text();
  if (statusCode !== 202) throw new Error(`the batch was answered ${statusCode}: ${text}`);
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

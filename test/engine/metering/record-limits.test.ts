/** One account that sends calls whose records stay for days: what it leaves in the store is bounded. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Application } from '../../../src/app.js';
import type { CallOptions } from '../../../src/engine/index.js';
import * as names from '../../../src/engine/store/key-names.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { type Client, mintClient, openApplication, telebirr } from '../support.js';

let store: TestStore;
let application: Application;
let client: Client;
const hourMs = 3_600_000;
const bound = 1_000;

beforeAll(async () => {
  store = await openTestStore();
  application = await openApplication(store);
});
afterAll(async () => {
  await application.close();
  await store.close();
});
beforeEach(async () => {
  client = await mintClient(application);
});

const ask = (reference: string, options: CallOptions) =>
  application.engine.verify({ reference }, { kind: 'key', key: client.key }, options);
const spanNow = (ms: number) => String(Math.floor(Date.now() / ms));
const count = async (pattern: string) => (await store.client.keys(pattern)).length;

async function outcomes(calls: Promise<unknown>[]): Promise<{ refused: number; longest: number }> {
  const settled = await Promise.allSettled(calls);
  const reasons = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  const limited = reasons.filter(({ failure }) => failure === 'rate_limited');
  const waits = limited.map(({ details }) => details.retryAfterSeconds as number);
  expect(waits.every((seconds) => seconds > 0)).toBe(true);
  return { refused: limited.length, longest: Math.max(0, ...waits) };
}

describe('an account that has made nearly as many records as its plan allows', () => {
  it('gets no more 202s than are left, in calls that come at once', async () => {
    await store.client.hset(names.requestCounts(client.account), spanNow(24 * hourMs), bound - 5);
    const before = await count('{j:*');
    const calls = Array.from({ length: 20 }, () => ask(telebirr('SLOW'), { waitMs: 0 }));
    const { refused, longest } = await outcomes(calls);
    expect(refused).toBe(15);
    expect(longest).toBeLessThanOrEqual(8 * 24 * 3_600);
    expect((await count('{j:*')) - before).toBe(5);
    await expect(ask(telebirr(), {})).resolves.toMatchObject({ verdict: 'verified' });
  });

  it('uses no more Idempotency-Keys than are left; those it has used still answer', async () => {
    await store.client.hset(names.idempotencyCounts(client.account), spanNow(hourMs), bound - 5);
    const reference = telebirr();
    await ask(reference, { idempotencyKey: 'first' });
    const calls = Array.from({ length: 20 }, (_, nth) =>
      ask(telebirr('GONE'), { idempotencyKey: `key ${nth}` }),
    );
    expect((await outcomes(calls)).refused).toBe(16);
    expect(await count(`{a:${client.account}}:idempotency:*`)).toBe(5);
    await expect(ask(reference, { idempotencyKey: 'first' })).resolves.toMatchObject({ cached: true });
  });

  it('may make others when the old ones have expired', async () => {
    const old = String(Math.floor(Date.now() / hourMs) - 25);
    await store.client.hset(names.idempotencyCounts(client.account), old, bound);
    await expect(ask(telebirr(), { idempotencyKey: 'new' })).resolves.toMatchObject({ verdict: 'verified' });
  });
});

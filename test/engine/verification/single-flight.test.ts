/** One lookup per receipt: what becomes of those who follow another's. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../../../src/engine/api/errors.js';
import { createNotifier, type Notifier } from '../../../src/engine/store/pubsub.js';
import { loadScripts, type Scripts } from '../../../src/engine/store/scripts.js';
import {
  createSingleFlight,
  type LeadLookup,
  type SingleFlight,
} from '../../../src/engine/verification/single-flight.js';
import { spentMsOf } from '../../../src/engine/verification/view-limited.js';
import { openTestStore, type TestStore } from '../../support/store.js';

const receipt = '{r:sandbox:telebirr:DKK4A1B2C3}';
const spentMs = spentMsOf(20_000);
/** Has no place to lend. */
const follower = { raise: async () => true, inherit: () => undefined };

let store: TestStore;
let notifier: Notifier;
let singleFlight: SingleFlight;

beforeAll(async () => {
  store = await openTestStore();
  notifier = createNotifier(store);
  singleFlight = createSingleFlight(loadScripts(store.client), notifier, spentMs);
});
afterAll(async () => {
  await notifier.close();
  await store.close();
});

async function lead(id: string): Promise<LeadLookup> {
  const joined = await singleFlight.joinOrLead(receipt, { id }, follower);
  if ('flight' in joined) return joined.flight;
  throw new Error('expected to lead');
}

it('a follower of a call that gave up leadership and leads again waits for its outcome, and sends no request', async () => {
  await (await lead('waited for a place')).complete({ kind: 'withdrawn' });
  const flight = await lead('waited for a place');
  let followed = 0;
  const onPosition = () => {
    followed += 1;
  };
  const following = singleFlight.joinOrLead(receipt, { id: 'follower', onPosition }, follower);
  const outcome = following.catch((error: unknown) => error);
  await expect.poll(() => followed).toBeGreaterThan(0);
  // Time for a few more looks, if it took any.
  for (let nth = 0; nth < 10; nth += 1) await store.client.ping();
  await flight.complete({ kind: 'failed', failure: 'receipt_not_found', details: {} });
  expect(await outcome).toMatchObject({ failure: 'receipt_not_found' });
  expect(followed).toBe(1);
});

describe('a link that opens a few times only', () => {
  const link = '{r:sandbox:siinqee:SQB26K20A1}';

  it('can be opened again when the reply to the mark of a view was lost, because no view was spent', async () => {
    const scripts = loadScripts(store.client);
    let lost = 0;
    const losing: Scripts = {
      async run(name, keys, args) {
        const reply = await scripts.run(name, keys, args);
        if (name !== 'single-flight-join' || !args?.[2]) return reply;
        lost += 1;
        throw new Failure('unavailable');
      },
    };
    const unlucky = createSingleFlight(losing, notifier, spentMs);
    const joined = await unlucky.joinOrLead(link, { id: 'unlucky' }, follower);
    if (!('flight' in joined)) throw new Error('expected to lead');
    await expect(joined.flight.mayAsk(true)).rejects.toMatchObject({ failure: 'unavailable' });
    expect(lost).toBe(1);
    await joined.flight.complete({ kind: 'withdrawn' });
    expect(await singleFlight.joinOrLead(link, { id: 'next' }, follower)).toHaveProperty('flight');
    await store.client.del(`${link}:flight`);
  });

  it('is opened by one call only, however long its process was suspended before the request', async () => {
    const late = await singleFlight.joinOrLead(link, { id: 'late' }, follower);
    if (!('flight' in late)) throw new Error('expected to lead');
    // 15 s pass: the lease is over, and another call leads and asks.
    await store.client.del(`${link}:flight`);
    const next = await singleFlight.joinOrLead(link, { id: 'next' }, follower);
    if (!('flight' in next)) throw new Error('expected to lead');
    await next.flight.mayAsk(true);
    await expect(late.flight.mayAsk(true)).rejects.toMatchObject({ name: 'LeadLost' });
    await next.flight.complete({ kind: 'failed', failure: 'bank_timeout', details: {} }, 60_000);
    await expect(late.flight.mayAsk(true)).rejects.toMatchObject({ failure: 'bank_timeout' });
  });

  it('is not opened for a minute and an attempt after its process was suspended with the view spent', async () => {
    const link = '{r:sandbox:siinqee:SQB26K20A2}';
    const stopped = await singleFlight.joinOrLead(link, { id: 'stopped' }, follower);
    if (!('flight' in stopped)) throw new Error('expected to lead');
    await stopped.flight.mayAsk(true);
    expect(await store.client.pttl(`${link}:cool`)).toBeGreaterThan(60_000 + 20_000);
    await store.client.del(`${link}:flight`);
    await expect(singleFlight.joinOrLead(link, { id: 'next' }, follower)).rejects.toMatchObject({
      failure: 'bank_timeout',
    });
  });
});

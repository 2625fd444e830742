/** One lookup per receipt: what becomes of those who follow another's. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFlights, type Flight, type Flights } from '../../src/engine/flights.js';
import { type Bus, createBus } from '../../src/engine/store/bus.js';
import { loadScripts } from '../../src/engine/store/scripts.js';
import { openTestStore, type TestStore } from '../support/store.js';

const receipt = '{r:sandbox:telebirr:DKK4A1B2C3}';

let store: TestStore;
let bus: Bus;
let flights: Flights;

beforeAll(async () => {
  store = await openTestStore();
  bus = createBus(store);
  flights = createFlights(loadScripts(store.client), bus);
});
afterAll(async () => {
  await bus.close();
  await store.close();
});

async function lead(id: string): Promise<Flight> {
  const joined = await flights.join(receipt, { id });
  if ('flight' in joined) return joined.flight;
  throw new Error('expected to lead');
}

it('who follows a call that had withdrawn and leads again waits for its end, and asks no bank itself', async () => {
  await (await lead('waited for a place')).land({ kind: 'withdrawn' });
  const flight = await lead('waited for a place');
  let followed = 0;
  const onPosition = () => {
    followed += 1;
  };
  const following = flights.join(receipt, { id: 'follower', onPosition });
  const outcome = following.catch((error: unknown) => error);
  await expect.poll(() => followed).toBeGreaterThan(0);
  // Time for a few more looks, if it took any.
  for (let nth = 0; nth < 10; nth += 1) await store.client.ping();
  await flight.land({ kind: 'failed', failure: 'receipt_not_found', details: {} });
  expect(await outcome).toMatchObject({ failure: 'receipt_not_found' });
  expect(followed).toBe(1);
});

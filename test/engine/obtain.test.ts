/** An uncached receipt whose caller, bank or process does not do as it should: two houses on one store stand for two processes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { House } from '../../src/assemble.js';
import * as names from '../../src/engine/store/keys.js';
import { openTestStore, type TestStore } from '../support/store.js';
import { mintClient, openHouse, telebirr } from './support.js';

let store: TestStore;
let house: House;
let other: House;

beforeAll(async () => {
  store = await openTestStore();
  [house, other] = await Promise.all([openHouse(store), openHouse(store)]);
});
afterAll(async () => {
  await Promise.all([house.close(), other.close()]);
  await store.close();
});

const receiptOf = (reference: string) => names.receipt('sandbox', 'telebirr', reference, '');

/** Ends the lease of a flight once it is led, as standing still for 15 s does. */
async function loseFlight(reference: string): Promise<void> {
  await expect.poll(() => store.client.del(names.flight(receiptOf(reference)))).toBe(1);
}

describe('a caller who disconnects before the bank was asked', () => {
  it('is given no slot, sent to no bank, charged nothing and counted as no outcome', async () => {
    const client = await mintClient(house);
    const reference = telebirr();
    const gone = AbortSignal.abort();
    await expect(client.verify({ reference }, house, gone)).rejects.toMatchObject({ name: 'CallerGone' });
    expect(await house.engine.sandbox.hits('telebirr', reference)).toBe(0);
    expect(await client.used()).toBe(0);
    // Activity is written down in order: once the next call is there, the one before it would be too.
    await client.verify({ reference });
    const recent = () => house.engine.activity.recent(client.account);
    await expect.poll(async () => (await recent()).map(({ outcome }) => outcome)).toEqual(['verified']);
  });
});

describe('a receipt that two processes fetched, because one had lost its flight', () => {
  it('is charged once, and whoever comes second with it is served as cached', async () => {
    const client = await mintClient(house);
    const reference = telebirr('SLOW');
    const calls = [client.verify({ reference })];
    await expect.poll(() => house.engine.sandbox.hits('telebirr', reference)).toBe(1);
    await loseFlight(reference);
    calls.push(client.verify({ reference }, other));
    const answers = await Promise.all(calls);
    expect(answers.map(({ cached }) => cached).sort()).toEqual([false, true]);
    expect(await house.engine.sandbox.hits('telebirr', reference)).toBe(2);
    expect(await client.used()).toBe(1);
  });
});

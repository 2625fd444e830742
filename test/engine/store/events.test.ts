import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServiceEvent } from '../../../src/engine/api/events.js';
import { createEvents, type Events } from '../../../src/engine/store/events.js';
import { loadScripts } from '../../../src/engine/store/scripts.js';
import { openTestStore, type TestStore } from '../../support/store.js';

let store: TestStore;
let here: Events;
let elsewhere: Events;
let other: ReturnType<TestStore['duplicate']>;
beforeAll(async () => {
  store = await openTestStore();
  other = store.duplicate();
  here = createEvents(store, loadScripts(store.client), { now });
  elsewhere = createEvents({ client: other }, loadScripts(other));
});
afterAll(() => store.close());

const now = () => Date.parse('2026-11-20T07:30:00Z');
const changed = (presented: string): ServiceEvent => ({
  kind: 'certificate_changed',
  host: 'apps.cbe.com.et:100',
  expected: ['sha256/old'],
  presented,
});

describe('events', () => {
  it('are recorded once per certificate, however many requests and processes see it', async () => {
    const told = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? here : elsewhere).emit(changed('sha256/new'))),
    );
    expect(told.filter((isNew) => isNew)).toHaveLength(1);
    expect(await here.emit(changed('sha256/newer'))).toBe(true);
    const events = (await here.read('0', 100)).map(({ event }) => event);
    expect(events).toEqual([
      { ...changed('sha256/new'), at: expect.any(String) },
      { ...changed('sha256/newer'), at: '2026-11-20T07:30:00.000Z' },
    ]);
  });

  it('are read from a cursor, in batches', async () => {
    const [first] = await here.read('0', 1);
    const rest = await here.read(first?.cursor ?? '', 100);
    expect(rest.map(({ event }) => event)).toMatchObject([changed('sha256/newer')]);
    expect(await here.read(rest.at(-1)?.cursor ?? '', 100)).toEqual([]);
  });

  it('are kept up to a limit', async () => {
    const short = createEvents(store, loadScripts(store.client), { streamLength: 200 });
    for (let key = 0; key < 600; key += 1) await short.emit(changed(`sha256/${key}`));
    const length = await store.client.xlen('{events}');
    expect(length).toBeGreaterThanOrEqual(200);
    // Redis cuts off whole blocks of a hundred.
    expect(length).toBeLessThanOrEqual(300);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLine, type Line, type Slot } from '../../src/engine/line.js';
import { type Bus, createBus } from '../../src/engine/store/bus.js';
import * as names from '../../src/engine/store/keys.js';
import { loadScripts } from '../../src/engine/store/scripts.js';
import { openTestStore, type TestStore } from '../support/store.js';

let store: TestStore;
let buses: Bus[];
/** Two lines on one store, as two processes have them. */
let lines: [Line, Line];
let bank: string;
let banks = 0;

beforeAll(async () => {
  store = await openTestStore();
  const scripts = loadScripts(store.client);
  buses = [createBus(store), createBus(store)];
  lines = buses.map((bus) => createLine(scripts, bus)) as [Line, Line];
});
afterAll(async () => {
  await Promise.all(buses.map((bus) => bus.close()));
  await store.close();
});
beforeEach(() => {
  bank = `sandbox:bank${++banks}`;
});

const never = Number.POSITIVE_INFINITY;

function enter(
  process: 0 | 1,
  priority = 2,
  more: { deadline?: number; signal?: AbortSignal } = {},
): Promise<Slot> {
  const call = buses[process]?.callId() ?? '';
  return lines[process].enter(bank, 1, { call, priority, place: { score: null }, deadline: never, ...more });
}

/** Resolves when so many calls stand in the line. */
async function waiting(count: number): Promise<void> {
  await expect.poll(async () => (await lines[0].standing(bank)).waiting, { interval: 5 }).toBe(count);
}

describe("a bank's line, across processes", () => {
  it('serves Scale and Enterprise first, then Developer, then Shop and Free, each in order of arrival', async () => {
    const running = await enter(0);
    const order: string[] = [];
    const arrivals: [string, number][] = [
      ['free', 2],
      ['shop', 2],
      ['developer', 1],
      ['scale', 0],
      ['enterprise', 0],
    ];
    const calls: Promise<void>[] = [];
    for (const [index, [name, priority]] of arrivals.entries()) {
      calls.push(
        enter((index % 2) as 0 | 1, priority).then(async (slot) => {
          order.push(name);
          await slot.release();
        }),
      );
      await waiting(index + 1);
    }
    await running.release();
    await Promise.all(calls);
    expect(order).toEqual(['scale', 'enterprise', 'developer', 'free', 'shop']);
  });

  it('never runs more lookups at once than the bank is given', async () => {
    let running = 0;
    let most = 0;
    const lookup = async (_: unknown, index: number) => {
      const process = (index % 2) as 0 | 1;
      const call = buses[process]?.callId() ?? '';
      const slot = await lines[process].enter(bank, 3, {
        call,
        priority: 2,
        place: { score: null },
        deadline: never,
      });
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running -= 1;
      await slot.release();
    };
    await Promise.all(Array.from({ length: 60 }, lookup));
    expect(most).toBe(3);
    expect(await lines[0].standing(bank)).toMatchObject({ running: 0, waiting: 0 });
  });

  it('tells a caller his position as it moves, and that his lookup runs', async () => {
    const running = await enter(0);
    const ahead = enter(0);
    await waiting(1);
    const positions: (number | null)[] = [];
    const call = buses[1]?.callId() ?? '';
    const onPosition = (position: number | null) => positions.push(position);
    const mine = lines[1].enter(bank, 1, {
      call,
      priority: 2,
      place: { score: null },
      deadline: never,
      onPosition,
    });
    await waiting(2);
    await running.release();
    await (await ahead).release();
    await (await mine).release();
    expect(positions[0]).toBe(2);
    expect(positions.at(-1)).toBeNull();
  });

  it('tells a caller whose wait is over that the bank is busy, and forgets him', async () => {
    const running = await enter(0);
    await expect(enter(1, 0, { deadline: performance.now() + 20 })).rejects.toMatchObject({
      failure: 'bank_busy',
    });
    expect(await lines[0].standing(bank)).toMatchObject({ running: 1, waiting: 0 });
    await running.release();
  });

  it('lets a caller who disconnects leave the line', async () => {
    const running = await enter(0);
    const gone = new AbortController();
    const call = enter(1, 2, { signal: gone.signal });
    await waiting(1);
    gone.abort();
    await expect(call).rejects.toMatchObject({ name: 'CallerGone' });
    await running.release();
    expect(await lines[0].standing(bank)).toMatchObject({ running: 0, waiting: 0 });
  });

  it('makes a lost message good: a slot handed over in silence is found by looking', async () => {
    const running = await enter(0);
    const deaf = createBus({ client: store.client, duplicate: () => store.duplicate() });
    await deaf.close();
    const line = createLine(loadScripts(store.client), deaf);
    const call = line.enter(bank, 1, {
      call: deaf.callId(),
      priority: 2,
      place: { score: null },
      deadline: never,
    });
    await waiting(1);
    await running.release();
    await (await call).release();
  });

  it('keeps the places of callers who wait for longer than their leases, and their order', async () => {
    const scripts = loadScripts(store.client);
    const keys = [names.slots(bank), names.line(bank), names.waiting(bank)];
    const running = await enter(0);
    const order: number[] = [];
    const calls: Promise<void>[] = [];
    for (const [index, process] of ([0, 1, 0] as const).entries()) {
      const call = enter(process).then((slot) => {
        order.push(index);
        return slot.release();
      });
      calls.push(call);
      await waiting(index + 1);
    }
    const members = await store.client.zrange(names.line(bank), 0, -1);
    const look = (leaseMs: number) => scripts.run('look', keys, [1, 15_000, leaseMs, 0, ...members]);
    expect(await look(30_000)).toEqual([1, 2, 3]);
    const leases = async () =>
      (await store.client.zrange(names.waiting(bank), 0, -1, 'WITHSCORES')).map(Number);
    const soon = Date.now() + 20_000;
    // Each process has looked by itself, and leases are its own again.
    await expect
      .poll(async () => (await leases()).filter((_, at) => at % 2).every((end) => end < soon), {
        interval: 50,
      })
      .toBe(true);
    await running.release();
    await Promise.all(calls);
    expect(order).toEqual([0, 1, 2]);
  });

  it('lets a caller whose place has been lost stand in the line again', async () => {
    const running = await enter(0);
    const call = enter(1);
    await waiting(1);
    await store.client.del(names.line(bank), names.waiting(bank));
    await waiting(1);
    await running.release();
    await (await call).release();
  });

  it('frees the slots and the places of a process that died when their leases end', async () => {
    const scripts = loadScripts(store.client);
    const keys = [names.slots(bank), names.line(bank), names.waiting(bank), names.arrivals(bank)];
    expect(await scripts.run('enter', keys, ['dead:1', 1, 0, 100, 100, ''])).toEqual(['slot']);
    expect(await scripts.run('enter', keys, ['dead:2', 1, 0, 100, 100, ''])).toMatchObject([
      'wait',
      1,
      expect.any(String),
    ]);
    await (await enter(0)).release();
    expect(await lines[0].standing(bank)).toMatchObject({ running: 0, waiting: 0 });
  });

  it('is not waited for by those who died: a status after a crash is not slow', async () => {
    const scripts = loadScripts(store.client);
    const keys = [names.slots(bank), names.line(bank), names.waiting(bank), names.arrivals(bank)];
    await scripts.run('enter', keys, ['dead:1', 1, 0, 60_000, 60_000, '']);
    await scripts.run('enter', keys, ['dead:2', 1, 0, 60_000, 1, '']);
    await expect.poll(async () => (await lines[0].standing(bank)).longestWaitMs, { timeout: 2_000 }).toBe(0);
  });

  it('counts a lookup that runs on although its lease is over, and gives its slot to nobody else', async () => {
    const running = await enter(0);
    const waits = enter(1);
    await waiting(1);
    // As after a stall, and before the one that waits looks again.
    const [call = ''] = await store.client.zrange(names.slots(bank), 0, -1);
    await store.client.zrem(names.slots(bank), call);
    const keys = [names.slots(bank), names.line(bank), names.waiting(bank)];
    await loadScripts(store.client).run('look', keys, [1, 15_000, 10_000, 1, call]);
    expect(await store.client.zrange(names.slots(bank), 0, -1)).toEqual([call]);
    await running.release();
    await (await waits).release();
  });

  it('leaves nothing behind without a time to live, also where nobody had to wait', async () => {
    const running = await enter(0);
    const kept = [names.slots(bank), names.arrivals(bank)];
    for (const name of kept) expect(await store.client.pttl(name), name).toBeGreaterThan(0);
    await running.release();
  });

  it('says for how long the first in line has waited', async () => {
    const running = await enter(0);
    const call = enter(1, 1);
    await waiting(1);
    await expect
      .poll(async () => (await lines[0].standing(bank)).longestWaitMs, { interval: 10 })
      .toBeGreaterThan(20);
    await running.release();
    await (await call).release();
  });
});

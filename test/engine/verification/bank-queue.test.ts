import { setMaxListeners } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as names from '../../../src/engine/store/key-names.js';
import { createNotifier, type Listener, type Notifier } from '../../../src/engine/store/pubsub.js';
import { loadScripts, type Reply, type Scripts } from '../../../src/engine/store/scripts.js';
import {
  type BankQueue,
  createBankQueue,
  QueuePlace,
  type QueueTicket,
  queueKeys,
  type Slot,
} from '../../../src/engine/verification/bank-queue.js';
import { openTestStore, type TestStore } from '../../support/store.js';

let store: TestStore;
let notifiers: Notifier[];
/** Two queues on one store, as two processes have them. */
let queues: [BankQueue, BankQueue];
let bank: string;
let banks = 0;

beforeAll(async () => {
  store = await openTestStore();
  const scripts = loadScripts(store.client);
  notifiers = [createNotifier(store), createNotifier(store)];
  queues = notifiers.map((notifier) => createBankQueue(scripts, notifier)) as [BankQueue, BankQueue];
});
afterAll(async () => {
  await Promise.all(notifiers.map((notifier) => notifier.close()));
  await store.close();
});
beforeEach(() => {
  bank = `sandbox:bank${++banks}`;
});

const never = Number.POSITIVE_INFINITY;

function enter(process: 0 | 1, priority = 2, more: Partial<QueueTicket> = {}): Promise<Slot> {
  return queues[process].acquire(bank, 1, { ...turn(process), priority, ...more });
}

/** A call of an account of its own. */
function turn(process: 0 | 1): QueueTicket {
  const call = notifiers[process]?.callId() ?? '';
  return { call, priority: 2, owner: call, place: new QueuePlace(), deadline: never };
}

/** Resolves when so many calls are in the queue. */
async function waiting(count: number): Promise<void> {
  await expect.poll(async () => (await queues[0].stats(bank)).waiting, { interval: 5 }).toBe(count);
}

describe("a bank's queue, across processes", () => {
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
    let allRun = (): void => undefined;
    const three = new Promise<void>((resolve) => {
      allRun = resolve;
    });
    const lookup = async (_: unknown, index: number) => {
      const process = (index % 2) as 0 | 1;
      const slot = await queues[process].acquire(bank, 3, turn(process));
      most = Math.max(most, ++running);
      if (running === 3) allRun();
      await three;
      await new Promise((resolve) => setTimeout(resolve, 2));
      running -= 1;
      await slot.release();
    };
    await Promise.all(Array.from({ length: 30 }, lookup));
    expect(most).toBe(3);
    expect(await queues[0].stats(bank)).toMatchObject({ running: 0, waiting: 0 });
  });

  it("reports a waiting call's position as it moves, and that its lookup runs", async () => {
    const running = await enter(0);
    const ahead = enter(0);
    await waiting(1);
    const positions: (number | null)[] = [];
    const onPosition = (position: number | null) => positions.push(position);
    const mine = enter(1, 2, { onPosition });
    await waiting(2);
    await running.release();
    await (await ahead).release();
    await (await mine).release();
    expect(positions[0]).toBe(2);
    expect(positions.at(-1)).toBeNull();
  });

  it('refuses a call with `bank_busy` when its wait is over, and removes it from the queue', async () => {
    const running = await enter(0);
    await expect(enter(1, 0, { deadline: performance.now() + 20 })).rejects.toMatchObject({
      failure: 'bank_busy',
    });
    expect(await queues[0].stats(bank)).toMatchObject({ running: 1, waiting: 0 });
    await running.release();
  });

  it('removes the call of a caller who disconnects', async () => {
    const running = await enter(0);
    const gone = new AbortController();
    const call = enter(1, 2, { signal: gone.signal });
    await waiting(1);
    gone.abort();
    await expect(call).rejects.toMatchObject({ name: 'CallerGone' });
    await running.release();
    expect(await queues[0].stats(bank)).toMatchObject({ running: 0, waiting: 0 });
  });

  it('recovers from a lost notification: the next poll finds the slot', async () => {
    const running = await enter(0);
    const deaf = createNotifier({ client: store.client, duplicate: () => store.duplicate() });
    await deaf.close();
    const bankQueue = createBankQueue(loadScripts(store.client), deaf);
    const call = bankQueue.acquire(bank, 1, { ...turn(0), call: deaf.callId() });
    await waiting(1);
    await running.release();
    await (await call).release();
  });

  it('takes a slot that is handed over while it enqueues, whatever an earlier poll returns', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const replies: { operation: unknown; reply(value: Reply): void }[] = [];
    const scripts: Scripts = {
      run: (_name, _keys, [operation] = []) =>
        new Promise((reply) => replies.push({ operation, reply: (value) => reply(value) })),
    };
    const next = async (operation: string) => {
      await vi.waitFor(() => expect(replies[0]).toMatchObject({ operation }), { interval: 1 });
      return replies.shift()?.reply ?? (() => undefined);
    };
    let listener: Listener | undefined;
    const notifier = {
      addCallListener(_call: string, told: Listener) {
        listener = told;
      },
      removeCallListener: () => undefined,
    };
    const bankQueue = createBankQueue(scripts, notifier as unknown as Notifier);
    const call = bankQueue.acquire(bank, 1, { ...turn(0), onPosition: () => undefined });
    (await next('enter'))(['wait', 2, '2:a 1']);
    await new Promise(setImmediate);
    vi.advanceTimersByTime(2_100);
    const looked = await next('look');
    listener?.onMessage();
    const joined = await next('enter');
    // The slot is there from now on; both replies are from before, and read after the message.
    listener?.onMessage();
    joined(['wait', 1, '2:a 1']);
    looked([1]);
    (await next('enter'))(['slot']);
    await call;
  });

  it('keeps the positions of calls that wait for longer than their leases', async () => {
    const scripts = loadScripts(store.client);
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
    const members = (await store.client.zrange(names.queued(bank), 0, -1)).map(
      (one) => one.split(' ')[2] ?? '',
    );
    const look = (leaseMs: number) =>
      scripts.run('queue', queueKeys(bank), ['look', 1, 15_000, leaseMs, 0, ...members]);
    expect((await look(30_000)).toSorted()).toEqual([1, 2, 3]);
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

  it('lets a call whose queue entry was lost enqueue again', async () => {
    const running = await enter(0);
    const call = enter(1);
    await waiting(1);
    await store.client.del(...queueKeys(bank).filter((name) => name !== names.slots(bank)));
    await waiting(1);
    await running.release();
    await (await call).release();
  });

  it('frees the slots and queue entries of a process that died when their leases expire', async () => {
    const scripts = loadScripts(store.client);
    const die = (call: string) =>
      scripts.run('queue', queueKeys(bank), ['enter', call, 1, '0:dead', 100, 100, '', '']);
    expect(await die('dead:1')).toEqual(['slot']);
    expect(await die('dead:2')).toMatchObject(['wait', 1, expect.any(String)]);
    await (await enter(0)).release();
    expect(await queues[0].stats(bank)).toMatchObject({ running: 0, waiting: 0 });
  });

  it('does not count calls of a dead process: the status after a crash is not slow', async () => {
    const scripts = loadScripts(store.client);
    const die = (call: string, leaseMs: number) =>
      scripts.run('queue', queueKeys(bank), ['enter', call, 1, '0:dead', 60_000, leaseMs, '', '']);
    await die('dead:1', 60_000);
    await die('dead:2', 1);
    await expect.poll(async () => (await queues[0].stats(bank)).longestWaitMs, { timeout: 2_000 }).toBe(0);
  });

  it('counts a lookup that runs on although its lease has expired, and does not reassign its slot', async () => {
    const running = await enter(0);
    const waits = enter(1);
    await waiting(1);
    // As after a stall, and before the one that waits looks again.
    const [call = ''] = await store.client.zrange(names.slots(bank), 0, -1);
    await store.client.zrem(names.slots(bank), call);
    await loadScripts(store.client).run('queue', queueKeys(bank), ['look', 1, 15_000, 10_000, 1, call]);
    expect(await store.client.zrange(names.slots(bank), 0, -1)).toEqual([call]);
    await running.release();
    await (await waits).release();
  });

  it('leaves no key without a time to live, also where no call had to wait', async () => {
    const running = await enter(0);
    const kept = [names.slots(bank), names.arrivals(bank)];
    for (const name of kept) expect(await store.client.pttl(name), name).toBeGreaterThan(0);
    await running.release();
  });

  it('reports how long the first waiting call has waited', async () => {
    const running = await enter(0);
    const call = enter(1, 1);
    await waiting(1);
    await expect
      .poll(async () => (await queues[0].stats(bank)).longestWaitMs, { interval: 10 })
      .toBeGreaterThan(20);
    await running.release();
    await (await call).release();
  });
});

describe('accounts of one class, at a busy bank', () => {
  /** Calls of both processes, by turns, each arrived before the next; the order in which they are served. */
  async function standing(owners: readonly string[], order: string[]): Promise<Promise<void>[]> {
    const calls: Promise<void>[] = [];
    const before = (await queues[0].stats(bank)).waiting;
    for (const [index, owner] of owners.entries()) {
      const served = enter((index % 2) as 0 | 1, 2, { owner }).then(async (slot) => {
        order.push(owner);
        await slot.release();
      });
      calls.push(served);
      await waiting(before + index + 1);
    }
    return calls;
  }

  it("take turns, each account's calls in order of arrival", async () => {
    const running = await enter(0);
    const order: string[] = [];
    const calls = await standing(['a', 'a', 'a', 'b', 'b', 'c'], order);
    await running.release();
    await Promise.all(calls);
    expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
  });

  // The embedded store takes seconds for them on a busy machine, and has no second process to serve.
  it('are not delayed by an account with 200 waiting calls: the first call of another is served next', {
    tags: ['needs-redis-server'],
  }, async () => {
    const running = await enter(0, 2, { owner: 'flood' });
    const order: string[] = [];
    const served: Promise<void>[] = [];
    for (let index = 0; index < 200; index += 1) {
      const call = enter((index % 2) as 0 | 1, 2, { owner: 'flood' });
      served.push(
        call.then(async (slot) => {
          order.push('flood');
          await slot.release();
        }),
      );
    }
    await waiting(served.length);
    const other = await standing(['other'], order);
    await running.release();
    await Promise.all([...served, ...other]);
    expect(order.indexOf('other')).toBeLessThanOrEqual(1);
  });

  it('are not overtaken by a flood because they were served before it began: at most one lookup goes first', async () => {
    for (let nth = 0; nth < 3; nth += 1) await (await enter(0, 2, { owner: 'other' })).release();
    const order: string[] = [];
    const running = await enter(0, 2, { owner: 'flood' });
    const flood = Array.from({ length: 5 }, () => enter(1, 2, { owner: 'flood' }));
    await waiting(5);
    const served = flood.map((call) =>
      call.then(async (slot) => {
        order.push('flood');
        await slot.release();
      }),
    );
    const other = await standing(['other'], order);
    await running.release();
    await Promise.all([...served, ...other]);
    expect(order[0]).toBe('other');
  });

  it('each get their share when one of them always has a call waiting and another has many', async () => {
    let running = await enter(0, 2, { owner: 'many' });
    const order: string[] = [];
    const gone = new AbortController();
    setMaxListeners(0, gone.signal);
    const many = Array.from({ length: 20 }, () => enter(1, 2, { owner: 'many', signal: gone.signal }));
    await waiting(20);
    for (const call of many) call.then((slot) => ({ owner: 'many', slot })).catch(() => undefined);
    let first = 0;
    for (let nth = 0; nth < 12; nth += 1) {
      const next = enter(0, 2, { owner: 'one' });
      await waiting(many.length - first + 1);
      await running.release();
      const winner = await Promise.race([
        next.then((slot) => ({ owner: 'one', slot })),
        (many[first] as Promise<Slot>).then((slot) => ({ owner: 'many', slot })),
      ]);
      order.push(winner.owner);
      running = winner.slot;
      if (winner.owner === 'many') {
        first += 1;
        await winner.slot.release();
        order.push('one');
        running = await next;
      }
    }
    gone.abort();
    await Promise.allSettled(many.slice(first));
    await running.release();
    const share = order.filter((owner) => owner === 'many').length;
    expect(Math.abs(order.length - 2 * share)).toBeLessThanOrEqual(2);
  });

  it('lose no turn for calls that gave up', async () => {
    const running = await enter(0);
    const gone = new AbortController();
    setMaxListeners(0, gone.signal);
    const given = Array.from({ length: 50 }, () => enter(0, 2, { owner: 'a', signal: gone.signal }));
    await waiting(50);
    gone.abort();
    await Promise.allSettled(given);
    const order: string[] = [];
    const calls = await standing(['b', 'b', 'a', 'b'], order);
    await running.release();
    await Promise.all(calls);
    expect(order).toEqual(['b', 'a', 'b', 'b']);
  });

  it('share one lookup in the turn of the first account', async () => {
    const running = await enter(0);
    const order: string[] = [];
    const calls = await standing(['a', 'a', 'a'], order);
    const leader = notifiers[0]?.callId() ?? '';
    const shared = enter(0, 2, { owner: 'a', call: leader }).then((slot) => {
      order.push('shared');
      return slot.release();
    });
    await waiting(4);
    const follower = { priority: 2, owner: 'b', place: new QueuePlace() };
    expect(await queues[1].raise(bank, leader, follower)).toBe(true);
    // Whoever would stand behind it moves nobody.
    await queues[1].raise(bank, leader, { priority: 2, owner: 'a', place: new QueuePlace() });
    await running.release();
    await Promise.all([...calls, shared]);
    expect(order).toEqual(['a', 'shared', 'a', 'a']);
  });

  it('leave no turn in the store, however their calls arrive, move, give up, die and are served', async () => {
    const scripts = loadScripts(store.client);
    const run = (...args: (string | number)[]) => scripts.run('queue', queueKeys(bank), args);
    const random = (below: number) => Math.floor(Math.random() * below);
    const calls = Array.from({ length: 30 }, (_, index) => `p:${index}`);
    for (let step = 0; step < 600; step += 1) {
      const call = calls[random(calls.length)] ?? '';
      const group = `${random(3)}:${'abcd'[random(4)]}`;
      const steps = [
        ['enter', call, 3, group, 60_000, random(20) ? 60_000 : 1, '', ''],
        ['enter', call, 3, group, 60_000, 60_000, '', ''],
        ['raise', call, group, ''],
        ['leave', call, 3, 60_000],
        ['look', 3, 60_000, 60_000, 0, ...calls],
      ];
      await run(...(steps[random(steps.length)] ?? []));
      const all = await Promise.all([
        store.client.zcard(names.turns(bank)),
        store.client.zcard(names.waiting(bank)),
        store.client.zcard(names.queued(bank)),
        store.client.hlen(names.places(bank)),
      ]);
      expect(new Set(all), `step ${step}`).toHaveProperty('size', 1);
      expect(await store.client.zcard(names.slots(bank))).toBeLessThanOrEqual(3);
      const positions = (await run('look', 3, 60_000, 60_000, 0, ...calls))
        .map(Number)
        .filter((at) => at > 0);
      expect(positions.toSorted((a, b) => a - b)).toEqual(positions.map((_, index) => index + 1));
    }
    for (const call of calls) await run('leave', call, 3, 60_000);
    expect(await run('standing')).toEqual([0, 0, 0]);
    expect(await store.client.exists(...queueKeys(bank).slice(0, 5))).toBe(0);
  });
});

/** What a caller may rely on while Redis is away: a quick no, nothing done twice, and service soon after it is back. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../../src/engine/store/connection/connect.js';
import type { StoreConnection } from '../../../../src/engine/store/types.js';
import { createLog } from '../../../../src/log.js';
import { startTestRedis, type TestRedis } from '../../../support/redis.js';

/** Nobody waits for the store to come back: every refusal is over before it does, with room for a machine that is busy. */
const awayMs = 6_000;
const refusalMsMax = 5_000;

let redis: TestRedis;
let store: StoreConnection;
let lines: string[];

beforeEach(async () => {
  lines = [];
  redis = await startTestRedis({ appendonly: 'yes', appendfsync: 'always' });
  const log = createLog('info', { write: (line) => void lines.push(line) });
  store = await openStore({ redisUrl: redis.url, dataDir: 'unused', production: false, log });
});

afterEach(async () => {
  await redis.signal('SIGCONT');
  await store.close();
  await redis.close();
});

interface Load {
  sent: number;
  acknowledged: number;
  /** Longest time a command took to fail. */
  refusalMs: number;
  stop(): Promise<void>;
}

/** Callers who each count something with a script, one after the other. */
function startLoad(callers = 50): Load {
  const load: Load = { sent: 0, acknowledged: 0, refusalMs: 0, stop: async () => {} };
  let running = true;
  const call = async () => {
    while (running) {
      const startedAt = performance.now();
      load.sent += 1;
      try {
        await store.client.eval("return redis.call('INCR', KEYS[1])", 1, 'count');
        load.acknowledged += 1;
      } catch {
        load.refusalMs = Math.max(load.refusalMs, performance.now() - startedAt);
        await sleep(5);
      }
    }
  };
  const calls = Promise.all(Array.from({ length: callers }, call));
  load.stop = async () => {
    running = false;
    await calls;
  };
  return load;
}

async function served(): Promise<void> {
  await expect.poll(() => store.client.ping().catch(() => 'no')).toBe('PONG');
}

describe.each([
  ['killed', 'SIGKILL', () => redis.start()],
  ['shut down', 'SIGTERM', () => redis.start()],
  ['frozen', 'SIGSTOP', () => redis.signal('SIGCONT')],
] as const)('Redis %s under load', (_, signal, bringBack) => {
  it('refuses while it is away, serves again soon after its return, and runs no script twice', async () => {
    const load = startLoad();
    await sleep(300);
    await redis.signal(signal);
    await sleep(awayMs);
    await bringBack();
    await served();
    await load.stop();

    expect(load.refusalMs).toBeGreaterThan(0);
    expect(load.refusalMs).toBeLessThan(refusalMsMax);
    const counted = Number(await store.client.get('count'));
    expect(counted).toBeGreaterThanOrEqual(load.acknowledged);
    expect(counted).toBeLessThanOrEqual(load.sent);
  });
});

describe('while Redis is away', () => {
  it('a command fails at once instead of waiting for the connection', async () => {
    await redis.signal('SIGKILL');
    await sleep(100);
    await expect(store.client.ping()).rejects.toThrow();
    await redis.start();
  });

  it('the outage is logged a few times, not once per command, and so is its end', async () => {
    await redis.signal('SIGKILL');
    const load = startLoad();
    await sleep(1_500);
    await load.stop();
    await redis.start();
    await served();
    const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(messages).toEqual(['the store cannot be reached', 'the store answers again']);
  });

  it('a subscriber keeps its subscription over a restart', async () => {
    const subscriber = store.duplicate();
    await subscriber.subscribe('news');
    await redis.signal('SIGKILL');
    await sleep(200);
    await redis.start();
    await served();
    const heard = new Promise((resolve) => subscriber.once('message', (_, text) => resolve(text)));
    while ((await store.client.publish('news', 'hello')) === 0) await sleep(20);
    expect(await heard).toBe('hello');
  });

  it('closing does not wait for it', async () => {
    await redis.signal('SIGSTOP');
    const startedAt = performance.now();
    await store.close();
    expect(performance.now() - startedAt).toBeLessThan(refusalMsMax);
  });
});

/** @module-tag needs-redis-server */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { HotRedis } from '../../../src/engine/store/hot-redis.js';
import { startTestRedis, type TestRedis } from '../../support/redis.js';

const patience = { answerMsMax: 400, silenceMsMax: 800 };

let redis: TestRedis;
let client: HotRedis;

beforeEach(async () => {
  redis = await startTestRedis();
  client = new HotRedis(patience, { path: redis.path, maxRetriesPerRequest: 0, retryStrategy: () => 20 });
  client.on('error', () => undefined);
  await client.ping();
});

afterEach(async () => {
  client.disconnect();
  await redis.close();
});

function holdTheLoop(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

it('fails no command because this process had no time to read the answer', async () => {
  const answers = Array.from({ length: 100 }, (_, nth) => client.echo(String(nth)));
  holdTheLoop(3 * patience.answerMsMax);
  expect(await Promise.all(answers)).toEqual(Array.from({ length: 100 }, (_, nth) => String(nth)));
});

it('fails a command that is not answered, and serves again when the server does', async () => {
  await redis.signal('SIGSTOP');
  await expect(client.ping()).rejects.toThrow('timed out');
  await redis.signal('SIGCONT');
  await expect.poll(() => client.ping().catch(String)).toBe('PONG');
});

it('gives up a server that owes answers and is silent, and connects anew', async () => {
  let closed = 0;
  client.on('close', () => {
    closed += 1;
  });
  await redis.signal('SIGSTOP');
  for (let asked = 0; closed === 0 && asked < 20; asked += 1) await client.ping().catch(() => undefined);
  expect(closed).toBeGreaterThan(0);
  await redis.signal('SIGCONT');
  await expect.poll(() => client.ping().catch(String)).toBe('PONG');
});

it('does not take an idle connection for a silent one', async () => {
  let closed = 0;
  client.on('close', () => {
    closed += 1;
  });
  await client.ping();
  await new Promise((resolve) => setTimeout(resolve, 2 * patience.silenceMsMax));
  expect(await client.ping()).toBe('PONG');
  expect(closed).toBe(0);
});

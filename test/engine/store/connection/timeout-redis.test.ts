/** @module-tag needs-redis-server */
import { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { limitTimeouts } from '../../../../src/engine/store/connection/timeout-redis.js';
import { startTestRedis, type TestRedis } from '../../../support/redis.js';

const patience = { answerMsMax: 400, silenceMsMax: 800 };

let redis: TestRedis;
let client: Redis;

beforeEach(async () => {
  redis = await startTestRedis();
  client = new Redis({
    path: redis.path,
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => 20,
  });
  limitTimeouts(client, patience);
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

it('drops the connection to a server that owes answers and is silent, and reconnects', async () => {
  let closed = 0;
  client.on('close', () => {
    closed += 1;
  });
  await redis.signal('SIGSTOP');
  client.ping().catch(() => undefined);
  await expect.poll(() => closed).toBeGreaterThan(0);
  await redis.signal('SIGCONT');
  await expect.poll(() => client.ping().catch(String)).toBe('PONG');
});

it('does not treat an idle connection as silent', async () => {
  let closed = 0;
  client.on('close', () => {
    closed += 1;
  });
  await client.ping();
  await new Promise((resolve) => setTimeout(resolve, 2 * patience.silenceMsMax));
  expect(await client.ping()).toBe('PONG');
  expect(closed).toBe(0);
});

it('sends a server that has gone silent nothing more, so that a caller with many questions gets one refusal', async () => {
  await redis.signal('SIGSTOP');
  await expect(client.ping()).rejects.toThrow('timed out');
  const startedAt = performance.now();
  const refusals = await Promise.all(Array.from({ length: 10 }, () => client.ping().catch(String)));
  expect(refusals).toEqual(Array.from({ length: 10 }, () => 'Error: The server is silent'));
  expect(performance.now() - startedAt).toBeLessThan(patience.answerMsMax);
  await redis.signal('SIGCONT');
  await expect.poll(() => client.ping().catch(String)).toBe('PONG');
});

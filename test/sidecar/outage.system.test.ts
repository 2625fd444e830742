import { afterEach, expect, test } from 'vitest';
import { startTestRedis } from '../support/redis.js';
import { openEnvironment } from './environment.js';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

// Only a Redis of its own can be stopped from outside.
test('without Redis every answer keeps its shape, and service is there again once Redis is', {
  tags: ['needs-redis-server'],
}, async () => {
  const redis = await startTestRedis();
  const environment = await openEnvironment({}, redis);
  closers.push(() => environment.close());
  const { key } = await environment.mint();
  const ask = () => environment.post(key, { reference: 'DKK4A1B2C3' });
  expect((await ask()).statusCode).toBe(200);

  await redis.signal('SIGKILL');
  const lost = await ask();
  expect(lost.statusCode).toBe(503);
  expect(lost.json()).toMatchObject({
    ok: false,
    verdict: 'could_not_check',
    error: { code: 'unavailable' },
  });
  expect(Number(lost.headers['retry-after'])).toBeGreaterThan(0);
  expect((await environment.post(key, {})).statusCode).toBe(503);
  expect((await environment.get('/sandbox/hits?provider=telebirr&reference=DKK4A1B2C3')).statusCode).toBe(
    503,
  );
  await expect.poll(async () => (await environment.get('/readyz')).statusCode).toBe(503);
  const report = await environment.get('/api/status', key);
  expect(report.statusCode).toBe(503);
  expect(report.json()).toMatchObject({ ok: false, status: 'down' });
  expect((await environment.get('/api/providers', key)).statusCode).toBe(200);
  expect((await environment.get('/healthz')).statusCode).toBe(200);

  await redis.start();
  // The store came back empty: the key is not known, which only a store can say.
  await expect.poll(async () => (await ask()).statusCode).toBe(401);
  await expect.poll(async () => (await environment.get('/readyz')).statusCode).toBe(200);
});

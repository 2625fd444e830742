/** The days of each bank are what its recorded rounds were; of the rest nothing is said. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Application } from '../../../src/app.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { openApplication } from '../support.js';

let store: TestStore;
let application: Application;
let other: Application;

beforeAll(async () => {
  store = await openTestStore();
  const env = { PROBE_INTERVAL_SECONDS: '1', EGRESS: 'main=direct,second=local:127.0.0.2' };
  [application, other] = await Promise.all([openApplication(store, env), openApplication(store, env)]);
});

afterAll(async () => {
  await Promise.all([application?.close(), other?.close()]);
  await store.close();
});

async function today(provider: string) {
  const days =
    (await application.engine.uptime.days()).find((bank) => bank.provider === provider)?.days ?? [];
  expect(days).toHaveLength(90);
  expect(days.slice(0, 88).every(({ covered }) => covered === 0)).toBe(true);
  const known = days.slice(88);
  const sum = (of: 'good' | 'partly' | 'bad' | 'covered') => known.reduce((all, day) => all + day[of], 0);
  return { good: sum('good'), partly: sum('partly'), bad: sum('bad'), covered: sum('covered') };
}

async function until(met: () => Promise<boolean>): Promise<void> {
  while (!(await met())) await sleep(100);
}

it('counts rounds as good, partly or bad while a bank goes down and up, once for two processes', async () => {
  expect(await today('telebirr')).toEqual({ good: 0, partly: 0, bad: 0, covered: 0 });
  const began = Date.now();
  for (const { prober } of [application, other]) prober.start();
  await until(async () => (await today('telebirr')).good > 0);
  await application.engine.sandbox.set('telebirr', 'second', 'blocked');
  await until(async () => (await today('telebirr')).partly > 0);
  await application.engine.sandbox.set('telebirr', null, 'down');
  await until(async () => (await today('telebirr')).bad > 0);
  await until(async () =>
    (await application.engine.uptime.incidents()).some(({ kind }) => kind === 'bank_down'),
  );
  await application.engine.sandbox.set('telebirr', null, 'up');
  await until(async () =>
    (await application.engine.uptime.incidents()).every(({ endedAt }) => endedAt !== null),
  );

  const { good, partly, bad, covered } = await today('telebirr');
  const elapsed = (Date.now() - began) / 1000;
  expect(good + partly + bad).toBeLessThanOrEqual(Math.ceil(elapsed) + 2);
  expect(covered).toBeGreaterThan(0);
  const incidents = await other.engine.uptime.incidents();
  expect(incidents.map(({ kind, provider }) => `${kind} ${provider}`)).toContain('bank_down telebirr');
  expect((await today('awash')).bad).toBe(0);

  // The probes of both processes are in the response times that either shows.
  const [telebirr] = await other.engine.uptime.times();
  expect(telebirr).toMatchObject({ provider: 'telebirr' });
  expect(telebirr?.quarters).toHaveLength(96);
  expect(telebirr?.quarters.slice(0, 94).every((quarter) => quarter === null)).toBe(true);
  const probes = telebirr?.quarters.flatMap((quarter) => quarter ?? []) ?? [];
  const sum = (of: 'answered' | 'failed') => probes.reduce((all, quarter) => all + quarter[of], 0);
  expect(sum('answered')).toBeGreaterThanOrEqual(good + partly);
  expect(sum('failed')).toBeGreaterThanOrEqual(partly + bad);
  for (const { meanMs, maxMs } of probes) expect(maxMs).toBeGreaterThanOrEqual(meanMs ?? 0);
});

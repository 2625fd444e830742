/** Probing from end to end: two applications on one store, each a process with two egress addresses, and simulated banks. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../../src/app.js';
import type { RecordedEvent } from '../../../src/engine/api/events.js';
import type { BankComponent, StatusReport } from '../../../src/engine/index.js';
import { createEvents } from '../../../src/engine/store/events.js';
import { loadScripts } from '../../../src/engine/store/scripts.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { type Client, mintClient, openApplication, telebirr } from '../support.js';

const intervalMs = 1_000;
const env = { PROBE_INTERVAL_SECONDS: '1', EGRESS: 'main=direct,second=local:127.0.0.2' };

let store: TestStore;
let applications: Application[] = [];
let client: Client;

beforeAll(async () => {
  store = await openTestStore();
});
afterEach(async () => {
  await Promise.all(applications.map((application) => application.close()));
  applications = [];
  await store.client.flushall();
});
afterAll(() => store.close());

async function application(probing: boolean): Promise<Application> {
  const opened = await openApplication(store, env);
  applications.push(opened);
  if (probing) opened.prober.start();
  return opened;
}

/** Two processes that probe, once both know that telebirr is in health from both of their addresses. */
async function twoApplications(): Promise<[Application, Application]> {
  const both: [Application, Application] = [await application(true), await application(true)];
  client = await mintClient(both[0]);
  for (const one of both) await until(one, 'operational');
  await sleep(2 * intervalMs);
  return both;
}

function bank(at: Application, provider = 'telebirr'): BankComponent {
  const found = at.engine
    .status()
    .components.find((one) => 'providerKey' in one && one.providerKey === provider);
  return found as BankComponent;
}

function internal(at: Application, name: string): StatusReport['components'][number] | undefined {
  return at.engine.status().components.find((one) => one.name === name);
}

/** Fails with the test's own time. */
async function until(at: Application, status: BankComponent['status'], provider = 'telebirr'): Promise<void> {
  while (bank(at, provider).status !== status) await sleep(20);
}

async function events(provider = 'telebirr'): Promise<RecordedEvent[]> {
  const all = await createEvents(store, loadScripts(store.client)).read('0', 1_000);
  return all
    .map(({ event }) => event)
    .filter((event) => !('provider' in event) || event.provider === provider);
}

async function kinds(): Promise<string[]> {
  return (await events()).map((event) => ('egress' in event ? `${event.kind} ${event.egress}` : event.kind));
}

describe('a bank that fails from every egress address', () => {
  it('is refused at once in every process, with nothing sent, while its cached receipts still answer', async () => {
    const [first, second] = await twoApplications();
    const [kept, fresh] = [telebirr(), telebirr()];
    await client.verify({ reference: kept }, first);
    await first.engine.sandbox.set('telebirr', null, 'down');
    for (const at of [first, second]) {
      await until(at, 'down');
      const failure = await at.engine
        .verify({ reference: fresh }, { kind: 'key', key: client.key })
        .catch((e) => e);
      expect(failure).toMatchObject({ failure: 'provider_down', details: { retryAfterSeconds: 300 } });
      expect(await client.verify({ reference: kept }, at)).toMatchObject({ cached: true });
      expect(at.engine.status()).toMatchObject({ ok: true, status: 'slow' });
    }
    expect(await first.engine.sandbox.hits('telebirr', fresh)).toBe(0);
    expect(await client.used()).toBe(1);
    expect(bank(first).egress).toMatchObject([
      { name: 'main', ok: false, responseMs: null, error: 'no connection' },
      { name: 'second', ok: false, responseMs: null, error: 'no connection' },
    ]);

    await first.engine.sandbox.set('telebirr', null, 'up');
    for (const at of [first, second]) await until(at, 'operational');
    expect(await client.verify({ reference: fresh }, second)).toMatchObject({ verdict: 'verified' });
    // A process that was held up for a round reports in the next one, when the bank is down already.
    expect((await kinds()).filter((kind) => kind.startsWith('bank_'))).toEqual([
      expect.stringMatching(/^bank_down (main|second|main,second)$/),
      'bank_up',
    ]);
    const [down, up] = (await events()).filter(({ kind }) => kind.startsWith('bank_'));
    expect(down).toMatchObject({ cause: 'unreachable', lastSuccessAt: expect.stringMatching(/Z$/) });
    expect(up).toMatchObject({
      downSince: down && 'since' in down && down.since,
      downtimeMs: expect.any(Number),
    });
  });

  it('is known to be down by a process that starts later and does not probe', async () => {
    const [first] = await twoApplications();
    await first.engine.sandbox.set('telebirr', null, 'blocked');
    await until(first, 'down');
    const late = await application(false);
    expect(bank(late)).toMatchObject({
      status: 'down',
      since: bank(first).since,
      error: expect.stringContaining('a block page'),
    });
    expect(await client.failure({ reference: telebirr() }, late)).toBe('provider_down');
  });
});

describe('a bank that fails from one of two egress addresses', () => {
  it('is degraded, the address is named, and lookups leave from the other', async () => {
    const [first, second] = await twoApplications();
    await first.engine.sandbox.set('telebirr', 'main', 'down');
    for (const at of [first, second]) {
      await until(at, 'degraded');
      expect(bank(at)).toMatchObject({
        error: 'main: no connection',
        egress: [
          { name: 'main', ok: false },
          { name: 'second', ok: true, responseMs: expect.any(Number), error: null },
        ],
      });
      expect(await client.verify({ reference: telebirr() }, at)).toMatchObject({ egressSource: 'second' });
    }
    await first.engine.sandbox.set('telebirr', 'main', 'up');
    for (const at of [first, second]) await until(at, 'operational');
    expect(await client.verify({ reference: telebirr() }, second)).toMatchObject({ egressSource: 'main' });
    // One event for both processes. On a busy machine more probes time out, and the address is blocked and freed again.
    const events = await kinds();
    expect(events.length).toBeGreaterThanOrEqual(2);
    expect(events).toEqual(events.map((_, nth) => (nth % 2 ? 'egress_free main' : 'egress_blocked main')));
  });
});

describe('every supported bank', () => {
  it('is operational when its simulation is, by its own adapter, and no probe counts as a hit', async () => {
    const at = await application(true);
    const banks = () => at.engine.status().components.filter((one) => 'providerKey' in one);
    while (banks().some(({ status }) => status === 'unknown')) await sleep(50);
    expect(banks().filter(({ status }) => status !== 'operational')).toEqual([]);
    expect(await store.client.keys('{s:hits:*')).toEqual([]);
    expect(at.engine.status()).toMatchObject({ ok: true, status: 'operational' });
    expect(internal(at, 'Probe rounds')).toMatchObject({ status: 'operational', error: null });
  });

  it('is found down when it is, the view-limited one too, and then the service is down', async () => {
    const at = await application(true);
    for (const { key } of at.engine.providers()) await at.engine.sandbox.set(key, null, 'down');
    while (at.engine.status().ok) await sleep(50);
    expect(at.engine.status()).toMatchObject({ ok: false, status: 'down' });
    expect(bank(at, 'siinqee')).toMatchObject({ status: 'down' });
  });
});

describe('without rounds', () => {
  it('nothing is known and nothing refused where there never was one', async () => {
    const at = await application(false);
    client = await mintClient(at);
    await at.engine.sandbox.set('telebirr', null, 'down');
    expect(bank(at)).toMatchObject({ status: 'unknown', since: null, egress: [] });
    expect(internal(at, 'Probe rounds')).toMatchObject({ status: 'unknown' });
    expect(await client.failure({ reference: telebirr() })).toBe('bank_unreachable');
  });

  it('after three intervals a bank is unknown and asked again, and the missing probes are one event', async () => {
    const [first, second] = await twoApplications();
    await first.engine.sandbox.set('telebirr', null, 'down');
    for (const at of [first, second]) await until(at, 'down');
    await Promise.all([first.prober.stop(), second.prober.stop()]);
    for (const at of [first, second]) await until(at, 'unknown');
    while (internal(first, 'Probe rounds')?.status !== 'down') await sleep(20);
    expect(await client.failure({ reference: telebirr() }, second)).toBe('bank_unreachable');
    while (!(await kinds()).includes('monitor_blind')) await sleep(50);
    await sleep(2 * intervalMs);
    expect((await kinds()).filter((kind) => kind === 'monitor_blind')).toHaveLength(1);

    await application(true);
    while (!(await kinds()).includes('monitor_sees')) await sleep(50);
    await sleep(2 * intervalMs);
    expect((await kinds()).filter((kind) => kind.startsWith('monitor'))).toEqual([
      'monitor_blind',
      'monitor_sees',
    ]);
  });
});

describe('pages that look like receipts and cannot be read', () => {
  it('three in a row, in any process, are one event; a receipt in between resets the count', async () => {
    const [first, second] = [await application(false), await application(false)];
    client = await mintClient(first);
    const unreadable = (at: Application) => client.failure({ reference: telebirr('BADR') }, at);
    const layouts = async () => (await kinds()).filter((kind) => kind.startsWith('layout_'));
    for (const at of [first, second]) expect(await unreadable(at)).toBe('unreadable');
    await client.verify({ reference: telebirr() }, first);
    for (const at of [first, second]) await unreadable(at);
    await sleep(200);
    expect(await layouts()).toEqual([]);
    for (const at of [first, second]) await unreadable(at);
    while ((await layouts()).length === 0) await sleep(50);
    await sleep(200);
    expect(await layouts()).toEqual(['layout_changed']);
    await client.verify({ reference: telebirr() }, second);
    while ((await layouts()).length === 1) await sleep(50);
    expect(await layouts()).toEqual(['layout_changed', 'layout_readable']);
  });

  it('are reported again after twice as many: a mark as fixed may have been wrong', async () => {
    const at = await application(false);
    client = await mintClient(at);
    const layouts = async () => (await kinds()).filter((kind) => kind === 'layout_changed').length;
    for (let page = 0; page < 6; page += 1) await client.failure({ reference: telebirr('BADR') }, at);
    while ((await layouts()) < 2) await sleep(50);
  });
});

describe('with live banks', () => {
  it('the simulated ones are not probed and always asked, also while the real one is down', async () => {
    await store.client.hset('{h:live:telebirr}', { state: 'down', since: 1, at: Date.now(), rows: '[]' });
    const at = await openApplication(store, { ...env, PROBE_INTERVAL_SECONDS: '300', BANKS: 'live' });
    applications.push(at);
    const [live, test] = [await mintClient(at, { mode: 'live' }), await mintClient(at, { mode: 'test' })];
    expect(await live.failure({ reference: telebirr() })).toBe('provider_down');
    expect(await test.verify({ reference: telebirr() })).toMatchObject({
      verdict: 'verified',
      livemode: false,
    });
  });
});

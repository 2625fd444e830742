/** Certificates of banks from end to end: a TLS server that stands for a bank, the egress, the store. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createEgress } from '../../../src/egress/index.js';
import { EgressError } from '../../../src/egress/types.js';
import { OperatorError } from '../../../src/engine/api/index.js';
import { createCertificatePins } from '../../../src/engine/health/certificate-pins.js';
import { createEvents, type Events } from '../../../src/engine/store/events.js';
import { openPinStore } from '../../../src/engine/store/pin-store.js';
import { loadScripts } from '../../../src/engine/store/scripts.js';
import { createProviders } from '../../../src/providers/registry.js';
import { type Certificate, issue, pinOf } from '../../support/certificates.js';
import { testLog } from '../../support/log.js';
import { startServer } from '../../support/servers.js';
import { openTestStore, type TestStore } from '../../support/store.js';

const untrusted = await issue('bank.test', null);
const renewed = await issue('bank.test', null);
const log = testLog();
let store: TestStore;
let events: Events;
beforeAll(async () => {
  store = await openTestStore();
  events = createEvents(store, loadScripts(store.client));
});
afterAll(() => store.close());

/** One running service and what its operator has at hand. */
async function service(port: number, configured: Record<string, string[]> = {}) {
  const pins = await openPinStore({ store, configured, log, everyMs: 20 });
  const told: Promise<boolean>[] = [];
  const egress = createEgress({
    routes: [{ name: 'main', kind: 'direct' }],
    attemptTimeoutMs: 5_000,
    pins: pins.current,
    sandbox: null,
    resolve: async () => ['127.0.0.1'],
    exemptAddresses: ['127.0.0.1'],
    onCertificateChange: (change) => {
      told.push(events.emit({ kind: 'certificate_changed', ...change }));
    },
  });
  onTestFinished(async () => {
    pins.close();
    await egress.close();
  });
  const siinqeeLinks = [{ host: `bank.test:${port}`, before: '/receipt/', after: '' }];
  const providers = createProviders({ cbeAppId: '', cbeAppVersion: '', siinqeeLinks });
  const origin = `https://bank.test:${port}`;
  const ask = () =>
    egress.fetch(
      { method: 'GET', url: `${origin}/receipt/AAAAAAAA`, headers: {}, origins: [origin] },
      { realm: 'live', attempt: 0 },
    );
  return { ask, told, pins: createCertificatePins({ pins, inspector: egress, providers, configured }) };
}

async function bank(tls: Certificate, port?: number) {
  const server = await startServer((_, response) => response.end('a receipt'), {
    tls,
    ...(port && { port }),
  });
  onTestFinished(() => server.close());
  return server;
}

const refused = (asked: Promise<unknown>) =>
  asked.then(
    () => 'asked',
    (error: unknown) => (error instanceof EgressError ? error.kind : error),
  );

/** Until a service has read the pins again. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('a bank whose certificate does not verify', () => {
  it('is asked nothing until its key is pinned, then by every running service without a restart', async () => {
    const server = await bank(untrusted);
    const host = `bank.test:${server.port}`;
    const [first, second] = [await service(server.port), await service(server.port)];
    expect(await refused(first.ask())).toBe('certificate');
    expect(await first.pins.show(host)).toMatchObject({
      host,
      pin: pinOf(untrusted),
      pins: [],
      accepted: false,
      providers: ['siinqee'],
    });
    expect(await refused(second.ask())).toBe('certificate');
    expect(server.requests).toHaveLength(0);

    expect(await first.pins.add(host)).toMatchObject({ accepted: true, pins: [pinOf(untrusted)] });
    expect((await first.ask()).status).toBe(200);
    await until(async () => (await refused(second.ask())) === 'asked');
    expect(await second.pins.list()).toEqual([
      { host, pin: pinOf(untrusted), from: 'store', addedAt: expect.stringMatching(/^20/) },
    ]);

    expect(await first.pins.remove(host)).toBe(1);
    expect(await first.pins.remove(host)).toBe(0);
    expect(await first.pins.list()).toEqual([]);
  });

  it('is pinned only with the key that was expected, when one was', async () => {
    const { port } = await bank(untrusted);
    const { pins } = await service(port);
    await expect(pins.add(`bank.test:${port}`, pinOf(renewed))).rejects.toThrow(OperatorError);
    expect(await pins.list()).toEqual([]);
    await expect(pins.add(`bank.test:${port}`, pinOf(untrusted))).resolves.toMatchObject({ accepted: true });
    await pins.remove(`bank.test:${port}`);
  });
});

describe('a pinned bank that shows another key', () => {
  it('is asked nothing, is one event, and is asked again once the new key is pinned', async () => {
    const server = await bank(renewed);
    const host = `bank.test:${server.port}`;
    const configured = { [host]: [pinOf(untrusted)] };
    const [first, second] = [await service(server.port, configured), await service(server.port, configured)];
    for (const { ask } of [first, first, second]) expect(await refused(ask())).toBe('certificate');
    expect(server.requests).toHaveLength(0);
    await Promise.all([...first.told, ...second.told]);
    const found = (await events.read('0', 100)).filter(
      ({ event }) => event.kind === 'certificate_changed' && event.host === host,
    );
    expect(found.map(({ event }) => event)).toEqual([
      {
        kind: 'certificate_changed',
        host,
        expected: [pinOf(untrusted)],
        presented: pinOf(renewed),
        at: expect.any(String),
      },
    ]);

    expect(await first.pins.show(host)).toMatchObject({ accepted: false, pins: [pinOf(untrusted)] });
    await first.pins.add(host);
    expect((await first.ask()).status).toBe(200);
    expect((await first.pins.list()).map(({ from }) => from)).toEqual(['configuration', 'store']);
    await first.pins.remove(host);
  });
});

describe('hosts', () => {
  it.each(['', 'bank', '127.0.0.1:x', 'bank.test:0', 'bank.test/receipt/x', 'https://bank.test', 'a@b.test'])(
    'are names with or without a port, not %j',
    async (host) => {
      const { pins } = await service(1);
      for (const call of [pins.show(host), pins.add(host), pins.remove(host)]) {
        await expect(call).rejects.toMatchObject({ name: 'OperatorError', kind: 'usage' });
      }
    },
  );

  it('that cannot be reached are reported in one line', async () => {
    const { pins } = await service(1);
    await expect(pins.show('bank.test:1')).rejects.toThrow(/^bank\.test:1 via main: [^\n]+\.$/);
  });
});

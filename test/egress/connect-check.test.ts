/** A bank that must not be asked can still be found at home, or not: one connection, no request. */
import { expect, onTestFinished, test } from 'vitest';
import type { EgressRoute } from '../../src/config/parsers.js';
import { createAuthority, issue, pinOf } from '../support/certificates.js';
import { freePort } from '../support/ports.js';
import { startServer, startTcpServer } from '../support/servers.js';
import { at, egressOf, get, kindOf, settled } from './support.js';

const ca = await createAuthority();
const tls = await issue('bank.test', ca);
const routes: EgressRoute[] = [
  { name: 'first', kind: 'direct' },
  { name: 'second', kind: 'local', address: '127.0.0.2' },
];
const loopback = { resolve: async () => ['127.0.0.1'], exemptAddresses: ['127.0.0.1'], trustedCa: [ca.cert] };
const live = { realm: 'live' } as const;
const sandbox = { realm: 'sandbox' } as const;

async function bank(options: Parameters<typeof startServer>[1] = {}) {
  const server = await startServer((_, response) => response.end('ok'), options);
  onTestFinished(() => server.close());
  return server;
}

test('a live bank sees a handshake and no request', async () => {
  const server = await bank({ tls });
  await egressOf({ routes, ...loopback }).connect(`https://bank.test:${server.port}`, live);
  await settled();
  expect(server.connections).toBe(1);
  expect(server.requests).toEqual([]);
});

test('certificates, pins, private addresses and foreign origins count as they do for a request', async () => {
  const server = await bank({ tls });
  const origin = `https://bank.test:${server.port}`;
  const untrusted = { ...loopback, trustedCa: [] };
  expect(await kindOf(egressOf(untrusted).connect(origin, live))).toBe('certificate');
  const pins = { 'bank.test': [pinOf(await issue('bank.test', null))] };
  expect(await kindOf(egressOf({ ...loopback, pins }).connect(origin, live))).toBe('certificate');
  expect(await kindOf(egressOf({ ...loopback, exemptAddresses: [] }).connect(origin, live))).toBe(
    'private_address',
  );
  expect(await kindOf(egressOf(loopback).connect('https://127.0.0.1', live))).toBe('forbidden');
});

test('nobody at home is unreachable, somebody who says nothing a timeout', async () => {
  const port = await freePort();
  expect(await kindOf(egressOf(loopback).connect(`https://bank.test:${port}`, live))).toBe('unreachable');
  const silent = await startTcpServer(() => {});
  onTestFinished(() => silent.close());
  const hurried = egressOf({ ...loopback, connectTimeoutMs: 200, sandbox: at(silent.port) });
  expect(await kindOf(hurried.connect(`https://bank.test:${silent.port}`, live))).toBe('timeout');
  expect(await kindOf(hurried.connect('https://bank.test', sandbox))).toBe('timeout');
});

test('a simulated bank is named and asked for no receipt, from the egress address that is named', async () => {
  const server = await bank();
  const egress = egressOf({ routes, sandbox: at(server.port) });
  await egress.connect('https://bank.test', { ...sandbox, egress: 'second' });
  expect(server.requests).toMatchObject([{ from: '127.0.0.2', headers: { host: 'bank.test' }, path: '/' }]);
});

test('a request leaves from the egress address it names, whatever its attempt; an unknown name is not one', async () => {
  const server = await bank();
  const egress = egressOf({ routes, sandbox: at(server.port) });
  expect((await get(egress, { attempt: 0, egress: 'second' })).egress).toBe('second');
  expect((await get(egress, { attempt: 1, egress: 'first' })).egress).toBe('first');
  expect((await get(egress, { attempt: 1, egress: 'third' })).egress).toBe('second');
});

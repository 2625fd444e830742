import { describe, expect, onTestFinished, test } from 'vitest';
import { isPublic } from '../../src/egress/addresses.js';
import { createAuthority, issue } from '../support/certificates.js';
import { startSocksProxy } from '../support/proxies.js';
import { startServer } from '../support/servers.js';
import { egressOf, failureOf, get, kindOf } from './support.js';

const ca = await createAuthority();
const tls = await issue('bank.test', ca);

async function bank(on = '127.0.0.1') {
  const server = await startServer((_, response) => response.end(on), { tls, on });
  onTestFinished(() => server.close());
  return server;
}

/** Answers lookups one after the other and counts them. */
function answering(...answers: string[][]) {
  const resolve = async () => answers[Math.min(resolve.calls++, answers.length - 1)] ?? [];
  resolve.calls = 0;
  return resolve;
}

describe('addresses that are not public', () => {
  test.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.9.9.9', '169.254.169.254', '172.16.0.1'],
    ...['192.0.0.8', '192.0.2.1', '192.168.1.1', '198.18.0.1', '203.0.113.1', '224.0.0.1', '255.255.255.255'],
    ...['::7f00:1', '::a9fe:a9fe', '::8.8.8.8', '::ffff:ffff'],
    ...['::', '::1', '::10.0.0.1', '::ffff:10.0.0.1', '::ffff:127.0.0.1', '64:ff9b::a00:1', '2002:a00:1::1'],
    ...[
      'fe80::1',
      'fe80::1%eth0',
      'fc00::1',
      'fd00::1',
      'ff02::1',
      '2001:db8::1',
      '2001::1',
      'not an address',
      '',
    ],
  ])('%s', (address) => expect(isPublic(address)).toBe(false));
});

test.each(['196.188.116.120', '8.8.8.8', '::ffff:8.8.8.8', '2606:4700::1111'])('%s is public', (address) =>
  expect(isPublic(address)).toBe(true),
);

describe('a name in the realm live', () => {
  test('that resolves to a private address is refused and nothing connects', async () => {
    const server = await bank();
    const egress = egressOf({ resolve: answering(['127.0.0.1']), trustedCa: [ca.cert] });
    const error = await failureOf(get(egress, { realm: 'live', port: server.port }));
    expect(error).toMatchObject({ kind: 'private_address', detail: { host: `bank.test:${server.port}` } });
    expect(server.connections).toBe(0);
  });

  test('that resolves to a public and a private address is refused', async () => {
    const resolve = answering(['8.8.8.8', '10.0.0.1']);
    expect(await kindOf(get(egressOf({ resolve }), { realm: 'live' }))).toBe('private_address');
  });

  test('is looked up once a connection: what was checked is what is connected to', async () => {
    const server = await bank();
    const resolve = answering(['127.0.0.1'], ['10.0.0.1']);
    const options = { resolve, exemptAddresses: ['127.0.0.1'], trustedCa: [ca.cert] };
    const answer = await get(egressOf(options), { realm: 'live', port: server.port });
    expect(answer.status).toBe(200);
    expect(resolve.calls).toBe(1);
    expect(server.requests[0]?.headers.host).toBe(`bank.test:${server.port}`);
    expect(await kindOf(get(egressOf(options), { realm: 'live', port: server.port }))).toBe(
      'private_address',
    );
  });

  test('whose first address does not answer is reached at its second', async () => {
    const server = await bank('127.0.0.2');
    const options = { trustedCa: [ca.cert], exemptAddresses: ['127.0.0.3', '127.0.0.2'] };
    const egress = egressOf({ ...options, resolve: answering(['127.0.0.3', '127.0.0.2']) });
    const answer = await get(egress, { realm: 'live', port: server.port });
    expect(Buffer.from(answer.body).toString()).toBe('127.0.0.2');
  });

  test.each(['http', 'socks5'] as const)('is checked before a %s proxy is even spoken to', async (kind) => {
    const proxy = await startSocksProxy({ user: 'u', password: 'p', leadsTo: 1 });
    onTestFinished(() => proxy.close());
    const routes = [{ name: 'away', kind, url: `${kind}://u:p@127.0.0.1:${proxy.port}` }];
    const egress = egressOf({ routes, resolve: answering(['169.254.169.254']) });
    expect(await kindOf(get(egress, { realm: 'live' }))).toBe('private_address');
    expect(proxy.tunnels).toEqual([]);
  });

  test('that does not resolve, or to nothing, is unreachable', async () => {
    const failing = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    expect(await kindOf(get(egressOf({ resolve: failing }), { realm: 'live' }))).toBe('unreachable');
    expect(await kindOf(get(egressOf({ resolve: answering([]) }), { realm: 'live' }))).toBe('unreachable');
  });

  test("is looked up by the machine's own resolver when a test does not say otherwise", async () => {
    const origins = ['https://localhost'];
    const request = { method: 'GET', url: 'https://localhost/', headers: {}, origins } as const;
    expect(await kindOf(egressOf({}).fetch(request, { realm: 'live', attempt: 0 }))).toBe('private_address');
  });

  test('whose lookup hangs is a timeout', async () => {
    const egress = egressOf({ resolve: () => new Promise(() => {}), connectTimeoutMs: 50 });
    expect(await kindOf(get(egress, { realm: 'live' }))).toBe('timeout');
  });
});

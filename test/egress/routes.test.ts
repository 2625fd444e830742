import { describe, expect, onTestFinished, test } from 'vitest';
import type { EgressRoute } from '../../src/config/parsers.js';
import { createEgress } from '../../src/egress/index.js';
import { type Certificate, createAuthority, issue, pinOf } from '../support/certificates.js';
import { freePort } from '../support/ports.js';
import { startHttpProxy, startSocksProxy } from '../support/proxies.js';
import { startServer, startTcpServer } from '../support/servers.js';
import { at, egressOf, failureOf, get, kindOf, settled } from './support.js';

const ca = await createAuthority();
const tls = await issue('bank.test', ca);
const credentials = { user: 'us er', password: 'p@ss:w%rd' };
const userInfo = `${encodeURIComponent(credentials.user)}:${encodeURIComponent(credentials.password)}`;
const starters = { http: startHttpProxy, socks5: startSocksProxy };

async function bank(options: Parameters<typeof startServer>[1] = {}) {
  const server = await startServer((_, response) => response.end('ok'), options);
  onTestFinished(() => server.close());
  return server;
}

describe('several egress addresses', () => {
  const routes: EgressRoute[] = [
    { name: 'first', kind: 'direct' },
    { name: 'second', kind: 'local', address: '127.0.0.2' },
  ];

  test('are named in the order they are configured', () => {
    expect(egressOf({ routes }).names).toEqual(['first', 'second']);
  });

  test('take turns: the second attempt leaves from the other address, the third from the first again', async () => {
    const server = await bank();
    const egress = egressOf({ routes, sandbox: at(server.port) });
    const names = [];
    for (const attempt of [0, 1, 2]) names.push((await get(egress, { attempt })).egress);
    expect(names).toEqual(['first', 'second', 'first']);
    expect(server.requests.map(({ from }) => from)).toEqual(['127.0.0.1', '127.0.0.2', '127.0.0.1']);
  });

  test('do not share connections, in the realm live as well', async () => {
    const server = await bank({ tls });
    const options = {
      resolve: async () => ['127.0.0.1'],
      exemptAddresses: ['127.0.0.1'],
      trustedCa: [ca.cert],
    };
    const egress = egressOf({ routes, ...options });
    for (const attempt of [0, 1]) await get(egress, { attempt, realm: 'live', port: server.port });
    expect(server.requests.map(({ from }) => from)).toEqual(['127.0.0.1', '127.0.0.2']);
  });

  test('fail under their own name', async () => {
    const egress = egressOf({ routes, sandbox: at(await freePort()) });
    expect((await failureOf(get(egress, { attempt: 1 }))).detail.egress).toBe('second');
  });

  test('an address this machine does not have, or of the other family, is unreachable', async () => {
    const { port } = await bank();
    for (const address of ['192.0.2.1', '::1']) {
      const odd = { name: 'odd', kind: 'local', address } as const;
      expect(await kindOf(get(egressOf({ routes: [odd], sandbox: at(port) })))).toBe('unreachable');
    }
  });

  test('none at all is a mistake found at the start', () => {
    expect(() => createEgress({ routes: [], attemptTimeoutMs: 1, pins: () => ({}), sandbox: null })).toThrow(
      RangeError,
    );
  });
});

describe.each(['http', 'socks5'] as const)('through a %s proxy', (kind) => {
  async function throughProxy(leadsTo: number, info = userInfo) {
    const proxy = await starters[kind]({ ...credentials, leadsTo });
    onTestFinished(() => proxy.close());
    const route: EgressRoute = { name: 'away', kind, url: `${kind}://${info}@127.0.0.1:${proxy.port}` };
    return { proxy, route };
  }
  const publicly = { resolve: async () => ['8.8.8.8'] };
  const asked = kind === 'http' ? 'bank.test' : '8.8.8.8';

  test('a bank is reached with credentials, TLS from end to end, over one tunnel', async () => {
    const server = await bank({ tls });
    const { proxy, route } = await throughProxy(server.port);
    const egress = egressOf({ routes: [route], ...publicly, trustedCa: [ca.cert] });
    const answer = await get(egress, { realm: 'live' });
    await settled();
    await get(egress, { realm: 'live' });
    expect(answer).toMatchObject({ status: 200, egress: 'away' });
    expect(proxy.tunnels).toEqual([`${asked}:443`]);
    expect(server.requests[0]?.headers.host).toBe('bank.test');
    expect(server.requests[0]?.headers).not.toHaveProperty('proxy-authorization');
  });

  test('the simulated banks are reached too', async () => {
    const server = await bank();
    const { proxy, route } = await throughProxy(server.port);
    const answer = await get(egressOf({ routes: [route], sandbox: at(server.port) }), { port: 100 });
    expect(answer.status).toBe(200);
    expect(proxy.tunnels).toEqual([`127.0.0.1:${server.port}`]);
    expect(server.requests[0]?.headers.host).toBe('bank.test:100');
  });

  test('certificates and pins hold as they do without', async () => {
    const selfSigned = await issue('bank.test', null);
    const server = await bank({ tls: selfSigned });
    const { route } = await throughProxy(server.port);
    const asking = (pins: Record<string, string[]>) =>
      get(egressOf({ routes: [route], ...publicly, pins }), { realm: 'live' });
    expect(await kindOf(asking({}))).toBe('certificate');
    expect(await kindOf(asking({ 'bank.test': [pinOf(tls)] }))).toBe('certificate');
    expect(server.bytes).toBe(0);
    expect((await asking({ 'bank.test:443': [pinOf(selfSigned)] })).status).toBe(200);
  });

  test('size and time are limited as they are without', async () => {
    const big = await startServer((_, response) => response.end(Buffer.alloc(2000)));
    const silent = await startServer(() => {});
    onTestFinished(() => Promise.all([big.close(), silent.close()]).then(() => {}));
    for (const [server, kindOfFailure] of [
      [big, 'oversize'],
      [silent, 'timeout'],
    ] as const) {
      const { route } = await throughProxy(server.port);
      const egress = egressOf({ routes: [route], sandbox: at(1), maxBytes: 1000, attemptTimeoutMs: 300 });
      expect(await kindOf(get(egress))).toBe(kindOfFailure);
    }
  });

  test('wrong credentials are unreachable, and no error holds them', async () => {
    const server = await bank();
    const { proxy, route } = await throughProxy(server.port, 'user:hunter2');
    const error = await failureOf(get(egressOf({ routes: [route], sandbox: at(server.port) })));
    expect(error.kind).toBe('unreachable');
    expect(JSON.stringify([error, error.message, error.stack])).not.toContain('hunter2');
    expect(proxy.tunnels).toEqual([]);
    expect(server.connections).toBe(0);
  });

  test('a proxy that is gone is unreachable, one that says nothing a timeout', async () => {
    const silent = await startTcpServer(() => {});
    onTestFinished(() => silent.close());
    const via = (port: number): EgressRoute => ({ name: 'away', kind, url: `${kind}://127.0.0.1:${port}` });
    const asking = (port: number) =>
      get(egressOf({ routes: [via(port)], sandbox: at(1), connectTimeoutMs: 200 }));
    expect(await kindOf(asking(await freePort()))).toBe('unreachable');
    expect(await kindOf(asking(silent.port))).toBe('timeout');
  });
});

describe('a proxy spoken to over https', () => {
  async function through(proxyTls: Certificate) {
    const server = await bank({ tls });
    const proxy = await startHttpProxy({ ...credentials, leadsTo: server.port, tls: proxyTls });
    onTestFinished(() => proxy.close());
    const url = `https://${userInfo}@localhost:${proxy.port}`;
    const routes = [{ name: 'away', kind: 'http', url }] as const;
    const egress = egressOf({ routes, resolve: async () => ['8.8.8.8'], trustedCa: [ca.cert] });
    return { proxy, fetched: get(egress, { realm: 'live' }) };
  }

  test('is trusted when its certificate verifies, and carries the TLS of the bank inside its own', async () => {
    const { proxy, fetched } = await through(await issue('localhost', ca));
    expect((await fetched).status).toBe(200);
    expect(proxy.tunnels).toEqual(['bank.test:443']);
  });

  test('gets no credentials when its certificate does not verify, and the bank is not blamed', async () => {
    const { proxy, fetched } = await through(await issue('localhost', null));
    const error = await failureOf(fetched);
    expect(error.kind).toBe('unreachable');
    expect(error.message).toContain('the proxy failed (the certificate does not verify');
    expect(proxy.tunnels).toEqual([]);
  });
});

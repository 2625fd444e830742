/** Banks half of whose connections die after TCP connects: the receipt arrives all the same, and is asked for once. */
import type { Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cachedResolve } from '../../src/egress/addresses.js';
import type { EgressOptions } from '../../src/egress/index.js';
import { type Certificate, createAuthority, issue } from '../support/certificates.js';
import { freePort } from '../support/ports.js';
import { startTcpServer } from '../support/servers.js';
import { egressOf, eventually, failureOf, get, settled } from './support.js';

const ca = await createAuthority();
const good = await issue('bank.test', ca);
const otherName = await issue('other.test', ca);
/** Long for a machine that is busy; where all connections die a short one is set. */
const policy = { handshakeMs: 1500, connections: 4, atOnce: 2, maxTls: 'TLSv1.2' } as const;

/** A bank that leaves connections unanswered, by their number from 0. */
async function bank(dies: (connection: number) => boolean | 'closes', certificate: Certificate = good) {
  const requests: string[] = [];
  const versions: (string | null)[] = [];
  const tls = createTlsServer(certificate, (socket: TLSSocket) => {
    versions.push(socket.getProtocol());
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      requests.push(chunk.toString().split('\r\n')[0] ?? '');
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\na receipt');
    });
  });
  tls.on('tlsClientError', () => {});
  let connections = 0;
  const server = await startTcpServer((socket: Socket) => {
    connections += 1;
    const fate = dies(connections - 1);
    if (fate === 'closes') socket.destroy();
    else if (!fate) tls.emit('connection', socket);
  });
  onTestFinished(() => server.close());
  return { server, requests, versions };
}

function egressTo(
  port: number,
  options: Partial<EgressOptions> = {},
  handshakeMs: number = policy.handshakeMs,
) {
  return egressOf({
    policies: { [`https://bank.test:${port}`]: { ...policy, handshakeMs } },
    connectTimeoutMs: 20_000,
    attemptTimeoutMs: 30_000,
    resolve: async () => ['127.0.0.1'],
    exemptAddresses: ['127.0.0.1'],
    trustedCa: [ca.cert],
    ...options,
    pins: {},
  });
}

describe('a bank whose connections often die', () => {
  test.each([
    ['the first', (connection: number) => connection === 0],
    ['the first three', (connection: number) => connection < 3],
    ['none', () => false],
  ])('is reached where %s never finish their handshake, and asked once', async (_, dies) => {
    const { server, requests, versions } = await bank(dies);
    const egress = egressTo(server.port);
    const answer = await get(egress, { realm: 'live', port: server.port });
    expect(Buffer.from(answer.body).toString()).toBe('a receipt');
    expect(requests).toHaveLength(1);
    expect(versions[0]).toBe('TLSv1.2');
    expect(server.connections).toBeLessThanOrEqual(4);
    // What was opened beside the connection that is used is closed, not left behind.
    await eventually(() => server.open.size === 1);
  });

  test('uses a live connection again instead of opening another', async () => {
    const { server, requests } = await bank((connection) => connection === 0);
    const egress = egressTo(server.port);
    await get(egress, { realm: 'live', port: server.port });
    const { connections } = server;
    await settled();
    await get(egress, { realm: 'live', port: server.port });
    expect(requests).toHaveLength(2);
    expect(server.connections).toBe(connections);
  });

  test('is given up after four dead connections, which are counted by egress address', async () => {
    const { server, requests } = await bank(() => true);
    const egress = egressTo(server.port, {}, 50);
    const error = await failureOf(get(egress, { realm: 'live', port: server.port }));
    expect(error.kind).toBe('timeout');
    expect(server.connections).toBe(4);
    expect(requests).toEqual([]);
    expect([...egress.deadHandshakes]).toEqual([['main', 4]]);
    await eventually(() => server.open.size === 0);
  });

  test('counts a connection that is closed within its handshake among the dead', async () => {
    const { server } = await bank((connection) => (connection < 2 ? 'closes' : false));
    const egress = egressTo(server.port);
    await get(egress, { realm: 'live', port: server.port });
    expect(egress.deadHandshakes.get('main')).toBe(2);
  });

  test('with a wrong certificate is not tried again', async () => {
    const { server, requests } = await bank(() => false, otherName);
    const egress = egressTo(server.port);
    const error = await failureOf(get(egress, { realm: 'live', port: server.port }));
    expect(error.kind).toBe('certificate');
    expect(server.connections).toBeLessThanOrEqual(2);
    expect(requests).toEqual([]);
    expect(egress.deadHandshakes.size).toBe(0);
  });

  test('that refuses connections is not tried again', async () => {
    const port = await freePort();
    const egress = egressTo(port);
    expect((await failureOf(get(egress, { realm: 'live', port }))).kind).toBe('unreachable');
    expect(egress.deadHandshakes.size).toBe(0);
  });

  test('is probed in the same way', async () => {
    const { server, requests } = await bank((connection) => connection < 2);
    await egressTo(server.port).connect(`https://bank.test:${server.port}`, { realm: 'live' });
    expect(requests).toEqual([]);
  });

  test('of whom nothing is known of that kind gets one connection', async () => {
    const { server } = await bank(() => true);
    const egress = egressTo(server.port, { policies: {}, connectTimeoutMs: 300 });
    await failureOf(get(egress, { realm: 'live', port: server.port }));
    expect(server.connections).toBe(1);
    expect(egress.deadHandshakes.size).toBe(0);
  });
});

describe('a resolver that blocks or fails', () => {
  const never = () => new Promise<never>(() => {});

  test('is answered for by what it said before', async () => {
    const says: (() => Promise<readonly string[]>)[] = [
      async () => ['192.0.2.1'],
      never,
      async () => Promise.reject(new Error('down')),
    ];
    for (const later of says.slice(1)) {
      const answers = [says[0], later];
      const resolve = cachedResolve(() => (answers.shift() ?? never)(), { freshMs: 0, waitMsMax: 20 });
      expect(await resolve('bank.test')).toEqual(['192.0.2.1']);
      expect(await resolve('bank.test')).toEqual(['192.0.2.1']);
    }
  });

  test('is asked once at a time, and again when its answer is old', async () => {
    let asked = 0;
    const resolve = cachedResolve(
      async () => {
        asked += 1;
        return [`192.0.2.${asked}`];
      },
      { freshMs: 60_000 },
    );
    await Promise.all([resolve('bank.test'), resolve('bank.test')]);
    expect(await resolve('bank.test')).toEqual(['192.0.2.1']);
    expect(asked).toBe(1);
    const blocked = cachedResolve(
      () => {
        asked += 1;
        return never();
      },
      { freshMs: 0 },
    );
    void blocked('bank.test');
    void blocked('bank.test');
    expect(asked).toBe(2);
  });

  test('that never said anything is no answer, and neither is one that is too old', async () => {
    const answers = [['192.0.2.1']];
    const resolve = cachedResolve(async () => answers.shift() ?? Promise.reject(new Error('down')), {
      freshMs: 0,
      staleMs: 0,
    });
    expect(await resolve('bank.test')).toEqual(['192.0.2.1']);
    await expect(resolve('bank.test')).rejects.toThrow('down');
  });
});

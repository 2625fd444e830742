import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Certificate, createAuthority, expired, issue, pinOf } from '../support/certificates.js';
import { startServer, startTcpServer } from '../support/servers.js';
import { egressOf, eventually, failureOf, get, kindOf } from './support.js';

const ca = await createAuthority();
const good = await issue('bank.test', ca);
const selfSigned = await issue('bank.test', null);
const renewed = await issue('bank.test', null);
const outOfDate = await issue('bank.test', ca, expired);
const otherName = await issue('other.test', ca);
const otherAuthority = await issue('bank.test', await createAuthority());

/** Fetches from a bank that shows this certificate; pins are made once its port is known. */
async function ask(tls: Certificate, pinsFor: (port: number) => Record<string, string[]> = () => ({})) {
  const server = await startServer((_, response) => response.end('a receipt'), { tls });
  onTestFinished(() => server.close());
  const unverified: string[] = [];
  const egress = egressOf({
    onUnverified: (host) => unverified.push(host),
    pins: pinsFor(server.port),
    resolve: async () => ['127.0.0.1'],
    exemptAddresses: ['127.0.0.1'],
    trustedCa: [ca.cert],
  });
  return { server, unverified, fetched: get(egress, { realm: 'live', port: server.port }) };
}

const pin = (certificate: Certificate) => (port: number) => ({ [`bank.test:${port}`]: [pinOf(certificate)] });

describe('a host that is not pinned', () => {
  test('with a certificate that verifies is asked', async () => {
    const { fetched, unverified } = await ask(good);
    expect(Buffer.from((await fetched).body).toString()).toBe('a receipt');
    expect(unverified).toEqual([]);
  });

  test.each([
    ['self-signed', selfSigned],
    ['expired', outOfDate],
    ['for another name', otherName],
    ['of an authority nobody knows', otherAuthority],
  ])('with a certificate that is %s is refused before a byte is sent, and named', async (_, tls) => {
    const { server, unverified, fetched } = await ask(tls);
    const error = await failureOf(fetched);
    expect(error.kind).toBe('certificate');
    expect(error.message).toContain(`bank.test:${server.port}`);
    expect(error.message).toContain('must be pinned');
    expect(unverified).toEqual([`bank.test:${server.port}`]);
    await eventually(() => server.open.size === 0);
    expect(server.bytes).toBe(0);
  });

  test('with an incomplete chain is asked where the missing intermediate is known, which alone proves nothing', async () => {
    const intermediate = await createAuthority(ca);
    const tls = await issue('bank.test', intermediate);
    const server = await startServer((_, response) => response.end('a receipt'), { tls });
    onTestFinished(() => server.close());
    const fetched = (...trustedCa: string[]) => {
      const local = { resolve: async () => ['127.0.0.1'], exemptAddresses: ['127.0.0.1'] };
      return get(egressOf({ ...local, trustedCa }), { realm: 'live', port: server.port });
    };
    expect(await kindOf(fetched(ca.cert))).toBe('certificate');
    expect(await kindOf(fetched(intermediate.cert))).toBe('certificate');
    expect((await fetched(ca.cert, intermediate.cert)).status).toBe(200);
  });

  test('is refused also when the environment tells Node to check nothing', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { server, fetched } = await ask(selfSigned);
    expect(await kindOf(fetched)).toBe('certificate');
    expect(server.bytes).toBe(0);
  });

  test('that breaks off or stalls in the handshake is not mistaken for a bad certificate', async () => {
    const breaking = await startTcpServer((socket) => socket.once('data', () => socket.destroy()));
    const stalling = await startTcpServer(() => {});
    onTestFinished(() => Promise.all([breaking.close(), stalling.close()]).then(() => {}));
    const lookup = { resolve: async () => ['127.0.0.1'], exemptAddresses: ['127.0.0.1'] };
    const egress = egressOf({ ...lookup, connectTimeoutMs: 200 });
    expect(await kindOf(get(egress, { realm: 'live', port: breaking.port }))).toBe('unreachable');
    expect(await kindOf(get(egress, { realm: 'live', port: stalling.port }))).toBe('timeout');
    await eventually(() => stalling.open.size === 0);
  });
});

describe('a pinned host', () => {
  test.each([
    ['self-signed', selfSigned],
    ['expired', outOfDate],
    ['for another name', otherName],
    ['in good order', good],
  ])('that shows the pinned key is asked, its certificate being %s', async (_, tls) => {
    const { fetched } = await ask(tls, pin(tls));
    expect((await fetched).status).toBe(200);
  });

  test.each([
    ['by host and port', (port: number) => ({ [`bank.test:${port}`]: [pinOf(selfSigned)] })],
    ['by host alone', () => ({ 'bank.test': [pinOf(selfSigned)] })],
    ['in capitals', () => ({ 'Bank.Test': [pinOf(selfSigned)] })],
    [
      'with the next key beside the present one',
      () => ({ 'bank.test': [pinOf(renewed), pinOf(selfSigned)] }),
    ],
  ])('may be named %s', async (_, pins) => {
    const { fetched } = await ask(selfSigned, pins);
    expect((await fetched).status).toBe(200);
  });

  test.each([
    ['a renewed self-signed certificate', renewed],
    ['a certificate that verifies like any other', good],
  ])('that shows %s instead gets not one byte of a request', async (_, tls) => {
    const { server, fetched } = await ask(tls, pin(selfSigned));
    const error = await failureOf(fetched);
    expect(error.kind).toBe('certificate');
    expect(error.message).toContain('pinned');
    await eventually(() => server.connections === 1 && server.open.size === 0);
    expect(server.bytes).toBe(0);
    expect(server.requests).toHaveLength(0);
  });

  test('whose pin for this port says otherwise is not let in by a pin for the host', async () => {
    const { fetched } = await ask(selfSigned, (port) => ({
      'bank.test': [pinOf(selfSigned)],
      [`bank.test:${port}`]: [pinOf(renewed)],
    }));
    expect(await kindOf(fetched)).toBe('certificate');
  });

  test('does not loosen any other: a pin for another port leaves the chain to verify', async () => {
    const { fetched } = await ask(selfSigned, (port) => ({ [`bank.test:${port + 1}`]: [pinOf(selfSigned)] }));
    expect(await kindOf(fetched)).toBe('certificate');
  });
});

import { describe, expect, onTestFinished, test } from 'vitest';
import { type Certificate, createAuthority, expired, issue, pinOf } from '../support/certificates.js';
import { startServer, startTcpServer } from '../support/servers.js';
import { egressOf, eventually, failureOf } from './support.js';

const ca = await createAuthority();
const publicly = {
  resolve: async () => ['127.0.0.1'],
  exemptAddresses: ['127.0.0.1'],
  trustedCa: [ca.cert],
};

async function bankWith(tls: Certificate) {
  const server = await startServer((_, response) => response.end('a receipt'), { tls });
  onTestFinished(() => server.close());
  return server;
}

const certificates = [
  ['that verifies', await issue('bank.test', ca), null],
  ['that is self-signed', await issue('bank.test', null), 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['that has expired', await issue('bank.test', ca, expired), 'CERT_HAS_EXPIRED'],
  ['for another name', await issue('other.test', ca), 'ERR_TLS_CERT_ALTNAME_INVALID'],
  [
    'of an authority nobody knows',
    await issue('bank.test', await createAuthority()),
    'CERT_SIGNATURE_FAILURE',
  ],
] as const;

describe('a look at a certificate', () => {
  test.each(certificates)('%s says what it is, and sends no request', async (_, tls, problem) => {
    const server = await bankWith(tls);
    const report = await egressOf(publicly).inspect('bank.test', server.port);
    expect(report).toMatchObject({ host: `bank.test:${server.port}`, pin: pinOf(tls) });
    if (problem === null) expect(report.problem).toBeNull();
    else expect(report.problem).toContain(problem);
    expect(report.subject).toMatch(/^CN=(bank|other)\.test/);
    expect(report.names).toMatch(/^DNS:(bank|other)\.test$/);
    expect(Date.parse(report.validFrom)).toBeLessThan(Date.parse(report.validUntil));
    await eventually(() => server.connections === 1 && server.open.size === 0);
    expect(server.requests).toHaveLength(0);
    expect(server.bytes).toBe(0);
  });

  test('keeps to the limits of every other connection', async () => {
    const silent = await startTcpServer(() => {});
    onTestFinished(() => silent.close());
    const { port } = silent;
    const slow = egressOf({ ...publicly, connectTimeoutMs: 200 });
    expect((await failureOf(slow.inspect('bank.test', port))).kind).toBe('timeout');
    const strict = egressOf({ ...publicly, exemptAddresses: [] });
    expect((await failureOf(strict.inspect('bank.test', port))).kind).toBe('private_address');
    expect((await failureOf(egressOf(publicly).inspect('127.0.0.1', port))).kind).toBe('forbidden');
    expect((await failureOf(egressOf(publicly).inspect('bank.test@evil.test', 443))).kind).toBe('forbidden');
    await eventually(() => silent.open.size === 0);
  });

  test('prints nothing of a certificate that a terminal would obey', async () => {
    const tls = await issue('bank.test\u001b[2J\nCN=other.test', null);
    const server = await bankWith(tls);
    const report = await egressOf(publicly).inspect('bank.test', server.port);
    expect(`${report.subject}${report.issuer}${report.names}`).toMatch(/^[\x20-\x7e]+$/);
  });
});

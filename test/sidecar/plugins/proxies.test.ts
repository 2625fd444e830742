/** Whose word counts for the address of a caller, behind proxies that append to what the caller has sent. */
import { afterEach, expect, it } from 'vitest';
import { createLog } from '../../../src/log.js';
import { stubEngine, testApp } from '../support.js';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

function started(TRUST_PROXY: string) {
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const app = testApp(stubEngine(), { env: { TRUST_PROXY }, log });
  const addresses: string[] = [];
  app.addHook('onRequest', async (request) => void addresses.push(request.ip));
  closers.push(() => app.close());
  const ask = (forwarded: string, remoteAddress = '127.0.0.1') =>
    app.inject({ method: 'GET', url: '/healthz', remoteAddress, headers: { 'x-forwarded-for': forwarded } });
  return { ask, addresses, lines };
}

it('with TRUST_PROXY=true the proxy’s own word counts, not what the caller put before it', async () => {
  const { ask, addresses, lines } = started('true');
  for (const forged of ['1.1.1.1', '2.2.2.2', '3.3.3.3, 4.4.4.4']) await ask(`${forged}, 203.0.113.9`);
  expect(addresses).toEqual(Array(3).fill('203.0.113.9'));
  expect(lines).toEqual([]);
});

it('a proxy nobody has named is told of once: all its callers share one limit', async () => {
  const { ask, addresses, lines } = started('false');
  for (let count = 0; count < 3; count += 1) await ask('203.0.113.9', '172.17.0.1');
  expect(addresses).toEqual(Array(3).fill('172.17.0.1'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('TRUST_PROXY');
  expect(lines[0]).not.toContain('203.0.113.9');
});

it('nobody is told of strangers who send the header, nor of a proxy that is named', async () => {
  const untrusted = started('false');
  await untrusted.ask('203.0.113.9', '198.51.100.7');
  const named = started('172.16.0.0/12');
  await named.ask('203.0.113.9', '172.17.0.1');
  expect(named.addresses).toEqual(['203.0.113.9']);
  expect([...untrusted.lines, ...named.lines]).toEqual([]);
});

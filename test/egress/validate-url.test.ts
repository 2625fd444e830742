import { describe, expect, onTestFinished, test } from 'vitest';
import type { Realm } from '../../src/egress/types.js';
import { startServer } from '../support/servers.js';
import { at, egressOf, failureOf } from './support.js';

const origins = [
  'https://bank.test',
  'https://bank.test:100',
  'http://bank.test',
  'https://127.0.0.1',
  'https://[::1]',
];

/** Kind of the failure and whether anything left: name lookups and connections are both counted. */
async function refusal(url: string, realm: Realm) {
  const server = await startServer((_, response) => response.end('reached'));
  onTestFinished(() => server.close());
  let lookups = 0;
  const resolve = async () => {
    lookups += 1;
    return [];
  };
  const egress = egressOf({ sandbox: at(server.port), resolve });
  const error = await failureOf(
    egress.fetch({ method: 'GET', url, headers: {}, origins }, { realm, attempt: 0 }),
  );
  return { kind: error.kind, sent: lookups + server.connections };
}

describe.each(['live', 'sandbox'] as const)('in the realm %s nothing leaves for', (realm) => {
  test.each([
    ['an origin that is not in the list', 'https://evil.test/'],
    ['a name the allowed one is only a part of', 'https://bank.test.evil.test/'],
    ['another port', 'https://bank.test:444/'],
    ['the allowed name as user info', 'https://bank.test@evil.test/'],
    ['user info before the allowed name', 'https://user:word@bank.test/'],
    ['a name with a trailing dot', 'https://bank.test./'],
    ['an IPv4 address, even a listed one', 'https://127.0.0.1/'],
    ['an IPv4 address written as a number', 'https://2130706433/'],
    ['an IPv6 address, even a listed one', 'https://[::1]/'],
    ['a file', 'file:///etc/hosts'],
    ['something that is no address', 'bank.test/receipt'],
  ])('%s', async (_, url) => {
    expect(await refusal(url, realm)).toEqual({ kind: 'forbidden', sent: 0 });
  });
});

test('plain http never leaves for a real bank, even when its origin is listed', async () => {
  expect(await refusal('http://bank.test/', 'live')).toEqual({ kind: 'forbidden', sent: 0 });
});

/** One address that asks for pages as fast as it can is slowed down; nobody else is. */
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openEnvironment, type TestEnvironment } from '../environment.js';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await openEnvironment();
});
afterAll(() => environment.close());
afterEach(() => void vi.restoreAllMocks());

async function flood(remoteAddress: (nth: number) => string, url: string, accept = 'text/html') {
  const answers = await Promise.all(
    Array.from({ length: 600 }, (_, nth) =>
      environment.app.inject({ url, remoteAddress: remoteAddress(nth), headers: { accept } }),
    ),
  );
  return {
    refused: answers.filter(({ statusCode }) => statusCode === 429),
    shown: answers.filter(({ statusCode }) => statusCode === 200),
  };
}

it('a flood of one address is 429 with Retry-After; other addresses and calls with a key are served', async () => {
  const { key } = await environment.mint();
  const { refused, shown } = await flood(() => '192.0.2.1', '/llms.txt');
  expect(shown.length).toBeGreaterThanOrEqual(100);
  expect(refused.length).toBeGreaterThan(50);
  expect(refused[0]?.headers['retry-after']).toBe('1');
  expect(refused[0]?.headers['content-type']).toContain('text/html');
  const other = await environment.app.inject({ url: '/llms.txt', remoteAddress: '192.0.2.2' });
  expect(other.statusCode).toBe(200);
  const keyed = await environment.app.inject({
    url: '/api/usage',
    remoteAddress: '192.0.2.1',
    headers: { 'x-api-key': key },
  });
  expect(keyed.statusCode).toBe(200);
});

it.each(['/', '/status', '/openapi.json', '/metrics'])(
  'an address has one allowance for all of them: %s',
  async (url) => {
    // The addresses of one customer's IPv6 network are one address.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    await flood(() => '2001:db8:7::1', '/llms.txt', '*/*');
    const answer = await environment.app.inject({ url, remoteAddress: '2001:db8:7::2' });
    expect(answer.statusCode).toBe(429);
  },
);

it('large documents cost more: an address gets a few megabytes at once, then 640 KiB a second', async () => {
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const ask = (encoding: string, url = '/openapi.json') =>
    environment.app.inject({
      url,
      remoteAddress: '192.0.2.9',
      headers: { accept: 'text/html', 'accept-encoding': encoding },
    });
  const until429 = async (encoding: string) => {
    let bytes = 0;
    for (;;) {
      const answer = await ask(encoding);
      if (answer.statusCode === 429) return bytes;
      bytes += answer.rawPayload.length;
    }
  };
  const megabyte = 1024 * 1024;
  const burst = await until429('identity');
  expect(burst).toBeGreaterThan(2 * megabyte);
  expect(burst).toBeLessThan(5 * megabyte);
  now += 10_000;
  expect(await until429('identity')).toBeLessThan(burst + 1);
  now += 10_000;
  // Compressed, as browsers ask for it: many more of them.
  let shown = 0;
  while ((await ask('gzip')).statusCode === 200) shown += 1;
  expect(shown).toBeGreaterThan(40);
  now += 1_100;
  expect((await ask('gzip', '/llms.txt')).statusCode).toBe(200);
});

it('a page that says what went wrong is the same for everybody who reads its language', async () => {
  const ask = (lang: string) =>
    environment.app.inject({ url: '/nowhere', headers: { accept: 'text/html', 'accept-language': lang } });
  const [first, again, amharic] = [await ask('en'), await ask('en'), await ask('am')];
  expect(again.body).toBe(first.body);
  expect(amharic.body).not.toBe(first.body);
  for (const answer of [first, again, amharic]) {
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  }
});

/** When many requests arrive at once, addresses take turns, and calls with a key come before what needs none. */
import { expect, test, vi } from 'vitest';
import { goodKey, stubEngine, testApp } from '../support.js';

const flooder = '192.0.2.1';
const other = '198.51.100.7';
const flood = 500;

const call = (remoteAddress: string) => ({
  ...{ method: 'GET' as const, url: '/api/verify', remoteAddress },
  headers: { 'x-api-key': goodKey },
});
const page = (remoteAddress: string, url = '/llms.txt') => ({ method: 'GET' as const, url, remoteAddress });

type Arrival =
  | ReturnType<typeof call>
  | (Omit<ReturnType<typeof page>, 'method'> & { method: 'GET' | 'POST' });

/** How many of them were answered before the one that arrived last. */
async function answeredBeforeTheLast(arrivals: readonly Arrival[]): Promise<number> {
  const app = testApp(stubEngine());
  // What is made once, at its first request, has been made.
  await app.inject(page(other));
  const answered: number[] = [];
  const answer = async (arrival: Arrival, nth: number) => {
    await app.inject(arrival);
    answered.push(nth);
  };
  await Promise.all(arrivals.map(answer));
  await app.close();
  expect(answered).toHaveLength(arrivals.length);
  return answered.indexOf(arrivals.length - 1);
}

test('a caller’s one call does not wait for the hundreds another address has sent before', async () => {
  const arrivals = [...Array.from({ length: flood }, () => call(flooder)), call(other)];
  expect(await answeredBeforeTheLast(arrivals)).toBeLessThan(10);
});

test('a reader’s page does not wait for the hundreds another address has asked for before', async () => {
  const arrivals = [...Array.from({ length: flood }, () => page(flooder)), page(other)];
  expect(await answeredBeforeTheLast(arrivals)).toBeLessThan(10);
});

test('a reader’s page does not wait for each of many addresses that ask again and again', async () => {
  const app = testApp(stubEngine());
  await app.inject(page(other));
  const addresses = Array.from({ length: 40 }, (_, nth) => `203.0.113.${nth}`);
  const pagesEach = 10;
  let answered = 0;
  const ask = async (address: string) => {
    await app.inject(page(address));
    answered += 1;
  };
  const busy = addresses.flatMap((address) => Array.from({ length: pagesEach }, () => ask(address)));
  await vi.waitUntil(() => answered >= addresses.length * 2, { interval: 1, timeout: 20_000 });
  const before = answered;
  await app.inject(page(other));
  expect(answered - before).toBeLessThan(10);
  await Promise.all(busy);
  await app.close();
});

test('an address that asks again and again is served while pages of new addresses keep waiting', async () => {
  const app = testApp(stubEngine());
  const pagesOf = (address: string) => Array.from({ length: 60 }, () => app.inject(page(address)));
  await Promise.all([flooder, other].flatMap(pagesOf));
  const answered: string[] = [];
  const ask = async (address: string) => {
    await app.inject(page(address));
    answered.push(address);
  };
  const strangers = Array.from({ length: 100 }, (_, nth) => `203.0.113.${nth}`);
  await Promise.all(['203.0.113.200', flooder, ...strangers].map(ask));
  expect(answered.indexOf(flooder)).toBeLessThan(10);
  await app.close();
});

test('a call with a key does not wait for pages that hundreds of addresses have asked for before', async () => {
  const strangers = Array.from({ length: flood }, (_, nth) =>
    page(`203.0.${nth >> 8}.${nth & 255}`, '/healthz'),
  );
  expect(await answeredBeforeTheLast([...strangers, call(other)])).toBeLessThan(10);
});

test('a page is reached while calls with a key do not end', async () => {
  const callers = Array.from({ length: flood }, (_, nth) => call(`203.0.${nth >> 8}.${nth & 255}`));
  expect(await answeredBeforeTheLast([...callers, page(other)])).toBeLessThan(20);
});

test.each([
  ['POST', '/api/verify'],
  ['GET', '/nowhere'],
] as const)(
  'a reader’s page does not wait for %s %s of hundreds of addresses, which is refused',
  async (method, url) => {
    const strangers = Array.from({ length: flood }, (_, nth) => ({
      ...page(`203.0.${nth >> 8}.${nth & 255}`, url),
      method,
    }));
    expect(await answeredBeforeTheLast([...strangers, page(other)])).toBeLessThan(20);
  },
);

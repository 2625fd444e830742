/** When many requests arrive at once, addresses take turns, and calls with a key come before what needs none. */
import { expect, test } from 'vitest';
import { goodKey, stubEngine, testApp } from '../support.js';

const flooder = '192.0.2.1';
const other = '198.51.100.7';
const flood = 500;

const call = (remoteAddress: string) => ({
  ...{ method: 'GET' as const, url: '/api/verify', remoteAddress },
  headers: { 'x-api-key': goodKey },
});
const page = (remoteAddress: string, url = '/llms.txt') => ({ method: 'GET' as const, url, remoteAddress });

type Arrival = ReturnType<typeof call> | ReturnType<typeof page>;

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

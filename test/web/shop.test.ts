/** The shop of the sandbox: a visitor asks for an amount, pays it, and sees what the shop's system is told; nobody else does. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as names from '../../src/engine/store/key-names.js';
import { wordsOf } from '../../src/web/i18n/index.js';
import { openEnvironment, otherAddress, type TestEnvironment } from '../sidecar/environment.js';
import { ensureTimeInHour } from '../support/clock-window.js';
import { openTestStore, type TestStore } from '../support/store.js';
import { type Person, person } from './pages/dashboard/support.js';

const { says } = wordsOf('en').pay;
const page = '/sandbox/shop';

let environment: TestEnvironment;

let store: TestStore;

beforeAll(async () => {
  await ensureTimeInHour();
  store = await openTestStore();
  environment = await openEnvironment({}, { url: store.url, close: async () => undefined });
});
afterAll(async () => {
  await environment.close();
  await store.close();
});

/** A visitor with a request. @returns its page */
async function ordered(who: Person, amount = '500'): Promise<string> {
  await who.get(page);
  const made = await who.post(page, { amount });
  expect(made.statusCode).toBe(303);
  return String(made.headers.location);
}

/** The references on the page of an order, by what they are called. */
async function references(who: Person, at: string): Promise<Map<string, string>> {
  const { body } = await who.get(at);
  const found = body.matchAll(/<li class="card"><p>([^<]*)<\/p><p><code[^>]*>([^<]*)/g);
  return new Map([...found].map(([, name = '', reference = '']) => [name, reference]));
}

/** Presses the button of a receipt. @returns what the page of payers then says */
async function paid(who: Person, at: string, reference: string): Promise<string> {
  const { body } = await who.get(at);
  const [, token = ''] = /name="csrf-token" value="([^"]+)"/.exec(body) ?? [];
  const fields = { 'csrf-token': token, text: reference };
  const parts = Object.entries(fields).map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const answer = await environment.app.inject({
    method: 'POST',
    url: at.replace(page, '/pay'),
    remoteAddress: otherAddress(),
    headers: {
      accept: 'text/html',
      'content-type': 'multipart/form-data; boundary=x',
      cookie: [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
    payload: `${parts.join('')}--x--\r\n`,
  });
  expect(answer.statusCode).toBe(303);
  return (await who.get(String(answer.headers.location))).body;
}

it('a visitor asks for an amount, sends receipts, and sees the outcome and the webhook', async () => {
  const who = person(() => environment.app);
  expect((await who.get('/sandbox')).body).toContain(`href="${page}"`);
  const at = await ordered(who);
  const id = at.slice(page.length + 1);
  const all = await references(who, at);
  expect(all.size).toBe(13);
  const of = (name: string) => all.get(name) ?? '';
  expect(of('The bank has no such receipt')).toMatch(/^\w{6}GONE$/);
  expect(await paid(who, at, of('The bank has no such receipt'))).toContain(says.notFound[0]);
  expect(await paid(who, at, of('A block page'))).toContain(says.retrying[0]);
  expect((await who.get(at)).body).toMatch(/Open.*not_found.*bank_blocked.*No webhook yet/s);
  expect(await paid(who, at, of('A settled payment'))).toContain(says.paid[0]);

  const { body } = await who.get(at);
  expect(body).toContain('hands over the goods');
  expect(body).not.toContain('Receipts to pay with');
  const [, event = ''] = /webhook-id: evt_\w+<\/code><\/p><pre><code>([^<]*)/.exec(body) ?? [];
  const sent = JSON.parse(event.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
  expect(sent).toMatchObject({
    type: 'payment_request.paid',
    data: { object: { id, status: 'paid', paid: '500.00', livemode: false } },
  });
  expect((await who.get(page)).body).toMatch(new RegExp(`${id}">500\\.00 ETB</a>.*Paid`, 's'));
  expect((await who.get(`${page}?lang=am`)).body).toContain('የሙከራ ሱቅ');
  expect((await who.get(`${at}?lang=om`)).body).toMatch(/Kaffalameera.*Suuqichi meeshaa kenna/s);
});

it.each([
  'An answer after 3 seconds',
  'A dropped connection, then an answer',
  'A payer whose name is a script',
])('each receipt that is verified pays the amount: %s', async (name) => {
  const who = person(() => environment.app);
  const at = await ordered(who, '25000');
  await paid(who, at, (await references(who, at)).get(name) ?? '');
  await expect.poll(async () => (await who.get(at)).body).toContain('payment_request.paid');
});

it('two visitors who ask for the same amount pay with receipts of their own', async () => {
  const [one, other] = [person(() => environment.app), person(() => environment.app)];
  const [first, second] = [await ordered(one), await ordered(other)];
  const mine = [...(await references(one, first)).values()];
  const theirs = [...(await references(other, second)).values()];
  expect(mine.filter((reference) => theirs.includes(reference))).toEqual([]);
});

it('what a visitor made is not found by another, by nobody, or with a cookie of one’s own making', async () => {
  const [who, other, forger] = [1, 2, 3].map(() => person(() => environment.app)) as [Person, Person, Person];
  const at = await ordered(who);
  await ordered(other);
  for (const [name, value] of who.cookies)
    if (name === 'shop') forger.cookies.set(name, value.replace(/\..*/, '.x'));
  for (const stranger of [other, forger, person(() => environment.app)]) {
    expect((await stranger.get(at)).statusCode).toBe(404);
    expect((await stranger.get(page)).body).not.toContain(at);
  }
  expect((await who.get(at)).statusCode).toBe(200);
  const { key } = await environment.mint();
  const asked = await environment.get(`/api/payment-requests/${at.slice(page.length + 1)}`, key);
  expect(asked.statusCode).toBe(404);
});

it('an address makes ten an hour, and only amounts that simulated receipts show', async () => {
  const who = person(() => environment.app);
  await who.get(page);
  for (const amount of ['', '0', '49', '25050', '1e3', '500.5']) {
    const refused = await who.post(page, { amount });
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain('one of the amounts');
  }
  for (let nth = 0; nth < 10; nth += 1) await ordered(who, '50');
  const refused = await who.post(page, { amount: '50' });
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.body).toContain('Try again later');
  expect((await who.post(page, { amount: '50', 'csrf-token': 'x' })).statusCode).toBe(403);
});

it('all visitors together make five hundred a day', async () => {
  const who = person(() => environment.app);
  await store.client.set(names.shopDay(), 499);
  await ordered(who, '50');
  const refused = await who.post(page, { amount: '50' });
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.body).toContain('Try again later');
});

/** Endpoints in the dashboard, without scripts: made, tried, read from the log, sent again, paused, rotated, removed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as names from '../../../../src/engine/store/key-names.js';
import { startReceiver } from '../../../engine/webhooks/support.js';
import { openEnvironment, type TestEnvironment } from '../../../sidecar/environment.js';
import { openTestStore, type TestStore } from '../../../support/store.js';
import { type Person, person } from './support.js';

let store: TestStore;
let environment: TestEnvironment;

beforeAll(async () => {
  store = await openTestStore();
  environment = await openEnvironment({}, { url: store.url, close: async () => undefined });
});
afterAll(async () => {
  await environment.close();
  await store.close();
});

const page = '/dashboard/webhooks';

async function owner(): Promise<{ account: string; who: Person }> {
  const { account } = await environment.mint();
  const who = person(() => environment.app);
  await who.signIn(await environment.engine.accounts.loginLink(account));
  await who.get(page);
  return { account, who };
}

/** What the page says that a form leads to. */
async function told(who: Person, url: string, fields?: Record<string, string>): Promise<string> {
  const { statusCode, headers } = await who.post(url, fields);
  expect(statusCode).toBe(303);
  const { body } = await who.get(String(headers.location));
  return /class="notice[^>]*>([^<]*)/.exec(body)?.[1] ?? '';
}

describe('the owner of an account', () => {
  it('makes an endpoint, whose secret is shown once, and tries it', async () => {
    const { account, who } = await owner();
    const { url, received } = await startReceiver();
    const made = await who.post(page, { url, description: 'Till', all: 'on' });
    expect(made.statusCode).toBe(200);
    const secret = /whsec_[\w+/=]+/.exec(made.body)?.[0] ?? '';
    expect(secret).not.toBe('');
    const list = await who.get(page);
    expect(list.body).toContain('Till');
    expect(list.body).not.toContain('whsec_');
    const [endpoint] = await environment.engine.webhooks.list(account);
    const one = `${page}/${endpoint?.id}`;
    expect((await who.get(one)).body).toContain('Nothing delivered yet');

    expect(await told(who, `${one}/test`, { type: 'key.revoked' })).toContain('has begun');
    await expect.poll(() => received.length).toBe(1);
    expect(JSON.parse(received[0]?.body ?? '').type).toBe('key.revoked');
    await expect
      .poll(async () => (await who.get(one)).body)
      .toMatch(/key\.revoked.*Delivered<.*1 attempt, HTTP 200/s);
    const [resend = ''] = /\/dashboard\/webhooks\/[^"]+\/resend/.exec((await who.get(one)).body) ?? [];
    expect(await told(who, resend)).toContain('has begun');
    await expect.poll(() => received.length).toBe(2);

    expect(await told(who, `${one}/pause`)).toContain('paused');
    expect(await told(who, `${one}/test`, { type: 'key.revoked' })).toContain('Continue it first');
    expect(await told(who, `${one}/continue`)).toContain('again');
    const rotated = await who.post(`${one}/rotate`);
    expect(/whsec_[\w+/=]+/.exec(rotated.body)?.[0]).not.toBe(secret);
    expect(await told(who, `${one}/remove`)).toContain('removed');
    expect(await environment.engine.webhooks.list(account)).toEqual([]);
  });

  it.each([
    ['an address inside', { url: 'https://10.0.0.1/', all: 'on' }, 'https address that is public'],
    ['no address', { url: '', all: 'on' }, 'https address that is public'],
    ['no event', { url: 'https://shop.example/' }, 'at least one event'],
  ])('is told why %s makes no endpoint', async (_what, fields, why) => {
    const { account, who } = await owner();
    expect(await told(who, page, fields)).toContain(why);
    expect(await environment.engine.webhooks.list(account)).toEqual([]);
  });

  it('is told on the dashboard that an endpoint was switched off, and why, in Amharic too', async () => {
    const { account, who } = await owner();
    const { id } = await environment.engine.webhooks.create(account, {
      url: 'https://shop.example/hook',
      events: ['*'],
    });
    const dashboard = async () => (await who.get('/dashboard')).body;
    expect(await dashboard()).not.toContain('Webhook off');
    const fields = { disabledAt: `${Date.now()}`, disabledReason: 'failing' };
    await store.client.hset(names.webhookEndpoint(account, id), fields);
    expect(await dashboard()).toMatch(
      /Webhook off.*https:\/\/shop\.example\/hook.*All deliveries of five days/s,
    );
    expect((await who.get('/dashboard?lang=am')).body).toContain('በአምስት ቀናት ውስጥ');
  });

  it('does not see or change endpoints of another account', async () => {
    const [mine, other] = [await owner(), await owner()];
    const { engine } = environment;
    const { id } = await engine.webhooks.create(other.account, {
      url: 'https://shop.example/',
      events: ['*'],
    });
    expect((await mine.who.get(`${page}/${id}`)).statusCode).toBe(404);
    for (const change of ['test', 'pause', 'rotate', 'remove', 'deliveries/dlv_1/resend']) {
      expect(await told(mine.who, `${page}/${id}/${change}`)).toContain('no such endpoint');
    }
    expect(await engine.webhooks.list(other.account)).toMatchObject([{ id, disabledAt: null }]);
  });
});

it('without a session or the token of the form nothing is shown or changed', async () => {
  const { account, who } = await owner();
  const forged = await who.post(page, { url: 'https://shop.example/', all: 'on', 'csrf-token': 'x' });
  expect(forged.statusCode).toBe(403);
  who.cookies.clear();
  expect((await who.get(page)).headers.location).toBe('/dashboard');
  expect(await environment.engine.webhooks.list(account)).toEqual([]);
});

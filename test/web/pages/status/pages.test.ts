/** What the status page and its feed say to whoever asks, also when little is known. */
import { setTimeout as sleep } from 'node:timers/promises';
import { load } from 'cheerio';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEvents } from '../../../../src/engine/store/events.js';
import { loadScripts } from '../../../../src/engine/store/scripts.js';
import { openEnvironment, otherAddress, type TestEnvironment } from '../../../sidecar/environment.js';
import { openTestStore, type TestStore } from '../../../support/store.js';

let store: TestStore;
let environment: TestEnvironment;

beforeAll(async () => {
  store = await openTestStore();
  environment = await openEnvironment(
    { BASE_URL: 'https://deresegn.example' },
    { url: store.url, close: () => store.close() },
  );
});

afterAll(async () => {
  await environment.close();
});

const page = (headers: Record<string, string> = { accept: 'text/html' }) =>
  environment.app.inject({ url: '/status', headers, remoteAddress: otherAddress() });

it('a day without probes is unknown: grey, and nowhere green', async () => {
  const $ = load((await page()).body);
  const banks = $('article.bank > p .state');
  expect(banks.length).toBeGreaterThan(8);
  expect(banks.toArray().every((state) => $(state).attr('class') === 'state unknown')).toBe(true);
  expect($('article.bank .good').length).toBe(0);
  expect($('#overall .good').length).toBe(0);
  expect($('article.bank').first().text()).toContain('No probe rounds have been recorded yet');
});

it('a day is filled as far as its rounds go, and no further', async () => {
  const today = Math.floor((Date.now() + 3 * 3_600_000) / 86_400_000);
  await store.client.hset('{h:sandbox:telebirr}:rounds', {
    ...{ [`${today - 1} good`]: 144, [`${today - 1} ms`]: 43_200_000 },
    ...{ [`${today - 2} good`]: 216, [`${today - 2} bad`]: 72, [`${today - 2} ms`]: 86_400_000 },
  });
  await store.client.pexpire('{h:sandbox:telebirr}:rounds', 600_000);
  // What was read a moment ago is told for two seconds.
  const days = async () => load((await page()).body)('#bank-telebirr svg.days');
  while ((await days()).length === 0);
  const figure = await days();
  const bars = (name: string) => figure.find(`path.${name}`).attr('d')?.split('M').slice(1) ?? [];
  expect(bars('ground-unknown')).toHaveLength(90);
  expect(bars('ink-good').map((bar) => bar.split(' ')[1])).toEqual(['6.5h3v19.5h-3z', '13h3v13h-3z']);
  expect(bars('ink-bad').map((bar) => bar.split(' ')[1])).toEqual(['0h3v6.5h-3z']);
  expect(bars('marks')).toHaveLength(1);
  expect(load((await page()).body)('#bank-telebirr').text()).toContain('83.33 %');
});

it('a program gets the same as at /api/status', async () => {
  const answer = await page({ accept: 'application/json' });
  const { components } = (await environment.get('/api/status')).json();
  expect(answer.headers['content-type']).toContain('application/json');
  expect(answer.json().components.map(({ name }: { name: string }) => name)).toEqual(
    components.map(({ name }: { name: string }) => name),
  );
});

it("the feed has each incident once, by a permanent id, and no operator's data", async () => {
  const events = createEvents(store, loadScripts(store.client));
  const ofBank = { realm: 'sandbox', provider: 'awash' } as const;
  const [from, to] = ['2026-11-20T07:00:00.000Z', '2026-11-20T07:10:00.000Z'];
  await events.emit({
    ...{ kind: 'bank_down', ...ofBank, since: from, cause: 'timeout' },
    ...{ egress: ['main'], lastSuccessAt: null },
  });
  await events.emit({
    ...{ kind: 'certificate_changed', host: 'secret.bank:443', expected: ['sha256/x'], presented: null },
  });
  const feed = async () => {
    const { body, headers, statusCode } = await environment.app.inject({
      url: '/status.atom',
      remoteAddress: otherAddress(),
    });
    await sleep(60);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toContain('application/atom+xml');
    expect(body).not.toContain('secret.bank');
    return load(body, { xml: true });
  };
  let $ = await feed();
  while ($('entry').length === 0) $ = await feed();
  expect($('entry > title').text()).toBe('Awash Bank is not responding');
  expect($('entry > summary, entry > content').text()).toContain('Ongoing');
  const id = $('entry > id').text();
  expect(id).toMatch(/^https:\/\/deresegn\.example\/status#incident-[\w-]+$/);
  expect(load((await page()).body)(`#${id.split('#')[1]}`).text()).toContain('Awash Bank is not responding');

  await events.emit({ kind: 'bank_up', ...ofBank, since: to, downSince: from, downtimeMs: 600_000 });
  while ($('entry > updated').text() !== to) $ = await feed();
  expect($('entry')).toHaveLength(1);
  expect($('entry > id').text()).toBe(id);
});

it('the feed is publicly cacheable only where BASE_URL is set, and sets no cookie', async () => {
  const own = await openTestStore();
  const trusting = await openEnvironment(
    { TRUST_PROXY: '127.0.0.1' },
    { url: own.url, close: () => own.close() },
  );
  const forged = { host: 'here.example', 'x-forwarded-host': 'evil.example' };
  const ask = (at: TestEnvironment) =>
    at.app.inject({ method: 'GET', url: '/status.atom?lang=am', headers: forged });
  const [of, fixed] = [await ask(trusting), await ask(environment)];
  expect(of.body).not.toContain('evil.example');
  expect(of.body).toContain('http://here.example/status');
  expect(of.headers['cache-control']).toMatch(/^private/);
  expect(fixed.body).toContain('https://deresegn.example/status');
  expect(fixed.headers['cache-control']).toMatch(/^public/);
  for (const { headers } of [of, fixed]) expect(headers).not.toHaveProperty('set-cookie');
  const [, script = ''] = /src="(\/assets\/[^"]+)"/.exec((await page()).body) ?? [];
  const asset = await environment.app.inject({ method: 'GET', url: `${script}?lang=am` });
  expect(asset.statusCode).toBe(200);
  expect(asset.headers).not.toHaveProperty('set-cookie');
  await trusting.close();
});

it('the status does not contain the address and port the process listens at', async () => {
  const own = await openTestStore();
  const listening = await openEnvironment(
    { HOST: '127.0.0.1', PORT: '19100' },
    { url: own.url, close: () => own.close() },
  );
  const { body } = await listening.get('/api/status');
  expect(body).not.toMatch(/127\.0\.0\.1|19100/);
  await listening.close();
});

it('the page works without the store, and says what cannot be read', async () => {
  const own = await openTestStore();
  const alone = await openEnvironment({}, { url: own.url, close: async () => undefined });
  await own.close();
  while (alone.engine.ready()) await new Promise((resolve) => setTimeout(resolve, 50));
  const { body, statusCode } = await alone.app.inject({
    method: 'GET',
    url: '/status',
    headers: { accept: 'text/html' },
  });
  expect(statusCode).toBe(200);
  const $ = load(body);
  expect($('#overall').text()).toContain('Down');
  expect(body).toContain('The history cannot be read');
  expect((await alone.app.inject({ method: 'GET', url: '/status.atom' })).statusCode).toBe(503);
  await alone.close().catch(() => undefined);
});

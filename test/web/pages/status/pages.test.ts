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

/** What was read a moment ago is shown for three seconds. */
async function bankWhen(met: ($: ReturnType<typeof load>) => boolean): Promise<ReturnType<typeof load>> {
  for (;;) {
    const bank = load(load((await page()).body)('#bank-telebirr').html() ?? '');
    if (met(bank)) return bank;
    await sleep(100);
  }
}

it('a bank without probes is unknown: grey, nowhere green, and no incident is made up', async () => {
  const $ = load((await page()).body);
  const banks = $('.board summary .state');
  expect(banks).toHaveLength(14);
  expect(banks.toArray().every((state) => $(state).attr('class') === 'state unknown')).toBe(true);
  expect($('.board :is(.good, .perfect)').length).toBe(0);
  expect($('#overall .good').length).toBe(0);
  const [first] = $('.board details').toArray();
  expect($(first).text()).toContain('No tests have been recorded yet');
  expect($(first).text()).toContain('No response times are known');
  expect($('#timeline .empty').text()).toContain('No incidents');
});

it('a day is filled as far as its rounds go, and no further; a day without rounds is no outage', async () => {
  const today = Math.floor((Date.now() + 3 * 3_600_000) / 86_400_000);
  await store.client.hset('{h:sandbox:telebirr}:rounds', {
    ...{ [`${today - 1} good`]: 144, [`${today - 1} ms`]: 43_200_000 },
    ...{ [`${today - 2} good`]: 216, [`${today - 2} bad`]: 72, [`${today - 2} ms`]: 86_400_000 },
    ...{ [`${today - 3} good`]: 288, [`${today - 3} ms`]: 86_400_000 },
  });
  await store.client.pexpire('{h:sandbox:telebirr}:rounds', 600_000);
  const bank = await bankWhen(($) => $('.strip .good').length > 0);
  const drawn = (kind: string) => bank(`.strip .${kind}`).attr('d');
  expect(drawn('none')).toBe('M0 16.5h257M267 16.5h2');
  expect(drawn('perfect')).toBe('M258 9h2');
  expect(drawn('ground')).toBe('M265 18v-18');
  expect(drawn('good')).toBe('M262 18v-13.5M265 18v-9');
  expect(drawn('bad')).toBe('M262 4.5v-4.5M262 24v-5');
  expect(bank('.uptime').text()).toContain('90.00 %');
  expect(bank('.problem-days li').text()).toMatch(/: Down 72\/288$/);
});

it('the response times of the last day are drawn, and said in words; an hour without probes is a gap', async () => {
  const quarter = Math.floor(Date.now() / 900_000);
  await store.client.hset('{h:sandbox:telebirr}:times', {
    ...{ [quarter - 2]: '3 600 400 0', [quarter - 5]: '1 1000 1000 1', [quarter - 6]: '3 900 500 0' },
    [quarter - 200]: '9 99999 99999 9',
  });
  await store.client.pexpire('{h:sandbox:telebirr}:times', 600_000);
  const bank = await bankWhen(($) => $('.day-chart').length > 0);
  expect(bank('.day-chart .mean').attr('d')?.match(/[Ml]/g)).toEqual(['M', 'l', 'M']);
  expect(bank('.spark path').attr('d')?.match(/[Ml]/g)).toEqual(['M', 'l', 'M']);
  expect(bank('.day-chart .failures').attr('d')?.match(/M/g)).toHaveLength(1);
  const label = bank('.day-chart').attr('aria-label');
  expect(label).toMatch(/^Telebirr, .*Mean: 357 ms\. Slowest: 1,000 ms, at .+\. Failed tests: 1 of 8\.$/);
});

it('a shop reads the page and its feed in Afaan Oromo, incidents included', async () => {
  const ask = (url: string) => environment.app.inject({ url, headers: { accept: 'text/html' } });
  const $ = load((await ask('/status?lang=om')).body);
  expect($('html').attr('lang')).toBe('om');
  expect($('h1').text()).toBe('Haala');
  expect($('.languages a')).toHaveLength(3);
  expect((await ask('/status.atom?lang=om')).body).toContain('taateewwan');
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
  expect($('entry > title').text()).toBe('Awash Bank is down');
  expect($('entry > summary, entry > content').text()).toContain('Ongoing');
  const id = $('entry > id').text();
  expect(id).toMatch(/^https:\/\/deresegn\.example\/status#incident-[\w-]+$/);
  expect(load((await page()).body)(`#${id.split('#')[1]}`).text()).toContain('Awash Bank is down');

  await events.emit({ kind: 'bank_up', ...ofBank, since: to, downSince: from, downtimeMs: 600_000 });
  while ($('entry > updated').text() !== to) $ = await feed();
  expect($('entry')).toHaveLength(1);
  expect($('entry > id').text()).toBe(id);
  const entry = load((await page()).body)(`.timeline #${id.split('#')[1]}`);
  expect(entry.closest('.incident-day').find('h3').text()).toBe('Nov 20');
  expect(entry.text()).toMatch(/Resolved.*From 10:00:00\sAM to 10:10:00\sAM · 10 min.*could not be checked/);
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

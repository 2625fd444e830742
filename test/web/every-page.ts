/**
 * The pages of a service in their states, and what is wrong with one. Pages are found by following links; states that no link leads to,
 * such as verdicts, empty sections and refusals, are listed in `states`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Application } from '../../src/app.js';
import { factsOf } from '../../src/sandbox/fake-data.js';
import { csrfField } from '../../src/web/components/form.js';
import { type PageLanguage, pageLanguages } from '../../src/web/i18n/index.js';
import { openApplication } from '../engine/support.js';
import { openBrowser, openSite, type Site, type Visitor, visit } from '../support/browser.js';

/** A shop that has one of everything, one that has nothing yet, and somebody who is not signed in. */
export type Who = 'shop' | 'newcomer' | 'stranger';

export interface Scene {
  name: string;
  who: Who;
  path: string;
  /** What is done on the page first. */
  act?(page: Page, world: World): Promise<void>;
}

export interface World {
  site: Site;
  browser: Browser;
  /** Signed in, with scripts. */
  visitors: Readonly<Record<Who, Visitor>>;
  /** Found by following links, as the shop. */
  pages: readonly Scene[];
  states: readonly Scene[];
  linkFor(who: 'shop' | 'newcomer'): Promise<string>;
  close(): Promise<void>;
}

/** Drawn by Scalar: no page of ours. */
const reference = '/docs';

/** One page of a kind is enough. */
const kinds = [
  /^\/docs\/errors\/\w+$/,
  /^\/pay\//,
  /^\/sandbox\/shop\/./,
  /^\/dashboard\/payment-requests\/./,
];

export async function openWorld(): Promise<World> {
  // Verdicts are asked for more often than one address may; each visit sends an address of its own.
  const env = {
    TRUST_PROXY: '127.0.0.1',
    CASHIER_BOT_USERNAME: 'deresegn_bot',
    PROBE_INTERVAL_SECONDS: '2',
    EGRESS: 'main=direct,second=local:127.0.0.2',
  };
  const [site, browser] = await Promise.all([openSite(env), openBrowser()]);
  const operator = await openApplication(site.store);
  const [shop, newcomer, stranger] = await Promise.all(
    [0, 1, 2].map(() => visit(browser, site, { size: 'desk' })),
  );
  if (!shop || !newcomer || !stranger) throw new Error('the browser opened no pages');
  const { account, key } = await operator.engine.keys.mint({ mode: 'test', name: 'Almaz & Sons' });
  const fresh = await operator.engine.keys.mint({ mode: 'test', name: 'Nobody yet' });
  const accounts = { shop: account, newcomer: fresh.account };
  const linkFor = async (who: keyof typeof accounts) => {
    const { pathname, search } = new URL((await operator.engine.accounts.loginLink(accounts[who])).url);
    return pathname + search;
  };
  for (const who of ['shop', 'newcomer'] as const)
    await signIn({ shop, newcomer }[who].page, await linkFor(who));
  await breakBanks(site);
  const paying = await furnish(site, operator, account, key);
  const open = paying[0]?.path ?? '/';
  await untilIncidents(site);
  const pages = await follow(site, shop.context, [
    '/',
    '/dashboard',
    '/sandbox',
    '/sandbox/components',
    '/docs/errors',
    open,
  ]);
  const sections = pages.filter(({ path }) => /^\/dashboard(\/[a-z-]+)?$/.test(path));
  const empty = sections.map(({ path }): Scene => ({ name: `${path}, empty`, who: 'newcomer', path }));
  return {
    ...{ site, browser, pages, linkFor },
    visitors: { shop, newcomer, stranger },
    states: [...states, ...paying, ...empty],
    async close() {
      await Promise.all([shop, newcomer, stranger].map((one) => one.close()));
      await operator.close();
      await browser.close();
      await site.close();
    },
  };
}

async function signIn(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.locator('main form button').first().click();
  await page.waitForURL('**/dashboard');
}

/** Incidents of the status page: one bank is down, one answers a part of our addresses. Neither is asked for a receipt here. */
async function breakBanks({ cli }: Site): Promise<void> {
  await cli('sandbox', 'set', 'awash', 'down');
  await cli('sandbox', 'set', 'dashen', 'blocked', '--egress', 'second');
}

async function untilIncidents({ url }: Site): Promise<void> {
  const missing = new Set(['down', 'degraded']);
  for (;;) {
    const report = (await (await fetch(`${url}/api/status`)).json()) as { components: { status: string }[] };
    for (const { status } of report.components) missing.delete(status);
    if (missing.size === 0) return;
    await sleep(200);
  }
}

const plain = (path: string, who: Who = 'stranger'): Scene => ({ name: path, who, path });

const states: readonly Scene[] = [
  plain('/nothing-here'),
  plain('/pay/pr_0000000000000000000000'),
  plain('/dashboard'),
  plain('/dashboard?notice=expired'),
  plain('/dashboard/login?token=spent'),
  {
    ...plain('/dashboard/login'),
    async act(page, { linkFor }) {
      await page.goto(await linkFor('shop'));
    },
  },
  ...['DKK4A1B2C3', 'DKK4A1GONE', 'DKK4A1PEND', 'DKK4A1WALL', 'hello', ''].map(
    (text): Scene => ({
      name: `/, asked for "${text}"`,
      who: 'stranger',
      path: '/',
      async act(page) {
        await page.locator('form#demo [name=text]').fill(text);
        await page.locator('form#demo button[type=submit]').first().click();
        await page.locator('#verdict').waitFor();
      },
    }),
  ),
  ...['SETTLED', 'GONE', 'BACK', 'WALL', 'HANG'].map((ending) =>
    plain(`/sandbox?bank=telebirr&ending=${ending}`),
  ),
  plain('/sandbox?bank=coopay-2&ending=SETTLED'),
  plain('/dashboard/records?text=nobody', 'shop'),
  plain('/dashboard/keys?notice=contract', 'shop'),
  plain('/dashboard/payment-requests?status=canceled', 'shop'),
  {
    ...plain('/dashboard/keys', 'shop'),
    name: '/dashboard/keys, new key',
    async act(page) {
      await page.locator('#label').fill('Till 1');
      await page.locator('.card button.primary').click();
      await page.locator('#new-key').waitFor();
    },
  },
  {
    ...plain('/dashboard/webhooks', 'shop'),
    name: '/dashboard/webhooks, new secret',
    async act(page) {
      await page.locator('[name=url]').fill('https://shop.example/hooks/deresegn?till=1');
      await page.locator('form:has([name=url]) button').click();
      await page.locator('#new-secret').waitFor();
    },
  },
  {
    ...plain('/dashboard/settings', 'shop'),
    name: 'a form that is refused',
    async act(page) {
      await page.evaluate(
        `for (const one of document.getElementsByName('${csrfField}')) one.value = 'of another site'`,
      );
      await page.locator('form[action="/dashboard/logout"] button').click();
      await page.locator('section.empty').waitFor();
    },
  },
];

/** Receipts, accounts, a webhook endpoint, and a payment request of each status. @returns the pages of their payers */
async function furnish(
  site: Site,
  operator: Application,
  account: string,
  key: string,
): Promise<readonly Scene[]> {
  const post = async (path: string, body: object) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const response = await fetch(site.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await response.json()) as { id: string };
  };
  for (const reference of ['DKK4A1B2C3', 'DKK4A1GONE', 'DKK4A1WALL', 'DKK4A1PEND'])
    await post('/api/verify', { reference });
  const { phone } = factsOf(settled).receiver;
  await post('/api/receiving-accounts', { provider: 'telebirr', account: phone, name: 'Almaz' });
  await operator.engine.webhooks.create(account, {
    url: 'https://shop.example/hooks/deresegn',
    events: ['payment_request.paid'],
  });
  const scenes: Scene[] = [];
  for (const [index, [amount, more, reference, to = settled]] of payments.entries()) {
    const { phone, name } = factsOf(to).receiver;
    const receivers = [{ provider: 'telebirr', account: phone, name }];
    const notBefore = '2026-01-01T00:00:00Z';
    const body = { amount, receivers, notBefore, description: `Order ${index}`, ...more };
    const { id } = await post('/api/payment-requests', body);
    const attempt = reference ? await handIn(operator, id, reference, index) : null;
    const path = attempt ? `/pay/${id}?attempt=${attempt}` : `/pay/${id}`;
    scenes.push({ name: `/pay, ${amount}, ${reference}`, who: 'stranger', path });
    if (amount === '77.00') await post(`/api/payment-requests/${id}/cancel`, {});
  }
  return scenes;
}

/** A settled receipt of 3,650 birr. */
const settled = 'DKK4A1C0F3';

type Payment = readonly [amount: string, more: object, reference: string | null, to?: string];

/** An amount, other wishes, the receipt that the payer hands in, and one to whose receiver the request is. */
const payments: readonly Payment[] = [
  ['500.00', {}, null],
  ['77.00', {}, null],
  ['501.00', {}, 'DKK4A1GONE'],
  ['502.00', {}, 'DKK4A1PEND'],
  ['503.00', {}, 'DKK4A1WALL'],
  ['504.00', {}, 'DKK4A1B2C3'],
  ['9999.00', {}, settled],
  ['9998.00', { partial: true }, settled],
  ['10.00', {}, 'DKK4A1C0F4', 'DKK4A1C0F4'],
  ['10.00', { toleranceOver: '0.00' }, 'DKK4A1B2C3', 'DKK4A1B2C3'],
  ['505.00', {}, settled],
];

async function handIn(operator: Application, id: string, reference: string, one: number): Promise<string> {
  const payer = { address: `203.0.113.${one}`, requestId: `req_${one}`, waitMs: 5_000 };
  const { attempt } = await operator.engine.payerRequests.submitReceipt(id, { reference }, payer);
  if (attempt === null) throw new Error(`${reference} was not taken`);
  return attempt;
}

/** The pages that links lead to; expects every link to lead somewhere. */
async function follow(site: Site, context: BrowserContext, from: readonly string[]): Promise<Scene[]> {
  const pages: string[] = [];
  const open = [...from];
  const seen = new Set<string>([reference, ...from]);
  for (let path = open.shift(); path !== undefined; path = open.shift()) {
    const response = await context.request.get(path, { headers: { accept: 'text/html' } });
    expect(response.status(), path).toBe(200);
    const html = await response.text();
    if (!html.startsWith('<!doctype html>')) continue;
    pages.push(path);
    for (const [, href = ''] of html.matchAll(/<a [^>]*href="([^"]*)"/g)) {
      const url = new URL(href.replaceAll('&amp;', '&'), site.url + path);
      const kind = kinds.find((one) => one.test(url.pathname));
      const known = kind ? [...seen, ...pages].some((one) => kind.test(one)) : seen.has(url.pathname);
      if (url.origin !== site.url || known) continue;
      seen.add(url.pathname);
      open.push(url.pathname);
    }
  }
  expect(pages.length).toBeGreaterThan(12);
  return pages.map((path) => plain(path, 'shop'));
}

let addresses = 0;

/** Opens a scene in a language, which every page has. */
export async function show(
  page: Page,
  world: World,
  { path, name, act }: Scene,
  language: PageLanguage,
): Promise<void> {
  addresses += 1;
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': `198.18.${addresses >> 8}.${addresses & 255}` });
  await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
  await act?.(page, world);
  expect(await page.locator('html').getAttribute('lang'), name).toBe(language);
  expect(await page.locator('nav.languages a').count(), name).toBe(pageLanguages.length);
}

/** Runs in the page: unfolds all that is folded. */
export const unfold = "for (const one of document.querySelectorAll('details:not([open])')) one.open = true";

/** Runs in the page: brings each picture into sight, and waits for it. */
export const seePictures = `(async () => {
  for (const picture of [...document.images].filter((one) => one.checkVisibility())) {
    picture.scrollIntoView();
    await picture.decode();
  }
})()`;

/** Runs in the page: what is wider than the screen, cut off inside its box, or a word of a title or button on two lines. */
export const misfits = `(() => {
  const root = document.documentElement;
  const wide = root.scrollWidth - root.clientWidth;
  const cut = [...document.querySelectorAll(':is(main, header, footer) :not(input, textarea, select)')].filter((one) => {
    const { overflowX, clipPath } = getComputedStyle(one);
    return clipPath === 'none' && ['hidden', 'clip'].includes(overflowX) && one.scrollWidth > one.clientWidth + 1;
  });
  const broken = [];
  for (const one of document.querySelectorAll(':is(h1, h2, h3, button, .button, label, legend, summary, dt, .state)')) {
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (text.parentElement.closest('code, .visually-hidden, .written')) continue;
      for (const { 0: word, index } of text.data.matchAll(/[\\p{L}\\p{M}’]{2,}/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.push(word);
      }
    }
  }
  return [
    ...(wide > 0 ? ['wider by ' + wide] : []),
    ...cut.map((one) => 'cut: ' + one.outerHTML.slice(0, 120)),
    ...broken.map((word) => 'broken: ' + word),
  ];
})()` as unknown as () => string[];

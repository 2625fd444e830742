/**
 * What every page promises: it fits every screen, light and dark, in each of its languages, with and without scripts; axe-core finds
 * nothing; its links lead somewhere; it is small. The pages are found by following links, so a new one is held to this at once.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../src/app.js';
import { openApplication } from '../engine/support.js';
import {
  accessibilityFindings,
  openBrowser,
  openSite,
  type Site,
  type Visitor,
  visit,
} from '../support/browser.js';

/** 1024 and 1152: where the dashboard's sections are above its tables, and beside them. */
const widths = [360, 390, 768, 1024, 1152, 1280, 1920];
/** As sent, with its stylesheets, scripts and icons; in all also with the pictures that are seen when it is read to its end. */
const pageBytesMax = 60_000;
const bytesMax = 100_000;

/** Drawn by Scalar, which has tests of its own in docs.system.test.ts. */
const reference = '/docs';
/** One page of a kind is enough. */
const kinds = [
  /^\/docs\/errors\/\w+$/,
  /^\/pay\//,
  /^\/sandbox\/shop\/./,
  /^\/dashboard\/payment-requests\/./,
];

let site: Site;
let browser: Browser;
let operator: Application;
let signedIn: Visitor;
const pages: string[] = [];

describe('every page', { tags: ['needs-chromium'] }, () => {
  beforeAll(async () => {
    [site, browser] = await Promise.all([openSite(), openBrowser()]);
    operator = await openApplication(site.store);
    signedIn = await visit(browser, site, { size: 'desk' });
    await furnish(signedIn.page);
    await follow(signedIn.context, ['/', '/dashboard', '/sandbox', '/sandbox/components', '/docs/errors']);
  }, 120_000);
  afterAll(async () => {
    await signedIn?.close();
    await operator?.close();
    await browser?.close();
    await site?.close();
  });

  it('fits, is accessible and quiet at every width, light and dark, in its languages', async () => {
    const { page, expectQuiet } = signedIn;
    const found: string[] = [];
    for (const path of pages) {
      for (const language of await languagesOf(page, path)) {
        // Without motion: a colour that is changing has no contrast to be measured.
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
        await page.goto(`${path}?lang=${language}`);
        await page.evaluate(
          "for (const one of document.querySelectorAll('details:not([open])')) one.open = true",
        );
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          found.push(...(await page.evaluate(misfits)).map((one) => `${path} ${language} ${width}: ${one}`));
        }
        await page.emulateMedia({ colorScheme: 'dark' });
        found.push(...(await accessibilityFindings(page)).map((one) => `${path} ${language} dark: ${one}`));
        if (language !== 'en') continue;
        await page.emulateMedia({ colorScheme: 'light' });
        await page.setViewportSize({ width: 390, height: 800 });
        found.push(...(await accessibilityFindings(page)).map((one) => `${path} ${language} light: ${one}`));
      }
    }
    expect(found).toEqual([]);
    expectQuiet();
  }, 300_000);

  it('is whole without scripts', async () => {
    const state = await signedIn.context.storageState();
    const plain = await visit(browser, site, { scripts: false });
    await plain.context.addCookies(state.cookies);
    for (const path of pages) {
      await plain.page.goto(path);
      expect(await plain.page.locator('main h1').count(), path).toBe(1);
      expect(await plain.page.evaluate(misfits), path).toEqual([]);
    }
    plain.expectQuiet();
    await plain.close();
  });

  it('is small as sent', async () => {
    const { page, close, context } = await visit(browser, site);
    await context.addCookies((await signedIn.context.storageState()).cookies);
    const session = await context.newCDPSession(page);
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    for (const path of pages) {
      const sizes: { type: string; bytes: Promise<number> }[] = [];
      const take = (request: import('playwright-core').Request) =>
        sizes.push({
          type: request.resourceType(),
          bytes: request.sizes().then(({ responseBodySize }) => responseBodySize),
        });
      page.on('requestfinished', take);
      await page.goto(path);
      await page.evaluate(seePictures);
      page.off('requestfinished', take);
      const sum = async (some: typeof sizes) =>
        (await Promise.all(some.map(({ bytes }) => bytes))).reduce((all, one) => all + one, 0);
      expect(await sum(sizes.filter(({ type }) => type !== 'image')), path).toBeLessThan(pageBytesMax);
      expect(await sum(sizes), path).toBeLessThan(bytesMax);
    }
    await close();
  });
});

/** Signs in a shop that has one of everything. */
async function furnish(page: Page): Promise<void> {
  const { account, key } = await operator.engine.keys.mint({ mode: 'test', name: 'Almaz & Sons' });
  const post = async (path: string, body: object) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const response = await fetch(site.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return await response.json();
  };
  for (const reference of ['DKK4A1B2C3', 'DKK4A1GONE', 'DKK4A1WALL', 'DKK4A1PEND'])
    await post('/api/verify', { reference });
  await post('/api/receiving-accounts', { provider: 'telebirr', account: '0972835438', name: 'Almaz' });
  const receivers = [{ provider: 'telebirr', account: '0972835438' }];
  const { id } = await post('/api/payment-requests', {
    amount: '500.00',
    receivers,
    description: 'Order 17',
  });
  await operator.engine.webhooks.create(account, {
    url: 'https://shop.example/hooks/deresegn',
    events: ['payment_request.paid'],
  });
  const { pathname, search } = new URL((await operator.engine.accounts.loginLink(account)).url);
  await page.goto(pathname + search);
  await page.locator('main form button').first().click();
  await page.waitForURL('**/dashboard');
  expect((await page.goto(`/pay/${id}`))?.status()).toBe(200);
  pages.push(`/pay/${id}`);
}

/** Collects the pages that links lead to, and expects every link to lead somewhere. */
async function follow(context: BrowserContext, from: readonly string[]): Promise<void> {
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
}

async function languagesOf(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  return await page
    .locator('nav.languages a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('lang') ?? ''));
}

/** Runs in the page: brings each picture into sight, and waits for it. */
const seePictures = `(async () => {
  for (const picture of [...document.images].filter((one) => one.checkVisibility())) {
    picture.scrollIntoView();
    await picture.decode();
  }
})()`;

/** Runs in the page: what is wider than the screen, cut off inside its box, or a word of a title or button on two lines. */
const misfits = `(() => {
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

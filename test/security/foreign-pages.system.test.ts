/** A real browser that is signed in, on pages of somebody else: what they can make it do, and what they can show. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Application } from '../../src/app.js';
import { openApplication } from '../engine/support.js';
import { openBrowser, openSite, type Site, type Visitor, visit } from '../support/browser.js';
import { startServer, type TestServer } from '../support/servers.js';

let site: Site;
let browser: Browser;
let operator: Application;
let visitor: Visitor;
let account: string;
let foreign: TestServer;
let html = '';

/** `localhost` is another site than 127.0.0.1; another port of 127.0.0.1 is the same site, so that cookies come along. */
const hosts = ['localhost', '127.0.0.1'] as const;

/** Shows the browser a page of another origin with this in it. */
async function show(page: Page, host: (typeof hosts)[number], content: string): Promise<void> {
  html = content;
  await page.goto(`http://${host}:${foreign.port}/`);
}

const keysOf = () => operator.engine.keys.list(account);

describe('a page of somebody else', { tags: ['needs-chromium'] }, () => {
  beforeAll(async () => {
    [site, browser] = await Promise.all([openSite(), openBrowser()]);
    operator = await openApplication(site.store);
    foreign = await startServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><body>${html}</body>`);
    });
  }, 90_000);
  afterAll(async () => {
    await browser?.close();
    await foreign?.close();
    await operator?.close();
    await site?.close();
  });

  beforeEach(async () => {
    ({ account } = await operator.engine.keys.mint({ mode: 'test' }));
    visitor = await visit(browser, site);
    const { pathname, search } = new URL((await operator.engine.accounts.loginLink(account)).url);
    await visitor.page.goto(pathname + search);
    await visitor.page.getByRole('button', { name: 'Sign in' }).click();
    await visitor.page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    return () => visitor.close();
  });

  it.each(hosts)('on %s cannot show the dashboard in a frame', async (host) => {
    const { page } = visitor;
    const policy = (message: { text(): string }) => /frame-ancestors/.test(message.text());
    const refused = page.waitForEvent('console', { predicate: policy });
    await show(page, host, `<iframe src="${site.url}/dashboard"></iframe>`);
    await refused;
    for (const frame of page.frames()) expect(await frame.content()).not.toContain(account);
    await page.goto(`${site.url}/dashboard`);
    expect(await page.content()).toContain(account);
  });

  it.each(hosts)('on %s cannot post a form in the name of who is signed in', async (host) => {
    const { page } = visitor;
    const action = `${site.url}/dashboard/keys`;
    const field = '<input name="label" value="Forged">';
    await show(page, host, `<form method="post" action="${action}">${field}</form>`);
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url() === action),
      page.evaluate('document.forms[0].submit()'),
    ]);
    expect(answer.status()).toBe(403);
    expect((await keysOf()).map(({ label }) => label)).not.toContain('Forged');
    expect(await keysOf()).toHaveLength(1);
  });

  it.each(hosts)('on %s cannot read what the service answers, nor send it JSON or a key', async (host) => {
    const { page } = visitor;
    await show(page, host, '');
    for (const path of ['/dashboard', '/api/status', '/api/usage', '/openapi.json', '/metrics']) {
      const read = `fetch('${site.url}${path}', { credentials: 'include' }).then((r) => r.text(), () => 'refused')`;
      expect(await page.evaluate(read), path).toBe('refused');
    }
    const headers = `{ 'content-type': 'application/json', 'x-api-key': 'vk_test_${'a'.repeat(32)}' }`;
    const send = `fetch('${site.url}/api/verify', { method: 'POST', headers: ${headers}, body: '{}' })`;
    expect(await page.evaluate(`${send}.then(() => 'sent', () => 'refused')`)).toBe('refused');
  });

  it('learns nothing of a sign-in link from the page that was open before it', async () => {
    const { page } = visitor;
    const { url } = await operator.engine.accounts.loginLink(account);
    const { pathname, search, searchParams } = new URL(url);
    await page.goto(pathname + search);
    html = '';
    const before = foreign.requests.length;
    await page.evaluate(`location.href = 'http://localhost:${foreign.port}/'`);
    await expect.poll(() => foreign.requests.length).toBeGreaterThan(before);
    const told = JSON.stringify(foreign.requests.slice(before));
    expect(told).not.toContain(searchParams.get('token'));
    expect(foreign.requests[before]?.headers.referer).toBeUndefined();
  });

  it('and what gets into a page of ours is not run', async () => {
    const { page } = visitor;
    await page.goto(`${site.url}/dashboard`);
    const planted = `(() => {
      const script = document.createElement('script');
      script.textContent = 'window.planted = true';
      document.body.append(script);
      document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="window.planted = true">');
      return new Promise((resolve) => setTimeout(() => resolve(window.planted === true), 500));
    })()`;
    expect(await page.evaluate(planted)).toBe(false);
  });
});

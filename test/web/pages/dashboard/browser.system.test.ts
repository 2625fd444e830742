/** The dashboard as the holder of an account meets it in a browser. */
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../../../src/app.js';
import type { MintRequest } from '../../../../src/engine/index.js';
import { wordsOf } from '../../../../src/web/i18n/index.js';
import { openApplication } from '../../../engine/support.js';
import {
  openBrowser,
  openSite,
  picture,
  type Site,
  seriousIssues,
  sizes,
  type Visitor,
  visit,
} from '../../../support/browser.js';

let site: Site;
let browser: Browser;

const run = promisify(execFile);

/** The operator's hands on the same store: starting the command line for each step would take longer than the step. */
let operator: Application;

function mint(request: MintRequest = {}) {
  return operator.engine.keys.mint({ mode: 'test', rate: 1_000, ...request });
}

async function linkFor(account: string): Promise<string> {
  const { pathname, search } = new URL((await operator.engine.accounts.loginLink(account)).url);
  return pathname + search;
}

async function signIn(account: string, options: Parameters<typeof visit>[2] = {}): Promise<Visitor> {
  const visitor = await visit(browser, site, options);
  await visitor.page.goto(await linkFor(account));
  await visitor.page.getByRole('button', { name: 'Sign in' }).click();
  await visitor.page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  return visitor;
}

/** What a program is answered that uses a key. */
async function curl(key: string, reference = 'DKK4A1B2C3'): Promise<{ status: number; body: Answer }> {
  const { stdout } = await run('curl', [
    ...['-sS', '-w', '\n%{http_code}', `${site.url}/api/verify`],
    ...['-H', `x-api-key: ${key}`, '-H', 'content-type: application/json'],
    ...['-d', JSON.stringify({ reference })],
  ]);
  const [body = '', status] = stdout.split('\n');
  return { status: Number(status), body: JSON.parse(body) as Answer };
}

interface Answer {
  verdict: string;
  error: { code?: string } | null;
}

async function sideways(page: Page): Promise<number> {
  return await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard never comes to ${selector}`);
}

describe('the dashboard', { tags: ['needs-chromium', 'needs-curl'] }, () => {
  beforeAll(async () => {
    [site, browser] = await Promise.all([openSite(), openBrowser()]);
    operator = await openApplication(site.store);
  });
  afterAll(async () => {
    await browser?.close();
    await operator?.close();
    await site?.close();
  });

  describe.each(Object.keys(sizes) as (keyof typeof sizes)[])('on a %s', (size) => {
    it('makes a key that works with curl, and revokes it', async () => {
      const { account } = await mint();
      const { page, expectQuiet, close } = await signIn(account, { size });
      await page.getByRole('link', { name: 'API keys', exact: true }).click();
      await page.locator('#label').fill('Till 1');
      await page.getByLabel('Test: simulated banks only').check();
      await page.getByRole('button', { name: 'Create key' }).click();
      const key = (
        await page.locator('section[aria-labelledby="new-key"] pre code').first().innerText()
      ).trim();
      expect(key).toMatch(/^vk_test_[0-9A-Za-z]{32}$/);
      expect(await seriousIssues(page)).toEqual([]);
      expect(await curl(key)).toMatchObject({ status: 200, body: { verdict: 'verified' } });

      await page.getByRole('link', { name: 'I have copied it' }).click();
      expect(await page.content()).not.toContain(key);
      const card = page.locator('tr', { hasText: key.slice(0, 14) });
      expect(await card.innerText()).toContain('Till 1');
      expect(await card.innerText()).not.toContain('Never');
      await card.getByText('Revoke', { exact: true }).click();
      await card.getByRole('button', { name: 'Yes, revoke this key' }).click();
      expect(await page.getByRole('status').innerText()).toContain('revoked');
      expect(await curl(key)).toMatchObject({ status: 401, body: { error: { code: 'revoked_key' } } });
      expectQuiet();
      await close();
    });

    it('makes a webhook endpoint and shows its secret once, with no serious accessibility issue', async () => {
      const { account } = await mint();
      const { page, expectQuiet, close } = await signIn(account, { size });
      await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
      await page.getByLabel('Address', { exact: true }).fill('https://shop.example/hooks/deresegn?till=1');
      await page.getByRole('button', { name: 'Create endpoint' }).click();
      const secret = page.locator('section[aria-labelledby="new-secret"] pre code');
      expect(await secret.innerText()).toMatch(/^whsec_/);
      for (const fold of await page.locator('summary').all()) await fold.click();
      expect(await seriousIssues(page)).toEqual([]);
      expect(await sideways(page)).toBe(0);
      await page.getByRole('link', { name: 'I have copied it' }).click();
      expect(await page.content()).not.toContain('whsec_');
      const [endpoint] = await operator.engine.webhooks.list(account);
      await operator.engine.webhooks.test(account, endpoint?.id ?? '', 'key.revoked');
      await page.getByRole('link', { name: /^Deliveries/ }).click();
      await page.getByText('key.revoked', { exact: true }).waitFor();
      expect(await seriousIssues(page)).toEqual([]);
      expect(await sideways(page)).toBe(0);
      expectQuiet();
      await close();
    });

    it('switches overage on, having said what it costs, and off', async () => {
      const { account } = await mint({ plan: 'developer' });
      const { page, expectQuiet, close } = await signIn(account, { size });
      const inForce = async () => (await operator.engine.accounts.get(account)).overage;
      await page.getByRole('link', { name: 'Settings', exact: true }).click();
      expect(await inForce()).toBe(false);
      const confirm = page.getByRole('button', { name: 'Yes, charge 0.05 ETB each' });
      expect(await confirm.isVisible()).toBe(false);
      await page.getByText('Switch overage on', { exact: true }).click();
      await confirm.click();
      await page.getByRole('status').waitFor();
      expect(await inForce()).toBe(true);
      await page.getByRole('button', { name: 'Switch overage off' }).click();
      await page.getByText('Overage is off').waitFor();
      expect(await inForce()).toBe(false);
      expectQuiet();
      await close();
    });

    it('shows what was asked, by day, bank and outcome, and has no serious accessibility issue', async () => {
      const { account, key, prefix } = await mint({ name: 'Almaz & Sons' });
      const asked = ['DKK4A1B2C4', 'DKK4A1B2C4', 'DKK4A1GONE', 'DKK4A1WALL', 'FT26001ABCDE'];
      for (const reference of asked) await curl(key, reference);
      const [english, amharic] = [
        { size, locale: 'en-GB' },
        { size, locale: 'am-ET', dark: true },
      ];
      const { page, expectQuiet, close } = await signIn(account, english);
      while ((await page.locator('.recent tbody tr').count()) < asked.length) {
        await sleep(200);
        await page.reload();
      }
      expect(await page.locator('.whose').innerText()).toContain('Almaz & Sons');
      const recent = await page.locator('.recent table').innerText();
      const { kinds } = wordsOf('en').problems;
      const why = [kinds.bank_blocked.means, kinds.receipt_not_found.means];
      for (const fact of ['…B2C4', '…GONE', '…WALL', ...why, `${prefix}…`]) {
        expect(recent).toContain(fact);
      }
      for (const whole of asked) expect(await page.content()).not.toContain(whole);
      expect(await page.locator('svg.chart').getAttribute('aria-label')).toContain(
        'Requests by day: 5 in total',
      );
      const drawn = await page
        .locator('svg.chart .piece')
        .evaluateAll((pieces) =>
          pieces.map((piece) => piece.getAttribute('fill') ?? piece.getAttribute('class')),
        );
      // Told apart by pattern, not by colour alone.
      expect(new Set(drawn).size).toBe(drawn.length);
      for (const fold of await page.locator('summary').all()) await fold.click();
      expect(await seriousIssues(page)).toEqual([]);
      expect(await sideways(page)).toBe(0);
      await page.evaluate('window.scrollTo(0, 0)');
      await page.reload();
      await picture(page, `dashboard-${size}`);
      await page.locator('#chart').scrollIntoViewIfNeeded();
      await picture(page, `dashboard-chart-${size}`);
      expectQuiet();
      await close();

      const other = await visit(browser, site, amharic);
      await other.page.goto(await linkFor(account));
      expect(await seriousIssues(other.page)).toEqual([]);
      await other.page.getByRole('button', { name: 'ግባ' }).click();
      await other.page.locator('#usage').waitFor();
      for (const fold of await other.page.locator('summary').all()) await fold.click();
      expect(await seriousIssues(other.page)).toEqual([]);
      expect(await sideways(other.page)).toBe(0);
      other.expectQuiet();
      await other.close();
    });
  });

  it('can be used with the keyboard alone, from signing in to signing out', async () => {
    const { account } = await mint();
    const { page, expectQuiet, close } = await visit(browser, site, { size: 'desk' });
    const { url } = JSON.parse(await site.cli('login-link', account, '--json')) as { url: string };
    await page.goto(url);
    await tabTo(page, 'button.primary');
    await page.keyboard.press('Enter');
    await page.locator('#usage').waitFor();
    await tabTo(page, '#keys');
    await page.keyboard.press('Enter');
    await page.locator('#create').waitFor();
    await tabTo(page, '#label');
    await page.keyboard.type('By hand');
    await tabTo(page, '.card button.primary');
    await page.keyboard.press('Enter');
    await page.locator('#new-key').waitFor();
    await tabTo(page, '#content a.button');
    await page.keyboard.press('Enter');
    await page.locator('th', { hasText: 'By hand' }).waitFor();
    await tabTo(page, 'form[action="/dashboard/logout"] button');
    await page.keyboard.press('Enter');
    await page.getByText('You are signed out.').waitFor();
    expectQuiet();
    await close();
  });

  it('works without scripts', async () => {
    const { account } = await mint();
    const { page, expectQuiet, close } = await signIn(account, { scripts: false });
    await page.goto('/dashboard/keys');
    await page.locator('#label').fill('No scripts');
    await page.getByRole('button', { name: 'Create key' }).click();
    expect(await page.locator('#new-key').isVisible()).toBe(true);
    await page.goto('/dashboard/keys');
    const card = page.locator('tr', { hasText: 'No scripts' });
    await card.getByText('Change the label').click();
    await card.getByRole('textbox', { name: 'Label' }).fill('Renamed');
    await card.getByRole('button', { name: 'Save' }).click();
    expect(await page.locator('th', { hasText: 'Renamed' }).count()).toBe(1);
    await page.goto('/dashboard/settings');
    await page.getByText('Sign out everywhere', { exact: true }).click();
    await page.getByRole('button', { name: 'Yes, end all sessions' }).click();
    expect(await page.getByRole('status').innerText()).toContain('All sessions');
    expectQuiet();
    await close();
  });
});

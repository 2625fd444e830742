/** The page of payers in a browser: on a small phone and a desk, by keyboard, with and without scripts. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wordsOf } from '../../src/web/i18n/index.js';
import { openBrowser, openSite, picture, type Site, seriousIssues, visit } from '../support/browser.js';

const says = wordsOf('en').pay.says;

let site: Site;
let browser: Browser;
let key: string;

const verdict = (page: Page) => page.locator('#verdict');

async function post(path: string, body: object) {
  const response = await fetch(`${site.url}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return await response.json();
}

/** A request that the simulated receipt pays. */
async function request(reference: string): Promise<string> {
  const { payment } = await post('/api/verify', { reference });
  const { account, name } = payment.receiver;
  const receivers = [{ provider: 'telebirr', account: account.replaceAll('*', '0'), name }];
  const input = { amount: payment.amount, notBefore: payment.paidAt, receivers, description: 'Order 17' };
  return (await post('/api/payment-requests', input)).id;
}

function sideways(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

describe('the page of payers', { tags: ['needs-chromium'] }, () => {
  beforeAll(async () => {
    [site, browser] = await Promise.all([openSite(), openBrowser()]);
    key = JSON.parse(await site.cli('keys', 'mint', '--mode', 'test', '--json')).key;
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  it.each([
    ['phone', 360, 'DKK4A1SLOW', 'DKK4A1B2C3'],
    ['desk', 1280, 'DKK4B1SLOW', 'DKK4A1B2C6'],
  ] as const)(
    'on a %s leads by keyboard from the account to the outcome, which comes by itself',
    async (size, width, slow, right) => {
      const id = await request(right);
      const { page, context, expectQuiet, close } = await visit(browser, site, { size });
      await page.setViewportSize({ width, height: 740 });
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto(`/pay/${id}`);
      expect(await seriousIssues(page)).toEqual([]);
      expect(await sideways(page)).toBe(0);
      await picture(page, `pay-${size}`);
      await page.getByRole('button', { name: 'Copy' }).press('Enter');
      const account = await page.locator('code[data-copy]').innerText();
      await page.getByRole('status').getByText('Copied').waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(account);

      await page.getByLabel('Link, reference').focus();
      await page.keyboard.type(slow);
      await page.getByRole('button', { name: 'Send' }).press('Enter');
      await page.waitForURL(/attempt=att_/);
      expect(await verdict(page).innerText()).toBe(says.checking[0]);
      expect(await seriousIssues(page)).toEqual([]);
      await page.getByLabel('Link, reference').fill('typed meanwhile');
      await expect.poll(() => verdict(page).innerText(), { timeout: 10_000 }).not.toBe(says.checking[0]);
      expect(await page.getByLabel('Link, reference').inputValue()).toBe('typed meanwhile');

      await page.getByLabel('Link, reference').fill(right);
      await page.getByRole('button', { name: 'Send' }).press('Enter');
      await page.getByText(says.paid[0] ?? '').waitFor();
      await expect.poll(() => page.locator('form').count()).toBe(0);
      expect(await seriousIssues(page)).toEqual([]);
      expect(await sideways(page)).toBe(0);
      expectQuiet();
      await close();
    },
  );

  it('works without scripts on a phone', async () => {
    const id = await request('DKK4A1B2C4');
    const { page, expectQuiet, close } = await visit(browser, site, { scripts: false });
    await page.goto(`/pay/${id}`);
    for (const [reference, saying] of [
      ['DKK4A1GONE', 'notFound'],
      ['DKK4A1WALL', 'retrying'],
      ['DKK4A1B2C4', 'paid'],
    ] as const) {
      await page.locator('#text').fill(reference);
      await page.getByRole('button', { name: 'Send' }).click();
      await page.waitForURL(/attempt=att_/);
      expect(await verdict(page).innerText()).toBe(says[saying][0]);
    }
    expectQuiet();
    await close();
  });

  it.each(['am', 'om'] as const)('has no serious accessibility issue in %s, light and dark', async (lang) => {
    const { says: words, submit } = wordsOf(lang).pay;
    const id = await request('DKK4A1B2C7');
    const { page, expectQuiet, close } = await visit(browser, site, {
      locale: `${lang}-ET`,
      dark: lang === 'am',
    });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`/pay/${id}`);
    await page.locator('#text').fill('DKK4A1GONE');
    await page.getByRole('button', { name: submit }).click();
    await page.waitForURL(/attempt=att_/);
    expect(await verdict(page).innerText()).toBe(words.notFound[0]);
    expect(await seriousIssues(page)).toEqual([]);
    expect(await sideways(page)).toBe(0);
    expectQuiet();
    await close();
  });

  it('changes by itself when the shop cancels', async () => {
    const id = await request('DKK4A1B2C5');
    const { page, close } = await visit(browser, site);
    await page.goto(`/pay/${id}`);
    await post(`/api/payment-requests/${id}/cancel`, {});
    await page.getByText(wordsOf('en').pay.status.canceled[1] ?? '').waitFor();
    expect(await page.locator('form').count()).toBe(0);
    await close();
  });
});

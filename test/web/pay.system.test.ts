/** The page of payers in a browser: on a small phone and a desk, by keyboard, with and without scripts. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageLanguages, wordsOf } from '../../src/web/i18n/index.js';
import {
  accessibilityFindings,
  openBrowser,
  openSite,
  picture,
  type Site,
  visit,
} from '../support/browser.js';

const says = wordsOf('en').pay.says;

let site: Site;
let browser: Browser;
let key: string;

let visitors = 0;

/** A payer with an address of their own: one address sends 20 receipts an hour. */
const open = (options: Parameters<typeof visit>[2] = {}) =>
  visit(browser, site, { headers: { 'x-forwarded-for': `10.0.0.${++visitors}` }, ...options });
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
async function request(reference: string, more: object = {}): Promise<string> {
  const { payment } = await post('/api/verify', { reference });
  const { account, name, bank } = payment.receiver;
  const receivers = [{ provider: bank ?? 'telebirr', account: account.replaceAll('*', '0'), name }];
  const input = { amount: payment.amount, notBefore: payment.paidAt, receivers, description: 'Order 17' };
  Object.assign(input, more);
  return (await post('/api/payment-requests', input)).id;
}

/** axe finds nothing at all, and nothing is wider than the screen. */
async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityFindings(page)).toEqual([]);
  const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate(wider)).toBe(0);
}

/** By the Tab key alone. @returns how often it was pressed */
async function tabTo(page: Page, what: string): Promise<number> {
  for (let pressed = 1; pressed <= 40; pressed += 1) {
    await page.keyboard.press('Tab');
    const outline = await page.evaluate<string | null>(
      `document.activeElement.matches(${JSON.stringify(what)}) ? getComputedStyle(document.activeElement).outlineStyle : null`,
    );
    if (outline === null) continue;
    expect(outline).not.toBe('none');
    return pressed;
  }
  throw new Error(`The Tab key leads to no ${what}.`);
}

describe('the page of payers', { tags: ['needs-chromium'] }, () => {
  beforeAll(async () => {
    [site, browser] = await Promise.all([openSite({ TRUST_PROXY: '127.0.0.1' }), openBrowser()]);
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
      const { page, context, expectQuiet, close } = await open({ size });
      await page.setViewportSize({ width, height: 740 });
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto(`/pay/${id}`);
      await expectAccessible(page);
      await picture(page, `pay-${size}`);
      await tabTo(page, 'button.copy');
      await page.keyboard.press('Enter');
      const account = await page.locator('code[data-copy]').innerText();
      await page.getByRole('status').getByText('Copied').waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(account);

      await tabTo(page, '#text');
      await page.keyboard.type(slow);
      await tabTo(page, 'button.primary');
      await page.keyboard.press('Enter');
      await page.waitForURL(/attempt=att_/);
      expect(await verdict(page).innerText()).toBe(says.checking[0]);
      await expectAccessible(page);
      await page.getByLabel('Link, reference').fill('typed meanwhile');
      await expect.poll(() => verdict(page).innerText(), { timeout: 10_000 }).not.toBe(says.checking[0]);
      expect(await page.getByLabel('Link, reference').inputValue()).toBe('typed meanwhile');

      await page.getByLabel('Link, reference').fill(right);
      await page.getByRole('button', { name: 'Send' }).press('Enter');
      await page.getByText(says.paid[0] ?? '').waitFor();
      await expect.poll(() => page.locator('form').count()).toBe(0);
      await expectAccessible(page);
      expectQuiet();
      await close();
    },
  );

  it('works without scripts on a phone', async () => {
    const id = await request('DKK4A1B2C4');
    const { page, expectQuiet, close } = await open({ scripts: false });
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

  it.each([360, 1280].flatMap((width) => pageLanguages.map((language) => ({ width, language }))))(
    'is accessible in every state at $width pixels ($language)',
    async ({ width, language }) => {
      const { says: words, submit } = wordsOf(language).pay;
      const nth = `${width % 7}${pageLanguages.indexOf(language)}`;
      const paying = `DKK5${nth}B2C7`;
      const id = await request(paying, { partial: true });
      const { page, expectQuiet, close } = await open({
        locale: `${language}-ET`,
        dark: language === 'am',
      });
      await page.setViewportSize({ width, height: 740 });
      await page.goto(`/pay/${id}`);
      await expectAccessible(page);
      const send = async (text: string) => {
        await page.locator('#text').fill(text);
        await page.getByRole('button', { name: submit, exact: true }).click();
      };
      for (const [text, saying] of [
        ['', 'empty'],
        ['FT26140CA1B2', 'needsMore'],
        [`DKK5${nth}GONE`, 'notFound'],
        [`DKK5${nth}WALL`, 'retrying'],
        [paying, 'paid'],
      ] as const) {
        await send(text);
        await verdict(page)
          .getByText(words[saying][0] ?? '', { exact: true })
          .waitFor();
        await expectAccessible(page);
      }
      const reviewed = `DKK5${nth}C2C8`;
      await page.goto(`/pay/${await request(reviewed, { amount: '1.00', toleranceOver: 0 })}`);
      await send(reviewed);
      await verdict(page)
        .getByText(words.review[0] ?? '', { exact: true })
        .waitFor();
      await expectAccessible(page);
      const canceled = await request(`DKK5${nth}C2C9`);
      await post(`/api/payment-requests/${canceled}/cancel`, {});
      await page.goto(`/pay/${canceled}`);
      await expectAccessible(page);
      expectQuiet();
      await close();
    },
  );

  it('takes another receipt when the shop refuses the first, and the account can be copied again', async () => {
    const id = await request('DKK4A1C2C8', { amount: '1.00', toleranceOver: 0 });
    const { page, close } = await open();
    await page.goto(`/pay/${id}`);
    await page.locator('#text').fill('DKK4A1C2C8');
    await page.getByRole('button', { name: 'Send' }).click();
    await verdict(page)
      .getByText(says.review[0] ?? '')
      .waitFor();
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
    await post(`/api/payment-requests/${id}/refuse`, { reason: 'Not ours' });
    await verdict(page)
      .getByText(says.refused[0] ?? '')
      .waitFor();
    await page.getByRole('button', { name: 'Copy' }).waitFor();
    expect(await page.locator('form').count()).toBe(1);
    await close();
  });

  it('changes by itself when the shop cancels', async () => {
    const id = await request('DKK4A1B2C5');
    const { page, close } = await open();
    await page.goto(`/pay/${id}`);
    await post(`/api/payment-requests/${id}/cancel`, {});
    await page.getByText(wordsOf('en').pay.status.canceled[1] ?? '').waitFor();
    expect(await page.locator('form').count()).toBe(0);
    await close();
  });
});

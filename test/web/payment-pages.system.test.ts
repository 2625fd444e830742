/** Payment requests in the dashboard, and the shop of the sandbox, in a browser: small phone and desk, with and without scripts. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wordsOf } from '../../src/web/i18n/index.js';
import { openBrowser, openSite, type Site, seriousIssues, visit } from '../support/browser.js';

const { common, payments, shop, dashboard } = wordsOf('en');
const says = wordsOf('en').pay.says;

let site: Site;
let browser: Browser;
let account: string;

const sizes = [
  ['phone', 360, true],
  ['phone', 360, false],
  ['desk', 1280, true],
] as const;

/** No serious issue, and nothing wider than the screen. axe-core itself is a script. */
async function expectFine(page: Page, scripts: boolean): Promise<void> {
  if (scripts) expect(await seriousIssues(page)).toEqual([]);
  const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate(sideways)).toBe(0);
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

describe('payment requests in a browser', { tags: ['needs-chromium'] }, () => {
  beforeAll(async () => {
    [site, browser] = await Promise.all([openSite(), openBrowser()]);
    const minted = await site.cli('keys', 'mint', '--mode', 'test', '--json');
    ({ account } = JSON.parse(minted));
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  it.each(sizes)(
    'an owner asks a customer for an amount, on a %s of %i pixels, scripts: %s',
    async (size, width, scripts) => {
      const { page, context, expectQuiet, close } = await visit(browser, site, { size, scripts });
      await page.setViewportSize({ width, height: 740 });
      const link = await site.cli('login-link', account);
      await page.goto(/\/dashboard\/login\?token=\S+/.exec(link)?.[0] ?? '');
      await press(page, dashboard.signIn.button);
      await page.goto('/dashboard/receiving-accounts');
      await page.getByLabel(payments.receiving.number, { exact: true }).fill('0972835438');
      await press(page, payments.receiving.addButton);
      await expectFine(page, scripts);

      await page.goto('/dashboard/payment-requests');
      await page.getByLabel(payments.amountLabel).fill('3650');
      await page.getByLabel(payments.description).fill('Order 17');
      await page.getByLabel(dashboard.keys.test).check();
      await expectFine(page, scripts);
      await press(page, payments.createButton);
      await page.getByText(dashboard.notices.payment_made).waitFor();
      await expectFine(page, scripts);
      const url = await page.locator('pre code').innerText();
      if (scripts) {
        await context.grantPermissions(['clipboard-read', 'clipboard-write']);
        await press(page, common.copy);
        expect(await page.evaluate('navigator.clipboard.readText()')).toBe(url);
      }
      await page.getByText(payments.cancel, { exact: true }).click();
      await press(page, payments.cancelConfirm);
      await page.getByText(dashboard.notices.payment_canceled).waitFor();
      await page.goto('/dashboard/payment-requests?status=canceled');
      await page.getByRole('link', { name: '3,650.00 ETB' }).first().waitFor();
      await expectFine(page, scripts);
      expectQuiet();
      await close();
    },
  );

  it("the owner's page of a request changes by itself when the customer has paid", async () => {
    const minted = JSON.parse(await site.cli('keys', 'mint', '--mode', 'test', '--json'));
    const post = async (path: string, body: object): Promise<{ id: string }> => {
      const headers = { 'x-api-key': minted.key, 'content-type': 'application/json' };
      const request = { method: 'POST', headers, body: JSON.stringify(body) };
      return (await (await fetch(site.url + path, request)).json()) as { id: string };
    };
    const receivers = [{ provider: 'telebirr', account: '0972835438' }];
    const asked = { amount: '3650.00', receivers, notBefore: '2026-01-01T00:00:00Z' };
    const { id } = await post('/api/payment-requests', asked);
    const owner = await visit(browser, site);
    const link = await site.cli('login-link', minted.account);
    await owner.page.goto(/\/dashboard\/login\?token=\S+/.exec(link)?.[0] ?? '');
    await press(owner.page, dashboard.signIn.button);
    await owner.page.goto(`/dashboard/payment-requests/${id}`);
    await owner.page.getByText(payments.means.open).waitFor();
    await post(`/api/payment-requests/${id}/receipts`, { reference: 'DKK4A1C0F3' });
    await owner.page.getByText(payments.means.paid).waitFor();
    await owner.page.getByText(payments.outcomes.paid[1]).waitFor();
    // What could only be done to an open request is gone.
    expect(await owner.page.locator('#customer *, #ending *').count()).toBe(0);
    owner.expectQuiet();
    await owner.close();
  });

  it.each(sizes)(
    'a visitor plays the shop, on a %s of %i pixels, scripts: %s',
    async (size, width, scripts) => {
      const { page, context, expectQuiet, close } = await visit(browser, site, { size, scripts });
      await page.setViewportSize({ width, height: 740 });
      await page.goto('/sandbox/shop');
      await expectFine(page, scripts);
      await press(page, shop.make);
      await page.waitForURL(/\/sandbox\/shop\/pr_/);
      await expectFine(page, scripts);
      const [settled] = await page.getByRole('button', { name: shop.payWith }).all();
      if (scripts) {
        // The customer is on another page: this one changes by itself.
        const reference = (await page.locator('#receipts code').first().innerText()).trim();
        const customer = await context.newPage();
        await customer.goto(page.url().replace('/sandbox/shop', '/pay'));
        await customer.locator('#text').fill(reference);
        await customer.getByRole('button', { name: 'Send' }).click();
        await customer.getByText(says.paid[0] ?? '').waitFor();
      } else {
        const at = page.url();
        await settled?.click();
        await page.getByText(says.paid[0] ?? '').waitFor();
        await page.goto(at);
      }
      await page.getByText('"payment_request.paid"').waitFor();
      await expect.poll(() => page.locator('#receipts form').count()).toBe(0);
      await expectFine(page, scripts);
      expectQuiet();
      await close();
    },
  );
});

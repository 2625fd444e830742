/** The status page while a bank goes down and comes back, as people watch it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openBrowser,
  openSite,
  picture,
  type Site,
  seriousIssues,
  sizes,
  visit,
} from '../../../support/browser.js';

let site: Site;
let browser: Browser;

const bank = (page: Page, key: string) => page.locator(`#bank-${key}`);

async function says(page: Page, key: string, state: string): Promise<void> {
  await bank(page, key).locator('summary .state', { hasText: state }).waitFor({ timeout: 60_000 });
}

describe('the status page', { tags: ['needs-chromium'] }, () => {
  beforeAll(async () => {
    const env = { PROBE_INTERVAL_SECONDS: '2', EGRESS: 'main=direct,second=local:127.0.0.2' };
    [site, browser] = await Promise.all([openSite(env), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  it.each(Object.keys(sizes) as (keyof typeof sizes)[])(
    'on a %s renews itself while a bank fails in part, goes down, and comes back',
    async (size) => {
      const key = size === 'phone' ? 'telebirr' : 'awash';
      const { page, expectQuiet, close } = await visit(browser, site, { size });
      await page.goto('/status');
      await says(page, key, 'Operational');
      // On a laptop, every bank is in the first screen.
      const last = await page.locator('.board .bank').last().boundingBox();
      if (size === 'desk') expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan(sizes.desk.height);
      await site.cli('sandbox', 'set', key, 'blocked', '--egress', 'second');
      await says(page, key, 'Degraded');
      await site.cli('sandbox', 'set', key, 'down');
      await says(page, key, 'Down');
      expect(await page.locator('#overall').innerText()).toContain('Down: ');
      // On the narrowest of phones the words break; their sign stays whole.
      await page.setViewportSize({ width: 320, height: 640 });
      expect((await page.locator('#overall svg').boundingBox())?.width).toBe(20);
      await page.setViewportSize(sizes[size]);
      const incident = page.locator('.timeline li', { hasText: 'is down' });
      await incident.filter({ hasText: 'Ongoing' }).first().waitFor();
      expect(await seriousIssues(page)).toEqual([]);
      await picture(page, `status-down-${size}`);

      // With the keyboard.
      await page.locator(`#summary-${key}`).focus();
      await page.keyboard.press('Enter');
      await bank(page, key).locator('.problem-days').waitFor({ timeout: 30_000 });
      expect(await bank(page, key).innerText()).toContain('second');
      expect(await seriousIssues(page)).toEqual([]);
      await site.cli('sandbox', 'set', key, 'up');
      await says(page, key, 'Operational');
      // What was unfolded stays unfolded, and the keyboard stays where it was.
      expect(await page.locator(`#details-${key}`).getAttribute('open')).not.toBeNull();
      expect(await page.evaluate('document.activeElement.id')).toBe(`summary-${key}`);
      await incident.filter({ hasText: 'Resolved' }).first().waitFor();
      expect(await bank(page, key).locator('.problem-days').innerText()).toMatch(/: Down \d+\/\d+/);
      expect(await bank(page, key).locator('.day-chart').getAttribute('aria-label')).toMatch(
        /Failed tests: [1-9]/,
      );
      expect(
        await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
      ).toBe(0);
      await picture(page, `status-${size}`);
      expectQuiet();
      await close();
    },
    120_000,
  );

  it('has no serious accessibility issue in dark and in Amharic, and reloads itself without scripts', async () => {
    const amharic = await visit(browser, site, { locale: 'am-ET', dark: true });
    await amharic.page.goto('/status');
    for (const fold of await amharic.page.locator('summary').all()) await fold.click();
    expect(await seriousIssues(amharic.page)).toEqual([]);
    amharic.expectQuiet();
    await amharic.close();
    const plain = await visit(browser, site, { scripts: false });
    await plain.page.goto('/status');
    expect(await plain.page.locator('meta[http-equiv="refresh"]').getAttribute('content')).toMatch(/^\d+$/);
    await plain.page.locator('#summary-cbe').click();
    expect(await plain.page.locator('#bank-cbe .day-chart, #bank-cbe .quiet').first().isVisible()).toBe(true);
    plain.expectQuiet();
    await plain.close();
  });

  it('continues after the service was away for a moment', async () => {
    const { page, close } = await visit(browser, site);
    await page.goto('/status');
    const before = await page.locator('#checked time').getAttribute('datetime');
    await page.context().setOffline(true);
    await sleep(3_000);
    await page.context().setOffline(false);
    const first = page.locator('#checked time');
    while ((await first.getAttribute('datetime')) === before) await sleep(200);
    await close();
  });
});

/** What pages promise whatever is on them: words that stay whole, nothing cut off, and where links lead. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageLanguages } from '../../src/web/i18n/index.js';
import { browserAvailable, openBrowser, openSite, type Site, sizes, visit } from '../support/browser.js';

let site: Site;
let browser: Browser | undefined;

beforeAll(async () => {
  site = await openSite();
  if (browserAvailable) browser = await openBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

describe('the pages of errors', () => {
  const html = async (path: string) =>
    await (await fetch(site.url + path, { headers: { accept: 'text/html' } })).text();

  it('are linked from no page but that of an example that fails', async () => {
    for (const path of ['/', '/status', '/sandbox', '/dashboard', '/docs', '/docs/guide']) {
      const page = await html(path);
      expect(page).toContain('<html');
      expect(page, path).not.toMatch(/href="[^"]*\/docs\/errors/);
    }
  });

  it("are found by the error's code and by its name, as the guide says in every language", async () => {
    for (const language of pageLanguages) {
      const guide = await html(`/docs/guide?lang=${language}`);
      for (const name of ['error.docs', '/docs/errors']) expect(guide).toContain(`<code>${name}</code>`);
    }
    expect(await html('/docs/errors/bank_busy')).toContain('error.reason: bank_busy');
  });
});

describe('in a browser', { tags: ['needs-chromium'] }, () => {
  it('the names of errors stay in one piece on a phone', async () => {
    const { page, close } = await visit(browser as Browser, site);
    await page.goto('/docs/errors');
    const pieces = await page
      .locator('.entries dt code')
      .evaluateAll((names) => names.map((name) => name.getClientRects().length));
    expect(pieces.length).toBeGreaterThan(20);
    expect(new Set(pieces)).toEqual(new Set([1]));
    await close();
  });

  it.each([sizes.phone, { width: 640, height: 400 }, sizes.desk])(
    'recent requests show all there is, nothing over another, at $width wide',
    async (size) => {
      const { page, close } = await visit(browser as Browser, site);
      await page.setViewportSize(size);
      await signIn(page, ['DKK4A1WALL', 'DKK4A1B2C3']);
      const cells = await page.locator('.recent tbody tr').evaluateAll((rows) =>
        rows.map((row) =>
          [...row.querySelectorAll('th, td')].map((cell) => {
            const range = cell.ownerDocument.createRange();
            range.selectNodeContents(cell);
            const { left, right, top, bottom } = range.getBoundingClientRect();
            return { left, right, top, bottom };
          }),
        ),
      );
      expect(cells).toHaveLength(2);
      for (const row of cells) {
        for (const [index, cell] of row.entries()) {
          expect(cell.right).toBeLessThanOrEqual(size.width);
          for (const other of row.slice(index + 1)) expect(overlap(cell, other)).toBe(false);
        }
      }
      await close();
    },
  );
});

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** What only touches does not overlap. */
function overlap(a: Box, b: Box): boolean {
  return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
}

/** Into the dashboard of a new account, once what it has asked stands there. */
async function signIn(page: Page, asked: readonly string[]): Promise<void> {
  const { key, account } = JSON.parse(await site.cli('keys', 'mint', '--mode', 'test', '--json'));
  for (const reference of asked) {
    const headers = { 'content-type': 'application/json', 'x-api-key': key };
    await fetch(`${site.url}/api/verify`, { method: 'POST', headers, body: JSON.stringify({ reference }) });
  }
  const { url } = JSON.parse(await site.cli('login-link', account, '--json'));
  await page.goto(url);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
  while ((await page.locator('.recent tbody tr').count()) < asked.length) {
    await sleep(200);
    await page.reload();
  }
}

/** The landing page and its demo, as people meet them in a browser. */
import type { Browser, Page } from 'playwright-core';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openBrowser,
  openSite,
  picture,
  type Site,
  seriousIssues,
  sizes,
  visit,
} from '../support/browser.js';
import { ensureTimeInHour } from '../support/clock-window.js';

let site: Site;
let browser: Browser;

/** Every test is somebody else to the demo, which counts by address. */
let people = 0;
const somebody = () => ({ 'x-forwarded-for': `198.51.100.${++people}` });

const box = (page: Page) => page.getByLabel('Link, number or SMS of the receipt');
const verdict = (page: Page) => page.locator('#verdict');
const ask = (page: Page) => page.getByRole('button', { name: 'Ask the bank' }).click();

describe('the landing page', { tags: ['needs-chromium'] }, () => {
  beforeAll(async () => {
    [site, browser] = await Promise.all([
      openSite({ TRUST_PROXY: '127.0.0.1', CASHIER_BOT_USERNAME: '@deresegn_bot' }),
      openBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  describe.each(Object.keys(sizes) as (keyof typeof sizes)[])('on a %s', (size) => {
    it('shows for a reference what the bank says, without leaving the page', async () => {
      await ensureTimeInHour();
      const { page, expectQuiet, close } = await visit(browser, site, { size, headers: somebody() });
      await page.goto('/');
      await picture(page, `landing-${size}`);
      await box(page).fill('DKK4A1B2C3');
      await ask(page);
      await verdict(page).waitFor();
      expect(await verdict(page).textContent()).toBe('Verified');
      const result = await page.locator('#result').innerText();
      expect(result).toMatch(/\d ETB/);
      for (const fact of ['Payer', 'Receiver', 'Time at the bank', 'Telebirr', 'DKK4A1B2C3'])
        expect(result).toContain(fact);
      expect(await page.locator('#left').innerText()).toContain('Left this hour: 9 receipts, 3 pictures.');
      await page.getByText('the response as JSON').click();
      expect(await page.locator('#result pre').innerText()).toContain('"verdict": "verified"');
      expect(await seriousIssues(page)).toEqual([]);
      await page.evaluate('scrollTo(0, 0)');
      await picture(page, `landing-verified-${size}`);
      expectQuiet();
      await close();
    });

    it('reads a picture', async () => {
      await ensureTimeInHour();
      const { page, expectQuiet, close } = await visit(browser, site, { size, headers: somebody() });
      await page.goto('/');
      const buffer = await screenshot('telebirr', 'DKK4A1B2C3');
      await page
        .getByLabel('Photo or PDF')
        .setInputFiles({ name: 'receipt.png', mimeType: 'image/png', buffer });
      await verdict(page).waitFor();
      expect(await verdict(page).textContent()).toBe('Verified');
      expect(await page.locator('#left').innerText()).toContain('2 pictures.');
      expectQuiet();
      await close();
    });

    it('has no serious accessibility issue, in light and dark, in English and Amharic', async () => {
      for (const [dark, locale] of [
        [false, 'en-GB'],
        [true, 'am-ET'],
      ] as const) {
        const { page, expectQuiet, close } = await visit(browser, site, {
          size,
          dark,
          locale,
          headers: somebody(),
        });
        await page.goto('/');
        for (const fold of await page.locator('summary').all()) await fold.click();
        expect(await seriousIssues(page)).toEqual([]);
        expect(await sideways(page)).toBe(0);
        await page.evaluate('scrollTo(0, 0)');
        if (dark) await picture(page, `landing-amharic-dark-${size}`);
        expectQuiet();
        await close();
      }
    });
  });

  it.each([
    ['GONE', 'Not verified', 'no such payment'],
    ['PEND', 'Not verified', 'not finished'],
    ['WALL', 'Could not check', 'something other than a receipt'],
  ])('distinguishes %s from the others by a word, a sign and a sentence', async (ending, word, sentence) => {
    const { page, expectQuiet, close } = await visit(browser, site, { headers: somebody() });
    await page.goto('/');
    await box(page).fill(`DKK4A1${ending}`);
    await ask(page);
    await verdict(page).waitFor();
    expect(await verdict(page).textContent()).toBe(word);
    expect(await verdict(page).locator('svg').count()).toBe(1);
    expect(await page.locator('#result').innerText()).toContain(sentence);
    expect(await seriousIssues(page)).toEqual([]);
    await page.evaluate('scrollTo(0, 0)');
    await picture(page, `landing-${ending.toLowerCase()}`);
    expectQuiet();
    await close();
  });

  it('can be used with the keyboard alone', async () => {
    const { page, expectQuiet, close } = await visit(browser, site, { size: 'desk', headers: somebody() });
    await page.goto('/');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await tabTo(page, '#text');
    await page.keyboard.type('DKK4A1B2C3');
    await tabTo(page, '#demo button.primary');
    await page.keyboard.press('Enter');
    await verdict(page).waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('verdict');
    await tabTo(page, '#result summary');
    await page.keyboard.press('Enter');
    expect(await page.locator('#result pre').isVisible()).toBe(true);
    expectQuiet();
    await close();
  });

  it('takes a picture that is pasted or dropped', async () => {
    const { page, expectQuiet, close } = await visit(browser, site, { size: 'desk', headers: somebody() });
    const bytes = [...(await screenshot('telebirr', 'DKK4A1B2C3'))];
    for (const [event, on, data] of [
      ['paste', 'document', 'clipboardData'],
      ['drop', 'document.getElementById("demo")', 'dataTransfer'],
    ]) {
      await page.goto('/');
      await page.evaluate(`(() => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([new Uint8Array(${JSON.stringify(bytes)})], 'receipt.png', { type: 'image/png' }));
        const event = '${event}' === 'paste'
          ? new ClipboardEvent('paste', { ${data}: transfer, bubbles: true, cancelable: true })
          : new DragEvent('drop', { ${data}: transfer, bubbles: true, cancelable: true });
        ${on}.dispatchEvent(event);
      })()`);
      await verdict(page).waitFor();
      expect(await verdict(page).textContent()).toBe('Verified');
    }
    expectQuiet();
    await close();
  });

  it('works without scripts: a reference, a picture, and an example', async () => {
    const { page, expectQuiet, close } = await visit(browser, site, { scripts: false, headers: somebody() });
    await page.goto('/');
    await box(page).fill('DKK4A1B2C3');
    await ask(page);
    expect(await verdict(page).textContent()).toBe('Verified');
    expect(await box(page).inputValue()).toBe('DKK4A1B2C3');
    const buffer = await screenshot('telebirr', 'DKK4A1B2C4');
    await box(page).fill('');
    await page
      .getByLabel('Photo or PDF')
      .setInputFiles({ name: 'receipt.png', mimeType: 'image/png', buffer });
    await ask(page);
    expect(await verdict(page).textContent()).toBe('Verified');
    await page.getByRole('button', { name: 'A receipt the bank does not have' }).click();
    expect(await verdict(page).textContent()).toBe('Not verified');
    expectQuiet();
    await close();
  });

  it('asks for what a bank needs in addition to the reference, and keeps the input', async () => {
    const { page, expectQuiet, close } = await visit(browser, site, { scripts: false, headers: somebody() });
    await page.goto('/');
    await box(page).fill('FT26140CA1B2');
    await ask(page);
    expect(await verdict(page).textContent()).toBe('Could not check');
    expect(await box(page).inputValue()).toBe('FT26140CA1B2');
    expect(await page.getByLabel('Account number').isVisible()).toBe(true);
    expectQuiet();
    await close();
  });

  it('shows a payer called <script>alert(1)</script> as text, with scripts and without', async () => {
    for (const scripts of [true, false]) {
      const { page, expectQuiet, close } = await visit(browser, site, { scripts, headers: somebody() });
      page.on('dialog', () => expect.fail('a receipt ran a script'));
      await page.goto('/');
      await box(page).fill('DKK4A1XSSX');
      await ask(page);
      await verdict(page).waitFor();
      expect(await page.locator('#result').innerText()).toContain('<script>alert(1)</script>');
      expect(await page.locator('#result script').count()).toBe(0);
      expectQuiet();
      await close();
    }
  });

  it('says whether the amount is the one expected', async () => {
    const { page, close } = await visit(browser, site, { headers: somebody() });
    await page.goto('/');
    await page.getByText('Add bank, account, phone or amount').click();
    await box(page).fill('DKK4A1B2C3');
    await page.getByLabel('Expected amount').fill('1.00');
    await ask(page);
    await verdict(page).waitFor();
    const told = await page.locator('#result').innerText();
    expect(told).toContain('not what you expected');
    expect(told).toContain('Do not hand over the goods yet');
    await close();
  });

  it('transfers less than 60 kB and draws its first text before any script', async () => {
    const { page, context, close } = await visit(browser, site, { headers: somebody() });
    let bytes = 0;
    page.on('response', async (response) => {
      const { responseHeadersSize, responseBodySize } = await response.request().sizes();
      bytes += responseHeadersSize + responseBodySize;
    });
    await page.goto('/', { waitUntil: 'networkidle' });
    await expect.poll(() => bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(60_000);
    await context.route('**/*.js', (route) => route.abort());
    const bare = await context.newPage();
    await bare.goto('/');
    expect(await bare.locator('h1').isVisible()).toBe(true);
    await close();
  });

  it.each(Object.keys(sizes) as (keyof typeof sizes)[])(
    'shows the promise and the form at once on a %s, and on a desk a verdict of the bot; nothing moves afterwards',
    async (size) => {
      for (const language of ['am', 'om', 'en']) {
        const { page, close } = await visit(browser, site, { size, headers: somebody() });
        await page.goto(`/?lang=${language}`, { waitUntil: 'networkidle' });
        const seen = ['h1', '#text', '#demo button.primary', '#demo label.button'];
        for (const part of size === 'desk' ? [...seen, '#result'] : seen) {
          const { y = 0, height = 0 } = (await page.locator(part).boundingBox()) ?? {};
          expect(height, part).toBeGreaterThan(0);
          expect(y + height, `${part} in ${language}`).toBeLessThanOrEqual(sizes[size].height);
        }
        expect(await page.evaluate(shifted)).toBe(0);
        await close();
      }
    },
  );

  it('leads a shop to the bot, by its link and its code, and a developer to the guide', async () => {
    const { page, expectQuiet, close } = await visit(browser, site, { size: 'desk', headers: somebody() });
    await page.goto('/');
    const link = page.getByRole('link', { name: 'Open the bot in Telegram' });
    expect(await link.getAttribute('href')).toBe('https://t.me/deresegn_bot');
    const code = await page.getByRole('img', { name: 'QR code' }).screenshot();
    const { data, info } = await sharp(code).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(decodeQR({ ...info, data })).toBe('https://t.me/deresegn_bot');
    await page.getByText('How do I begin?').click();
    await page.locator('#content details').getByRole('link', { name: 'Verify in ten minutes' }).click();
    await page.waitForURL('**/docs/guide');
    expectQuiet();
    await close();
  });

  it('speaks the language that was asked for, and remembers a choice', async () => {
    const { page, close } = await visit(browser, site, { locale: 'am-ET' });
    await page.goto('/');
    expect(await page.locator('html').getAttribute('lang')).toBe('am');
    await page.getByRole('link', { name: 'English' }).click();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    await page.goto('/');
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    await close();
  });

  it('refuses the eleventh verification of an hour kindly, and says when to come back', async () => {
    await ensureTimeInHour();
    const headers = somebody();
    const { page, close } = await visit(browser, site, { headers });
    for (let nth = 0; nth < 10; nth += 1) await demo(headers);
    await page.goto('/');
    expect(await page.locator('#left').innerText()).toContain('Left this hour: 0 receipts');
    await box(page).fill('DKK4A1B2C3');
    await ask(page);
    await verdict(page).waitFor();
    expect(await verdict(page).textContent()).toBe('Could not check');
    expect(await page.locator('#result').innerText()).toMatch(/Come back in \d+ minutes?\b/);
    await close();
  });
});

/** One call of the demo by the API. */
function demo(headers: Record<string, string>): Promise<Response> {
  return fetch(`${site.url}/api/demo-verify`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ reference: 'DKK4A1B2C3' }),
  });
}

async function screenshot(provider: string, reference: string): Promise<Buffer> {
  const response = await fetch(`${site.url}/sandbox/screenshots/${provider}/${reference}.png`);
  return Buffer.from(await response.arrayBuffer());
}

/** How far the page can be moved sideways, which nobody wants on a phone. */
function sideways(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/** How far what is seen has moved since the page was opened, as browsers count it. */
const shifted = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const one of list.getEntries()) sum += one.value; })
    .observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(sum), 50);
})`;

async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${selector}`);
}

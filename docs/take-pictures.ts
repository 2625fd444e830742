/**
 * Takes the pictures of docs/images: starts the built service with the simulated banks, lets a shop work with it, and takes every page
 * on a phone and a laptop, light and dark. `npm run build && npm run pictures`; needs Chromium and redis-server.
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { factsOf } from '../src/sandbox/fake-data.js';
import { openBrowser, openSite, type Site, type Size, sizes, visit } from '../test/support/browser.js';

const folder = new URL('images/', import.meta.url);

/** Colours of a picture: enough for text on plain ground. */
const colours = 32;
/** Of one picture, so that a page of the documentation loads on a slow line. */
export const bytesMax = 70_000;

/** A page, and what is done on it before its picture is taken. */
interface Scene {
  path(shop: Shop): string;
  act?(page: Page, shop: Shop): Promise<void>;
}

interface Shop {
  site: Site;
  account: string;
  /** A request that waits for its payment, and one that is paid. */
  open: string;
  paid: string;
  /** A webhook endpoint. */
  endpoint: string;
}

const at = (path: string): Scene => ({ path: () => path });

const scenes: Readonly<Record<string, Scene>> = {
  landing: at('/'),
  verified: { path: () => '/', act: verify },
  status: at('/status'),
  guide: at('/docs/guide'),
  'payment-guide': at('/docs/payment-requests'),
  errors: at('/docs/errors'),
  error: at('/docs/errors/bank_timeout'),
  missing: at('/nothing-here'),
  sandbox: at('/sandbox'),
  reference: { path: () => '/docs', act: drawn },
  shop: at('/sandbox/shop'),
  'shop-order': { path: () => '/sandbox/shop', act: order },
  pay: { path: ({ open }) => `/pay/${open}` },
  'pay-paid': { path: ({ paid }) => `/pay/${paid}` },
  'sign-in': at('/dashboard'),
  dashboard: { path: () => '/', act: signIn },
  'dashboard-requests': section('payment-requests'),
  'dashboard-request': section('payment-requests', ({ open }) => open),
  'dashboard-webhook': section('webhooks', ({ endpoint }) => endpoint),
  ...Object.fromEntries(
    ['records', 'receiving-accounts', 'keys', 'webhooks', 'people', 'settings'].map((name) => [
      `dashboard-${name}`,
      section(name),
    ]),
  ),
  components: at('/sandbox/components'),
};

/** A page of the dashboard. @param one of its entries, for a page of its own */
function section(name: string, one?: (shop: Shop) => string): Scene {
  return {
    path: () => '/',
    async act(page, shop) {
      await signIn(page, shop);
      await page.goto(['/dashboard', name, one?.(shop)].filter(Boolean).join('/'));
    },
  };
}

/** Pages that the documentation shows; the others are a record, and have one theme a size. */
const shown = new Set(['landing', 'verified', 'sandbox', 'pay']);
const kept = ['phone-light', 'desk-dark'];
const kinds = Object.keys(sizes).flatMap((size) => [`${size}-light`, `${size}-dark`]);

export const pictureNames = Object.keys(scenes).flatMap((name) =>
  (shown.has(name) ? kinds : kept).map((kind) => `${name}-${kind}.png`),
);

async function verify(page: Page): Promise<void> {
  await page.locator('form#demo [name=text]').fill('DKK4A1B2C3');
  await page.locator('form#demo button[type=submit]').first().click();
  await page.locator('#verdict').waitFor();
}

/** Scalar draws the reference once its document is there. */
async function drawn(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Verify a receipt at its bank' }).first().waitFor();
}

async function order(page: Page): Promise<void> {
  await page.locator('main form button').click();
  await page.waitForURL('**/sandbox/shop/pr_*');
}

async function signIn(page: Page, { site, account }: Shop): Promise<void> {
  const { url } = JSON.parse(await site.cli('login-link', account, '--json')) as { url: string };
  await page.goto(url);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
}

/** Pays a request of 3,650 birr. */
const paying = 'DKK4A1C0F3';

/** What customers of the shop sent today. */
const receipts = [
  ...['A1B2C3', 'A1B2C4', 'A1D4E5', 'A1E6F7', 'A1GONE', 'A1PEND', 'A1F8G9'].map((end) => ({
    reference: `DKK4${end}`,
  })),
  { provider: 'cbe', reference: 'FT26140CA1B2', account: '10000012' },
  { provider: 'boa', reference: 'FT26196BA1B2', account: '20036' },
  { reference: 'ZZZWDTS26267A1B2' },
  { reference: '-2KDL95XE85-00WALL' },
  { reference: 'UGOKS0A1B2' },
];

/** A shop with requests of today and three payment requests. */
async function openShop(site: Site): Promise<Shop> {
  const minted = await site.cli('keys', 'mint', '--mode', 'test', '--name', 'Selam Coffee', '--json');
  const { key, account } = JSON.parse(minted) as { key: string; account: string };
  const post = async (path: string, body: object): Promise<{ id: string }> => {
    const headers = { 'content-type': 'application/json', 'x-api-key': key };
    const response = await fetch(site.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await response.json()) as { id: string };
  };
  for (const receipt of receipts) await post('/api/verify', receipt);
  const { receiver } = factsOf(paying);
  await post('/api/receiving-accounts', {
    provider: 'telebirr',
    account: receiver.phone,
    name: receiver.name,
  });
  const ask = (amount: string, description: string) =>
    post('/api/payment-requests', { amount, description, notBefore: '2026-11-01T00:00:00Z' });
  const paid = await ask('3650.00', 'Order 17');
  await post(`/api/payment-requests/${paid.id}/receipts`, { reference: paying });
  const open = await ask('1250.00', 'Order 18: two bags of Yirgacheffe');
  await ask('480.00', 'Order 19');
  const hook = { url: 'https://shop.example/hooks/deresegn', events: ['payment_request.paid'] };
  const endpoint = await post('/api/webhook-endpoints', hook);
  return { site, account, open: open.id, paid: paid.id, endpoint: endpoint.id };
}

async function take(
  browser: Browser,
  shop: Shop,
  scene: Scene,
  size: Size,
  dark: boolean,
): Promise<Uint8Array> {
  const { page, close } = await visit(browser, shop.site, { size, dark });
  try {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(scene.path(shop));
    await scene.act?.(page, shop);
    if (scene.act !== verify) await page.evaluate('window.scrollTo(0, 0)');
    const picture = await page.screenshot();
    return await sharp(picture).png({ palette: true, colours, effort: 10, dither: 0 }).toBuffer();
  } finally {
    await close();
  }
}

/** @param chosen beginnings of names; all are taken without any */
async function takeAll(chosen: readonly string[]): Promise<void> {
  const site = await openSite({ TIME_ZONE: 'Africa/Addis_Ababa', CASHIER_BOT_USERNAME: 'deresegn_bot' });
  const browser = await openBrowser();
  try {
    const shop = await openShop(site);
    await mkdir(folder, { recursive: true });
    const wanted = (name: string) => chosen.length === 0 || chosen.some((begin) => name.startsWith(begin));
    for (const name of pictureNames.filter(wanted)) {
      const [, scene = '', size = '', theme] = /^(.+)-(phone|desk)-(light|dark)\.png$/.exec(name) ?? [];
      const found = scenes[scene];
      if (found) {
        const picture = await take(browser, shop, found, size as Size, theme === 'dark');
        await writeFile(new URL(name, folder), picture);
      }
    }
    for (const old of await readdir(folder))
      if (old.endsWith('.png') && !pictureNames.includes(old)) await rm(new URL(old, folder));
  } finally {
    await browser.close();
    await site.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await takeAll(process.argv.slice(2));

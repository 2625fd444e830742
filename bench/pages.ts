/**
 * The largest contentful paint of the pages in Chromium with a slow mobile connection and a processor four times slower, cache empty.
 * Baseline: a page of one heading, served by bare Fastify in the same rounds.
 */
import { type Browser, chromium, type Page } from 'playwright-core';
import { browsers, findCommand } from '../scripts/lib/programs.mjs';
import { serviceEnvironment, startRedis, withEnvironment } from './environment.js';
import { node, start } from './process.js';
import { effort } from './quick-mode.js';
import { figure, median, type Row } from './table.js';

const rounds = effort(7, 2);
const budgetMs = 1_000;
const budgetBytes = 100_000;

/** Lighthouse's slow 4G: 150 ms round trip, 1.6 Mbit/s down, 750 kbit/s up. */
const slow4g = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
const slowerProcessor = 4;

const paths = { landing: '/', status: '/status', sandbox: '/sandbox', guide: '/docs/guide' } as const;

interface Loaded {
  /** ms until the largest contentful paint. */
  paintMs: number;
  /** All bytes that were sent, compressed, with headers. */
  bytes: number;
}

/** @returns one row a page */
export function pages(): Promise<Row[]> {
  const executablePath = findCommand(...browsers);
  if (executablePath === null) throw new Error('There is no Chromium on this machine.');
  return withEnvironment(async (environment) => {
    const env = serviceEnvironment(environment, `unix://${await startRedis(environment)}`);
    const service = await start([...node, 'dist/main.js'], { ...env, BANKS: 'sandbox' });
    const bare = await start([...node, 'bench/servers/hello.mjs'], {});
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    environment.cleanups.push(
      () => service.stop(),
      () => bare.stop(),
      () => browser.close(),
    );
    const targets = Object.entries(paths).map(([name, path]) => ({ name, url: service.url + path }));
    const loaded = [{ name: 'bare', url: bare.url }, ...targets].map((one) => ({
      ...one,
      times: [] as Loaded[],
    }));
    for (let round = 0; round < rounds; round += 1) {
      for (const { url, times } of loaded) times.push(await load(browser, url));
    }
    const [bares, ...measured] = loaded.map(({ times }) => times);
    return measured.map((times, index) => rowOf(targets[index]?.name ?? '', times, bares ?? []));
  });
}

function rowOf(name: string, page: readonly Loaded[], bare: readonly Loaded[]): Row {
  const paints = page.map(({ paintMs }) => paintMs);
  const bares = bare.map(({ paintMs }) => paintMs);
  const bytes = Math.max(...page.map((one) => one.bytes));
  return {
    id: `pages.${name}`,
    name: `page "${name}" on slow 4G with a four times slower processor, until its largest contentful paint`,
    figures: [figure(median(paints), 'ms'), figure(bytes / 1_000, 'kB')],
    baseline: [figure(median(bares), 'ms', 'bare page')],
    budget: '< 1,000 ms, < 100 kB',
    holds: median(paints) < budgetMs && bytes < budgetBytes,
    rounds: { paints, bares },
  };
}

/** As a new visitor with a phone. */
async function load(browser: Browser, url: string): Promise<Loaded> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', slow4g);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor });
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    return { paintMs: await largestPaint(page), bytes };
  } finally {
    await context.close();
  }
}

/** The last entry so far: an idle page draws nothing later. */
async function largestPaint(page: Page): Promise<number> {
  return await page.evaluate(`new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
      .observe({ type: 'largest-contentful-paint', buffered: true });
  })`);
}

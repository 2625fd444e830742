/**
 * A real browser and a real service in its own process, with a real store and the simulated banks. Suites that need the
 * browser have the tag `needs-chromium` and are skipped if Chromium is missing.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { browsers, findCommand } from '../../scripts/lib/programs.mjs';
import { builtCli, builtService } from './built.js';
import { freePort } from './ports.js';
import { repository, startProcess, type TestProcess } from './processes.js';
import { openTestStore, type TestStore } from './store.js';

export const sizes = {
  phone: { width: 390, height: 844 },
  desk: { width: 1280, height: 800 },
} as const;

export type Size = keyof typeof sizes;

const executablePath = findCommand(...browsers);

/** False if browser suites are skipped; for hooks that also serve other suites. */
export const browserAvailable = executablePath !== null;

export interface Site {
  url: string;
  store: TestStore;
  /** Runs the command line; returns its output. */
  cli(...args: string[]): Promise<string>;
  close(): Promise<void>;
}

/** A service with the simulated banks on a store of its own. */
export async function openSite(env: Record<string, string> = {}): Promise<Site> {
  const store = await openTestStore();
  // It must know its port beforehand: examples on pages contain it.
  const port = String(await freePort());
  const common = { NODE_ENV: 'test', LOG_LEVEL: 'warn', REDIS_URL: store.url };
  const service = startProcess(builtService, [], { env: { ...common, PORT: port, ...env } });
  await service.until(/serves at .*\n.*Banks/);
  return {
    url: `http://127.0.0.1:${port}`,
    store,
    cli: (...args) => cli({ ...common, PORT: port, ...env }, args),
    async close() {
      await service.end('SIGTERM');
      await store.close();
    },
  };
}

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Fails if the console showed an error or the page requested another host. */
  expectQuiet(except?: RegExp): void;
  close(): Promise<void>;
}

interface VisitorOptions {
  size?: Size;
  scripts?: boolean;
  locale?: string;
  dark?: boolean;
  headers?: Record<string, string>;
}

/** @returns a browser that can reach only this site; closed with the suite */
export function openBrowser(): Promise<Browser> {
  if (executablePath === null) throw new Error('There is no browser on this machine.');
  const root = process.getuid?.() === 0;
  return chromium.launch({ executablePath, args: root ? ['--no-sandbox'] : [] });
}

/** Opens a page as a new visitor. */
export async function visit(
  browser: Browser,
  site: Pick<Site, 'url'>,
  options: VisitorOptions = {},
): Promise<Visitor> {
  const { size = 'phone', scripts = true, locale = 'en-GB', dark = false, headers } = options;
  const context = await browser.newContext({
    viewport: sizes[size],
    hasTouch: size === 'phone',
    javaScriptEnabled: scripts,
    locale,
    colorScheme: dark ? 'dark' : 'light',
    baseURL: site.url,
    ...(headers && { extraHTTPHeaders: headers }),
  });
  const complaints: string[] = [];
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complaints.push(`page: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    const own = url.startsWith(`${site.url}/`) || url.startsWith('data:') || url.startsWith('blob:');
    if (!own) complaints.push(`asked of another host: ${new URL(url).host}`);
  });
  return {
    page,
    context,
    expectQuiet(except) {
      const heard = complaints.filter((complaint) => !except?.test(complaint));
      if (heard.length > 0) throw new Error(`The page was not quiet:\n${heard.join('\n')}`);
    },
    close: () => context.close(),
  };
}

interface AxeResult {
  violations: { id: string; impact: string | null; nodes: { html: string; failureSummary?: string }[] }[];
}

/** Serious and critical findings of axe-core. */
export async function seriousIssues(page: Page): Promise<string[]> {
  return await accessibilityFindings(page, ['serious', 'critical']);
}

/** Findings of axe-core, one line each; bypasses the page's content security policy. @param impacts default: all */
export async function accessibilityFindings(page: Page, impacts?: readonly string[]): Promise<string[]> {
  const { violations } = (await page.evaluate(
    `(() => { const module = undefined, exports = undefined; window.axe ?? (() => { ${axe.source} })();
      return window.axe.run(document, { resultTypes: ['violations'] }); })()`,
  )) as AxeResult;
  return violations
    .filter(({ impact }) => impacts?.includes(impact ?? '') ?? true)
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary}`));
}

/** Takes a screenshot; stores it as coverage/pictures/NAME.png if KEEP_PICTURES is set, to look at. */
export async function picture(page: Page, name: string): Promise<void> {
  const image = await page.screenshot();
  if (!process.env.KEEP_PICTURES) return;
  const folder = join(repository, 'coverage/pictures');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.png`), image);
}

async function cli(env: Record<string, string>, args: readonly string[]): Promise<string> {
  const command: TestProcess = startProcess(builtCli, args, { env });
  const code = await command.end();
  if (code !== 0) throw new Error(`deresegn ended with ${code}: ${command.stderr()}`);
  return command.stdout();
}

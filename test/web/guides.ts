/** Guides of the site, as a reader has them: their blocks of code, and programs to run them with. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, vi } from 'vitest';
import { openEnvironment, type TestEnvironment } from '../sidecar/environment.js';
import { listen } from '../sidecar/pictures.js';
import { repository } from '../support/processes.js';

/** Runs a program of a page with a key. @returns what it prints */
type RunProgram = (text: string, key: string) => Promise<string>;

export interface Guide {
  environment: TestEnvironment;
  url: string;
  html: string;
  /** What a reader would copy, block by block. */
  blocks: string[];
  run(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string>;
  programs: Readonly<Record<Language, RunProgram>>;
  close(): Promise<void>;
}

/** A line of each guide's program in a language: no other block of the guide has it. */
const marks = {
  TypeScript: 'new Deresegn()',
  Python: 'from deresegn',
  PHP: "require 'deresegn.php'",
} as const;
type Language = keyof typeof marks;

export async function openGuide(path: string): Promise<Guide> {
  const directory = await mkdtemp(join(tmpdir(), 'deresegn-guide-'));
  const environment = await openEnvironment();
  const url = await listen(environment);
  const html = await (await fetch(url + path, { headers: { accept: 'text/html' } })).text();
  const found = html.matchAll(/<pre[^>]*><code>([\s\S]*?)<\/code><\/pre>/g);

  async function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
    const { PATH, HOME } = process.env;
    const { stdout } = await promisify(execFile)(program, args, {
      cwd: directory,
      env: { PATH, HOME, DERESEGN_URL: url, ...env },
    });
    return stdout;
  }

  const programs: Guide['programs'] = {
    async TypeScript(text, key) {
      const path = join(directory, `${crypto.randomUUID()}.ts`);
      // The environment of the test runner is shared by all tests.
      await writeFile(path, text.replace('new Deresegn()', `new Deresegn(${JSON.stringify({ url, key })})`));
      return await printed(() => import(path));
    },
    Python: (text, key) =>
      run('python3', ['-c', text], {
        DERESEGN_KEY: key,
        PYTHONPATH: join(repository, 'clients/python'),
        PYTHONDONTWRITEBYTECODE: '1',
      }),
    async PHP(text, key) {
      await writeFile(join(directory, 'order.php'), text);
      const args = ['-d', `include_path=${join(repository, 'clients/php')}`, 'order.php'];
      return await run('php', args, { DERESEGN_KEY: key });
    },
  };

  return {
    ...{ environment, url, html, run, programs },
    blocks: [...found].map(([, text = '']) => unescaped(text)),
    async close() {
      await environment.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function printed(work: () => Promise<unknown>): Promise<string> {
  const lines: unknown[][] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((...line) => void lines.push(line));
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  try {
    await work();
  } finally {
    log.mockRestore();
    error.mockRestore();
  }
  return lines.map((line) => `${line.join(' ')}\n`).join('');
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

/** The program of `/docs/guide` prints what the guide says of every answer, pays one order, and logs no receipt. */
export async function expectOneOrder(guide: Guide, language: Language): Promise<void> {
  const text = programIn(guide, language);
  const { key } = await guide.environment.mint();
  const said = async (from: string, to: string) => {
    expect(text).toContain(from);
    return await guide.programs[language](text.replaceAll(from, to), key);
  };
  // The numbers of the guide, each with what it says that the programs print.
  const cells = guide.html.matchAll(/<dt><code>(\w+)<\/code> <code>([^<]+)<\/code><\/dt>/g);
  const answers = [...cells].map(([, number = '', printed = '']) => [number, printed] as const);
  const [[paid = '', handOver = ''] = [], ...others] = answers;
  // A repeat of the same order is no second use; another order with the same receipt is.
  for (const _ of [1, 2]) expect(await said('order-17', 'order-17')).toBe(`${handOver}\n`);
  expect(await said('order-17', 'order-18')).toBe('not for this order: seen_before\n');
  expect(await said('0972835438', '0972835439')).toBe('not for this order: receiver_mismatch\n');
  expect(others).toHaveLength(3);
  for (const [number, printed] of others) expect(await said(paid, number)).toBe(`${printed}\n`);
  const [line = ''] = /.*\blog:.*/.exec(text) ?? [];
  expect(line).toMatch(/verdict/);
  expect(line).not.toMatch(/reference|key|text|url/i);
}

/** The program of `/docs/payment-requests` says paid for the receipt of the order alone. */
export async function expectPaidRequest(guide: Guide, language: Language): Promise<void> {
  const text = programIn(guide, language);
  const run = async (program: string) => guide.programs[language](program, await payee(guide));
  const right = await run(text);
  expect(right).toMatch(/^send the customer to http\S+\/pay\/pr_\w+\npaid 3650\.00\n$/);
  expect(text).toContain('DKK4A1C0F3');
  const missing = await run(text.replace('DKK4A1C0F3', 'DKK4A1GONE'));
  expect(missing).toMatch(/\nnot paid: not_verified not_found\n$/);
  const dear = await run(text.replace('3650.00', '3651.00'));
  expect(dear).toMatch(/\nnot paid: too_little ?\w*\n$/);
}

function programIn({ blocks }: Guide, language: Language): string {
  return blocks.find((block) => block.includes(marks[language])) ?? '';
}

/** An account that is paid as the page says. @returns its key */
async function payee({ environment }: Guide): Promise<string> {
  const { key } = await environment.mint();
  const body = { provider: 'telebirr', account: '0972835438' };
  expect((await environment.post(key, body, '/api/receiving-accounts')).statusCode).toBe(201);
  return key;
}

/** `/docs/payment-requests`: every command and program of the page, as pasted, against the service with its simulated banks. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openEnvironment, type TestEnvironment } from '../sidecar/environment.js';
import { listen } from '../sidecar/pictures.js';
import { repository } from '../support/processes.js';

let environment: TestEnvironment;
let url: string;
let directory: string;
let blocks: string[];
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'deresegn-payment-guide-'));
  environment = await openEnvironment();
  url = await listen(environment);
  const page = await (
    await fetch(`${url}/docs/payment-requests`, { headers: { accept: 'text/html' } })
  ).text();
  blocks = [...page.matchAll(/<pre[^>]*><code>([\s\S]*?)<\/code><\/pre>/g)].map(([, text = '']) =>
    unescaped(text),
  );
});
afterAll(async () => {
  await environment?.close();
  await rm(directory, { recursive: true, force: true });
});

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

const block = (part: string) => blocks.find((text) => text.includes(part)) ?? '';

async function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { PATH, HOME } = process.env;
  const { stdout } = await promisify(execFile)(program, args, {
    cwd: directory,
    env: { PATH, HOME, DERESEGN_URL: url, ...env },
  });
  return stdout;
}

/** An account that is paid as the page says. @returns its key */
async function shop(): Promise<string> {
  const { key } = await environment.mint();
  const body = { provider: 'telebirr', account: '0972835438' };
  expect((await environment.post(key, body, '/api/receiving-accounts')).statusCode).toBe(201);
  return key;
}

describe('the commands', { tags: ['needs-curl'] }, () => {
  it('lead from nothing to a paid order, and no second request when they are repeated', async () => {
    const { key } = await environment.mint();
    const commands = blocks.slice(1, 5);
    expect(commands.map((text) => /curl/.test(text))).toEqual([true, true, true, true]);
    expect(blocks[0]).toContain(`export DERESEGN_URL=${url}\nexport DERESEGN_KEY=`);
    const output = await run('bash', ['-ec', commands.join('\necho\n')], { DERESEGN_KEY: key });
    const [account, made, handedIn, shown] = output
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    expect(account).toMatchObject({ provider: 'telebirr', lastFour: '5438' });
    expect(made).toMatchObject({
      status: 'open',
      amount: '3650.00',
      url: expect.stringMatching(`/pay/${made.id}$`),
    });
    expect(handedIn.attempt).toMatchObject({ outcome: 'paid' });
    expect(shown).toMatchObject({ id: made.id, status: 'paid' });
    const again = await run('bash', ['-ec', block('idempotency-key')], { DERESEGN_KEY: key });
    expect(JSON.parse(again)).toMatchObject({ id: made.id, status: 'paid' });
    expect(await programs.Python(block('from deresegn'), key)).toContain('\npaid 3650.00\n');
  });
});

/** Runs a program of the page with a key. @returns what it prints */
const programs = {
  async TypeScript(text: string, key: string): Promise<string> {
    const path = join(directory, `${crypto.randomUUID()}.ts`);
    // The environment of the test runner is shared by all tests.
    await writeFile(path, text.replace('new Deresegn()', `new Deresegn(${JSON.stringify({ url, key })})`));
    const printed: unknown[][] = [];
    const log = vi.spyOn(console, 'log').mockImplementation((...line) => void printed.push(line));
    try {
      await import(path);
    } finally {
      log.mockRestore();
    }
    return printed.map((line) => `${line.join(' ')}\n`).join('');
  },
  Python: (text: string, key: string) =>
    run('python3', ['-c', text], {
      DERESEGN_KEY: key,
      PYTHONPATH: join(repository, 'clients/python'),
      PYTHONDONTWRITEBYTECODE: '1',
    }),
  async PHP(text: string, key: string): Promise<string> {
    await writeFile(join(directory, 'order.php'), text);
    const args = ['-d', `include_path=${join(repository, 'clients/php')}`, 'order.php'];
    return await run('php', args, { DERESEGN_KEY: key });
  },
};

describe.each([
  ['TypeScript', 'new Deresegn()', []],
  ['Python', 'from deresegn', ['needs-python3']],
  ['PHP', "require 'deresegn.php'", ['needs-php']],
] as const)('the program in %s', (language, part, tags) => {
  it('says paid for the receipt of the order alone', { tags: [...tags] }, async () => {
    const text = block(part);
    const right = await programs[language](text, await shop());
    expect(right).toMatch(/^send the customer to http\S+\/pay\/pr_\w+\npaid 3650\.00\n$/);
    expect(text).toContain('DKK4A1C0F3');
    const missing = await programs[language](text.replace('DKK4A1C0F3', 'DKK4A1GONE'), await shop());
    expect(missing).toMatch(/\nnot paid: not_verified not_found\n$/);
    const dear = await programs[language](text.replace('3650.00', '3651.00'), await shop());
    expect(dear).toMatch(/\nnot paid: too_little ?\w*\n$/);
  });
});

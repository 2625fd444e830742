/** Guides of the site, as a reader has them: their blocks of code, and programs to run them with. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { vi } from 'vitest';
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
  programs: Readonly<Record<'TypeScript' | 'Python' | 'PHP', RunProgram>>;
  close(): Promise<void>;
}

/** The programs that the programs of a guide need. */
export const guideLanguages = [
  ['TypeScript', 'new Deresegn()', []],
  ['Python', 'from deresegn', ['needs-python3']],
  ['PHP', "require 'deresegn.php'", ['needs-php']],
] as const;

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

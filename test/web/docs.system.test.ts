/** Developer pages and the sandbox's examples: complete, and every command on them works as pasted. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureKinds } from '../../src/engine/api/errors.js';
import { pageLanguages } from '../../src/web/i18n/index.js';
import {
  browserAvailable,
  openBrowser,
  openSite,
  picture,
  type Site,
  sizes,
  visit,
} from '../support/browser.js';
import { builtCli } from '../support/built.js';
import { repository } from '../support/processes.js';

let site: Site;
let browser: Browser | undefined;
let key: string;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'deresegn-docs-'));
  site = await openSite({ TRUST_PROXY: '127.0.0.1' });
  if (browserAvailable) browser = await openBrowser();
  key = JSON.parse(await site.cli('keys', 'mint', '--mode', 'test', '--json')).key;
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  await rm(directory, { recursive: true, force: true });
});

let readers = 0;

/** Each time by another reader: one alone may not open so many pages without a pause. */
function open(path: string, accept = 'text/html'): Promise<Response> {
  readers += 1;
  const address = `10.0.${readers >> 8}.${readers & 255}`;
  return fetch(site.url + path, { headers: { accept, 'x-forwarded-for': address } });
}

async function html(path: string): Promise<string> {
  const response = await open(path);
  expect(response.status).toBe(200);
  return await response.text();
}

/** What a reader would copy, block by block. */
async function blocks(path: string): Promise<string[]> {
  const found = (await html(path)).matchAll(/<pre[^>]*><code>([\s\S]*?)<\/code><\/pre>/g);
  return [...found].map(([, text = '']) => unescaped(text));
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

/** Runs a program in an empty directory. @returns what it wrote */
async function run(program: string, args: string[], withKey: boolean): Promise<string> {
  // Nothing of whoever runs the tests.
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  const child = spawn(program, args, {
    cwd: directory,
    env: { PATH, HOME, TMPDIR, LANG, ...(withKey && { DERESEGN_KEY: key }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
  return output;
}

const shell = (command: string, withKey = true) => run('bash', ['-c', command], withKey);

describe('/docs/errors', () => {
  const names = Object.keys(failureKinds);

  it('lists every error, each with a page of its own', async () => {
    const index = await html('/docs/errors');
    for (const name of names) expect(index).toContain(`href="/docs/errors/${name}"`);
  });

  it.each(Object.entries(failureKinds))(
    'explains for %s what it means, whose fault it is and whether to retry',
    async (failure, kind) => {
      const name = kind.code ?? kind.reason ?? '';
      for (const language of pageLanguages) {
        const page = unescaped(await html(`/docs/errors/${failure}?lang=${language}`));
        expect(page).toContain(kind.code ? `error.code: ${name}` : `error.reason: ${name}`);
        expect(page).toContain(`<dd>${kind.status}</dd>`);
        expect(page).toContain(kind.message);
      }
    },
  );

  it('calls no missing receipt a forgery, in no language', async () => {
    const pages = [
      '/docs/errors/receipt_not_found',
      '/docs/errors/not_found',
      '/docs/errors',
      '/docs/guide',
      '/',
    ];
    for (const path of pages) {
      for (const language of pageLanguages) {
        expect(await html(`${path}?lang=${language}`), path).not.toMatch(/forge|fake|የተጭበረበረ|\bsoba/i);
      }
    }
  });

  it('answers 404 for other names, and repeats none', async () => {
    for (const name of ['nothing', 'toString', '%3Cscript%3E']) {
      const response = await open(`/docs/errors/${name}`);
      expect(response.status).toBe(404);
      expect(await response.text()).not.toContain('&lt;script&gt;');
    }
  });
});

describe('/docs/guide', () => {
  it('mints a key as it says', async () => {
    const [mint = ''] = await blocks('/docs/guide');
    // The same command line, on the store of this test.
    const cli = `${process.execPath} ${join(repository, builtCli)}`;
    const npm = `npm() { shift 4; REDIS_URL=${site.store.url} NODE_ENV=test ${cli} "$@"; }`;
    const output = await shell(`${npm}\n${mint}\necho "$DERESEGN_URL $DERESEGN_KEY"`);
    expect(mint).toContain('npm run -s cli -- keys mint');
    expect(output).toMatch(/^http:\/\/127\.0\.0\.1:\d+ vk_test_\w{32}\n$/);
  });

  it.each([
    [2, ['"verdict":"verified"']],
    [6, ['"verdict":"verified"', '"by":"qr"']],
  ])('its command %i works as pasted', { tags: ['needs-curl'] }, async (index, expected) => {
    const command = (await blocks('/docs/guide'))[index] ?? '';
    const output = await shell(command);
    for (const part of expected) expect(output).toContain(part);
  });
});

describe('/docs/guide, for real', () => {
  it.each(pageLanguages)(
    'has a time-out no call outlasts, and repeats nothing that spends a view (%s)',
    async (lang) => {
      const page = await html(`/docs/guide?lang=${lang}`);
      const seconds = [...page.matchAll(/(\d+) (?:seconds|ሰከንድ)|sekondii (\d+)/g)].map(([, before, after]) =>
        Number(before ?? after),
      );
      const [timeOut = 0, line = 0, attempt = 0] = seconds;
      expect({ line, attempt }).toEqual({ line: 60, attempt: 20 });
      expect(timeOut).toBeGreaterThan(line + 2 * attempt);
      expect(page).toContain('viewLimited');
      expect(await html(`/docs/errors/bank_timeout?lang=${lang}`)).toContain('viewLimited');
    },
  );
});

describe('/docs/guide, waiting', { tags: ['needs-curl'] }, () => {
  it('has a command that asks later, and is answered once the bank has answered', async () => {
    const command = (await blocks('/docs/guide'))[7] ?? '';
    const poll = command.split('\n').at(-1) ?? '';
    const output = await shell(
      `${command}\nuntil ${poll} | grep -q '"verified"'; do sleep 0.2; done\n${poll}`,
    );
    expect(command).toContain('waitMs');
    expect(output).toContain('"processingStatus":"completed"');
  });
});

/** How a program of a page is run, once it is a file. */
const written: Record<string, (text: string) => Promise<[string, string[]]>> = {
  curl: async (text) => ['bash', ['-c', text]],
  TypeScript: async (text) => {
    await writeFile(join(directory, 'verify.mts'), text);
    return [process.execPath, ['--import', import.meta.resolve('tsx'), 'verify.mts']];
  },
  Python: async (text) => {
    await writeFile(join(directory, 'verify.py'), text);
    return ['python3', ['verify.py']];
  },
};

describe('programs to paste', { tags: ['needs-curl', 'needs-python3'] }, () => {
  it.each(Object.keys(written).map((language, index) => [language, index] as const))(
    'the %s of the landing page runs with a key and without',
    async (language, index) => {
      const text = (await blocks('/'))[index] ?? '';
      const [program, args] = (await written[language]?.(text)) ?? ['false', []];
      for (const withKey of [true, false]) {
        const output = await run(program, args, withKey);
        expect(output).toMatch(/"verdict":"verified".*"checks":{"ok":true|^paid 3650\.00 /);
      }
    },
  );
});

describe('/sandbox', { tags: ['needs-curl', 'needs-python3', 'needs-php'] }, () => {
  const runners: Record<string, (text: string) => Promise<[string, string[]]>> = {
    ...written,
    PHP: async (text) => {
      await writeFile(join(directory, 'verify.php'), text);
      return ['php', ['verify.php']];
    },
  };

  it('leads to every example, and shows the first where it is asked for none that there is', async () => {
    const page = unescaped(await html('/sandbox'));
    const response = await open('/sandbox', '*/*');
    const { examples } = (await response.json()) as { examples: { provider: string; outcome: string }[] };
    const links = new Set([...page.matchAll(/href="\?bank=([\w-]+&ending=\w+)#one"/g)].map(([, to]) => to));
    expect(links.size).toBe(examples.length);
    for (const { provider, outcome } of examples) expect(links).toContain(`${provider}&ending=${outcome}`);
    const strange = await html('/sandbox?bank=%3Cscript%3E&ending=toString');
    expect(strange).toBe(await html('/sandbox'));
  });

  it.each([
    ['bank=telebirr&ending=SETTLED', 'verified', [true, false]],
    ['bank=cbe&ending=GONE', 'not_verified', [true]],
    ['bank=coopay-2&ending=SETTLED', 'verified', [true]],
  ])(
    'the programs of %s run as pasted and print what it shows, the first without a key too',
    async (query, verdict, keys) => {
      const [curl = '', typescript = '', python = '', php = '', answer = ''] = await blocks(
        `/sandbox?${query}`,
      );
      const { payment, error } = JSON.parse(answer);
      const expected = `${verdict} ${payment?.amount ?? error.reason}\n`;
      const texts = { TypeScript: typescript, Python: python, PHP: php };
      for (const withKey of keys) {
        expect(await shell(curl, withKey)).toContain(`"verdict":"${verdict}"`);
        for (const [language, text] of Object.entries(texts)) {
          const [program, args] = (await runners[language]?.(text)) ?? ['false', []];
          expect(await run(program, args, withKey), language).toMatch(new RegExp(`^(\\d+ )?${expected}$`));
        }
      }
    },
  );
});

describe('in a browser', { tags: ['needs-chromium'] }, () => {
  it('a picture is loaded when its tab is chosen, and not before', async () => {
    const { page, expectQuiet, close } = await visit(browser as Browser, site, { size: 'desk' });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto('/sandbox');
    await page.getByRole('link', { name: 'zemen PEND: Not verified' }).click();
    await page.getByRole('heading', { name: 'Zemen Bank: A pending payment' }).waitFor();
    const photo = page.getByRole('img', { name: /^Photo/ });
    expect(asked.filter((url) => url.includes('style=photo'))).toEqual([]);
    await page.getByText('Photo', { exact: true }).click();
    await photo.scrollIntoViewIfNeeded();
    await expect.poll(() => asked.filter((url) => url.includes('style=photo')).length).toBe(1);
    expectQuiet();
    await close();
  });

  it('a command is copied with one button', async () => {
    const { page, context, expectQuiet, close } = await visit(browser as Browser, site);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/docs/guide');
    await page.getByRole('button', { name: 'Copy' }).nth(2).click();
    await page.getByRole('status').getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('/api/verify');
    expectQuiet();
    await close();
  });

  // Scalar warns of references that may be null, which are valid.
  const ofScalar = /document validation errors|Object/;

  it.each(Object.keys(sizes) as (keyof typeof sizes)[])(
    'the reference is drawn from our own files without complaint, and fits a %s',
    async (size) => {
      const { page, expectQuiet, close } = await visit(browser as Browser, site, { size });
      await page.goto('/docs');
      await page.getByRole('heading', { name: 'Verify a receipt at its bank' }).first().waitFor();
      expect(
        await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
      ).toBe(0);
      await picture(page, `reference-${size}`);
      expectQuiet(ofScalar);
      await close();
    },
  );

  it.each(Object.keys(sizes) as (keyof typeof sizes)[])(
    'the reference tries a call with a key of the visitor, under whatever name it was opened, on a %s',
    async (size) => {
      const url = site.url.replace('127.0.0.1', 'localhost');
      const { page, expectQuiet, close } = await visit(browser as Browser, { url }, { size });
      await page.goto('/docs');
      await page
        .getByRole('button', { name: /^Test Request/ })
        .first()
        .click();
      const client = page.getByRole('dialog');
      await client.locator('[placeholder=QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT]').first().fill(key);
      await client.getByRole('button', { name: /Send/ }).first().click();
      await expect.poll(() => client.innerText()).toContain('"verified"');
      expectQuiet(ofScalar);
      await close();
    },
  );
});

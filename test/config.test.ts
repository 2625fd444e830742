import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { baseUrlOf, ConfigError, configNames, envFileWarnings, loadConfig } from '../src/config/index.js';
import { trustOneProxy } from '../src/config/parsers.js';
import { repository } from './support/processes.js';
import { temporaryDirectory } from './support/redis.js';

async function envFile(text: string, mode = 0o600): Promise<string> {
  const directory = await temporaryDirectory();
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = join(directory, '.env');
  await writeFile(file, text, { mode });
  return file;
}

const load = (env: Record<string, string> = {}) => loadConfig(env, null);

function problems(env: Record<string, string>): readonly string[] {
  try {
    load(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

const production = {
  NODE_ENV: 'production',
  SESSION_SECRET: 's'.repeat(32),
  BASE_URL: 'https://receipts.example',
  BANKS: 'live',
};

describe('without any configuration', () => {
  it('the service is one for development, asks simulated banks and is reached from this machine only', () => {
    expect(load()).toMatchObject({
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: 8080,
      TRUST_PROXY: false,
      DATA_DIR: './data',
      WORKERS: 1,
      BANKS: 'sandbox',
      EGRESS: [{ name: 'main', kind: 'direct' }],
      PROVIDER_CONCURRENCY: { '*': 4 },
      QUEUE_WAIT_SECONDS: 60,
      ATTEMPT_TIMEOUT_SECONDS: 20,
      PROBE_INTERVAL_SECONDS: 300,
      TIME_ZONE: 'Africa/Addis_Ababa',
      EXTRACTOR: 'qr',
      OPENAI_MODEL: 'gpt-4o-mini',
      OCR_DAILY_BUDGET: 5000,
      RECEIPT_RETENTION_DAYS: 0,
      BOT_MODE: 'polling',
      LOG_LEVEL: 'info',
    });
    expect(baseUrlOf(load())).toBe('http://127.0.0.1:8080');
  });
});

describe('.env.example', () => {
  const text = readFileSync(join(repository, '.env.example'), 'utf8');
  const named = [...text.matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map((match) => match[1]);

  it('documents every variable, and no other', () => {
    expect([...named].sort()).toEqual([...configNames].sort());
    expect(new Set(named).size).toBe(named.length);
  });

  it('says something about each', () => {
    const paragraphs = text.split('\n\n').filter((paragraph) => /^#?[A-Z][A-Z_]+=/m.test(paragraph));
    expect(paragraphs).toHaveLength(named.length);
    for (const paragraph of paragraphs) expect(paragraph).toMatch(/^# [^\n]+\n#?[A-Z_]+=/m);
  });

  it('shows the defaults that are in force', () => {
    const uncommented = text.replaceAll(/^#(?=[A-Z])/gm, '');
    expect(load(parseEnv(uncommented) as Record<string, string>)).toEqual(load());
  });
});

describe('a value', () => {
  it('comes from .env, unless the environment has it; an empty one counts as not set', async () => {
    const directory = await temporaryDirectory();
    const file = join(directory, '.env');
    await writeFile(file, 'PORT=1234\nHOST=::1\nDATA_DIR=\n');
    const config = loadConfig({ PORT: '4321', HOST: '' }, file);
    expect(config).toMatchObject({ PORT: 4321, HOST: '::1', DATA_DIR: './data' });
    await rm(directory, { recursive: true });
  });

  it.each([
    ['METRICS_TOKEN=#Zx9-secret-token', 'METRICS_TOKEN: its value is cut at # in FILE: put it in quotes'],
    ['OPENAI_API_KEY=sk-abc#def', 'OPENAI_API_KEY: its value is cut at # in FILE: put it in quotes'],
    ['export SESSION_SECRET = abc#', 'SESSION_SECRET: its value is cut at # in FILE: put it in quotes'],
    ['TRUSTED_PROXY=10.0.0.0/8', 'TRUSTED_PROXY: is not a known variable; FILE may mean TRUST_PROXY'],
    ['session_secret=x', 'session_secret: is not a known variable; FILE may mean SESSION_SECRET'],
  ])('of .env that is not what was written is refused by its name alone: %s', async (line, problem) => {
    const file = await envFile(`PORT=1234\n${line}\n`);
    expect(() => loadConfig({}, file)).toThrow(problem.replace('FILE', file));
  });

  it.each([
    'METRICS_TOKEN="#Zx9-secret"',
    "METRICS_TOKEN='a#b'",
    '#METRICS_TOKEN=a#b',
    'METRICS_TOKEN= # none yet',
    'PORT=1234 # ours',
  ])('of .env may be quoted, and have a comment behind it: %s', async (line) => {
    const file = await envFile(`${line}\nREDIS_PASSWORD=x\nCOMPOSE_PROJECT_NAME=pay\n`);
    expect(() => loadConfig({}, file)).not.toThrow();
    expect(envFileWarnings(file)).toEqual([]);
  });

  it('of .env that others may read, or that no variable takes, is told to the operator', async () => {
    const file = await envFile('COLOUR=blue\nPORT=1234\n', 0o644);
    expect(envFileWarnings(file)).toEqual([
      `${file} can be read by other users of this machine: chmod 600 it.`,
      `${file} sets COLOUR, which is not a known variable.`,
    ]);
  });

  it('that is a secret may be a file, as containers and systemd hand secrets in', async () => {
    const file = await envFile(`${'s'.repeat(40)}\n`);
    expect(load({ SESSION_SECRET_FILE: file }).SESSION_SECRET).toBe('s'.repeat(40));
    expect(load({ SESSION_SECRET_FILE: file, SESSION_SECRET: 't'.repeat(32) }).SESSION_SECRET).toBe(
      't'.repeat(32),
    );
    expect(load({ PORT_FILE: file }).PORT).toBe(8080);
    expect(problems({ METRICS_TOKEN_FILE: `${file}.gone` })).toEqual(['METRICS_TOKEN_FILE: cannot be read']);
    const short = await envFile('short');
    expect(problems({ SESSION_SECRET_FILE: short })).toEqual([
      'SESSION_SECRET: needs at least 32 characters',
    ]);
  });

  it('of blanks alone counts as not set, and is no zero', () => {
    expect(load(Object.fromEntries(configNames.map((name) => [name, ' '])))).toEqual(load());
  });

  it.each([
    ['PORT', '0', 0],
    ['WORKERS', 'auto', 'auto'],
    ['WORKERS', '4', 4],
    ['TRUST_PROXY', 'true', trustOneProxy],
    ['TRUST_PROXY', '10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
    ['ROLES', 'api, prober', ['api', 'prober']],
    ['PROVIDER_CONCURRENCY', '7', { '*': 7 }],
    ['PROVIDER_CONCURRENCY', 'cbe=2,telebirr=8,*=5', { '*': 5, cbe: 2, telebirr: 8 }],
    ['PROVIDER_CONCURRENCY', 'cbe=2', { '*': 4, cbe: 2 }],
    ['REDIS_URL', 'redis://a:1,redis://b:2', 'redis://a:1,redis://b:2'],
    ['REDIS_URL', 'unix:///run/redis.sock', 'unix:///run/redis.sock'],
    ['REDIS_URL', 'redis+sentinel://u:p@a,b:2/name/1', 'redis+sentinel://u:p@a,b:2/name/1'],
    [
      'EGRESS',
      'main=direct, second=local:10.0.0.2,third=http://user:pass@proxy:3128,fourth=socks5://proxy:1080',
      [
        { name: 'main', kind: 'direct' },
        { name: 'second', kind: 'local', address: '10.0.0.2' },
        { name: 'third', kind: 'http', url: 'http://user:pass@proxy:3128' },
        { name: 'fourth', kind: 'socks5', url: 'socks5://proxy:1080' },
      ],
    ],
    [
      'TLS_PINS',
      `Apps.cbe.com.et:100=sha256/${'A'.repeat(43)}=,apps.cbe.com.et:100=sha256/${'B'.repeat(43)}=`,
      { 'apps.cbe.com.et:100': [`sha256/${'A'.repeat(43)}=`, `sha256/${'B'.repeat(43)}=`] },
    ],
    [
      'SIINQEE_LINK_HOSTS',
      'siinqeebank.com/receipt/{ref}, receipts.siinqee.test:8443/view?ref={ref}&as=pdf',
      [
        { host: 'siinqeebank.com', before: '/receipt/', after: '' },
        { host: 'receipts.siinqee.test:8443', before: '/view?ref=', after: '&as=pdf' },
      ],
    ],
  ] as const)('%s=%s is understood', (name, value, expected) => {
    expect(load({ [name]: value })[name]).toEqual(expected);
  });

  it.each([
    ['NODE_ENV', 'prod'],
    ['PORT', '65536'],
    ['PORT', 'http'],
    ['BASE_URL', 'ftp://example.com'],
    ['BASE_URL', 'https://user:hunter2@receipts.example'],
    ['BASE_URL', 'https://receipts.example/?shop=1'],
    ['BASE_URL', 'https://receipts.example/#top'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', '10/8'],
    ['REDIS_URL', 'http://localhost'],
    ['REDIS_URL', 'redis+sentinel://a,b:2'],
    ['REDIS_URL', 'redis://a,b:2'],
    ['ROLES', 'api,cook'],
    ['ROLES', ','],
    ['WORKERS', '0'],
    ['BANKS', 'both'],
    ['EGRESS', 'direct'],
    ['EGRESS', 'a=direct,a=direct'],
    ['EGRESS', 'a=local:here'],
    ['EGRESS', 'a=local:10.0.2'],
    ['EGRESS', 'a=ftp://proxy'],
    ['PROVIDER_CONCURRENCY', '0'],
    ['PROVIDER_CONCURRENCY', 'cbe=many'],
    ['PROVIDER_CONCURRENCY', 'cbe=2=3'],
    ['QUEUE_WAIT_SECONDS', '0'],
    ['ATTEMPT_TIMEOUT_SECONDS', '1.5'],
    ['TIME_ZONE', 'Addis'],
    ['EXTRACTOR', 'tesseract'],
    ['OPENAI_BASE_URL', 'localhost:11434'],
    ['OPENAI_PRICES', '0.15'],
    ['OPENAI_PRICES', 'cheap,dear'],
    ['OCR_DAILY_BUDGET', '-1'],
    ['TELEGRAM_API_ROOT', 'localhost:8081'],
    ['BOT_MODE', 'push'],
    ['BOT_WEBHOOK_SECRET', 'no blanks, says Telegram'],
    ['SESSION_SECRET', 'short'],
    ['TLS_PINS', 'host=sha1/abc'],
    ['SIINQEE_LINK_HOSTS', ','],
    ['SIINQEE_LINK_HOSTS', 'siinqeebank.com/receipt/'],
    ['SIINQEE_LINK_HOSTS', 'siinqeebank.com{ref}'],
    ['SIINQEE_LINK_HOSTS', '{ref}.siinqeebank.com/receipt'],
    ['SIINQEE_LINK_HOSTS', 'siinqeebank.com/{ref}/{ref}'],
    ['SIINQEE_LINK_HOSTS', 'https://siinqeebank.com/receipt/{ref}'],
    ['SIINQEE_LINK_HOSTS', 'user@siinqeebank.com/receipt/{ref}'],
    ['SIINQEE_LINK_HOSTS', 'siinqeebank.com:443/receipt/{ref}'],
    ['SIINQEE_LINK_HOSTS', 'siinqeebank.com/../{ref}'],
    ['SIINQEE_LINK_HOSTS', 'siinqeebank.com/receipt/{ref}, other'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s is refused by its name', (name, value) => {
    const found = problems({ [name]: value });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^${name}: .`));
  });

  it('that is wrong is never repeated, and all wrong ones are listed at once', () => {
    const env = { PORT: 'hunter2', SESSION_SECRET: 'hunter2', EGRESS: 'hunter2', REDIS_URL: 'hunter2' };
    const found = problems(env);
    expect(found.map((line) => line.split(':')[0]).sort()).toEqual(Object.keys(env).sort());
    expect(found.join('\n')).not.toContain('hunter2');
  });
});

describe('values together', () => {
  it("the link of Siinqee's SMS is known, and in the sandbox one more", () => {
    const known = { host: 'receipts.siinqeebank.com:871', before: '/generate/', after: '' };
    const simulated = { host: 'siinqeebank.com', before: '/receipt/', after: '' };
    expect(load().SIINQEE_LINK_HOSTS).toEqual([known, simulated]);
    expect(load({ BANKS: 'live' }).SIINQEE_LINK_HOSTS).toEqual([known]);
  });

  it('production needs a secret, the address for links, and a word for simulated banks', () => {
    expect(problems({ NODE_ENV: 'production' })).toEqual([
      'BANKS: sandbox in production needs ALLOW_SANDBOX=true',
      'SESSION_SECRET: is needed in production',
      'BASE_URL: is needed in production',
    ]);
    expect(problems(production)).toEqual([]);
    expect(problems({ ...production, BANKS: 'sandbox', ALLOW_SANDBOX: 'true' })).toEqual([]);
  });

  it('screenshots are read by the model as soon as there is a key for it, which it needs', () => {
    expect(load({ OPENAI_API_KEY: 'k' }).EXTRACTOR).toBe('openai');
    expect(load({ OPENAI_API_KEY: 'k', EXTRACTOR: 'off' }).EXTRACTOR).toBe('off');
    expect(problems({ EXTRACTOR: 'openai' })).toEqual(['OPENAI_API_KEY: is needed for EXTRACTOR=openai']);
  });

  it('a webhook needs its secret and an https address', () => {
    expect(problems({ BOT_MODE: 'webhook' })).toEqual([
      'BOT_WEBHOOK_SECRET: is needed for BOT_MODE=webhook',
      'BASE_URL: BOT_MODE=webhook needs an https address',
    ]);
    const webhook = { BOT_MODE: 'webhook', BOT_WEBHOOK_SECRET: 's', BASE_URL: 'https://receipts.example' };
    expect(problems(webhook)).toEqual([]);
  });

  it('a bot that is asked for needs its token', () => {
    expect(problems({ ROLES: 'cashier-bot,admin-bot' })).toEqual([
      'CASHIER_BOT_TOKEN: is needed for the role cashier-bot',
      'ADMIN_BOT_TOKEN: is needed for the role admin-bot',
    ]);
  });

  it('production is reached over https, unless this machine alone can reach it', () => {
    const problem = 'BASE_URL: takes an https:// address in production, unless HOST is this machine alone';
    const plain = { ...production, BASE_URL: 'http://pay.example' };
    for (const HOST of ['0.0.0.0', '::', '10.0.0.5', 'deresegn.internal']) {
      expect(problems({ ...plain, HOST })).toEqual([problem]);
    }
    for (const HOST of ['127.0.0.1', '127.0.0.53', '::1', '::ffff:127.0.0.1', 'localhost']) {
      expect(problems({ ...plain, HOST })).toEqual([]);
    }
  });

  it('production takes no token that is short enough to be guessed', () => {
    const short = { METRICS_TOKEN: 'a', BOT_WEBHOOK_SECRET: 'short-by-one-ch' };
    expect(problems({ ...production, ...short })).toEqual([
      'METRICS_TOKEN: needs at least 16 characters in production',
      'BOT_WEBHOOK_SECRET: needs at least 16 characters in production',
    ]);
    expect(problems({ ...production, METRICS_TOKEN: 'x'.repeat(16) })).toEqual([]);
    expect(problems(short)).toEqual([]);
  });

  it('an admin bot is refused where its alerts would reach nobody', () => {
    const problem = 'ADMIN_CHAT_IDS: is needed with ADMIN_BOT_TOKEN, or its alerts reach nobody';
    expect(problems({ ADMIN_BOT_TOKEN: '1:abc' })).toEqual([problem]);
    expect(problems({ ADMIN_BOT_TOKEN: '1:abc', ADMIN_CHAT_IDS: ' , ' })).toEqual([problem]);
    expect(problems({ ADMIN_BOT_TOKEN: '1:abc', ADMIN_CHAT_IDS: '-100456' })).toEqual([]);
  });
});

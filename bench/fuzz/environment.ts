/** The built service as two workers, with a real Redis, simulated banks, a fake Telegram, a fake model, and keys of every kind. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AiEndpoint, startAiEndpoint } from '../../test/support/ai-endpoint.js';
import { freePort } from '../../test/support/ports.js';
import { type FakeBot, type FakeTelegram, startTelegram } from '../../test/support/telegram/index.js';
import { startRedis } from '../environment.js';
import { type Server, start } from '../process.js';

/** The key of a request. Inputs contain the kind only, so that no key is printed. */
export type KeyKind = 'good' | 'slow' | 'capped' | 'revoked' | 'unknown' | 'malformed' | 'odd' | 'absent';

/** How the bots get updates. */
export type BotMode = 'polling' | 'webhook';

/** Secret that proves to the service that an update comes from Telegram. */
export const hookSecret = 'a-secret-of-the-fuzz-run';

export interface FuzzEnvironment extends Server {
  /** Reads the pictures without a code. */
  model: AiEndpoint;
  /** Makes a sign-in link of a new account. */
  loginLink(): Promise<string>;
  keys: Readonly<Record<KeyKind, string>>;
  telegram: FakeTelegram;
  cashier: FakeBot;
  admin: FakeBot;
  /** The one chat that the admin bot obeys. */
  owner: ReturnType<FakeBot['person']>;
  alive(): boolean;
}

/** Starts an environment, passes it to `use`, and stops it afterwards, also after an error. */
export async function inEnvironment<T>(
  mode: BotMode,
  use: (environment: FuzzEnvironment) => Promise<T>,
): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'deresegn-fuzz-'));
  const cleanups: (() => unknown)[] = [() => rmSync(directory, { recursive: true, force: true })];
  try {
    const redis = await startRedis({ directory, cleanups });
    const telegram = await startTelegram();
    cleanups.push(() => telegram.close());
    const cashier = telegram.bot('777000:AAFuzzTokenOfTheCashierBot_0123456789', 'fuzz_cashier_bot');
    const admin = telegram.bot('888000:AAFuzzTokenOfTheAdminBot_0123456789ab', 'fuzz_admin_bot');
    const owner = admin.person('Selam', { language_code: 'en' });
    // Registered before the start, because the bot disables a chat that refuses it.
    admin.chat(owner);
    const model = await startAiEndpoint();
    cleanups.push(() => model.close());
    const port = await freePort();
    const env = {
      ...settings,
      PORT: String(port),
      BASE_URL: `https://127.0.0.1:${port}`,
      BOT_MODE: mode,
      OPENAI_BASE_URL: model.baseURL,
      REDIS_URL: `unix://${redis}`,
      DATA_DIR: join(directory, 'data'),
      CASHIER_BOT_TOKEN: cashier.token,
      ADMIN_BOT_TOKEN: admin.token,
      ADMIN_CHAT_IDS: String(owner.id),
      TELEGRAM_API_ROOT: telegram.root,
    };
    const { url: address, ...service } = await start(['node', 'dist/main.js'], env, undefined, true);
    // Webhooks need https: the fakes and the clients here act as the proxy that terminates it.
    const url = address.replace('https:', 'http:');
    cleanups.push(() => service.stop());
    for (const bot of [cashier, admin]) bot.mailbox.behind(url);
    const keys = await mintKeys(env);
    return await use({
      ...service,
      url,
      keys,
      model,
      loginLink: () => loginLink(env),
      telegram,
      cashier,
      admin,
      owner,
      alive: () => isAlive(service.pid),
    });
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup();
  }
}

const settings = {
  NODE_ENV: 'development',
  WORKERS: '2',
  BOT_WEBHOOK_SECRET: hookSecret,
  OPENAI_API_KEY: 'sk-of-the-fuzz-run',
  OCR_DAILY_BUDGET: '1000000000',
  LOG_LEVEL: 'warn',
  BANKS: 'sandbox',
  // The demo counts by address, so that each request may use a different one.
  TRUST_PROXY: 'true',
  // Simulated banks hang without end; a short time-out is enough here.
  ATTEMPT_TIMEOUT_SECONDS: '1',
  QUEUE_WAIT_SECONDS: '2',
  PROBE_INTERVAL_SECONDS: '30',
  PROVIDER_CONCURRENCY: '16',
};

async function mintKeys(env: NodeJS.ProcessEnv): Promise<Record<KeyKind, string>> {
  const mint = async (...args: string[]) => {
    const printed = await cli(env, 'keys', 'mint', '--mode', 'test', '--json', ...args);
    return (JSON.parse(printed) as { key: string }).key;
  };
  const [good, slow, capped, revoked] = await Promise.all([
    mint('--plan', 'enterprise', '--rate', '1000000000'),
    mint('--plan', 'developer', '--rate', '30'),
    mint('--plan', 'enterprise', '--rate', '1000000000', '--cap', '5', '--reads', '2'),
    mint('--plan', 'free'),
  ]);
  await cli(env, 'keys', 'revoke', revoked.slice(0, 14));
  return {
    good,
    slow,
    capped,
    revoked,
    unknown: `vk_test_${'Zz09'.repeat(8)}`,
    malformed: 'vk_test_short',
    odd: `${good} ${'\u00e9'.repeat(200)}`,
    absent: '',
  };
}

async function loginLink(env: NodeJS.ProcessEnv): Promise<string> {
  const minted = await cli(env, 'keys', 'mint', '--mode', 'test', '--plan', 'free', '--json');
  const { account } = JSON.parse(minted) as { account: string };
  const { url } = JSON.parse(await cli(env, 'login-link', account, '--json')) as { url: string };
  return url;
}

async function cli(env: NodeJS.ProcessEnv, ...args: string[]): Promise<string> {
  const child = spawn('node', ['dist/src/cli/main.js', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const chunk of child.stdout) printed += String(chunk);
  return printed;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

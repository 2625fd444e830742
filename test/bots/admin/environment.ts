/** The bot as a process of its own between the fake Telegram, a running service and the simulated banks. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { User } from 'grammy/types';
import { Redis } from 'ioredis';
import type { ServiceEvent } from '../../../src/engine/api/events.js';
import { openStore } from '../../../src/engine/store/connection/connect.js';
import { createEvents } from '../../../src/engine/store/events.js';
import { createSandboxState } from '../../../src/engine/store/sandbox-state.js';
import { loadScripts } from '../../../src/engine/store/scripts.js';
import { builtCli, builtService } from '../../support/built.js';
import { testLog } from '../../support/log.js';
import { startProcess, type TestProcess } from '../../support/processes.js';
import { startTestRedis, type TestRedis } from '../../support/redis.js';
import { type FakeBot, type FakeTelegram, type Scene, startTelegram } from '../../support/telegram/index.js';

/** Looks like a token, so that one in a log would be found. */
const token = '888000:AAHadminTokenThatNobodyMaySee_0123';

export interface AdminEnvironment {
  redis: TestRedis;
  telegram: FakeTelegram;
  bot: FakeBot;
  selam: User;
  chat: Scene;
  /** Starts a process that plays the bot, and waits until it listens. */
  playBot(env?: Record<string, string>): Promise<TestProcess>;
  /** Starts the service without the bot. */
  serve(env?: Record<string, string>): Promise<TestProcess>;
  /** Starts a process that probes and does nothing else. */
  prober(): Promise<TestProcess>;
  /** The command line. @returns what it printed */
  cli(...args: string[]): Promise<string>;
  /** What `deresegn sandbox set` does, of several at once. */
  banks(state: 'up' | 'down' | 'blocked', keys: readonly string[], egress?: string): Promise<void>;
  /** Resolves once the service says so of a bank. */
  bankIs(provider: string, status: string): Promise<void>;
  /** An event as the engine writes it, where no service runs. */
  emit(event: ServiceEvent): Promise<void>;
  /** Resolves once the bot has noted that its message stands in a chat: then a crash makes it say nothing twice. */
  noted(chat: number): Promise<void>;
  /** Where the service serves. */
  url(): string;
  close(): Promise<void>;
}

interface Noted {
  value?: { chats: Record<string, { posts: unknown[] }> };
}

/** @param env of every process */
export async function openAdminEnvironment(
  env: Record<string, string> = {},
  others: (bot: FakeBot) => number[] = () => [],
): Promise<AdminEnvironment> {
  // What is told twice, or never, after a restart would show nowhere but on a Redis that is one.
  const redis = await startTestRedis({ appendonly: 'yes' });
  const telegram = await startTelegram();
  const bot = telegram.bot(token, 'deresegn_admin_test_bot');
  const selam = bot.person('Selam');
  const chat = bot.chat(selam);
  const ids = [selam.id, ...others(bot)].join(',');
  const processes: TestProcess[] = [];
  let url = '';

  function run(more: Record<string, string>): TestProcess {
    const common = { LOG_LEVEL: 'info', NODE_ENV: 'development', PORT: '0', PROBE_INTERVAL_SECONDS: '2' };
    const service = startProcess(builtService, [], {
      env: { ...common, REDIS_URL: redis.url, ...env, ...more },
    });
    processes.push(service);
    return service;
  }

  const open = () => openStore({ redisUrl: redis.url, dataDir: 'unused', production: false, log: testLog() });

  async function cli(...args: string[]): Promise<string> {
    const child = startProcess(builtCli, args, { env: { REDIS_URL: redis.url, ...env } });
    const code = await child.end();
    if (code !== 0) throw new Error(`deresegn ${args.join(' ')}: ${child.stderr()}`);
    return child.stdout();
  }

  return {
    redis,
    telegram,
    bot,
    selam,
    chat,
    cli,
    async playBot(more = {}) {
      const before = bot.polls;
      const service = run({
        ROLES: 'admin-bot',
        ADMIN_BOT_TOKEN: token,
        ADMIN_CHAT_IDS: ids,
        TELEGRAM_API_ROOT: telegram.root,
        ...more,
      });
      await service.until(/Deresegn (plays|probes|serves)/);
      while (bot.polls === before && bot.callsOf('setWebhook').length === 0) await sleep(20);
      return service;
    },
    async serve(more = {}) {
      const service = run({ ROLES: 'api,prober', ...more });
      await service.until(/serves at .*\n.*Banks/);
      url = /serves at (\S+)/.exec(service.stdout())?.[1] ?? '';
      return service;
    },
    async prober() {
      const service = run({ ROLES: 'prober' });
      await service.until(/probes the banks/);
      return service;
    },
    async banks(state, keys, egress) {
      const store = await open();
      const { set } = createSandboxState(store);
      await Promise.all(keys.map((key) => set(key, egress ?? null, state)));
      await store.close();
    },
    async bankIs(provider, status) {
      for (;;) {
        const report = (await (await fetch(`${url}/api/status`)).json()) as {
          components: { providerKey?: string; status: string }[];
        };
        if (report.components.find(({ providerKey }) => providerKey === provider)?.status === status) return;
        await sleep(100);
      }
    },
    async emit(event) {
      const store = await open();
      await createEvents(store, loadScripts(store.client)).emit(event);
      await store.close();
    },
    async noted(chat) {
      const store = new Redis(redis.path);
      for (;;) {
        const note = JSON.parse((await store.hget('{n:admin}:notes:book', 'book')) ?? '{}') as Noted;
        if ((note.value?.chats[chat]?.posts.length ?? 0) > 0) break;
        await sleep(20);
      }
      store.disconnect();
    },
    url: () => url,
    async close() {
      await Promise.all(processes.map((process) => process.end('SIGKILL')));
      await telegram.close();
      await redis.close();
    },
  };
}

/** A bank goes down, as the probes tell it. */
export function bankDown(provider: string, at = new Date()): ServiceEvent {
  const since = at.toISOString();
  return {
    kind: 'bank_down',
    realm: 'sandbox',
    provider,
    since,
    cause: 'timeout',
    egress: ['main'],
    lastSuccessAt: null,
  };
}

export function bankUp(provider: string, downSince = new Date(), at = new Date()): ServiceEvent {
  const downtimeMs = at.getTime() - downSince.getTime();
  const moments = { since: at.toISOString(), downSince: downSince.toISOString() };
  return { kind: 'bank_up', realm: 'sandbox', provider, ...moments, downtimeMs };
}

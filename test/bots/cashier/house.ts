/** The bot as a process of its own, between the fake Telegram and the simulated banks. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { User } from 'grammy/types';
import type { House } from '../../../src/assemble.js';
import type { Membership } from '../../../src/engine/index.js';
import { openHouse } from '../../engine/support.js';
import { builtService } from '../../support/built.js';
import { startProcess, type TestProcess } from '../../support/processes.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import {
  type FakeBot,
  type FakeTelegram,
  type Scene,
  type Shown,
  startTelegram,
} from '../../support/telegram/index.js';

/** Looks like a token, so that one in a log would be found. */
export const token = '777000:AAHtokenThatNobodyMaySee_0123456789';

export interface Shopkeeper {
  user: User;
  chat: Scene;
  membership: Membership;
}

export interface BotHouse {
  store: TestStore;
  telegram: FakeTelegram;
  bot: FakeBot;
  /** The same store seen by the test: opens shops, switches banks. */
  engine: House['engine'];
  /** Starts a process that plays the bot, and waits until Telegram hears of it. */
  play(env?: Record<string, string>): Promise<TestProcess>;
  /** Starts a process without waiting for anything. */
  run(env?: Record<string, string>): TestProcess;
  /** Everything the processes have written: their log, and what else they say. */
  written(): string;
  /** Somebody with a shop of their own, and English. */
  shopkeeper(name: string): Promise<Shopkeeper>;
  /** Somebody who works there. */
  cashier(name: string, shop: Membership): Promise<Shopkeeper>;
  /** A receipt as a phone shows it, with its QR code. */
  screenshot(provider: string, reference: string): Promise<Buffer>;
  /** Makes a simulated bank answer or fail. */
  bankIs(provider: string, state: 'up' | 'down' | 'slow' | 'blocked'): Promise<void>;
  close(): Promise<void>;
}

/** @param env of every process of the bot */
export async function openBotHouse(env: Record<string, string> = {}): Promise<BotHouse> {
  const store = await openTestStore();
  const telegram = await startTelegram();
  const bot = telegram.bot(token, 'deresegn_test_bot');
  const house = await openHouse(store);
  const { engine } = house;
  const processes: TestProcess[] = [];

  function run(more: Record<string, string> = {}): TestProcess {
    const common = { LOG_LEVEL: 'trace', NODE_ENV: 'development', PORT: '0', ROLES: 'cashier-bot' };
    const service = startProcess(builtService, [], {
      env: {
        ...common,
        REDIS_URL: store.url,
        CASHIER_BOT_TOKEN: token,
        TELEGRAM_API_ROOT: telegram.root,
        ...env,
        ...more,
      },
    });
    processes.push(service);
    return service;
  }

  async function keeper(user: User, membership: Membership): Promise<Shopkeeper> {
    await engine.shops.speak(`tg:${user.id}`, 'en');
    return { user, chat: bot.chat(user), membership };
  }

  return {
    store,
    telegram,
    bot,
    engine,
    run,
    async play(more = {}) {
      const before = bot.polls;
      const service = run(more);
      await service.until(/Deresegn (plays|serves)/);
      while (bot.polls === before) await sleep(10);
      return service;
    },
    written: () => processes.map((process) => process.stderr() + process.stdout()).join(''),
    async shopkeeper(name) {
      const user = bot.person(name);
      const request = { person: `tg:${user.id}`, name, shopName: `${name}'s shop`, language: 'en' } as const;
      return await keeper(user, await engine.shops.open(request));
    },
    async cashier(name, { shop, member }) {
      const user = bot.person(name);
      const { token: invitation } = await engine.shops.invite({ shop: shop.id, by: member.id });
      const joining = await engine.shops.accept(invitation, `tg:${user.id}`, name);
      if (joining.kind !== 'joined') throw new Error(`${name} did not join`);
      return await keeper(user, joining.membership);
    },
    async screenshot(provider, reference) {
      const png = await house.screenshots.draw(provider, reference, 'screen');
      if (png === null) throw new Error(`${provider} has no such receipt`);
      return Buffer.from(png);
    },
    bankIs: (provider, state) => engine.sandbox.set(provider, null, state),
    async close() {
      await Promise.all(processes.map((process) => process.end('SIGKILL')));
      await house.close();
      await telegram.close();
      await store.close();
    },
  };
}

/** Texts a message went through. */
export const wordings = ({ versions }: { versions: readonly { text: string }[] }): string[] =>
  versions.map(({ text }) => text);

/** The bot's answer to a message, once it bears one of the four signs. */
export function verdictOn(chat: Scene, sent: { id: number }): Promise<Shown> {
  return chat.message(({ replyTo, text }) => replyTo === sent.id && /^[✅⚠❌⏳]/u.test(text));
}

/** What the bot says to a message that is no receipt. */
export function hintOn(chat: Scene, sent: { id: number }): Promise<Shown> {
  return chat.message(({ replyTo }) => replyTo === sent.id);
}

/** The sign it begins with. */
export const signOf = ({ text }: Shown): string => [...text][0] ?? '';

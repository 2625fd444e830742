/** The bot as a process of its own, between the fake Telegram and the simulated banks. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Application } from '../../../src/app.js';
import { openApplication } from '../../engine/support.js';
import { builtService } from '../../support/built.js';
import { startProcess, type TestProcess } from '../../support/processes.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { type FakeBot, type FakeTelegram, startTelegram } from '../../support/telegram/index.js';
import { type People, peopleOf } from './people.js';

export { hintOn, type Shopkeeper, signOf, verdictOn, wordings } from './people.js';

/** Looks like a token, so that one in a log would be found. */
export const token = '777000:AAHtokenThatNobodyMaySee_0123456789';

export interface BotEnvironment extends People {
  store: TestStore;
  telegram: FakeTelegram;
  bot: FakeBot;
  /** The same store seen by the test: opens shops, switches banks. */
  engine: Application['engine'];
  /** Starts a process that plays the bot, and waits until Telegram hears of it. */
  startBot(env?: Record<string, string>): Promise<TestProcess>;
  /** Starts a process without waiting for anything. */
  run(env?: Record<string, string>): TestProcess;
  /** Everything the processes have written: their log, and what else they say. */
  written(): string;
  close(): Promise<void>;
}

/** @param env of every process of the bot */
export async function openBotEnvironment(env: Record<string, string> = {}): Promise<BotEnvironment> {
  const store = await openTestStore();
  const telegram = await startTelegram();
  const bot = telegram.bot(token, 'deresegn_test_bot');
  const application = await openApplication(store);
  const { engine } = application;
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

  return {
    store,
    telegram,
    bot,
    engine,
    run,
    async startBot(more = {}) {
      const before = bot.polls;
      const service = run(more);
      await service.until(/Deresegn (plays|serves)/);
      while (bot.polls === before) await sleep(10);
      return service;
    },
    written: () => processes.map((process) => process.stderr() + process.stdout()).join(''),
    ...peopleOf(application, bot),
    async close() {
      await Promise.all(processes.map((process) => process.end('SIGKILL')));
      await application.close();
      await telegram.close();
      await store.close();
    },
  };
}

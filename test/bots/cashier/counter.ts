/** The bot in the test's own process, between the fake Telegram and the simulated banks: quick, and real but for that. */
import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '../../../src/config/index.js';
import { startService } from '../../../src/server/start.js';
import { testLog } from '../../support/log.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { type FakeBot, startTelegram } from '../../support/telegram/index.js';
import { type People, paidTo, peopleOf, type Shopkeeper } from './people.js';

export interface Counter extends People {
  store: TestStore;
  bot: FakeBot;
  engine: Awaited<ReturnType<typeof startService>>['application']['engine'];
  /** A shop whose accounts these simulated telebirr receipts were paid to, so that each of them gets a ✅. */
  shopPaidBy(name: string, references: readonly string[]): Promise<Shopkeeper>;
  /** The process ends in peace; `starts` runs the next one. What a test asks for needs one that runs. */
  stops(): Promise<void>;
  starts(): Promise<void>;
  close(): Promise<void>;
}

export async function openCounter(env: Record<string, string> = {}): Promise<Counter> {
  const store = await openTestStore();
  const telegram = await startTelegram();
  const token = '777001:AAHtokenOfACounter_0123456789abcdef';
  const bot = telegram.bot(token, 'deresegn_counter_bot');
  const config = loadConfig(
    {
      ...{ NODE_ENV: 'development', LOG_LEVEL: 'silent', ROLES: 'cashier-bot', REDIS_URL: store.url },
      ...{ CASHIER_BOT_TOKEN: token, TELEGRAM_API_ROOT: telegram.root, ...env },
    },
    null,
  );
  async function started() {
    const before = bot.polls;
    const one = await startService(config, testLog());
    while (bot.polls === before) await sleep(10);
    return one;
  }
  let service = await started();
  const people = peopleOf(service.application, bot);
  return {
    ...people,
    store,
    bot,
    stops: () => service.stop(),
    async starts() {
      service = await started();
    },
    get engine() {
      return service.application.engine;
    },
    async shopPaidBy(name, references) {
      const { engine } = service.application;
      const keeper = await people.shopkeeper(name);
      const shop = keeper.membership.shop.id;
      await engine.shops.set(shop, { maxAgeHours: 8760 });
      for (const reference of references) {
        await engine.shops.saveAccount(shop, { provider: 'telebirr', ...paidTo(reference) });
      }
      return keeper;
    },
    async close() {
      await service.stop();
      await telegram.close();
      await store.close();
    },
  };
}

export { type Shopkeeper, signOf, verdictOn, walletReceipt } from './people.js';

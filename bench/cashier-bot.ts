/** The built cashier bot of a benchmark, between the fake Bot API of the tests and simulated banks. */
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApplication } from '../src/app.js';
import { loadConfig } from '../src/config/index.js';
import { createLog } from '../src/log.js';
import type { FakeBot, Scene } from '../test/support/telegram/index.js';
import { type BenchEnvironment, serviceEnvironment } from './environment.js';
import { node, start } from './process.js';

export const token = '777000:AAHtokenOfTheBenchmark_0123456789';

/** Opens a shop for every chat without welcome messages. */
export async function openShops(
  environment: BenchEnvironment,
  redisUrl: string,
  bot: FakeBot,
  chats: number,
): Promise<Scene[]> {
  const config = loadConfig({ ...serviceEnvironment(environment, redisUrl), LOG_LEVEL: 'silent' }, null);
  const application = await buildApplication(config, { log: createLog('silent') });
  try {
    return await Promise.all(
      Array.from({ length: chats }, async (_, nth) => {
        const user = bot.person(`Cashier ${nth}`);
        const shop = { name: `Cashier ${nth}`, shopName: `Shop ${nth}`, language: 'en' as const };
        await application.engine.shops.open({ person: `tg:${user.id}`, ...shop });
        return bot.chat(user);
      }),
    );
  } finally {
    await application.close();
  }
}

/** Starts the built bot, and waits until it asks Telegram for updates. @param settings more of its environment */
export async function playBot(
  environment: BenchEnvironment,
  redisUrl: string,
  root: string,
  bot: FakeBot,
  settings: Record<string, string> = {},
): Promise<void> {
  const env = {
    ...serviceEnvironment(environment, redisUrl),
    ROLES: 'api,cashier-bot',
    CASHIER_BOT_TOKEN: token,
    TELEGRAM_API_ROOT: root,
    ...settings,
  };
  const service = await start([...node, 'dist/main.js'], env);
  environment.cleanups.push(() => {
    // A graceful stop would wait for the hanging bank.
    process.kill(service.pid, 'SIGKILL');
    return service.stop();
  });
  while (bot.polls === 0) await sleep(10);
}

/** The admin bot: turns events into incidents and alerts administrators (docs/admin-bot.md). One process, the leader, runs it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { chatOf, Inbox } from '#bots/shared/inbox.js';
import { createWebhook } from '#bots/shared/webhook.js';
import type { Config } from '../../src/config/index.js';
import { type Engine, Failure } from '../../src/engine/index.js';
import type { Webhook } from '../../src/http/webhook.js';
import type { Logger } from '../../src/log.js';
import { refusalIn, type Telegram, type Update } from './telegram.js';
import { Term } from './term.js';

interface AdminBotDeps {
  engine: Engine;
  config: Config;
  log: Logger;
  now?: () => number;
}

export interface AdminBot {
  /** Runs the bot as soon as this process is the leader. */
  start(): void;
  /** Finishes the calls in flight; the next leader sends the remaining messages. Safe to call again. */
  stop(): Promise<void>;
  /** Webhook route for the process that serves HTTP; null with long polling. */
  webhook: Webhook | null;
}

/** Names the bot; contains no secret. */
const webhookPath = '/telegram/admin';

/** @param deps `config.ADMIN_BOT_TOKEN` must be set */
export function createAdminBot(deps: AdminBotDeps): AdminBot {
  const { engine, config, log, now = Date.now } = deps;
  const botStore = engine.botStore('admin');
  const stopping = new AbortController();
  const byWebhook = config.BOT_MODE === 'webhook';
  /** Handles updates while this process is the leader. */
  let telegram: Telegram | null = null;
  const inbox = new Inbox<Update>({
    ...{ botStore, log, component: 'admin-bot' },
    async handle(update, signal) {
      await telegram?.handle(update).catch((error: unknown) => {
        // Not answered because this process ends: the next leader retries it.
        if (signal.aborted) throw new Failure('unavailable');
        const reason = refusalIn(error)?.kind ?? (error instanceof Error ? error.name : '');
        log.warn({ component: 'admin-bot', reason }, 'command or button press could not be handled');
      });
    },
    laneOf: chatOf,
    shared: byWebhook,
    // Commands must work while the store is unreachable, even if one is then answered twice.
    handleWithoutStore: true,
  });
  const termDeps = { engine, config, log, botStore, webhookPath, now };
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await botStore
        .runAsLeader(async (lost) => {
          const term = await Term.open(termDeps, lost, stopping.signal);
          telegram = term.telegram;
          await term.serve(inbox);
        }, stopping.signal)
        .catch((error: unknown) => {
          log.error({ component: 'admin-bot', err: error }, 'admin bot crashed; restarting');
        });
      await sleep(1_000, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return {
    start() {
      running ??= run();
    },
    async stop() {
      stopping.abort();
      await running;
    },
    webhook: byWebhook
      ? createWebhook<Update>(webhookPath, config.BOT_WEBHOOK_SECRET ?? '', (update) => inbox.take(update))
      : null,
  };
}

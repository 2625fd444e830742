/** The admin bot: turns events into incidents and alerts administrators (docs/admin-bot.md). One process, the leader, runs it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../src/config/index.js';
import { type Engine, Failure } from '../../src/engine/index.js';
import type { Logger } from '../../src/log.js';
import { chatOf, Inbox } from '../shared/inbox.js';
import { createHook, type Hook } from '../shared/webhook.js';
import { type Telegram, Trouble, type Update } from './telegram.js';
import { Term } from './term.js';

export interface AdminBotDeps {
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
  hook: Hook | null;
}

/** Names the bot; contains no secret. */
const hookPath = '/telegram/admin';

/** @param deps `config.ADMIN_BOT_TOKEN` must be set */
export function createAdminBot(deps: AdminBotDeps): AdminBot {
  const { engine, config, log, now = Date.now } = deps;
  const notebook = engine.botStore('admin');
  const stopping = new AbortController();
  const byHook = config.BOT_MODE === 'webhook';
  /** Handles updates while this process is the leader. */
  let telegram: Telegram | null = null;
  const inbox = new Inbox<Update>({
    ...{ notebook, log, component: 'admin-bot' },
    async handle(update, signal) {
      await telegram?.handle(update).catch((error: unknown) => {
        // Not answered because this process ends: the next leader retries it.
        if (signal.aborted) throw new Failure('unavailable');
        const reason =
          error instanceof Trouble ? error.refusal.kind : error instanceof Error ? error.name : '';
        log.warn({ component: 'admin-bot', reason }, 'command or button press could not be handled');
      });
    },
    laneOf: chatOf,
    shared: byHook,
    // Commands must work while the store is unreachable, even if one is then answered twice.
    withoutStore: true,
  });
  const termDeps = { engine, config, log, notebook, hookPath, now };
  let playing: Promise<void> | null = null;

  async function play(): Promise<void> {
    while (!stopping.signal.aborted) {
      await notebook
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
      playing ??= play();
    },
    async stop() {
      stopping.abort();
      await playing;
    },
    hook: byHook
      ? createHook<Update>(hookPath, config.BOT_WEBHOOK_SECRET ?? '', (update) => inbox.take(update))
      : null,
  };
}

/** The admin bot's work while this process is the leader: polls status and events, handles updates, sends the outbox. */
import { setTimeout as sleep } from 'node:timers/promises';
import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns/format';
import type { Inbox } from '#bots/shared/inbox.js';
import { poll } from '#bots/shared/long-polling.js';
import { retryUntilDone } from '#bots/shared/retry.js';
import { baseUrlOf, type Config } from '../../src/config/index.js';
import type { BotStore, Engine } from '../../src/engine/index.js';
import type { Logger } from '../../src/log.js';
import { commands, dailyText } from './command-replies.js';
import { createCommands } from './commands.js';
import { Delivery } from './deliver.js';
import { advance } from './incidents/incidents.js';
import { snapshotOf } from './incidents/status-snapshot.js';
import { deleteReported, dropPast } from './outbox.js';
import type { RenderContext } from './render.js';
import { openStateStore, type StateStore } from './state-store.js';
import { type Handlers, openTelegram, refusalIn, type Telegram, type Update } from './telegram.js';
import type { Input } from './types.js';

interface TermDeps {
  engine: Engine;
  config: Config;
  log: Logger;
  botStore: BotStore;
  /** Path of the webhook. */
  webhookPath: string;
  now: () => number;
}

const tickMs = 500;
const eventsAtOnce = 100;
const dayMs = 86_400_000;
/** In TIME_ZONE. */
const dailyHour = 9;

export class Term {
  readonly telegram: Telegram;
  private readonly delivery: Delivery;
  private saved = '';

  /** @param lost aborts when this process is no longer the leader */
  static async open(deps: TermDeps, lost: AbortSignal, stopping: AbortSignal): Promise<Term> {
    const { config, botStore, now } = deps;
    const mayWrite = () => !lost.aborted || stopping.aborted;
    const store = await openStateStore(botStore, config.ADMIN_CHAT_IDS, now, mayWrite);
    return new Term(deps, store, lost);
  }

  private constructor(
    private readonly deps: TermDeps,
    private readonly store: StateStore,
    private readonly lost: AbortSignal,
  ) {
    const { config, log, now } = deps;
    const { daily } = store.stored;
    const { day, hour } = localTime(config, now());
    if (store.isNew && hour >= dailyHour) daily.day = day;
    this.telegram = openTelegram(config.ADMIN_BOT_TOKEN ?? '', config, this.handlers(), lost);
    const context = () => this.context();
    this.delivery = new Delivery({ store, telegram: this.telegram, context, log, signal: lost, now });
  }

  /** Runs until leadership is lost. */
  async serve(inbox: Inbox<Update>): Promise<void> {
    await Promise.all([this.watchStatus(), this.receiveUpdates(inbox)]);
    await this.delivery.idle();
    await this.save();
  }

  private context(): RenderContext {
    const { engine, config, now } = this.deps;
    const view = snapshotOf(engine.status(), engine.ready());
    return { state: this.store.stored.state, view, timeZone: config.TIME_ZONE, now: now() };
  }

  private apply(input: Input): void {
    const { stored } = this.store;
    const { state, transitions } = advance(stored.state, input, this.deps.now());
    stored.state = state;
    for (const { incident, what } of transitions) {
      this.deps.log.info({ component: 'admin-bot', incident, what }, 'incident changed');
    }
  }

  private async save(): Promise<void> {
    if (this.deps.engine.ready()) await this.store.save().catch(() => undefined);
  }

  /** Reads the status and the events and sends the outbox, twice a second. */
  private async watchStatus(): Promise<void> {
    while (!this.lost.aborted) {
      await this.readStatus().catch((error: unknown) => {
        this.deps.log.error({ component: 'admin-bot', err: error }, 'reading status and events failed');
      });
      await sleep(tickMs, undefined, { signal: this.lost }).catch(() => undefined);
    }
  }

  private async readStatus(): Promise<void> {
    const { stored } = this.store;
    const { view } = this.context();
    this.apply({ kind: 'status', view });
    if (view.ready) await this.readEvents();
    this.addDailySummary();
    deleteReported(this.context(), stored);
    const written = JSON.stringify([stored.state, stored.cursor, stored.notices, stored.daily, stored.chats]);
    if (written !== this.saved && view.ready) {
      const markSaved = () => {
        this.saved = written;
      };
      await this.store.save().then(markSaved, () => undefined);
    }
    this.delivery.start();
  }

  /** Reads new events. On the first start only problems that are still open are kept. */
  private async readEvents(): Promise<void> {
    const { engine, config } = this.deps;
    const { stored } = this.store;
    const isFirst = stored.cursor === null;
    for (;;) {
      const found = await engine.admin.events(stored.cursor ?? '0', eventsAtOnce).catch(() => null);
      // Failed: `isFirst` still holds at the next attempt, because the cursor is unchanged.
      if (found === null) return;
      for (const { cursor, event } of found) {
        if (!('realm' in event) || event.realm === config.BANKS) this.apply({ kind: 'event', event });
        stored.cursor = cursor;
      }
      if (found.length < eventsAtOnce) break;
    }
    if (!isFirst) return;
    stored.cursor ??= '0';
    dropPast(stored);
  }

  private addDailySummary(): void {
    const { config } = this.deps;
    const { daily } = this.store.stored;
    const context = this.context();
    const { day, hour } = localTime(config, context.now);
    if (daily.day === day || hour < dailyHour || !context.view.ready) return;
    daily.day = day;
    // Only in the hour it is due: a process started later skips that day's summary.
    if (daily.on && hour === dailyHour) this.store.notify(dailyText(context), { silent: true });
  }

  private async receiveUpdates(inbox: Inbox<Update>): Promise<void> {
    const { config, log } = this.deps;
    const { telegram, lost } = this;
    await this.register();
    const polling =
      config.BOT_MODE === 'webhook'
        ? null
        : poll(
            {
              fetch: (offset, gone) => telegram.getUpdates(offset, gone),
              take: (update) => inbox.take(update),
              refusalIn,
              onFailure: () => log.warn({ component: 'admin-bot' }, 'updates cannot be fetched'),
            },
            lost,
          );
    await Promise.all([inbox.run(lost), polling]);
  }

  /** Registers the bot with Telegram; retries until it succeeds. */
  private async register(): Promise<void> {
    const { config, log, webhookPath } = this.deps;
    const secret = config.BOT_WEBHOOK_SECRET ?? '';
    const webhook =
      config.BOT_MODE === 'webhook' ? { url: `${baseUrlOf(config)}${webhookPath}`, secret } : null;
    const attempt = () => this.telegram.register(commands, webhook);
    await retryUntilDone(attempt, this.lost, (_, failures) => {
      if (failures === 2) log.warn({ component: 'admin-bot' }, 'bot could not be registered with Telegram');
    });
  }

  private handlers(): Handlers {
    const { store } = this;
    const commandHandlers = this.createCommands();
    const chats = this.deps.config.ADMIN_CHAT_IDS;
    return {
      isAdmitted(chat, from) {
        // The id of a private chat is that of the person. In a listed group every member is admitted.
        return chats.map(store.idOf).includes(chat) && (chat < 0 || chat === from);
      },
      async onCommand(command) {
        switchOn(store, command.chat);
        await commandHandlers.onCommand(command);
      },
      async onPress(button) {
        switchOn(store, button.chat);
        await commandHandlers.onPress(button);
      },
      onMigrated: async (from, to) => {
        store.move(from, to);
        await this.save();
        this.delivery.start();
      },
      onAvailability: async (chat, isOpen) => {
        if (isOpen) switchOn(store, chat);
        this.delivery.start();
      },
    };
  }

  private createCommands() {
    const { engine, botStore } = this.deps;
    return createCommands({
      engine,
      store: this.store,
      context: () => this.context(),
      applyPress: async (press) => {
        this.apply({ kind: 'press', press });
        await this.save();
        this.delivery.start();
      },
      reply: async (chat, message, replyTo) => {
        await this.telegram.reply(chat, message, replyTo);
        this.delivery.start();
      },
      replace: async (chat, id, message) => {
        await this.telegram.replace(chat, id, message).catch((error: unknown) => {
          if (refusalIn(error) === null) throw error;
        });
        this.delivery.start();
      },
      async claim({ chat, message, id }) {
        const question = `question:${chat}:${message}`;
        const before = await botStore.getTemporary(question);
        if (before === null) await botStore.setTemporary(question, id, dayMs);
        return before === null || before === id;
      },
    });
  }
}

function localTime({ TIME_ZONE }: Config, ms: number): { day: string; hour: number } {
  const at = new TZDate(ms, TIME_ZONE);
  return { day: format(at, 'yyyy-MM-dd'), hour: at.getHours() };
}

/** Re-enables a chat that writes to the bot: it gets the open incidents, but no notices sent in between. */
function switchOn({ stored }: StateStore, chat: number): void {
  const chatState = stored.chats[chat];
  if (!chatState || chatState.on) return;
  chatState.on = true;
  chatState.notice = stored.notices.at(-1)?.n ?? chatState.notice;
}

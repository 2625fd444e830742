/** The admin bot's work while this process is the leader: polls status and events, handles updates, sends the outbox. */
import { setTimeout as sleep } from 'node:timers/promises';
import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns/format';
import { baseUrlOf, type Config } from '../../src/config/index.js';
import type { BotStore, Engine } from '../../src/engine/index.js';
import type { Logger } from '../../src/log.js';
import type { Inbox } from '../shared/inbox.js';
import { poll } from '../shared/long-polling.js';
import { commands, dailyText, page } from './command-replies.js';
import { createDesk } from './commands.js';
import { Delivery } from './deliver.js';
import { advance } from './incidents.js';
import { forget, forgetPast } from './outbox.js';
import type { RenderContext } from './render.js';
import { type OpenBook, openBook } from './state-store.js';
import { viewOf } from './status-snapshot.js';
import { type Handlers, openTelegram, pauseOf, type Telegram, Trouble, type Update } from './telegram.js';
import type { Input } from './types.js';

export interface TermDeps {
  engine: Engine;
  config: Config;
  log: Logger;
  notebook: BotStore;
  /** Path of the webhook. */
  hookPath: string;
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
    const { config, notebook, now } = deps;
    const mayWrite = () => !lost.aborted || stopping.aborted;
    const open = await openBook(notebook, config.ADMIN_CHAT_IDS, now, mayWrite);
    return new Term(deps, open, lost);
  }

  private constructor(
    private readonly deps: TermDeps,
    private readonly open: OpenBook,
    private readonly lost: AbortSignal,
  ) {
    const { config, log, now } = deps;
    const { daily } = open.book;
    if (open.isNew && hourOf(config, now()) >= dailyHour) daily.day = dayOf(config, now());
    this.telegram = openTelegram(config.ADMIN_BOT_TOKEN ?? '', config, this.handlers(), lost);
    const canvas = () => this.canvas();
    this.delivery = new Delivery({ open, telegram: this.telegram, canvas, log, signal: lost, now });
  }

  /** Runs until leadership is lost. */
  async serve(inbox: Inbox<Update>): Promise<void> {
    await Promise.all([this.watch(), this.hear(inbox)]);
    await this.delivery.idle();
    await this.save();
  }

  private canvas(): RenderContext {
    const { engine, config, now } = this.deps;
    const view = viewOf(engine.status(), engine.ready());
    return { state: this.open.book.state, view, timeZone: config.TIME_ZONE, now: now() };
  }

  private apply(input: Input): void {
    const { book } = this.open;
    const { state, transitions } = advance(book.state, input, this.deps.now());
    book.state = state;
    for (const { incident, what } of transitions) {
      this.deps.log.info({ component: 'admin-bot', incident, what }, 'incident changed');
    }
  }

  private async save(): Promise<void> {
    if (this.deps.engine.ready()) await this.open.save().catch(() => undefined);
  }

  /** Reads the status and the events and sends the outbox, twice a second. */
  private async watch(): Promise<void> {
    while (!this.lost.aborted) {
      await this.look().catch((error: unknown) => {
        this.deps.log.error({ component: 'admin-bot', err: error }, 'reading status and events failed');
      });
      await sleep(tickMs, undefined, { signal: this.lost }).catch(() => undefined);
    }
  }

  private async look(): Promise<void> {
    const { book } = this.open;
    const { view } = this.canvas();
    this.apply({ kind: 'look', view });
    if (view.ready) await this.readEvents();
    this.tellDaily();
    forget(this.canvas(), book);
    const written = JSON.stringify([book.state, book.cursor, book.notices, book.daily, book.chats]);
    if (written !== this.saved && view.ready) {
      const keep = () => {
        this.saved = written;
      };
      await this.open.save().then(keep, () => undefined);
    }
    this.delivery.go();
  }

  /** Reads new events. On the first start only problems that are still open are kept. */
  private async readEvents(): Promise<void> {
    const { engine, config } = this.deps;
    const { book } = this.open;
    const isFirst = book.cursor === null;
    for (;;) {
      const found = await engine.admin.events(book.cursor ?? '0', eventsAtOnce).catch(() => null);
      // Failed: `isFirst` still holds at the next attempt, because the cursor is unchanged.
      if (found === null) return;
      for (const { cursor, event } of found) {
        if (!('realm' in event) || event.realm === config.BANKS) this.apply({ kind: 'event', event });
        book.cursor = cursor;
      }
      if (found.length < eventsAtOnce) break;
    }
    if (!isFirst) return;
    book.cursor ??= '0';
    forgetPast(book);
  }

  private tellDaily(): void {
    const { config } = this.deps;
    const { daily } = this.open.book;
    const canvas = this.canvas();
    const day = dayOf(config, canvas.now);
    const hour = hourOf(config, canvas.now);
    if (daily.day === day || hour < dailyHour || !canvas.view.ready) return;
    daily.day = day;
    // Only in the hour it is due: a process started later skips that day's summary.
    if (daily.on && hour === dailyHour) this.open.notify(dailyText(canvas), { silent: true });
  }

  private async hear(inbox: Inbox<Update>): Promise<void> {
    const { config, log } = this.deps;
    const { telegram, lost } = this;
    await this.register();
    const polling =
      config.BOT_MODE === 'webhook'
        ? null
        : poll(
            {
              fetch: (offset, gone) => telegram.updates(offset, gone),
              take: (update) => inbox.take(update),
              read: pauseOf,
              onFailure: () => log.warn({ component: 'admin-bot' }, 'updates cannot be fetched'),
            },
            lost,
          );
    await Promise.all([inbox.play(lost), polling]);
  }

  /** Sets or deletes the webhook, registers the commands and fetches the bot's name; retries until it succeeds. */
  private async register(): Promise<void> {
    const { config, log, hookPath } = this.deps;
    const { telegram, lost } = this;
    for (let failures = 0; !lost.aborted; failures += 1) {
      try {
        if (config.BOT_MODE === 'webhook') {
          await telegram.useWebhook(`${baseUrlOf(config)}${hookPath}`, config.BOT_WEBHOOK_SECRET ?? '');
        } else await telegram.dropWebhook();
        await telegram.name(commands);
        await telegram.meet();
        return;
      } catch {
        if (failures === 2) log.warn({ component: 'admin-bot' }, 'bot could not be registered with Telegram');
        const pauseMs = Math.min(30_000, 1_000 * 2 ** failures);
        await sleep(pauseMs, undefined, { signal: lost }).catch(() => undefined);
      }
    }
  }

  private handlers(): Handlers {
    const { open } = this;
    const desk = this.openDesk();
    const chats = this.deps.config.ADMIN_CHAT_IDS;
    return {
      admits(chat, from) {
        // The id of a private chat is that of the person. In a listed group every member is admitted.
        return chats.map(open.idOf).includes(chat) && (chat < 0 || chat === from);
      },
      commands: Object.fromEntries(
        Object.entries(desk.commands).map(([name, run]) => [
          name,
          async (command) => {
            switchOn(open, command.chat);
            await run(command);
          },
        ]),
      ),
      unknown: async ({ chat, message }) => {
        switchOn(open, chat);
        const hint = page(['I do not know this command. See /help.']);
        if (chat > 0) await this.telegram.say(chat, hint, message);
      },
      async press(button) {
        switchOn(open, button.chat);
        await desk.press(button);
      },
      moved: async (from, to) => {
        open.move(from, to);
        await this.save();
        this.delivery.go();
      },
      standing: async (chat, isOpen) => {
        if (isOpen) switchOn(open, chat);
        this.delivery.go();
      },
    };
  }

  private openDesk() {
    const { engine, notebook } = this.deps;
    return createDesk({
      engine,
      open: this.open,
      canvas: () => this.canvas(),
      press: async (press) => {
        this.apply({ kind: 'press', press });
        await this.save();
        this.delivery.go();
      },
      say: async (chat, message, replyTo) => {
        await this.telegram.say(chat, message, replyTo);
        this.delivery.go();
      },
      replace: async (chat, id, message) => {
        await this.telegram.replace(chat, id, message).catch((error: unknown) => {
          if (!(error instanceof Trouble)) throw error;
        });
        this.delivery.go();
      },
      async claim({ chat, message, id }) {
        const question = `question:${chat}:${message}`;
        const before = await notebook.getTemporary(question);
        if (before === null) await notebook.setTemporary(question, id, dayMs);
        return before === null || before === id;
      },
    });
  }
}

function hourOf({ TIME_ZONE }: Config, ms: number): number {
  return new TZDate(ms, TIME_ZONE).getHours();
}

function dayOf({ TIME_ZONE }: Config, ms: number): string {
  return format(new TZDate(ms, TIME_ZONE), 'yyyy-MM-dd');
}

/** Re-enables a chat that writes to the bot: it gets the open incidents, but no notices sent in between. */
function switchOn({ book }: OpenBook, chat: number): void {
  const told = book.chats[chat];
  if (!told || told.on) return;
  told.on = true;
  told.notice = book.notices.at(-1)?.n ?? told.notice;
}

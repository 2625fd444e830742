/** The admin bot: reads events, keeps incidents, tells administrators (docs/admin-bot.md). One process plays it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns/format';
import { chatOf, Inbox } from '../../bots/shared/inbox.js';
import { poll } from '../../bots/shared/poll.js';
import { createHook, type Hook } from '../../bots/shared/webhook.js';
import { baseUrlOf, type Config } from '../../src/config.js';
import { type Engine, Failure, type Notebook } from '../../src/engine/index.js';
import type { Logger } from '../../src/log.js';
import { type OpenBook, openBook } from './book.js';
import { Delivery } from './deliver.js';
import { createDesk } from './desk.js';
import { advance } from './incidents.js';
import { forget, forgetPast } from './owed.js';
import { commands, dailyText, page } from './pages.js';
import type { Canvas } from './render.js';
import { type Handlers, openTelegram, pauseOf, type Telegram, Trouble, type Update } from './telegram.js';
import type { Input, View } from './types.js';
import { viewOf } from './view.js';

export interface AdminBotDeps {
  engine: Engine;
  config: Config;
  log: Logger;
  now?: () => number;
}

export interface AdminBot {
  /** Plays as soon as no other process does. */
  start(): void;
  /** Ends what is under way; what is owed is told by the next process. Safe to call again. */
  stop(): Promise<void>;
  /** For the process that serves HTTP; null where updates are polled. */
  hook: Hook | null;
}

/** Says which bot, and nothing that is secret. */
const hookPath = '/telegram/admin';
const tickMs = 500;
const eventsAtOnce = 100;
const dayMs = 86_400_000;
/** In TIME_ZONE. */
const dailyHour = 9;

/** @param deps `config.ADMIN_BOT_TOKEN` must be set */
export function createAdminBot(deps: AdminBotDeps): AdminBot {
  const { engine, config, log } = deps;
  const notebook = engine.notebook('admin');
  const stopping = new AbortController();
  const byHook = config.BOT_MODE === 'webhook';
  /** Who handles updates while this process leads. */
  let telegram: Telegram | null = null;
  const inbox = new Inbox<Update>({
    ...{ notebook, log, component: 'admin-bot' },
    async handle(update, signal) {
      await telegram?.handle(update).catch((error: unknown) => {
        // Not answered, for this process ends: the next one answers.
        if (signal.aborted) throw new Failure('unavailable');
        const reason =
          error instanceof Trouble ? error.refusal.kind : error instanceof Error ? error.name : '';
        log.warn({ component: 'admin-bot', reason }, 'a command or press could not be handled');
      });
    },
    laneOf: chatOf,
    shared: byHook,
    // To answer /status while the store is away matters more than to answer it once.
    withoutStore: true,
  });
  let playing: Promise<void> | null = null;

  async function play(): Promise<void> {
    while (!stopping.signal.aborted) {
      await notebook
        .lead(async (lost) => {
          await term(deps, notebook, lost, stopping.signal, (opened) => {
            telegram = opened;
            return inbox;
          });
        }, stopping.signal)
        .catch((error: unknown) => {
          log.error({ component: 'admin-bot', err: error }, 'the admin bot has stumbled and begins anew');
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

/** Everything while this process leads. */
async function term(
  deps: AdminBotDeps,
  notebook: Notebook,
  lost: AbortSignal,
  stopping: AbortSignal,
  inboxFor: (telegram: Telegram) => Inbox<Update>,
): Promise<void> {
  const { engine, config, log, now = Date.now } = deps;
  const chats = config.ADMIN_CHAT_IDS;
  const open = await openBook(notebook, chats, now, () => !lost.aborted || stopping.aborted);
  if (open.isNew && hourOf(config, now()) >= dailyHour) open.book.daily.day = dayOf(config, now());
  const canvas = (): Canvas => ({
    state: open.book.state,
    view: viewOf(engine.status(), engine.ready()),
    timeZone: config.TIME_ZONE,
    now: now(),
  });

  const apply = (input: Input): void => {
    const { state, transitions } = advance(open.book.state, input, now());
    open.book.state = state;
    for (const { incident, what } of transitions) {
      log.info({ component: 'admin-bot', incident, what }, 'an incident has changed');
    }
  };

  const handlers = handlersOf(
    deps,
    notebook,
    open,
    canvas,
    apply,
    () => delivery,
    () => telegram,
  );
  const telegram: Telegram = openTelegram(config.ADMIN_BOT_TOKEN ?? '', config, handlers, lost);
  const delivery: Delivery = new Delivery({ open, telegram, canvas, log, signal: lost, now });

  const watching = watch(deps, open, canvas, apply, delivery, lost);
  const hearing = hear(deps, inboxFor(telegram), telegram, lost);
  await Promise.all([watching, hearing]);
  await delivery.idle();
  if (engine.ready()) await open.save().catch(() => undefined);
}

type Apply = (input: Input) => void;

/** Looks twice a second: at the status, at the stream, at what is owed. */
async function watch(
  { engine, config, log }: AdminBotDeps,
  open: OpenBook,
  canvas: () => Canvas,
  apply: Apply,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<void> {
  const { book } = open;
  let saved = '';
  while (!signal.aborted) {
    try {
      const { view } = canvas();
      apply({ kind: 'look', view });
      if (view.ready) await readEvents(engine, config, open, apply);
      tellDaily(config, open, canvas());
      forget(canvas(), book);
      const written = JSON.stringify([book.state, book.cursor, book.notices, book.daily, book.chats]);
      if (written !== saved && view.ready) {
        await open.save().then(
          () => {
            saved = written;
          },
          () => undefined,
        );
      }
      delivery.go();
    } catch (error) {
      log.error({ component: 'admin-bot', err: error }, 'a look at the service has failed');
    }
    await sleep(tickMs, undefined, { signal }).catch(() => undefined);
  }
}

/** A bot that is new is told what is wrong now, not what has been. */
async function readEvents(engine: Engine, config: Config, open: OpenBook, apply: Apply): Promise<void> {
  const { book } = open;
  const isFirst = book.cursor === null;
  for (;;) {
    const found = await engine.admin.events(book.cursor ?? '0', eventsAtOnce).catch(() => null);
    // What could not be read is still the past at the next look.
    if (found === null) return;
    for (const { cursor, event } of found) {
      if (!('realm' in event) || event.realm === config.BANKS) apply({ kind: 'event', event });
      book.cursor = cursor;
    }
    if (found.length < eventsAtOnce) break;
  }
  if (!isFirst) return;
  book.cursor ??= '0';
  forgetPast(book);
}

function tellDaily(config: Config, open: OpenBook, canvas: Canvas): void {
  const { daily } = open.book;
  const day = dayOf(config, canvas.now);
  const hour = hourOf(config, canvas.now);
  if (daily.day === day || hour < dailyHour || !canvas.view.ready) return;
  daily.day = day;
  // Who starts in the afternoon has nothing to say of the morning.
  if (daily.on && hour === dailyHour) open.notify(dailyText(canvas), { silent: true });
}

function hourOf({ TIME_ZONE }: Config, ms: number): number {
  return new TZDate(ms, TIME_ZONE).getHours();
}

function dayOf({ TIME_ZONE }: Config, ms: number): string {
  return format(new TZDate(ms, TIME_ZONE), 'yyyy-MM-dd');
}

/** Updates, until `signal` aborts. */
async function hear(
  { config, log }: AdminBotDeps,
  inbox: Inbox<Update>,
  telegram: Telegram,
  signal: AbortSignal,
): Promise<void> {
  await register(config, telegram, log, signal);
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
          signal,
        );
  await Promise.all([inbox.play(signal), polling]);
}

/** Says where updates go and what commands there are, and asks who the bot is; tries until Telegram has taken it. */
async function register(config: Config, telegram: Telegram, log: Logger, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      if (config.BOT_MODE === 'webhook') {
        await telegram.useWebhook(`${baseUrlOf(config)}${hookPath}`, config.BOT_WEBHOOK_SECRET ?? '');
      } else await telegram.dropWebhook();
      await telegram.name(commands);
      await telegram.meet();
      return;
    } catch {
      if (failures === 2)
        log.warn({ component: 'admin-bot' }, 'Telegram cannot be told how to reach the bot');
      await sleep(Math.min(30_000, 1_000 * 2 ** failures), undefined, { signal }).catch(() => undefined);
    }
  }
}

function handlersOf(
  { engine, config }: AdminBotDeps,
  notebook: Notebook,
  open: OpenBook,
  canvas: () => Canvas,
  apply: Apply,
  delivery: () => Delivery,
  telegram: () => Telegram,
): Handlers {
  const desk = createDesk({
    engine,
    open,
    canvas,
    async press(press) {
      apply({ kind: 'press', press });
      await safely(open, canvas().view);
      delivery().go();
    },
    async say(chat, message, replyTo) {
      await telegram().say(chat, message, replyTo);
      delivery().go();
    },
    async replace(chat, id, message) {
      await telegram()
        .replace(chat, id, message)
        .catch((error: unknown) => {
          if (!(error instanceof Trouble)) throw error;
        });
      delivery().go();
    },
    async claim({ chat, message, id }) {
      const question = `question:${chat}:${message}`;
      const before = await notebook.recall(question);
      if (before === null) await notebook.remember(question, id, dayMs);
      return before === null || before === id;
    },
  });
  const admitted = (chat: number, from: number) => {
    const listed = config.ADMIN_CHAT_IDS.map(open.idOf);
    // A private chat has the id of the person; in a group that is listed, its members are.
    return listed.includes(chat) && (chat < 0 || chat === from);
  };
  /** A chat that writes to the bot takes its messages again. */
  const noticed = (chat: number) => switchOn(open, chat);
  return {
    admits: admitted,
    commands: Object.fromEntries(
      Object.entries(desk.commands).map(([name, run]) => [
        name,
        async (command) => {
          noticed(command.chat);
          await run(command);
        },
      ]),
    ),
    async unknown({ chat, message }) {
      noticed(chat);
      if (chat > 0) await telegram().say(chat, page(['I do not know this command. See /help.']), message);
    },
    async press(button) {
      noticed(button.chat);
      await desk.press(button);
    },
    async moved(from, to) {
      open.move(from, to);
      await safely(open, canvas().view);
      delivery().go();
    },
    async standing(chat, isOpen) {
      if (isOpen) switchOn(open, chat);
      delivery().go();
    },
  };
}

async function safely(open: OpenBook, { ready }: View): Promise<void> {
  if (ready) await open.save().catch(() => undefined);
}

/** It is told what is open; what it has missed is over. */
function switchOn({ book }: OpenBook, chat: number): void {
  const told = book.chats[chat];
  if (!told || told.on) return;
  told.on = true;
  told.notice = book.notices.at(-1)?.n ?? told.notice;
}

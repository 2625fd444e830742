/** Wires the cashier bot together. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, Bot, BotError, GrammyError } from 'grammy';
import type { Update, UserFromGetMe } from 'grammy/types';
import { baseUrlOf, type Config } from '../../src/config/index.js';
import { type Engine, Failure } from '../../src/engine/index.js';
import type { Logger } from '../../src/log.js';
import { chatOf, Inbox } from '../shared/inbox.js';
import { holdSeconds, poll } from '../shared/long-polling.js';
import { RateLimit } from '../shared/rate-limit.js';
import { createHook, type Hook } from '../shared/webhook.js';
import { createAlerts } from './alerts.js';
import { doChores } from './background-tasks.js';
import { createClosings } from './daily-summary.js';
import type { Kit } from './deps.js';
import { watchGroups } from './features/groups.js';
import { createFeatures } from './features/index.js';
import { answerPresses } from './features/presses.js';
import { createFiles } from './files.js';
import { type CashierContext, identify } from './identify.js';
import { createSaid } from './jobs/answered-messages.js';
import { createDelivery } from './jobs/deliver.js';
import type { JobRequest } from './jobs/job.js';
import { createJobs } from './jobs/jobs.js';
import { createLimits } from './jobs/limits.js';
import { createAsks } from './prompts.js';
import {
  commandsOf,
  loadVocabulary,
  locales,
  renderChecking,
  renderFailure,
  renderText,
  type Setting,
  type Vocabulary,
} from './render/index.js';
import { boundedRetry, clientOptions, forGrammy, pauseOf, plainApi, throughGate } from './telegram.js';
import { createBearers } from './verification/message-receipts.js';
import { createOwners } from './verification/notify-owners.js';
import { createQuestions } from './verification/questions.js';
import { createWork } from './verification/run-job.js';

export interface CashierDeps {
  engine: Engine;
  config: Config;
  log: Logger;
}

export interface CashierBot {
  /** Runs the bot whenever this process is the leader. Never throws; errors of Telegram are retried. */
  start(): void;
  /** Stops taking updates. Unfinished jobs are stored; the next leader resumes them. */
  stop(): Promise<void>;
  /** Webhook route for the HTTP server; null with long polling. */
  hook: Hook | null;
}

/** Concurrent jobs per lane (chat and bank) and in all. The total is high enough that banks which hang cannot use it up. */
const limits = { perLane: 20, inAll: 5_000 };
/** The bank of a picture is unknown at first: after this time it no longer counts against its lane. */
const pictureCountsMs = 10_000;
/** Names the bot; contains no secret. */
const hookPath = '/telegram/cashier';
/** Kinds of updates to subscribe to. */
const kinds = ['message', 'edited_message', 'callback_query', 'my_chat_member'] as const;
const pauseMs = 1_000;
const pauseMsMax = 30_000;

/** @throws TypeError without CASHIER_BOT_TOKEN */
export function createCashierBot({ engine, config, log }: CashierDeps): CashierBot {
  const token = config.CASHIER_BOT_TOKEN;
  if (token === undefined) throw new TypeError('the cashier bot has no token');
  const notebook = engine.botStore('cashier');
  const vocabulary = loadVocabulary();
  const setting = settingOf(engine, config);
  const once = plainApi(token, config);
  const gate = new RateLimit();
  const delivery = createDelivery(once, gate, log);
  const said = createSaid(notebook);
  const isDown = (bank: string) =>
    engine
      .status()
      .components.some(
        (part) => part.group === 'upstream' && part.providerKey === bank && part.status === 'down',
      );
  const owners = createOwners({ engine, delivery, vocabulary, setting, log });
  const questions = createQuestions({ engine, notebook, delivery, vocabulary, setting });
  const bearers = createBearers(notebook);
  const alerts = createAlerts({ engine, delivery, vocabulary, setting, log });
  const files = createFiles(once, token, config);
  const jobs = createJobs({
    notebook,
    delivery,
    limits: createLimits(limits),
    said,
    work: createWork({
      ...{ engine, files, vocabulary, owners, alerts, questions, bearers, setting, isDown },
      now: Date.now,
    }),
    checking: ({ locale }) => renderChecking(vocabulary.of(locale)),
    answered: ({ locale }) => renderText(vocabulary.of(locale), 'checking-answered'),
    laneOf: ({ chat, what }) =>
      what.kind === 'text'
        ? { name: `${chat} ${bankOf(engine, what.request)}`, countsMs: null }
        : { name: `${chat} pictures`, countsMs: pictureCountsMs },
    broken: ({ id, locale }) =>
      renderFailure(vocabulary.of(locale), { failure: 'internal' }, setting(), { job: id }),
    isDown,
    ready: () => engine.ready(),
    log,
  });
  const asks = createAsks(notebook);
  const kit: Kit = {
    ...{ engine, config, log, vocabulary, setting },
    ...{ jobs, said, asks, alerts, delivery, questions, bearers, now: Date.now },
  };

  const bot = new Bot<CashierContext>(token, { client: clientOptions(config) });
  // Transformers run last to first: the retry is outermost, so each attempt passes the rate limit.
  bot.api.config.use(throughGate(gate), boundedRetry());
  bot.use(answerPresses);
  bot.use(watchGroups({ shops: engine.shops, notebook }));
  bot.use(identify({ shops: engine.shops, vocabulary }));
  bot.use(createFeatures(kit));

  const byHook = config.BOT_MODE === 'webhook';
  const inbox = new Inbox<Update>({
    ...{ notebook, log, component: 'cashier-bot' },
    handle: (update) => bot.handleUpdate(update).catch(unwrapped),
    laneOf: chatOf,
    shared: byHook,
  });
  const take = (update: Update) => inbox.take(update);

  /** One leadership term of this process, until `lost` aborts. */
  async function play(lost: AbortSignal): Promise<void> {
    await untilItWorks('the bot cannot reach Telegram', lost, async () => {
      bot.botInfo = await present(once, { vocabulary, config, byHook }, lost);
    });
    await untilItWorks('what was left cannot be taken up', lost, async () => {
      await alerts.play(lost);
      await jobs.play(lost);
    });
    const polling = byHook ? null : poll({ fetch, take, read: pauseOf, onFailure }, lost);
    const chores = doChores(kit, lost);
    const closing = createClosings(kit).play(lost);
    await untilItWorks('updates cannot be handled', lost, () => inbox.play(lost));
    // Waits for messages in flight to be recorded; otherwise the next leader would send them again.
    await Promise.all([polling, chores, closing, jobs.ended()]);
  }

  function fetch(offset: number, signal: AbortSignal): Promise<Update[]> {
    const asked = { offset, limit: 100, timeout: holdSeconds, allowed_updates: kinds };
    return once.getUpdates(asked, forGrammy(signal));
  }

  function onFailure(error: unknown): void {
    log.warn({ component: 'cashier-bot', err: error }, 'updates cannot be fetched');
  }

  async function untilItWorks(what: string, lost: AbortSignal, attempt: () => Promise<void>): Promise<void> {
    for (let failures = 0; !lost.aborted; failures += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (lost.aborted) return;
        log.warn({ component: 'cashier-bot', err: error, code: codeOf(error) }, what);
        const pause = Math.min(pauseMsMax, pauseMs * 2 ** Math.min(failures, 10));
        await sleep(pause, undefined, { signal: lost }).catch(() => undefined);
      }
    }
  }

  const stopping = new AbortController();
  let played: Promise<void> = Promise.resolve();
  return {
    start() {
      played = notebook.runAsLeader(play, stopping.signal).catch((error: unknown) => {
        log.error({ component: 'cashier-bot', err: error }, 'cashier bot stopped after an error');
      });
    },
    async stop() {
      stopping.abort();
      await played;
    },
    hook: byHook ? createHook(hookPath, config.BOT_WEBHOOK_SECRET ?? '', take) : null,
  };
}

/** Registers commands, descriptions and the webhook with Telegram. @returns the bot's own user */
async function present(
  api: Api,
  { vocabulary, config, byHook }: { vocabulary: Vocabulary; config: Config; byHook: boolean },
  lost: AbortSignal,
): Promise<UserFromGetMe> {
  const signal = forGrammy(lost);
  const me = await api.getMe(signal);
  if (byHook) {
    const options = { secret_token: config.BOT_WEBHOOK_SECRET ?? '', allowed_updates: kinds };
    await api.setWebhook(`${baseUrlOf(config)}${hookPath}`, options, signal);
  } else {
    await api.deleteWebhook({}, signal);
  }
  // Default menus for strangers and groups. Members get their own menu in private chats (features/menu.ts).
  const group = { scope: { type: 'all_group_chats' } } as const;
  for (const locale of locales) {
    const words = vocabulary.of(locale);
    await api.setMyCommands(commandsOf(words, 'nobody'), { language_code: locale }, signal);
    await api.setMyCommands(commandsOf(words, 'group'), { ...group, language_code: locale }, signal);
  }
  await api.setMyCommands(commandsOf(vocabulary.of('am'), 'nobody'), {}, signal);
  await api.setMyCommands(commandsOf(vocabulary.of('am'), 'group'), group, signal);
  return me;
}

function settingOf(engine: Engine, { TIME_ZONE }: Pick<Config, 'TIME_ZONE'>): () => Setting {
  const banks = new Map(engine.providers().map(({ key, name }) => [key, name]));
  return () => ({ timeZone: TIME_ZONE, now: Date.now(), banks });
}

/** Key of the bank; empty if unknown. */
function bankOf(engine: Engine, request: JobRequest): string {
  try {
    return engine.resolve(request).providerKey ?? '';
  } catch (error) {
    if (error instanceof Failure) return '';
    throw error;
  }
}

/** Unwraps grammY's BotError, which holds the update: updates must not be logged. */
function unwrapped(error: unknown): never {
  throw error instanceof BotError ? error.error : error;
}

function codeOf(error: unknown): number | null {
  return error instanceof GrammyError ? error.error_code : null;
}

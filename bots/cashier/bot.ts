/** Wires the cashier bot together. */
import { type Api, Bot, BotError, GrammyError } from 'grammy';
import type { Update, UserFromGetMe } from 'grammy/types';
import { chatOf, Inbox } from '#bots/shared/inbox.js';
import { poll, pollTimeoutSeconds } from '#bots/shared/long-polling.js';
import { RateLimit } from '#bots/shared/rate-limit.js';
import { retryUntilDone } from '#bots/shared/retry.js';
import { createWebhook } from '#bots/shared/webhook.js';
import { baseUrlOf, type Config } from '../../src/config/index.js';
import { type Engine, Failure } from '../../src/engine/index.js';
import type { Webhook } from '../../src/http/webhook.js';
import type { Logger } from '../../src/log.js';
import { createAlerts } from './alerts.js';
import { runBackgroundTasks } from './background-tasks.js';
import { runDailySummaries } from './daily-summary.js';
import type { FeatureDeps } from './deps.js';
import { watchGroups } from './features/groups.js';
import { createFeatures } from './features/index.js';
import { answerPresses } from './features/receipts/button-presses.js';
import { createFiles } from './files.js';
import { type CashierContext, identify } from './identify.js';
import { createAnsweredMessages } from './jobs/answered-messages.js';
import { createDelivery } from './jobs/deliver.js';
import type { JobRequest } from './jobs/job.js';
import { createJobs } from './jobs/jobs.js';
import { createLimits } from './jobs/limits.js';
import { createPrompts } from './prompts.js';
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
import { createRequestMessages } from './requests/request-messages.js';
import { followSupergroups } from './supergroups.js';
import {
  boundedRetry,
  clientOptions,
  followMigration,
  forGrammy,
  plainApi,
  refusalIn,
  withRateLimit,
} from './telegram.js';
import { createAcceptanceMessages } from './verification/message-receipts.js';
import { createOwnerNotices } from './verification/notify-owners.js';
import { createQuestions } from './verification/questions.js';
import { createRunJob } from './verification/run-job.js';

interface CashierDeps {
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
  webhook: Webhook | null;
}

/** Concurrent jobs per lane (chat and bank) and in total. The total is high enough that banks which hang cannot use it up. */
const limits = { perLane: 20, inAll: 5_000 };
/** The bank of a picture is unknown at first: after this time it no longer counts against its lane. */
const pictureCountsMs = 10_000;
/** Names the bot; contains no secret. */
const webhookPath = '/telegram/cashier';
/** Kinds of updates to subscribe to. */
const kinds = ['message', 'edited_message', 'callback_query', 'my_chat_member'] as const;

/** @throws TypeError without CASHIER_BOT_TOKEN */
export function createCashierBot({ engine, config, log }: CashierDeps): CashierBot {
  const token = config.CASHIER_BOT_TOKEN;
  if (token === undefined) throw new TypeError('the cashier bot has no token');
  const botStore = engine.botStore('cashier');
  const vocabulary = loadVocabulary();
  const setting = settingOf(engine, config);
  const plainClient = plainApi(token, config);
  const rateLimit = new RateLimit();
  const delivery = createDelivery(plainClient, rateLimit, log);
  const answeredMessages = createAnsweredMessages(botStore);
  const isDown = (bank: string) => isBankDown(engine, bank);
  const messengerDeps = { engine, delivery, vocabulary, setting, log };
  const ownerNotices = createOwnerNotices(messengerDeps);
  const questions = createQuestions(messengerDeps);
  const acceptanceMessages = createAcceptanceMessages(botStore);
  const alerts = createAlerts(messengerDeps);
  const requestMessages = createRequestMessages(messengerDeps);
  const files = createFiles(plainClient, token, config);
  const jobs = createJobs({
    botStore,
    delivery,
    limits: createLimits(limits),
    answeredMessages,
    runJob: createRunJob({
      ...{ engine, files, vocabulary, ownerNotices, alerts, questions, acceptanceMessages, setting, isDown },
      now: Date.now,
    }),
    checking: ({ locale }) => renderChecking(vocabulary.of(locale)),
    answeredElsewhere: ({ locale }) => renderText(vocabulary.of(locale), 'checking-answered'),
    laneOf: ({ chat, what }) =>
      what.kind === 'text'
        ? { name: `${chat} ${bankOf(engine, what.request)}`, countsMs: null }
        : { name: `${chat} pictures`, countsMs: pictureCountsMs },
    unexpectedError: ({ id, locale }) =>
      renderFailure(vocabulary.of(locale), { failure: 'internal' }, setting(), { job: id }),
    isDown,
    ready: () => engine.ready(),
    log,
  });
  const prompts = createPrompts(botStore);
  const deps: FeatureDeps = {
    ...messengerDeps,
    ...{ config, jobs, answeredMessages, prompts, alerts, requestMessages, questions, acceptanceMessages },
    now: Date.now,
  };

  const bot = new Bot<CashierContext>(token, { client: clientOptions(config) });
  const handle = (update: Update) => bot.handleUpdate(update).catch(throwCause);
  // Transformers run last to first: the retry is outermost, so each attempt passes the rate limit.
  bot.api.config.use(withRateLimit(rateLimit), boundedRetry(), followMigration());
  bot.use(answerPresses);
  bot.use(watchGroups(engine.shops, botStore));
  bot.use(followSupergroups(engine.shops, botStore, handle));
  bot.use(identify(engine.shops, vocabulary));
  bot.use(createFeatures(deps));

  const byWebhook = config.BOT_MODE === 'webhook';
  const inbox = new Inbox<Update>({
    ...{ botStore, log, component: 'cashier-bot' },
    handle,
    laneOf: chatOf,
    shared: byWebhook,
  });
  const take = (update: Update) => inbox.take(update);

  const untilDone = createUntilDone(log);

  /** One leadership term of this process, until `lost` aborts. */
  async function runTerm(lost: AbortSignal): Promise<void> {
    await untilDone('the bot cannot reach Telegram', lost, async () => {
      bot.botInfo = await register(plainClient, { vocabulary, config, byWebhook }, lost);
    });
    await untilDone('stored work cannot be resumed', lost, async () => {
      await alerts.run(lost);
      await jobs.run(lost);
      await requestMessages.run(lost);
    });
    const polling = byWebhook ? null : poll({ fetch, take, refusalIn, onFailure }, lost);
    const tasks = runBackgroundTasks(deps, lost);
    const summaries = runDailySummaries(deps, lost);
    await untilDone('updates cannot be handled', lost, () => inbox.run(lost));
    // Waits for messages in flight to be recorded; otherwise the next leader would send them again.
    await Promise.all([polling, tasks, summaries, jobs.drained(), requestMessages.drained()]);
  }

  function fetch(offset: number, signal: AbortSignal): Promise<Update[]> {
    const parameters = { offset, limit: 100, timeout: pollTimeoutSeconds, allowed_updates: kinds };
    return plainClient.getUpdates(parameters, forGrammy(signal));
  }

  function onFailure(error: unknown): void {
    log.warn({ component: 'cashier-bot', err: error }, 'updates cannot be fetched');
  }

  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  return {
    start() {
      running = botStore.runAsLeader(runTerm, stopping.signal).catch((error: unknown) => {
        log.error({ component: 'cashier-bot', err: error }, 'cashier bot stopped after an error');
      });
    },
    async stop() {
      stopping.abort();
      await running;
    },
    webhook: byWebhook ? createWebhook(webhookPath, config.BOT_WEBHOOK_SECRET ?? '', take) : null,
  };
}

/** Repeats attempts until one succeeds or leadership is lost. The returned function takes the log message for a failed attempt. */
function createUntilDone(log: Logger) {
  return (what: string, lost: AbortSignal, attempt: () => Promise<void>) =>
    retryUntilDone(attempt, lost, (error) => {
      const code = error instanceof GrammyError ? error.error_code : null;
      log.warn({ component: 'cashier-bot', err: error, code }, what);
    });
}

/** Registers commands, descriptions and the webhook with Telegram. @returns the bot's own user */
async function register(
  api: Api,
  { vocabulary, config, byWebhook }: { vocabulary: Vocabulary; config: Config; byWebhook: boolean },
  lost: AbortSignal,
): Promise<UserFromGetMe> {
  const signal = forGrammy(lost);
  const me = await api.getMe(signal);
  if (byWebhook) {
    const options = { secret_token: config.BOT_WEBHOOK_SECRET ?? '', allowed_updates: kinds };
    await api.setWebhook(`${baseUrlOf(config)}${webhookPath}`, options, signal);
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

function isBankDown(engine: Engine, bank: string): boolean {
  const { components } = engine.status();
  return components.some(
    (part) => part.group === 'upstream' && part.providerKey === bank && part.status === 'down',
  );
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

/** Unwraps grammY's BotError, which contains the update: updates must not be logged. */
function throwCause(error: unknown): never {
  throw error instanceof BotError ? error.error : error;
}

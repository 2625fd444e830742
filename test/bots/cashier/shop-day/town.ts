/** A town of shops with one bot that may stop or die at any moment, and banks that may be slow or dead, or hang. */
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CashierBot, createCashierBot } from '../../../../bots/cashier/bot.js';
import { readJob } from '../../../../bots/cashier/jobs/job.js';
import { loadConfig } from '../../../../src/config/index.js';
import { type Engine, Failure, type Resolution, type ResolveRequest } from '../../../../src/engine/index.js';
import * as names from '../../../../src/engine/store/key-names.js';
import type { Webhook } from '../../../../src/http/webhook.js';
import { createLog } from '../../../../src/log.js';
import { openApplication } from '../../../engine/support.js';
import { startServer, type TestServer } from '../../../support/servers.js';
import { openTestStore } from '../../../support/store.js';
import { startTcpProxy } from '../../../support/tcp-proxy.js';
import { type FakeBot, startTelegram } from '../../../support/telegram/index.js';
import { type People, peopleOf } from '../people.js';

const token = '777002:AAHtokenOfAShopsDay_0123456789abcdef';

/** Siinqee's links open only a few times. */
export const bankNames = ['telebirr', 'dashen', 'siinqee', 'abay'] as const;
export type BankName = (typeof bankNames)[number];
/** `hangs`: does not answer until its state changes. */
export type BankState = 'up' | 'slow' | 'dead' | 'hangs';
/** How updates come to the bot. */
type BotMode = 'polling' | 'webhook';

export interface Town extends People {
  engine: Engine;
  bot: FakeBot;
  bankBecomes(bank: BankName, state: BankState): void;
  /** `stop`: as a release stops it. `crash`: what it has under way is neither answered nor written any more. */
  restart(how: 'stop' | 'crash'): Promise<void>;
  /**
   * Resolves when all updates are handled and no receipt is worked on, but those of a bank that hangs. @throws Error when that takes
   * too long
   */
  settled(): Promise<void>;
  /** What the bot could not work on, by its log, since the last call. */
  troubles(): string[];
  close(): Promise<void>;
}

interface Life {
  dead: boolean;
}

interface Playing {
  bot: CashierBot;
  life: Life;
  cut(): Promise<void>;
}

/** Longer than anything a day waits for, by far, also on a busy machine. */
const patienceMs = 120_000;

const hookSecret = 'a-secret-for-the-town';

export async function openTown(mode: BotMode): Promise<Town> {
  const store = await openTestStore();
  const telegram = await startTelegram();
  const application = await openApplication(store);
  const bot = telegram.bot(token, 'deresegn_day_bot');
  const banks = new Banks();
  let troubles: string[] = [];
  let playing = await play();

  async function play(): Promise<Playing> {
    const life = { dead: false };
    const log = createLog('error', { write: (line) => void (life.dead || troubles.push(line)) });
    const proxy = await startTcpProxy(new URL(telegram.root).port);
    const root = `http://127.0.0.1:${proxy.port}`;
    const env = { LOG_LEVEL: 'silent', CASHIER_BOT_TOKEN: token, TELEGRAM_API_ROOT: root };
    const hooked = {
      ...{ BOT_MODE: 'webhook', BOT_WEBHOOK_SECRET: hookSecret, BASE_URL: 'https://town.example' },
    };
    const config = loadConfig({ REDIS_URL: store.url, ...env, ...(mode === 'webhook' && hooked) }, null);
    const engine = mortal(moody(application.engine, banks), life);
    const playing = createCashierBot({ engine, config, log });
    const hook = playing.webhook && (await startHook(playing.webhook));
    if (hook) bot.mailbox.behind(`http://127.0.0.1:${hook.port}`);
    const begun = () => (hook ? bot.callsOf('setWebhook').length : bot.polls);
    const before = begun();
    playing.start();
    while (begun() === before) await sleep(2);
    return { bot: playing, life, cut: async () => void (await Promise.all([proxy.close(), hook?.close()])) };
  }

  async function end({ bot, cut }: Playing): Promise<void> {
    await bot.stop();
    await cut();
  }

  /** Those that wait for a bank which failed and was not called down may wait long: a person presses a button. */
  async function underWay(): Promise<string[]> {
    const botStore = application.engine.botStore('cashier');
    const [inbox, jobs] = await Promise.all([botStore.all('inbox'), botStore.all('job')]);
    const owed = jobs.filter(({ value }) => {
      const job = readJob(value);
      if (job?.state === 'waiting') return job.bank?.down === true && banks.of(job.bank.key) !== 'dead';
      return (
        job?.what.kind !== 'text' ||
        banks.of(resolved(application.engine, job.what.request).providerKey) !== 'hangs'
      );
    });
    const updates = bot.mailbox.pending().map(() => 'an update');
    return [...updates, ...inbox.map(({ id }) => id), ...owed.map(({ value }) => JSON.stringify(value))];
  }

  return {
    ...peopleOf(application, bot),
    engine: application.engine,
    bot,
    bankBecomes: (bank, state) => banks.become(bank, state),
    async restart(how) {
      if (how === 'crash') {
        playing.life.dead = true;
        await playing.cut();
        await playing.bot.stop();
        await store.client.del(names.lead('cashier'));
      } else {
        await end(playing);
      }
      playing = await play();
    },
    async settled() {
      const deadline = Date.now() + patienceMs;
      for (;;) {
        const left = await underWay();
        if (left.length === 0) return;
        if (Date.now() > deadline) throw new Error(`worked on without an end: ${left.join('\n')}`);
        await sleep(5);
      }
    },
    troubles() {
      const found = troubles;
      troubles = [];
      return found;
    },
    async close() {
      await end(playing);
      await application.close();
      await telegram.close();
      await store.close();
    },
  };
}

class Banks {
  readonly #states = new Map<string, BankState>();
  #changed: (() => void)[] = [];

  of(bank: string | null): BankState {
    return this.#states.get(bank ?? '') ?? 'up';
  }

  become(bank: BankName, state: BankState): void {
    this.#states.set(bank, state);
    for (const change of this.#changed.splice(0)) change();
  }

  /** Resolves when a bank's state changes. @throws the reason of `signal` */
  async change(signal: AbortSignal | undefined): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      signal?.throwIfAborted();
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      this.#changed.push(resolve);
    });
  }
}

/** The bank and the receipt that a request names; null if it may be of several, or of none. */
function resolved(engine: Engine, request: ResolveRequest): Pick<Resolution, 'providerKey' | 'reference'> {
  try {
    return engine.resolve(request);
  } catch {
    return { providerKey: null, reference: null };
  }
}

/** The engine before banks that take their time or do not answer; at times a lookup is promised before it is made. */
function moody(engine: Engine, banks: Banks): Engine {
  let asked = 0;
  async function mood(
    { providerKey: bank, reference }: Pick<Resolution, 'providerKey' | 'reference'>,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    asked += 1;
    const details = { providerKey: bank ?? '', reference: reference ?? undefined };
    const [isHung, isOdd] = [banks.of(bank) === 'hangs', asked % 2 === 1];
    while (banks.of(bank) === 'hangs') await banks.change(signal);
    if (isHung && isOdd) throw new Failure('bank_timeout', details);
    if (banks.of(bank) !== 'up') await sleep(20 + ((asked * 37) % 80), undefined, signal && { signal });
    if (banks.of(bank) === 'dead') throw new Failure('bank_unreachable', details);
  }
  const verify = async (...[request, caller, options]: Parameters<Engine['verify']>) => {
    await mood(resolved(engine, request), options?.signal);
    const waits = asked % 3 === 0 && options?.requestId !== undefined;
    return await engine.verify(request, caller, { ...options, ...(waits && { waitMs: 0 }) } as never);
  };
  const status = () => {
    const report = engine.status();
    const components = report.components.map((part) =>
      'providerKey' in part && banks.of(part.providerKey) === 'dead'
        ? { ...part, status: 'down' as const }
        : part,
    );
    return { ...report, components };
  };
  return Object.assign(Object.create(engine) as Engine, { verify, status });
}

/** The route of the updates, as the service serves it. */
async function startHook({ path, isSender, take }: Webhook): Promise<TestServer> {
  return await startServer(async (request, response) => {
    let status = 404;
    if (request.url === path) {
      const body: unknown = await json(request);
      status = isSender(request.headers) ? await take(body).catch(() => 503) : 401;
    }
    response.writeHead(status).end();
  });
}

/** Answered from the memory of the process. */
const atOnce = new Set<string | symbol>([
  'ready',
  'status',
  'providers',
  'resolve',
  'receiptsIn',
  'botStore',
  'listen',
]);

/** What a process sees of a thing: nothing, once it is dead, not even of what it had asked for before. */
function mortal<T extends object>(target: T, life: Life): T {
  const late = () => Promise.reject(new Failure('unavailable'));
  return new Proxy(target, {
    get(of, name) {
      const member: unknown = Reflect.get(of, name);
      if (typeof member === 'object' && member !== null) return mortal(member, life);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        if (life.dead && !atOnce.has(name)) return late();
        const result: unknown = member.apply(of, args);
        if (result instanceof Promise) {
          return result.then(
            (value: unknown) => (life.dead ? late() : value),
            (error: unknown) => (life.dead ? late() : Promise.reject(error)),
          );
        }
        return name === 'botStore' && typeof result === 'object' && result !== null
          ? mortal(result, life)
          : result;
      };
    },
  });
}

/** A town of shops with one bot that may stop or die at any moment, and a bank that may be slow or dead. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type CashierBot, createCashierBot } from '../../../../bots/cashier/bot.js';
import { readJob } from '../../../../bots/cashier/jobs/job.js';
import { loadConfig } from '../../../../src/config/index.js';
import { type Engine, Failure } from '../../../../src/engine/index.js';
import * as names from '../../../../src/engine/store/key-names.js';
import { createLog } from '../../../../src/log.js';
import { openApplication } from '../../../engine/support.js';
import { openTestStore } from '../../../support/store.js';
import { startTcpProxy } from '../../../support/tcp-proxy.js';
import { type FakeBot, startTelegram } from '../../../support/telegram/index.js';
import { type People, peopleOf } from '../people.js';

const token = '777002:AAHtokenOfAShopsDay_0123456789abcdef';

export type BankState = 'up' | 'slow' | 'dead';

export interface Town extends People {
  engine: Engine;
  bot: FakeBot;
  bankBecomes(state: BankState): void;
  /** `stop`: as a release stops it. `crash`: what it has under way is neither answered nor written any more. */
  restart(how: 'stop' | 'crash'): Promise<void>;
  /** Resolves when all updates are handled and no receipt is worked on. @throws Error when that takes too long */
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

/** Longer than anything a day waits for, by far. */
const patienceMs = 30_000;

export async function openTown(): Promise<Town> {
  const store = await openTestStore();
  const telegram = await startTelegram();
  const application = await openApplication(store);
  const bot = telegram.bot(token, 'deresegn_day_bot');
  const bank: { is: BankState } = { is: 'up' };
  let troubles: string[] = [];
  let playing = await play();

  async function play(): Promise<Playing> {
    const life = { dead: false };
    const log = createLog('error', { write: (line) => void (life.dead || troubles.push(line)) });
    const proxy = await startTcpProxy(new URL(telegram.root).port);
    const root = `http://127.0.0.1:${proxy.port}`;
    const env = { LOG_LEVEL: 'silent', CASHIER_BOT_TOKEN: token, TELEGRAM_API_ROOT: root };
    const config = loadConfig({ REDIS_URL: store.url, ...env }, null);
    const engine = mortal(moody(application.engine, bank), life);
    const polls = bot.polls;
    const playing = createCashierBot({ engine, config, log });
    playing.start();
    while (bot.polls === polls) await sleep(2);
    return { bot: playing, life, cut: () => proxy.close() };
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
      return job?.state !== 'waiting' || (job.bank?.down === true && bank.is !== 'dead');
    });
    const updates = bot.mailbox.pending().map(() => 'an update');
    return [...updates, ...inbox.map(({ id }) => id), ...owed.map(({ value }) => JSON.stringify(value))];
  }

  return {
    ...peopleOf(application, bot),
    engine: application.engine,
    bot,
    bankBecomes(state) {
      bank.is = state;
    },
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

/** The engine before a bank that takes its time or does not answer; at times a lookup is promised before it is made. */
function moody(engine: Engine, bank: { is: BankState }): Engine {
  let asked = 0;
  async function mood(reference: string | undefined, signal: AbortSignal | undefined): Promise<void> {
    asked += 1;
    if (bank.is !== 'up') await sleep(20 + ((asked * 37) % 80), undefined, signal && { signal });
    if (bank.is === 'dead') throw new Failure('bank_unreachable', { providerKey: 'telebirr', reference });
  }
  const verify = async (...[request, caller, options]: Parameters<Engine['verify']>) => {
    await mood(request.reference, options?.signal);
    const waits = asked % 3 === 0 && options?.requestId !== undefined;
    return await engine.verify(request, caller, { ...options, ...(waits && { waitMs: 0 }) } as never);
  };
  const status = () => {
    const report = engine.status();
    const components = report.components.map((part) =>
      bank.is === 'dead' && 'providerKey' in part && part.providerKey === 'telebirr'
        ? { ...part, status: 'down' as const }
        : part,
    );
    return { ...report, components };
  };
  return Object.assign(Object.create(engine) as Engine, { verify, status });
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

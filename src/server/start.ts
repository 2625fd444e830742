/** One process of the service: every role it plays, opened and closed as one. */
import cluster from 'node:cluster';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { assemble, type House } from '../app.js';
import { baseUrlOf, type Config, plays } from '../config/index.js';
import { unlessAborted } from '../deadline.js';
import type { Logger } from '../log.js';
import { warn } from '../open-store.js';
import { build } from '../sidecar/app.js';
import type { Hook } from '../sidecar/types.js';
import { createPages } from '../web/index.js';
import { figuresOfAll } from './cluster-metrics.js';
import { type StopBudget, startStopBudget } from './shutdown-budget.js';

export interface Service {
  /** Where it is reached, with the port that was taken when PORT is 0; null where it plays no role that is reached. */
  url: string | null;
  /**
   * Drains where that is configured, then begins no lookup any more: callers who wait get 503, lookups under way have
   * 6 s, the store is closed last. Takes 10 s at most after the drain; nothing is waited for from the moment `second` aborts.
   * @throws what the first part failed with that could not be closed in order; the others are closed all the same
   */
  stop(second?: AbortSignal): Promise<void>;
}

/** A service that works in this very process. */
export interface Serving extends Service {
  house: House;
}

/** A bot as the service plays it: started once everything else stands, stopped before anything else goes. */
interface Bot {
  /** Never fails: what does not work is tried again. */
  start(): void;
  stop(): Promise<void>;
  /** Where its updates are posted; null where it fetches them. */
  hook: Hook | null;
}

/** @throws StoreError when there is no store; the system's error when the address cannot be listened on. */
export async function startService(config: Config, log: Logger): Promise<Serving> {
  const house = await assemble(config, { log, warn });
  try {
    const bots = await botsOf(config, log, house);
    const api = plays(config, 'api') ? await serve(config, log, house, bots) : null;
    const verifies = api !== null || plays(config, 'cashier-bot');
    if (verifies) house.warm();
    if (plays(config, 'prober')) house.prober.start();
    if (verifies) house.engine.takeUp();
    for (const bot of bots) bot.start();
    return {
      house,
      url: api?.url ?? null,
      async stop(second) {
        await api?.drain(second);
        const budget = startStopBudget(second);
        // Bots first: what the engine then refuses is no answer for a person in a chat.
        const parts = [
          ...bots.map((bot) => bot.stop()),
          house.prober.stop(),
          house.engine.stop(budget.lookups),
          api?.close(),
        ];
        await stopAll(parts, budget, log);
        await house.close(budget);
      },
    };
  } catch (error) {
    await house.close();
    throw error;
  }
}

/** Whoever fails, or is not done in time, keeps nobody else from stopping. */
async function stopAll(parts: (Promise<void> | undefined)[], budget: StopBudget, log: Logger): Promise<void> {
  const ends = await Promise.allSettled(
    parts.map((part) => unlessAborted(budget.parts, Promise.resolve(part))),
  );
  for (const end of ends) {
    if (end.status === 'rejected') {
      log.error({ component: 'service', err: end.reason }, 'a part could not be stopped in order');
    }
  }
}

/** A bot and its framework are loaded only where they are played: they cost memory and a good part of the start. */
async function botsOf(config: Config, log: Logger, { engine }: House): Promise<Bot[]> {
  const bots: Bot[] = [];
  if (plays(config, 'cashier-bot')) {
    const { createCashierBot } = await import('../../bots/cashier/bot.js');
    bots.push(createCashierBot({ engine, config, log }));
  }
  if (plays(config, 'admin-bot')) {
    const { createAdminBot } = await import('../../bots/admin/bot.js');
    bots.push(createAdminBot({ engine, config, log }));
  }
  return bots;
}

async function serve(config: Config, log: Logger, house: House, bots: readonly Bot[]) {
  const hooks = bots.flatMap(({ hook }) => hook ?? []);
  const { engine, aiFigures, deadHandshakes, unreadable } = house;
  const pages = createPages({ engine, config, sandbox: house });
  let draining = false;
  const app = build({
    engine,
    config,
    log,
    sandbox: house,
    aiFigures,
    deadHandshakes,
    unreadable,
    hooks,
    pages,
    draining: () => draining,
    ...(cluster.isWorker && { expose: figuresOfAll }),
  });
  await app.listen({ host: config.HOST, port: config.PORT });
  const url = config.BASE_URL ? baseUrlOf(config) : urlOf(app.server.address() as AddressInfo);
  return {
    url,
    close: () => app.close(),
    /** Tells load balancers to go elsewhere and serves on until they have (DRAIN_SECONDS). */
    async drain(second?: AbortSignal) {
      draining = true;
      await sleep(config.DRAIN_SECONDS * 1000, undefined, second && { signal: second }).catch(
        () => undefined,
      );
    },
  };
}

/** An address that listens everywhere is shown as the one that works on this machine. */
function urlOf({ address, port }: Pick<AddressInfo, 'address' | 'port'>): string {
  const everywhere = address === '0.0.0.0' || address === '::';
  const host = everywhere ? '127.0.0.1' : address.includes(':') ? `[${address}]` : address;
  return `http://${host}:${port}`;
}

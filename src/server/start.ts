/** Starts and stops one process of the service with all its roles. */
import cluster from 'node:cluster';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Application, buildApplication } from '../app.js';
import { baseUrlOf, type Config, hasRole } from '../config/index.js';
import { unlessAborted } from '../deadline.js';
import type { Webhook } from '../http/webhook.js';
import type { Logger } from '../log.js';
import { warn } from '../open-store.js';
import { build } from '../sidecar/app.js';
import { createPages } from '../web/index.js';
import { clusterRegistry } from './cluster-metrics.js';
import { type StopBudget, startStopBudget } from './shutdown-budget.js';

export interface Service {
  /** The service's address, with the actual port when PORT is 0; null when no role listens. */
  url: string | null;
  /**
   * Drains if configured, then starts no more lookups: waiting callers get 503, running lookups have 6 s, the store is closed
   * last. Takes at most 10 s after the drain. When `second` aborts, it stops waiting.
   * @throws the error of the first part that failed to close; the others are closed all the same
   */
  stop(second?: AbortSignal): Promise<void>;
}

/** Connections that wait to be accepted; Node's 511 are too few for a thousand at once, and the rest wait a second. */
const backlog = 4_096;

/** A service in this process. */
interface Serving extends Service {
  application: Application;
}

/** A bot: started last, stopped first. */
interface Bot {
  /** Never fails; errors are retried. */
  start(): void;
  stop(): Promise<void>;
  /** The webhook of its updates; null when it polls. */
  webhook: Webhook | null;
}

/** @throws StoreError when the store is unreachable; the system's error when it cannot listen */
export async function startService(config: Config, log: Logger): Promise<Serving> {
  const application = await buildApplication(config, { log, warn });
  try {
    const bots = await botsOf(config, log, application);
    const api = hasRole(config, 'api') ? await serve(config, log, application, bots) : null;
    const verifies = api !== null || hasRole(config, 'cashier-bot');
    if (verifies) application.warm();
    if (hasRole(config, 'prober')) application.prober.start();
    if (verifies) application.engine.startRecovery();
    for (const bot of bots) bot.start();
    return {
      application,
      url: api?.url ?? null,
      async stop(second) {
        await api?.drain(second);
        const budget = startStopBudget(second);
        // Bots first: rejections of the stopping engine must not reach a chat.
        const parts = [
          ...bots.map((bot) => bot.stop()),
          application.prober.stop(),
          application.engine.stop(budget.lookups),
          api?.close(),
        ];
        await stopAll(parts, budget, log);
        await application.close(budget);
      },
    };
  } catch (error) {
    await application.close();
    throw error;
  }
}

/** Stops all parts; one that fails or takes too long does not keep the others from stopping. */
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

/** Loads a bot and its framework only when its role is on: they take memory and start time. */
async function botsOf(config: Config, log: Logger, { engine }: Application): Promise<Bot[]> {
  const bots: Bot[] = [];
  if (hasRole(config, 'cashier-bot')) {
    const { createCashierBot } = await import('../../bots/cashier/bot.js');
    bots.push(createCashierBot({ engine, config, log }));
  }
  if (hasRole(config, 'admin-bot')) {
    const { createAdminBot } = await import('../../bots/admin/bot.js');
    bots.push(createAdminBot({ engine, config, log }));
  }
  return bots;
}

async function serve(config: Config, log: Logger, application: Application, bots: readonly Bot[]) {
  const hooks = bots.flatMap(({ webhook }) => webhook ?? []);
  const { engine, aiFigures, deadHandshakes, unreadable } = application;
  const pages = createPages({ engine, config, sandbox: application });
  let draining = false;
  const app = build({
    engine,
    config,
    log,
    sandbox: application,
    aiFigures,
    deadHandshakes,
    unreadable,
    hooks,
    pages,
    draining: () => draining,
    ...(cluster.isWorker && { expose: clusterRegistry }),
  });
  await app.listen({ host: config.HOST, port: config.PORT, backlog });
  const url = config.BASE_URL ? baseUrlOf(config) : urlOf(app.server.address() as AddressInfo);
  return {
    url,
    close: () => app.close(),
    /** Fails readiness and keeps serving for DRAIN_SECONDS, so that load balancers switch. */
    async drain(second?: AbortSignal) {
      draining = true;
      await sleep(config.DRAIN_SECONDS * 1000, undefined, second && { signal: second }).catch(
        () => undefined,
      );
    },
  };
}

/** Shows a wildcard address as localhost's. */
function urlOf({ address, port }: Pick<AddressInfo, 'address' | 'port'>): string {
  const everywhere = address === '0.0.0.0' || address === '::';
  const host = everywhere ? '127.0.0.1' : address.includes(':') ? `[${address}]` : address;
  return `http://${host}:${port}`;
}

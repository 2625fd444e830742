/** One process of the service: every role it plays, opened and closed as one. */
import cluster from 'node:cluster';
import type { AddressInfo } from 'node:net';
import { assemble, type House } from '../assemble.js';
import { baseUrlOf, type Config, plays } from '../config.js';
import type { Logger } from '../log.js';
import { build } from '../sidecar/app.js';
import type { Hook } from '../sidecar/types.js';
import { createPages } from '../web/index.js';
import { figuresOfAll } from './worker-figures.js';

export interface Service {
  house: House;
  /** Where it is reached, with the port that was taken when PORT is 0; null where it plays no role that is reached. */
  url: string | null;
  /** Drains where that is configured, then takes no new calls, lets running ones finish for as long as there is time, closes the store last. */
  stop(): Promise<void>;
}

/** A bot as the service plays it: started once everything else stands, stopped before anything else goes. */
interface Bot {
  /** Never fails: what does not work is tried again. */
  start(): void;
  stop(): Promise<void>;
  /** Where its updates are posted; null where it fetches them. */
  hook: Hook | null;
}

/** A warning for the person at the terminal, whatever reads the log. */
export function warn(line: string): void {
  process.stderr.write(`Warning: ${line}\n`);
}

/** Leaves time to close the rest within the 10 s that a stop may take. */
const finishMsMax = 6_000;

/** @throws StoreError when there is no store; the system's error when the address cannot be listened on. */
export async function startService(config: Config, log: Logger): Promise<Service> {
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
      async stop() {
        await api?.drain();
        const parts = [house.prober.stop(), api?.close(), ...bots.map((bot) => bot.stop())];
        await Promise.race([Promise.all(parts), delay(finishMsMax)]);
        await house.close();
      },
    };
  } catch (error) {
    await house.close();
    throw error;
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
    async drain() {
      draining = true;
      await delay(config.DRAIN_SECONDS * 1000);
    },
  };
}

/** An address that listens everywhere is shown as the one that works on this machine. */
function urlOf({ address, port }: Pick<AddressInfo, 'address' | 'port'>): string {
  const everywhere = address === '0.0.0.0' || address === '::';
  const host = everywhere ? '127.0.0.1' : address.includes(':') ? `[${address}]` : address;
  return `http://${host}:${port}`;
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

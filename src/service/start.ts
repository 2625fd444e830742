/** One process of the service: every role it plays, opened and closed as one. */
import type { AddressInfo } from 'node:net';
import { assemble, type House } from '../assemble.js';
import { type Config, plays } from '../config.js';
import type { Logger } from '../log.js';
import { build } from '../sidecar/app.js';

export interface Service {
  house: House;
  /** Where it is reached, with the port that was taken when PORT is 0; null where it plays no role that is reached. */
  url: string | null;
  /** Takes no new calls, lets running ones finish for as long as there is time, closes the store last. */
  stop(): Promise<void>;
}

/** A warning for the person at the terminal, whatever reads the log. */
export function warn(line: string): void {
  process.stderr.write(`Warning: ${line}\n`);
}

/** Leaves time to close the rest within the 10 s of INTERFACE.md section 1. */
const finishMsMax = 6_000;

/** @throws StoreError when there is no store; the system's error when the address cannot be listened on. */
export async function startService(config: Config, log: Logger): Promise<Service> {
  const house = await assemble(config, { log, warn });
  try {
    const api = plays(config, 'api') ? await serve(config, log, house) : null;
    if (api) house.warm();
    if (plays(config, 'prober')) house.prober.start();
    return {
      house,
      url: api?.url ?? null,
      async stop() {
        await Promise.all([house.prober.stop(), api && Promise.race([api.close(), delay(finishMsMax)])]);
        await house.close();
      },
    };
  } catch (error) {
    await house.close();
    throw error;
  }
}

async function serve(config: Config, log: Logger, house: House) {
  const app = build({ engine: house.engine, config, log, sandbox: house, aiFigures: house.aiFigures });
  await app.listen({ host: config.HOST, port: config.PORT });
  const url = config.BASE_URL ?? urlOf(app.server.address() as AddressInfo);
  return { url, close: () => app.close() };
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

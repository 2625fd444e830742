/**
 * Hears from Sentinels that another server has become the primary. The old one may still take writes, where they switch
 * on purpose or where it was started again; those are lost when it becomes a replica some ten seconds later.
 */
import { type NatMap, Redis } from 'ioredis';
import type { Address } from './redis-url.js';

const channel = '+switch-master';
const reconnectMs = 5_000;
/** Sentinels tell each other every two seconds. After this each has heard, and what it says counts again. */
const gossipMs = 10_000;

interface Replaced {
  /** `host:port`. */
  server: string;
  by: { host: string; port: number };
  /** By `performance.now()`. */
  until: number;
}

export interface Switches {
  /**
   * For the option `natMap`: leads away from a server that has just been announced as replaced. Sentinels learn of a
   * switch one after the other, within about two seconds, and those that have not heard yet still name the old primary.
   */
  natMap: NatMap;
  /** @param act called once for each switch from now on, whoever of the Sentinels announces it */
  onSwitch(act: () => void): void;
  close(): void;
}

/** Subscribes to the Sentinels of the address; where there are none it hears nothing. */
export function watchSwitches({ options }: Address): Switches {
  let replaced: Replaced | null = null;
  let act = () => {};
  const hear = (text: string) => {
    const [name, oldHost, oldPort, host = '', port] = text.split(' ');
    const by = { host, port: Number(port) };
    if (name !== options.name || (replaced?.by.host === by.host && replaced.by.port === by.port)) return;
    replaced = { server: `${oldHost}:${oldPort}`, by, until: performance.now() + gossipMs };
    act();
  };
  const sentinels = (options.sentinels ?? []).map(({ host, port }) => {
    const sentinel = new Redis({
      ...(host !== undefined && { host }),
      ...(port !== undefined && { port }),
      ...(options.sentinelUsername && { username: options.sentinelUsername }),
      ...(options.sentinelPassword && { password: options.sentinelPassword }),
      ...(options.sentinelTLS && { tls: options.sentinelTLS }),
      enableReadyCheck: false,
      disableClientInfo: true,
      retryStrategy: () => reconnectMs,
      maxRetriesPerRequest: null,
    });
    // Whether the store can be reached, and why not, is said by who needs it.
    sentinel.on('error', () => {});
    sentinel.on('message', (_channel: string, text: string) => hear(text));
    sentinel.subscribe(channel).catch(() => undefined);
    return sentinel;
  });
  return {
    natMap: (server) =>
      replaced?.server === server && performance.now() < replaced.until ? replaced.by : null,
    onSwitch(listener) {
      act = listener;
    },
    close() {
      for (const sentinel of sentinels) sentinel.disconnect();
    },
  };
}

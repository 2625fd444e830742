/**
 * Listens to Sentinels for a new primary. The old primary may still accept writes, after a manual failover or a restart;
 * these are lost when it becomes a replica about ten seconds later.
 */
import { type NatMap, Redis } from 'ioredis';
import type { Address } from './redis-url.js';

const channel = '+switch-master';
const reconnectMs = 5_000;
/** Sentinels exchange news every two seconds. After this time all of them know the new primary and are trusted again. */
const gossipMs = 10_000;

interface Replaced {
  /** `host:port`. */
  server: string;
  by: { host: string; port: number };
  /** By `performance.now()`. */
  until: number;
}

interface Switches {
  /**
   * For the option `natMap`: redirects from a server that has just been replaced. Sentinels learn of a switch one after the
   * other, within about two seconds, and until then return the old primary.
   */
  natMap: NatMap;
  /** @param listener called once per switch, whichever Sentinel announces it first */
  onSwitch(listener: () => void): void;
  close(): void;
}

/** Subscribes to the Sentinels of the address, if it has any. */
export function watchSwitches({ options }: Address): Switches {
  let replaced: Replaced | null = null;
  let onSwitch = () => {};
  const onMessage = (text: string) => {
    const [name, oldHost, oldPort, host = '', port] = text.split(' ');
    const by = { host, port: Number(port) };
    if (name !== options.name || (replaced?.by.host === by.host && replaced.by.port === by.port)) return;
    replaced = { server: `${oldHost}:${oldPort}`, by, until: performance.now() + gossipMs };
    onSwitch();
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
    // The command clients log whether the store can be reached.
    sentinel.on('error', () => {});
    sentinel.on('message', (_channel: string, text: string) => onMessage(text));
    sentinel.subscribe(channel).catch(() => undefined);
    return sentinel;
  });
  return {
    natMap: (server) =>
      replaced?.server === server && performance.now() < replaced.until ? replaced.by : null,
    onSwitch(listener) {
      onSwitch = listener;
    },
    close() {
      for (const sentinel of sentinels) sentinel.disconnect();
    },
  };
}

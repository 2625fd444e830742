/** Pinned certificates of bank hosts, shared by all processes: those in the store and those of TLS_PINS. */
import type { Logger } from '../../log.js';
import * as names from './key-names.js';
import { orUnavailable } from './scripts.js';
import type { StoreConnection } from './types.js';

/** All processes use a new pin after at most this long. */
const refreshMs = 30_000;

interface StoredPin {
  /** `host:port` */
  host: string;
  /** `sha256/BASE64` */
  pin: string;
  /** ISO 8601. */
  addedAt: string;
}

export interface PinStore {
  /** The pins in force, from memory; at most 30 s old while the store answers. */
  current(): Readonly<Record<string, readonly string[]>>;
  list(): Promise<StoredPin[]>;
  add(host: string, pin: string): Promise<void>;
  /** Removes all stored pins of a host. @returns their number */
  remove(host: string): Promise<number>;
  close(): void;
}

interface PinStoreOptions {
  store: Pick<StoreConnection, 'client'>;
  /** Configuration TLS_PINS. */
  configured: Readonly<Record<string, readonly string[]>>;
  log: Logger;
  everyMs?: number;
  now?: () => number;
}

/** Reads the pins before it returns. While the store does not answer, the last pins read stay in force. */
export async function openPinStore(options: PinStoreOptions): Promise<PinStore> {
  const { configured, log, everyMs = refreshMs, now = Date.now } = options;
  const { client } = options.store;
  let current = configured;

  async function list(): Promise<StoredPin[]> {
    const all = await orUnavailable(client.hgetall(names.pins()));
    return Object.entries(all).map(([field, addedAt]) => {
      const [host = '', pin = ''] = field.split(' ');
      return { host, pin, addedAt };
    });
  }

  async function refresh(): Promise<void> {
    current = merged(configured, await list());
  }

  await refresh();
  const timer = setInterval(() => {
    refresh().catch(() => log.warn({ component: 'pins' }, 'the pinned certificates could not be read again'));
  }, everyMs).unref();

  return {
    current: () => current,
    list,
    async add(host, pin) {
      await orUnavailable(client.hset(names.pins(), `${host} ${pin}`, new Date(now()).toISOString()));
      await refresh();
    },
    async remove(host) {
      const ofHost = (await list()).filter((stored) => stored.host === host);
      const fields = ofHost.map(({ pin }) => `${host} ${pin}`);
      if (fields.length > 0) await orUnavailable(client.hdel(names.pins(), ...fields));
      await refresh();
      return fields.length;
    },
    close: () => clearInterval(timer),
  };
}

/** Pins of a host from both sources are alternatives: any of them is accepted. */
function merged(configured: PinStoreOptions['configured'], stored: readonly StoredPin[]) {
  const all: Record<string, readonly string[]> = { ...configured };
  for (const { host, pin } of stored) all[host] = [...(all[host] ?? []), pin];
  return all;
}

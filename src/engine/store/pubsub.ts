/**
 * Messages between processes over Redis. Messages may be lost (a subscriber reconnects, a process is frozen), so
 * nobody relies on one: whoever waits also looks from time to time.
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from '../../log.js';
import * as names from './key-names.js';
import { reach } from './scripts.js';
import type { StoreConnection } from './types.js';

/** Hears of one subject. Must be closed. */
export interface Ear {
  /** Resolves when the subject is named, after `ms` at the latest, or as soon as `signal` aborts. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  close(): void;
}

/** Is told that it was named. */
export interface Hearer {
  hear(): void;
}

export interface Bus {
  /** Names this process. Calls carry it, so that whoever serves one knows whom to tell. */
  readonly processId: string;
  /** A call of this process: unique, and tells which process it belongs to. */
  callId(): string;
  /** Wakes a call, in whichever process it waits. */
  wake(call: string): Promise<void>;
  /** Wakes every call that waits for `topic`, in all processes. */
  announce(topic: string): Promise<void>;
  /** Listens for a topic from now on; what is said while nobody waits is not missed. */
  listen(topic: string): Ear;
  /** Tells when a call of this process is woken, until it is left out again. */
  attend(call: string, hearer: Hearer): void;
  /** Wakes everybody who waits in this process. */
  stir(): void;
  /** No more of it. */
  leaveOut(call: string): void;
  close(): Promise<void>;
}

const beatMs = 1_000;
/** After so many beats that were not heard the subscription is made anew: some are late where a machine is busy. */
const missedMax = 3;
/** A connection that is slow to come about gets this many at most; each attempt has twice as many as the one before. */
const missedMaxSlow = 24;

/**
 * Connects in the background: until it has, whoever waits looks from time to time. A connection that stays silent
 * cannot be told from one with no news, so this process sends itself a message every second.
 */
export function createBus(store: Pick<StoreConnection, 'client' | 'duplicate'>, log?: Logger): Bus {
  const processId = randomUUID();
  const calls = new Map<string, Hearer>();
  const listeners = new Map<string, Set<Listener>>();
  const hear = (_channel: string, subject: string) => {
    if (subject === processId) return beats.hear();
    calls.get(subject)?.hear();
    for (const listener of listeners.get(subject) ?? []) listener.hear();
  };
  const subscribe = () => {
    const connection = store.duplicate().on('message', hear);
    connection.subscribe(names.processChannel(processId), names.everybodyChannel()).catch(() => undefined);
    return connection;
  };
  let subscriber = subscribe();
  const beats = keepHearing({
    send: () => store.client.publish(names.processChannel(processId), processId),
    renew() {
      subscriber.disconnect();
      subscriber = subscribe();
    },
    log,
  });

  function stir(): void {
    for (const hearer of calls.values()) hearer.hear();
    for (const waiting of listeners.values()) for (const listener of waiting) listener.hear();
  }

  return {
    processId,
    callId: () => `${processId}:${randomUUID()}`,
    async wake(call) {
      const process = call.split(':', 1)[0] ?? '';
      await reach(store.client.publish(names.processChannel(process), call));
    },
    async announce(topic) {
      await reach(store.client.publish(names.everybodyChannel(), topic));
    },
    attend: (call, hearer) => void calls.set(call, hearer),
    leaveOut: (call) => void calls.delete(call),
    listen(topic) {
      const listener = new Listener();
      const others = listeners.get(topic) ?? new Set();
      listeners.set(topic, others.add(listener));
      return {
        wait: (ms, signal) => listener.wait(ms, signal),
        close() {
          others.delete(listener);
          if (others.size === 0 && listeners.get(topic) === others) listeners.delete(topic);
        },
      };
    },
    stir,
    async close() {
      stir();
      beats.stop();
      subscriber.disconnect();
    },
  };
}

interface Hearing {
  /** Sends this process a message; rejects when the store does not take it. */
  send(): Promise<unknown>;
  /** Gives up the connection messages come over, and makes another. */
  renew(): void;
  log: Logger | undefined;
}

/** Makes the subscription anew when messages that were sent do not arrive. */
function keepHearing({ send, renew, log }: Hearing): { hear(): void; stop(): void } {
  let heard = true;
  let heardEver = false;
  let sent = false;
  let told = false;
  let missed = 0;
  let renewals = 0;
  let allowed = 2 * missedMax;

  const renewWhenDue = () => {
    // While the store is away one attempt will do: ioredis connects again by itself.
    if (missed < allowed || (!sent && renewals > 0)) return;
    missed = 0;
    renewals += 1;
    allowed = Math.min(2 * allowed, missedMaxSlow);
    if (sent && !told && (heardEver || renewals > 1)) {
      told = true;
      log?.warn({ component: 'store' }, 'messages between processes do not arrive: subscribing anew');
    }
    renew();
  };
  const beat = () => {
    missed = heard ? 0 : missed + 1;
    renewWhenDue();
    heard = false;
    sent = false;
    send().then(
      () => {
        sent = true;
      },
      () => undefined,
    );
  };
  const timer = setInterval(beat, beatMs).unref();
  return {
    hear() {
      heard = true;
      heardEver = true;
      allowed = missedMax;
      renewals = 0;
      if (told) log?.info({ component: 'store' }, 'messages between processes arrive again');
      told = false;
    },
    stop: () => clearInterval(timer),
  };
}

class Listener {
  private heard = false;
  private wake: (() => void) | null = null;

  hear(): void {
    this.heard = true;
    this.wake?.();
  }

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        this.wake = null;
        this.heard = false;
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener('abort', done, { once: true });
      this.wake = done;
      if (this.heard || signal?.aborted) done();
    });
  }
}

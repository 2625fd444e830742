/**
 * Messages between processes over Redis. Messages may be lost (a subscriber reconnects, a process is frozen), so
 * nobody relies on one: whoever waits also looks from time to time.
 */
import { randomUUID } from 'node:crypto';
import * as names from './keys.js';
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

/** Connects in the background: until it has, whoever waits looks from time to time. */
export function createBus(store: Pick<StoreConnection, 'client' | 'duplicate'>): Bus {
  const processId = randomUUID();
  const calls = new Map<string, Hearer>();
  const listeners = new Map<string, Set<Listener>>();
  const subscriber = store.duplicate();

  subscriber.on('message', (_channel: string, subject: string) => {
    calls.get(subject)?.hear();
    for (const listener of listeners.get(subject) ?? []) listener.hear();
  });
  subscriber.subscribe(names.processChannel(processId), names.everybodyChannel()).catch(() => undefined);

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
      subscriber.disconnect();
    },
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

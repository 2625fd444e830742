/**
 * Messages between processes over Redis. Messages may be lost, when a subscriber reconnects or a process is suspended, so
 * listeners also have to poll.
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from '../../log.js';
import * as names from './key-names.js';
import { orUnavailable } from './scripts.js';
import type { StoreConnection } from './types.js';

/** A subscription to one topic. Must be closed. */
export interface Subscription {
  /** Resolves when the topic is published, after `ms` at the latest, or as soon as `signal` aborts. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  close(): void;
}

/** Called when a call is woken. */
export interface Listener {
  onMessage(): void;
}

export interface Notifier {
  /** Id of this process. Call ids contain it, so that other processes know where to send a message. */
  readonly processId: string;
  /** A new call id: unique, and contains the id of this process. */
  callId(): string;
  /** Wakes a call in the process where it waits. */
  notifyCall(call: string): Promise<void>;
  /** Wakes every call that waits for `topic`, in all processes. */
  publish(topic: string): Promise<void>;
  /** Subscribes to a topic; a message that arrives between two waits ends the next wait. */
  subscribe(topic: string): Subscription;
  /** Registers a listener for a call of this process, until it is removed with `removeCallListener`. */
  addCallListener(call: string, listener: Listener): void;
  /** Wakes all waiting calls and subscriptions of this process. */
  notifyAll(): void;
  /** Closes the subscription. */
  removeCallListener(call: string): void;
  close(): Promise<void>;
}

const heartbeatMs = 1_000;
/** Missed heartbeats before the subscription is renewed. Several, because heartbeats may be late on a busy machine. */
const missedMax = 3;
/** Maximum heartbeats to wait for a slow connection; each attempt waits twice as long as the one before. */
const missedMaxSlow = 24;

/**
 * Connects in the background; until then, listeners rely on polling. A dead connection looks like one without messages, so
 * this process sends itself a heartbeat every second.
 */
export function createNotifier(store: Pick<StoreConnection, 'client' | 'duplicate'>, log?: Logger): Notifier {
  const processId = randomUUID();
  const calls = new Map<string, Listener>();
  const topics = new Map<string, Set<TopicSubscription>>();
  const onMessage = (_channel: string, subject: string) => {
    if (subject === processId) return beats.onHeartbeat();
    calls.get(subject)?.onMessage();
    for (const subscription of topics.get(subject) ?? []) subscription.notify();
  };
  const subscribe = () => {
    const connection = store.duplicate().on('message', onMessage);
    connection.subscribe(names.processChannel(processId), names.everybodyChannel()).catch(() => undefined);
    return connection;
  };
  let subscriber = subscribe();
  const beats = watchHeartbeats({
    send: () => store.client.publish(names.processChannel(processId), processId),
    renew() {
      subscriber.disconnect();
      subscriber = subscribe();
    },
    log,
  });

  function notifyAll(): void {
    for (const listener of calls.values()) listener.onMessage();
    for (const subscriptions of topics.values())
      for (const subscription of subscriptions) subscription.notify();
  }

  return {
    processId,
    callId: () => `${processId}:${randomUUID()}`,
    async notifyCall(call) {
      const process = call.split(':', 1)[0] ?? '';
      await orUnavailable(store.client.publish(names.processChannel(process), call));
    },
    async publish(topic) {
      await orUnavailable(store.client.publish(names.everybodyChannel(), topic));
    },
    addCallListener: (call, listener) => void calls.set(call, listener),
    removeCallListener: (call) => void calls.delete(call),
    subscribe(topic) {
      const subscription = new TopicSubscription();
      const ofTopic = topics.get(topic) ?? new Set();
      topics.set(topic, ofTopic.add(subscription));
      return {
        wait: (ms, signal) => subscription.wait(ms, signal),
        close() {
          ofTopic.delete(subscription);
          if (ofTopic.size === 0 && topics.get(topic) === ofTopic) topics.delete(topic);
        },
      };
    },
    notifyAll,
    async close() {
      notifyAll();
      beats.stop();
      subscriber.disconnect();
    },
  };
}

interface HeartbeatOptions {
  /** Sends this process a heartbeat; rejects when the store does not accept it. */
  send(): Promise<unknown>;
  /** Drops the subscriber connection and opens another. */
  renew(): void;
  log: Logger | undefined;
}

/** Renews the subscription when heartbeats that were sent do not arrive. */
function watchHeartbeats({ send, renew, log }: HeartbeatOptions): { onHeartbeat(): void; stop(): void } {
  let received = true;
  let everReceived = false;
  let sent = false;
  let isReported = false;
  let missed = 0;
  let renewals = 0;
  let allowed = 2 * missedMax;

  const renewWhenDue = () => {
    // While the store is unreachable one attempt is enough: ioredis reconnects by itself.
    if (missed < allowed || (!sent && renewals > 0)) return;
    missed = 0;
    renewals += 1;
    allowed = Math.min(2 * allowed, missedMaxSlow);
    if (sent && !isReported && (everReceived || renewals > 1)) {
      isReported = true;
      log?.warn({ component: 'store' }, 'messages between processes do not arrive: subscribing anew');
    }
    renew();
  };
  const heartbeat = () => {
    missed = received ? 0 : missed + 1;
    renewWhenDue();
    received = false;
    sent = false;
    send().then(
      () => {
        sent = true;
      },
      () => undefined,
    );
  };
  const timer = setInterval(heartbeat, heartbeatMs).unref();
  return {
    onHeartbeat() {
      received = true;
      everReceived = true;
      allowed = missedMax;
      renewals = 0;
      if (isReported) log?.info({ component: 'store' }, 'messages between processes arrive again');
      isReported = false;
    },
    stop: () => clearInterval(timer),
  };
}

class TopicSubscription {
  private notified = false;
  private wake: (() => void) | null = null;

  notify(): void {
    this.notified = true;
    this.wake?.();
  }

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        this.wake = null;
        this.notified = false;
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener('abort', done, { once: true });
      this.wake = done;
      if (this.notified || signal?.aborted) done();
    });
  }
}

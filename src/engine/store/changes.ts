/** The changes of something in the store, as they happen. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Notifier } from './pubsub.js';

/** What a watcher sees at one time. */
export interface Seen<Event> {
  /** Differs after every change. */
  version: string | number;
  event: Event;
  /** It changes no more. */
  isOver: boolean;
}

export interface WatchOptions {
  /** Messages may be lost, so a watcher also polls. */
  pollMs: number;
  /** Changes that follow each other within this time are one. */
  gatherMs?: number;
  signal?: AbortSignal | undefined;
  /** Called when it ends. */
  onEnd?: (() => void) | undefined;
}

/** The state as it is, then after every message of the topic with a change, until it is over, gone or `signal` aborts. */
export async function* watchChanges<Event>(
  notifier: Pick<Notifier, 'subscribe'>,
  topic: string,
  read: () => Promise<Seen<Event> | null>,
  { pollMs, gatherMs = 0, signal, onEnd }: WatchOptions,
): AsyncGenerator<Event> {
  const subscription = notifier.subscribe(topic);
  try {
    for (let sent: string | number | null = null; ; ) {
      const seen = await read();
      if (seen === null) return;
      if (seen.version !== sent) yield seen.event;
      sent = seen.version;
      if (seen.isOver || signal?.aborted) return;
      await subscription.wait(pollMs, signal);
      const gathering = { ref: false, ...(signal && { signal }) };
      if (gatherMs > 0) await sleep(gatherMs, undefined, gathering).catch(() => undefined);
    }
  } finally {
    subscription.close();
    onEnd?.();
  }
}

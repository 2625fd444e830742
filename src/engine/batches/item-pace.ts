/**
 * Spaces the items of all batches that this process starts. An item takes as much processor time as a single call, so few items
 * are started while single calls arrive: single calls keep their latency, and the batch still ends. With a bank that takes a
 * second to answer, its queue is the limit, not this pace.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { GetReceipt } from '../verification/receipt-service.js';

/** Single calls count as arriving for this long after the last one. */
const calmMs = 1_000;
/** An item that is answered at once ends before the next one starts, so that no items have piled up when a single call arrives. */
const gapMs = 5;
export const gapMsDuringCalls = 100;

export interface ItemPace {
  /** Wraps a function so that single calls are recorded. */
  recording(getReceipt: GetReceipt): GetReceipt;
  /** Resolves when the next item may start, or when `signal` aborts. */
  turn(signal: AbortSignal): Promise<void>;
}

export function createItemPace(): ItemPace {
  let running = 0;
  let endedAt = Number.NEGATIVE_INFINITY;
  let startedAt = Number.NEGATIVE_INFINITY;
  let lastTurn = Promise.resolve();

  const end = () => {
    running -= 1;
    endedAt = performance.now();
  };
  const msLeft = () => {
    const now = performance.now();
    const gap = running > 0 || now - endedAt < calmMs ? gapMsDuringCalls : gapMs;
    return startedAt + gap - now;
  };
  const wait = async (signal: AbortSignal) => {
    for (let ms = msLeft(); ms > 0 && !signal.aborted; ms = msLeft()) {
      await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
    }
    startedAt = performance.now();
  };

  return {
    recording: (getReceipt) => (call, expect) => {
      if (call.batch !== undefined) return getReceipt(call, expect);
      running += 1;
      return getReceipt(call, expect).finally(end);
    },
    turn(signal) {
      lastTurn = lastTurn.then(() => wait(signal));
      return lastTurn;
    },
  };
}

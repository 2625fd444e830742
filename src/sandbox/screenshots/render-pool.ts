/** Draws away from the event loop; callers take turns. Its threads start with the first drawing and end when idle. */
import { Piscina } from 'piscina';
import { createTurns } from '../../extractor/decoder-process/turns.js';
import { workerEntry } from '../../extractor/decoder-process/worker-url.js';
import type { DecoderCaller } from '../../extractor/types.js';
import { type ScreenshotCaller, ScreenshotsBusy } from '../types.js';
import type { Drawing } from './types.js';

interface RenderPool {
  /**
   * @param caller default: each receipt is drawn for somebody else
   * @returns a PNG, or a WebP
   * @throws ScreenshotsBusy when too many are waiting; the reason of the caller's signal; Error after the pool is closed
   */
  draw(drawing: Drawing, caller?: ScreenshotCaller): Promise<Uint8Array>;
  close(): Promise<void>;
}

interface Job {
  drawing: Drawing;
  caller: DecoderCaller;
  continues: boolean;
  resolve(picture: Uint8Array): void;
  reject(reason: unknown): void;
  /** No longer ends when the caller disconnects. */
  stopWaiting(): void;
}

const idleMs = 60_000;
/** Maximum of waiting drawings; each takes up to a second on a busy machine. */
const waitingMax = 320;
/** The same per caller: a page shows some twenty at once. */
const waitingOfOneMax = 32;

/** @param threads drawings at the same time */
export function createRenderPool(threads = 1): RenderPool {
  const pool = new Piscina<Drawing, Uint8Array>({
    ...workerEntry(import.meta.url, 'worker'),
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleMs,
    recordTiming: false,
  });
  // The pool replaces a thread lost between two tasks; without a listener this event would end the process.
  pool.on('error', () => {});
  // The pool gets as many drawings as it has threads, because it keeps no order among those that wait.
  const waiting = createTurns<Job>(threads);
  let running = 0;
  let closed = false;

  function drawNext(): void {
    while (running < threads) {
      const job = waiting.take();
      if (!job) return;
      job.stopWaiting();
      running += 1;
      pool
        .run(job.drawing)
        .then(job.resolve, job.reject)
        .finally(() => {
          running -= 1;
          waiting.done(job);
          drawNext();
        });
    }
  }

  function leave(job: Job, reason: unknown): void {
    job.stopWaiting();
    waiting.remove(job);
    job.reject(reason);
  }

  return {
    async draw(drawing, { name, gone } = { name: drawing.seed }) {
      // sharp must be loaded in the main thread before any other thread; it is loaded only when something is drawn.
      await import('sharp');
      // The pool would start new threads even after it is closed.
      if (closed) throw closedError();
      const caller = { name, anonymous: true };
      const isFull = waiting.size >= waitingMax || waiting.waiting(caller) >= waitingOfOneMax;
      if (isFull) throw new ScreenshotsBusy();
      gone?.throwIfAborted();
      return await new Promise((resolve, reject) => {
        const left = () => leave(job, gone?.reason);
        gone?.addEventListener('abort', left);
        const stopWaiting = () => gone?.removeEventListener('abort', left);
        const job: Job = { drawing, caller, continues: false, resolve, reject, stopWaiting };
        waiting.add(job);
        drawNext();
      });
    },
    async close() {
      closed = true;
      for (const job of waiting.all()) leave(job, closedError());
      await pool.destroy();
    },
  };
}

const closedError = () => new Error('The render pool is closed.');

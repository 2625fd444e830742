/** Draws away from the event loop. Its threads start with the first drawing and end when idle. */
import { Piscina } from 'piscina';
import { workerEntry } from '../../extractor/decoder-process/worker-url.js';
import { ScreenshotsBusy } from '../types.js';
import type { Drawing } from './types.js';

interface RenderPool {
  /** @returns a PNG. @throws ScreenshotsBusy when too many are waiting; Error after it is closed */
  draw(drawing: Drawing): Promise<Uint8Array>;
  close(): Promise<void>;
}

const idleMs = 60_000;
/** Maximum of waiting drawings; each takes up to two seconds. */
const waitingMax = 32;

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
  let closed = false;
  return {
    async draw(drawing) {
      // sharp must be loaded in the main thread before any other thread; it is loaded only when something is drawn.
      await import('sharp');
      // The pool would start new threads even after it is closed.
      if (closed) throw new Error('The render pool is closed.');
      if (pool.queueSize >= waitingMax) throw new ScreenshotsBusy();
      return await pool.run(drawing);
    },
    async close() {
      closed = true;
      await pool.destroy();
    },
  };
}

/** Draws away from the event loop. Its threads start with the first drawing and end when idle. */
import { Piscina } from 'piscina';
import { workerEntry } from '../../extractor/decoder-process/worker-url.js';
import { ScreenshotsBusy } from '../types.js';
import type { Drawing } from './types.js';

interface RenderPool {
  /** @returns a PNG. @throws ScreenshotsBusy when too many are waiting; Error after the end */
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
  // A thread lost between two tasks is replaced by the pool; unheard, this event would end the process.
  pool.on('error', () => {});
  let closed = false;
  return {
    async draw(drawing) {
      // sharp wants to be loaded in the main thread before any other, and is loaded for who draws only.
      await import('sharp');
      // The pool would start new threads even after its end.
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

import { Piscina } from 'piscina';
import { workerEntry } from '../../extractor/decoder-process/worker-url.js';
import type { PrintedPage } from './types.js';

/** Draws PDF receipts away from the event loop. Its one thread starts with the first page and ends when idle. */
export interface PdfRenderer {
  print(page: PrintedPage): Promise<Uint8Array>;
  close(): Promise<void>;
}

const idleMs = 60_000;

export function createPdfRenderer(): PdfRenderer {
  const pool = new Piscina<PrintedPage, Uint8Array>({
    ...workerEntry(import.meta.url, 'worker'),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
    recordTiming: false,
    // Otherwise every task that finds no free thread goes back to the end of the queue, also the one that waits longest.
    stricterFIFO: true,
  });
  let closed = false;
  return {
    async print(page) {
      // The pool would start a new thread even after it is closed.
      if (closed) throw new Error('The PDF renderer is closed.');
      return await pool.run(page);
    },
    async close() {
      closed = true;
      await pool.destroy();
    },
  };
}

/** Reads PDFs in worker threads, so that neither a large nor a hostile one holds the event loop. */
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { PdfText } from '../../providers/types.js';
import { workerEntry } from '../decoder-process/worker-url.js';
import type { DocumentReader } from '../types.js';
import type { ReadTask } from './worker.js';

/** The egress lets in no larger body (`maxBytes` in src/egress/index.ts). */
const bytesMax = 5 * 1024 * 1024;
/** A receipt is read in some 10 ms, on a machine with other work in many times that; longer than this means harm. */
const readMsMax = 10_000;
/** Waiting for a free thread, or for one that never starts. */
const waitMsMax = 30_000;
/**
 * A small PDF can unpack to gigabytes, which lie outside the heap of the thread, so the growth of the whole
 * process is watched. A reading that happens beside a harmful one may be ended with it.
 */
const growthBytesMax = 256 * 1024 * 1024;
const growthCheckMs = 100;
const heapMbMax = 256;
const idleMs = 60_000;

/**
 * The first PDF starts a thread, which stays, and a second one is for when there is work for it: pdf.js in a thread holds
 * some 25 MB, which a service that never meets a PDF need not have. Close it to end them.
 */
export function createDocumentReader(): DocumentReader {
  let pool: Pool | undefined;
  let closed = false;
  return {
    async pdfText(bytes) {
      // The pool would start new threads even after its end.
      if (closed || !looksLikePdf(bytes)) return null;
      pool ??= startPool();
      return await read(pool, bytes);
    },
    async close() {
      closed = true;
      await pool?.destroy();
    },
  };
}

type Pool = Piscina<ReadTask, PdfText | null>;

function startPool(): Pool {
  const pool: Pool = new Piscina({
    ...workerEntry(import.meta.url, 'worker'),
    minThreads: 1,
    maxThreads: 2,
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: heapMbMax },
    recordTiming: false,
  });
  // A thread lost between two tasks is replaced by the pool; unheard, this event would end the process.
  pool.on('error', () => {});
  return pool;
}

/** Readers of PDF look for the mark in the first kilobyte only. */
function looksLikePdf(bytes: Uint8Array): boolean {
  return bytes.byteLength <= bytesMax && Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-');
}

/** Null also when the reading was ended: too long, too much memory, pool closed. */
async function read(pool: Pool, bytes: Uint8Array): Promise<PdfText | null> {
  const { port1: started, port2 } = new MessageChannel();
  const guard = new ReadGuard();
  started.once('message', () => guard.readingBegins());
  // The caller's bytes stay its own: a copy is handed over, which the thread then owns.
  const copy = new Uint8Array(bytes);
  try {
    const transferList = [copy.buffer, port2];
    return await pool.run({ bytes: copy, started: port2 }, { signal: guard.signal, transferList });
  } catch {
    return null;
  } finally {
    guard.end();
    started.close();
  }
}

/** Aborts a reading, and with it its thread, that waits too long, reads too long or takes too much memory. */
class ReadGuard {
  readonly #killer = new AbortController();
  readonly #kill = () => this.#killer.abort();
  #deadline = setTimeout(this.#kill, waitMsMax);
  #memory: NodeJS.Timeout | undefined;
  #ended = false;

  get signal(): AbortSignal {
    return this.#killer.signal;
  }

  readingBegins(): void {
    if (this.#ended) return;
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(this.#kill, readMsMax);
    const limit = process.memoryUsage.rss() + growthBytesMax;
    this.#memory = setInterval(() => {
      if (process.memoryUsage.rss() > limit) this.#kill();
    }, growthCheckMs);
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#deadline);
    clearInterval(this.#memory);
  }
}

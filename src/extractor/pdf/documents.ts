/** Reads PDFs in worker threads, so that a large or hostile one does not block the event loop. */
import { MessageChannel, type Transferable } from 'node:worker_threads';
import { bulkhead } from 'cockatiel';
import { Piscina } from 'piscina';
import type { PdfText } from '../../providers/types.js';
import { workerEntry } from '../decoder-process/worker-url.js';
import type { DocumentReader } from '../types.js';
import type { ReadTask } from './worker.js';

/** The limit of the egress (`maxBytes` in src/egress/index.ts). */
const bytesMax = 5 * 1024 * 1024;
/** Time limit of a reading, ms. A receipt takes about 10 ms, many times that under load. */
const readMsByDefault = 10_000;
/** Time limit of the wait for a free thread, ms. */
const waitMsMax = 30_000;
/**
 * A small PDF can unpack to gigabytes outside the thread's heap, so the growth of the whole process is watched. A reading
 * that runs at the same time as a harmful one may be aborted with it.
 */
const growthBytesMax = 256 * 1024 * 1024;
const growthCheckMs = 100;
const heapMbMax = 256;
const idleMs = 60_000;
const threadsMax = 2;

/**
 * The first PDF starts a thread, which stays; a second one starts under load. pdf.js takes about 25 MB per thread, which a
 * service without PDFs does not need. `close` ends the threads.
 * @param readMsMax time limit of a reading, ms
 */
export function createDocumentReader(readMsMax = readMsByDefault): DocumentReader {
  let pool: Pool | undefined;
  let closed = false;
  // The pool keeps no order among tasks that can be aborted, so those without a thread wait here.
  const threads = bulkhead(threadsMax, Number.POSITIVE_INFINITY);
  const runInTurn: Run = (task, options) =>
    threads.execute(async () => {
      // The pool would start new threads even after it is closed.
      if (closed) return null;
      pool ??= startPool();
      return await pool.run(task, options);
    }, options.signal);
  return {
    async pdfText(bytes) {
      return looksLikePdf(bytes) ? await read(runInTurn, bytes, readMsMax) : null;
    },
    async close() {
      closed = true;
      await pool?.destroy();
    },
  };
}

type Pool = Piscina<ReadTask, PdfText | null>;
type Run = (
  task: ReadTask,
  options: { signal: AbortSignal; transferList: Transferable[] },
) => Promise<PdfText | null>;

function startPool(): Pool {
  const pool: Pool = new Piscina({
    ...workerEntry(import.meta.url, 'worker'),
    minThreads: 1,
    maxThreads: threadsMax,
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: heapMbMax },
    recordTiming: false,
  });
  // The pool replaces a thread lost between two tasks; without a listener this event would end the process.
  pool.on('error', () => {});
  return pool;
}

/** PDF readers look for the mark in the first kilobyte only. */
function looksLikePdf(bytes: Uint8Array): boolean {
  return bytes.byteLength <= bytesMax && Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-');
}

/** Null also when the reading was aborted: time, memory, or pool closed. */
async function read(run: Run, bytes: Uint8Array, readMsMax: number): Promise<PdfText | null> {
  const { port1: started, port2 } = new MessageChannel();
  const guard = new ReadGuard(readMsMax);
  started.once('message', () => guard.readingBegins());
  // Transfers a copy, so that the caller keeps its bytes.
  const copy = new Uint8Array(bytes);
  try {
    const transferList = [copy.buffer, port2];
    return await run({ bytes: copy, started: port2 }, { signal: guard.signal, transferList });
  } catch {
    return null;
  } finally {
    guard.end();
    started.close();
  }
}

/** Aborts a reading and its thread when it waits or reads too long, or takes too much memory. */
class ReadGuard {
  readonly #readMsMax: number;
  readonly #killer = new AbortController();
  readonly #kill = () => this.#killer.abort();
  #deadline = setTimeout(this.#kill, waitMsMax);
  #memory: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(readMsMax: number) {
    this.#readMsMax = readMsMax;
  }

  get signal(): AbortSignal {
    return this.#killer.signal;
  }

  readingBegins(): void {
    if (this.#ended) return;
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(this.#kill, this.#readMsMax);
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

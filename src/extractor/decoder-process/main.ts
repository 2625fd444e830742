/**
 * Entry point of a decoder process: decodes untrusted files, one at a time. It has no configuration, no secrets, no store
 * and no network, can be killed at any time, and ends with the service.
 */
import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { tilesOf } from '../ai/model-images.js';
import { readPdf } from '../pdf/pdf-parts.js';
import { provideTransferToFixedLength } from '../pdf/polyfill-transfer-to-fixed-length.js';
import { prepare, setUpSharp } from '../prepare.js';
import { scanCodes } from '../qr/qr-strategies.js';
import { warmReaders } from '../qr/readers.js';
import { UploadError } from '../upload-errors.js';
import type { AnnouncedTask, DecoderMessage, DecodeTask, JobOutcome } from './types.js';

/** Memory limit, below the 300 MiB that are promised; a picture of 40 million pixels takes at most 245 MiB. */
const rssBytesMax = 270 * 1024 * 1024;
/** Ends the process like SIGKILL, and tells the service that the file took too long (`overworked` in decoder.ts). */
const overworked = 'SIGVTALRM';
/** Processor time limit of one job, ms. */
const cpuMsMax = Number(process.argv[2]);
/** A file can take another 1 MB every millisecond. An idle process is left to sleep. */
const watchEveryMs = 5;
const watchIdleEveryMs = 50;
const stdin = 0;
/** Low priority: callers come before pictures. */
const niceness = 10;

process.on('disconnect', () => process.exit());
// Ignored: the service ends this process, and a Ctrl-C in its terminal arrives here too.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
/** Number of the running job, 0 when idle. Shared with the watchdog thread. */
const orderUnderWay = new Int32Array(new SharedArrayBuffer(4));
let orders = 0;
watchLimits();
stepBack();
setUpSharp();
provideTransferToFixedLength();
const warm = warmReaders();
process.on('message', (announced: AnnouncedTask) => void work(announced));
await warm;
send({ kind: 'ready', rssBytes: process.memoryUsage.rss() });

async function work({ size, task }: AnnouncedTask): Promise<void> {
  await warm;
  const order = { ...task, bytes: received(size) } as DecodeTask;
  send({ kind: 'begun' });
  orders += 1;
  Atomics.store(orderUnderWay, 0, orders);
  const outcome = await outcomeOf(order);
  Atomics.store(orderUnderWay, 0, 0);
  send({ kind: 'done', outcome });
  // Pixels are outside the heap, so they do not trigger the garbage collector.
  globalThis.gc?.();
  send({ kind: 'tidied', rssBytes: process.memoryUsage.rss() });
}

async function outcomeOf(order: DecodeTask): Promise<JobOutcome> {
  try {
    return { value: await perform(order) };
  } catch (error) {
    return error instanceof UploadError ? { refusal: error.message } : { failed: true };
  }
}

async function perform(order: DecodeTask) {
  const { bytes } = order;
  switch (order.work) {
    case 'picture':
      return { digest: digestOf(bytes), frames: await prepare(bytes, order.kind) };
    case 'pdf':
      return { digest: digestOf(bytes), parts: await readPdf(bytes) };
    case 'codes':
      return scanCodes(bytes, order.from, order.seen);
    case 'tiles':
      return tilesOf(bytes);
  }
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Waits for the file of a task; the service is sending it. */
function received(size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; ) {
    const read = readSync(stdin, bytes, at, size - at, null);
    if (read === 0) process.exit();
    at += read;
  }
  return bytes;
}

function send(word: DecoderMessage): void {
  process.send?.(word);
}

/** Watchdog in its own thread, because a hostile file may block this one. Also ends the process when the service dies. */
function watchLimits(): void {
  const watch = `
    const { workerData: underWay } = require('node:worker_threads');
    const parent = process.ppid;
    let order = 0;
    let cpuAtStart;
    const check = () => {
      const current = Atomics.load(underWay, 0);
      if (current !== order) cpuAtStart = process.cpuUsage();
      order = current;
      const { user, system } = process.cpuUsage(cpuAtStart);
      const orphaned = process.ppid !== parent;
      const swollen = process.memoryUsage.rss() > ${rssBytesMax};
      if (orphaned || swollen) process.kill(process.pid, 'SIGKILL');
      if (order !== 0 && (user + system) / 1000 > ${cpuMsMax}) process.kill(process.pid, '${overworked}');
      setTimeout(check, order === 0 ? ${watchIdleEveryMs} : ${watchEveryMs});
    };
    check();`;
  new Worker(watch, { eval: true, execArgv: [], env: {}, workerData: orderUnderWay }).unref();
}

function stepBack(): void {
  try {
    setPriority(niceness);
  } catch {
    // Not permitted: pictures are decoded at normal priority.
  }
}

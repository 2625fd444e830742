/**
 * The reading room: processes of their own for files of strangers. What decodes pictures is native code, which a
 * thread cannot be stopped in and whose faults end a process, and its memory is given back for sure only with one.
 */
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { workerEntry } from '../worker-url.js';
import { Refused, RoomUnavailable } from './errors.js';
import { Reader } from './reader.js';
import type { Order, Outcome, Work, Works } from './types.js';

export { ReadingEnded, Refused, RoomUnavailable } from './errors.js';

export interface ReadingRoom {
  /** @throws Refused, ReadingEnded, RoomUnavailable; Error where the reading itself is at fault */
  do<W extends Work>(order: { work: W } & Works[W]['task']): Promise<Works[W]['result']>;
  /** Starts a process and keeps one from now on, so that the first file need not wait for it. */
  warm(): void;
  close(): Promise<void>;
}

const readersMax = Math.min(2, availableParallelism());
/** From when it is asked for, and for as long as it waits for a free process. */
const waitMsMax = 30_000;
const waitingMax = 1_000;
/** The last process, where none is kept. */
const idleMs = 60_000;
/** What the process needs of its environment; secrets stay where they are. */
const environment = ['PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH', 'SystemRoot'];
const heapMbMax = 256;
/** glibc hands large blocks back to the system as soon as they are free, instead of keeping them for later. */
const frugal = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '2' };

interface Job {
  order: Order;
  settle(outcome: Outcome | Error): void;
  timer: NodeJS.Timeout;
}

export function createReadingRoom(): ReadingRoom {
  const readers = new Set<Reader>();
  const waiting: Job[] = [];
  let warm = false;
  let closed = false;

  function serve(): void {
    while (waiting.length > 0) {
      const reader = [...readers].find(({ isFree }) => isFree) ?? (readers.size < readersMax ? open() : null);
      if (!reader) return;
      const job = waiting.shift();
      if (!job) return;
      clearTimeout(job.timer);
      reader.read(job.order).then(job.settle, job.settle).finally(serve);
    }
  }

  /** One process is kept once it is warm, more than one are for when there is much to do. */
  function patienceMs(): number {
    const alive = [...readers].filter(({ isAlive }) => isAlive).length;
    if (alive > 1) return 0;
    return warm ? Number.POSITIVE_INFINITY : idleMs;
  }

  function open(): Reader {
    const reader = new Reader(startProcess(), patienceMs);
    readers.add(reader);
    reader.ended.then(() => {
      readers.delete(reader);
      if (!closed && warm && readers.size === 0 && reader.wasReady) open();
      serve();
    });
    return reader;
  }

  return {
    async do<W extends Work>(order: { work: W } & Works[W]['task']) {
      if (closed || waiting.length >= waitingMax) throw new RoomUnavailable();
      const outcome = await new Promise<Outcome | Error>((settle) => {
        const job: Job = { order: order as Order, settle, timer: setTimeout(() => leave(job), waitMsMax) };
        waiting.splice(placeFor(job, waiting), 0, job);
        serve();
      });
      return resultOf(outcome) as Works[W]['result'];
    },
    warm() {
      warm = true;
      if (!closed && readers.size === 0) open();
    },
    async close() {
      closed = true;
      for (const job of waiting.splice(0)) leave(job);
      await Promise.all([...readers].map((reader) => reader.end()));
    },
  };

  function leave(job: Job): void {
    clearTimeout(job.timer);
    if (waiting.includes(job)) waiting.splice(waiting.indexOf(job), 1);
    job.settle(new RoomUnavailable());
  }
}

/** Uploads that have been let in are read before others are: they hold memory until they are, and their callers wait. */
function placeFor({ order }: Job, waiting: readonly Job[]): number {
  const next = isUpload(order) ? -1 : waiting.findIndex((job) => isUpload(job.order));
  return next < 0 ? waiting.length : next;
}

function isUpload({ work }: Order): boolean {
  return work === 'picture' || work === 'pdf';
}

function resultOf(outcome: Outcome | Error) {
  if (outcome instanceof Error) throw outcome;
  if ('value' in outcome) return outcome.value;
  throw 'refusal' in outcome ? new Refused(outcome.refusal) : new Error('A reading failed.');
}

function startProcess() {
  const { filename, execArgv } = workerEntry(import.meta.url, 'entry');
  const kept = environment
    .map((name) => [name, process.env[name]])
    .filter(([, value]) => value !== undefined);
  return fork(filename, {
    env: { ...Object.fromEntries(kept), ...frugal },
    execArgv: [...execArgv, '--expose-gc', `--max-old-space-size=${heapMbMax}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

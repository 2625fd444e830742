/**
 * Pool of decoder processes for untrusted files. Decoders are native code: a thread cannot interrupt it, its faults crash the
 * process, and only ending the process surely frees its memory.
 */
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { DecoderCaller } from '../types.js';
import { Decoder } from './decoder.js';
import { DecoderLost, DecodersUnavailable, DecodingEnded, Refused } from './errors.js';
import { createTimeBudget } from './time-budget.js';
import { createTurns } from './turns.js';
import type { DecodeTask, JobKind, JobOutcome, TaskOf, Works } from './types.js';
import { workerEntry } from './worker-url.js';

export { DecodersUnavailable, DecodingEnded, Refused } from './errors.js';

export interface DecoderPool {
  /**
   * @throws Refused, DecodingEnded, DecodersUnavailable, TooManyEnded; the reason of the caller's signal; Error for a bug in the
   * decoder
   */
  do<W extends JobKind>(order: TaskOf<W>, caller: DecoderCaller): Promise<Works[W]['result']>;
  /** Starts a process and keeps one running, so that the first file does not wait. */
  warm(): void;
  close(): Promise<void>;
}

const readersMax = Math.min(2, availableParallelism());
/** Maximum wait for a free process, ms. */
const waitMsMax = 60_000;
const waitingMax = 1_000;
/** Waiting jobs per caller: several calls of five files. */
const waitingOfOneMax = 50;
/** Idle time of the last process when none is kept, ms. */
const idleMs = 60_000;
/** Environment variables passed on; no secrets. */
const environment = ['PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH', 'SystemRoot'];
const heapMbMax = 256;
/** Semi-space, MB. Node's default of 16 MB keeps three times as much, mostly garbage of the previous file. */
const semiSpaceMbMax = 2;
/** Processor time limit per file; an ordinary file takes less than one second. */
const cpuMsByDefault = 5_000;
/** Makes glibc return large blocks to the system as soon as they are freed. */
const frugal = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '2' };

interface Job {
  order: DecodeTask;
  caller: DecoderCaller;
  continues: boolean;
  resolve(outcome: JobOutcome): void;
  reject(reason: unknown): void;
  /** Ends the wait: time-out, or the caller disconnected. */
  stopWaiting(): void;
}

/**
 * While strangers queue up, they use a quarter of one process's time, and half of it with files that take long, so that the
 * machine has time for everybody else and honest strangers get their turn.
 */
function restAfter(readMs: number): number {
  return Math.max(readMs, Math.min(3 * readMs, 1_000));
}

/** @param cpuMsMax processor time limit per file, ms */
export function createDecoderPool(cpuMsMax = cpuMsByDefault): DecoderPool {
  const readers = new Set<Decoder>();
  const waiting = createTurns<Job>(Math.max(1, readersMax - 1));
  const strikes = createTimeBudget();
  let warm = false;
  let closed = false;

  function serve(): void {
    for (;;) {
      const reader = [...readers].find(({ isFree }) => isFree);
      const mayStart = readers.size < readersMax;
      if (!reader && !mayStart) return;
      const job = waiting.take();
      if (!job) return;
      job.stopWaiting();
      // A caller whose file ended a process waits for a new one to start; the others find the one that is ready.
      const needsNew = !reader || (mayStart && strikes.has(job.caller));
      void run(job, needsNew ? open() : reader);
    }
  }

  async function run(job: Job, reader: Decoder): Promise<void> {
    const startedAt = performance.now();
    try {
      // Check again: other files of this caller may have killed processes meanwhile.
      strikes.refuse(job.caller);
      job.resolve(await outcomeOf(job, reader));
    } catch (error) {
      if (error instanceof DecodingEnded) strikes.add(job.caller);
      job.reject(error);
    } finally {
      const isFlooded = job.caller.anonymous && waiting.anonymous > 0;
      const restMs = isFlooded ? restAfter(performance.now() - startedAt) : 0;
      const done = () => {
        waiting.done(job);
        serve();
      };
      if (restMs > 0) setTimeout(done, restMs).unref();
      else done();
    }
  }

  /** Retries once in a new process when the first one is lost. */
  async function outcomeOf({ order, caller }: Job, reader: Decoder): Promise<JobOutcome> {
    try {
      return await reader.read(order, caller.gone);
    } catch (error) {
      if (!(error instanceof DecoderLost)) throw error;
      if (closed) throw new DecodersUnavailable();
      readers.delete(reader);
      return await open().read(order, caller.gone).catch(blame);
    }
  }

  /** Keeps one free process, so that nobody waits for the start of another while a long file is being read. */
  function idleMsMax(): number {
    const free = [...readers].filter(({ isFree }) => isFree).length;
    if (free > 1) return 0;
    return warm ? Number.POSITIVE_INFINITY : idleMs;
  }

  function open(): Decoder {
    const reader = new Decoder(startProcess(cpuMsMax), idleMsMax, serve);
    readers.add(reader);
    reader.ended.then(() => {
      readers.delete(reader);
      if (!closed && warm && readers.size === 0 && reader.wasReady) open();
      serve();
    });
    return reader;
  }

  return {
    async do<W extends JobKind>(order: TaskOf<W>, caller: DecoderCaller) {
      const isFull = waiting.size >= waitingMax || waiting.waiting(caller) >= waitingOfOneMax;
      if (closed || isFull) throw new DecodersUnavailable();
      strikes.refuse(caller);
      caller.gone?.throwIfAborted();
      const outcome = await new Promise<JobOutcome>((resolve, reject) => {
        const tooLate = setTimeout(() => leave(job, new DecodersUnavailable()), waitMsMax);
        const left = () => leave(job, caller.gone?.reason);
        caller.gone?.addEventListener('abort', left);
        const stopWaiting = () => {
          clearTimeout(tooLate);
          caller.gone?.removeEventListener('abort', left);
        };
        const continues = order.work === 'codes' || order.work === 'tiles';
        const job: Job = { order: order as DecodeTask, caller, continues, resolve, reject, stopWaiting };
        waiting.add(job);
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
      for (const job of waiting.all()) leave(job, new DecodersUnavailable());
      await Promise.all([...readers].map((reader) => reader.end()));
    },
  };

  function leave(job: Job, reason: unknown): void {
    job.stopWaiting();
    waiting.remove(job);
    job.reject(reason);
  }
}

/** Blames the file when two processes were lost after they had started it. */
function blame(error: unknown): never {
  if (!(error instanceof DecoderLost)) throw error;
  throw error.begun ? new DecodingEnded() : new DecodersUnavailable();
}

function resultOf(outcome: JobOutcome) {
  if ('value' in outcome) return outcome.value;
  throw 'refusal' in outcome ? new Refused(outcome.refusal) : new Error('A reading failed.');
}

function startProcess(cpuMsMax: number) {
  const { filename, execArgv } = workerEntry(import.meta.url, 'main');
  const kept = environment
    .map((name) => [name, process.env[name]])
    .filter(([, value]) => value !== undefined);
  return fork(filename, [String(cpuMsMax)], {
    env: { ...Object.fromEntries(kept), ...frugal },
    execArgv: [
      ...execArgv,
      '--expose-gc',
      `--max-old-space-size=${heapMbMax}`,
      `--max-semi-space-size=${semiSpaceMbMax}`,
    ],
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
}

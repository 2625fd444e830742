/**
 * Several processes of the service behind one port (`WORKERS`).
 *
 * The first process serves nobody: it holds the store open for the others, so that the local Redis, or the
 * embedded one that lives in it, outlasts them, and replaces a worker that dies. It has no engine.
 */
import cluster, { type Worker } from 'node:cluster';
import { randomBytes } from 'node:crypto';
import type { Config } from '../config/index.js';
import { within } from '../deadline.js';
import type { Logger } from '../log.js';
import { openConfiguredStore, warn } from '../open-store.js';
import { answerFigures } from './cluster-metrics.js';
import type { Service } from './start.js';

/** A worker that dies at once is not replaced at once, and the longer the oftener it dies before it serves. */
const replaceDelayMs = 1_000;
const replaceDelayMsMax = 30_000;
/** A worker that has not ended by then is killed; it ends itself before (`signals.ts`). */
const workersMsMax = 8_800;
/** The store is closed, and the local Redis has ended, by then. */
const allMsMax = 9_300;

/** @throws StoreError; Error when a worker cannot serve, which has then said why. */
export async function startWorkers(config: Config, log: Logger, count: number): Promise<Service> {
  const env = commonEnvironment(config);
  // Also while it is being replaced: a message to a worker that has just died is no reason to end the service.
  cluster.on('fork', (worker) => {
    worker.on('error', (error) => {
      log.warn({ component: 'workers', worker: worker.id, err: error }, 'a worker could not be reached');
    });
  });
  answerFigures();
  const store = await openConfiguredStore(config, { log, warn });
  try {
    const [url = ''] = await Promise.all(Array.from({ length: count }, () => startWorker(env)));
    greet();
    const replacing = replaceTheDead(log, env);
    return {
      url,
      async stop(second) {
        const startedAt = performance.now();
        const drainMs = config.DRAIN_SECONDS * 1000;
        replacing.stop();
        try {
          await endWorkers(drainMs + workersMsMax, second);
        } finally {
          await store.close(Math.max(1_000, drainMs + allMsMax - (performance.now() - startedAt)));
        }
      },
    };
  } catch (error) {
    await endWorkers(workersMsMax).catch(() => undefined);
    // The failure that led here is the one to tell.
    await store.close().catch(() => undefined);
    throw error;
  }
}

type Environment = { SESSION_SECRET: string };

/** What would be random a process has to be the same in all: a form of one worker comes back to another. */
function commonEnvironment({ SESSION_SECRET }: Config): Environment {
  return { SESSION_SECRET: SESSION_SECRET ?? randomBytes(32).toString('hex') };
}

/** Those that serve, or have served. */
const served = new WeakSet<Worker>();

/** Resolves with the address it serves at. It listens for the simulated banks too, so only its word counts. */
function startWorker(env: Environment): Promise<string> {
  const worker = cluster.fork(env);
  return new Promise((resolve, reject) => {
    worker.on('message', (message: unknown) => {
      if (typeof message !== 'string') return;
      served.add(worker);
      resolve(message);
    });
    worker.once('exit', () => reject(new WorkerError()));
  });
}

/** Tells the first process that this worker serves. @param greet what to do when this worker is to greet */
export function reportServing(url: string | null, greet: () => void): void {
  process.on('message', (message) => {
    if (message === greeting) greet();
  });
  process.send?.(url);
}

const greeting = 'greet';

/** One worker says for all of them where they serve, and mints the first key: it has the engine for that. */
function greet(): void {
  Object.values(cluster.workers ?? {})[0]?.send(greeting);
}

/** A worker could not start, and has said why itself; or it did not stop in order. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
}

function replaceTheDead(log: Logger, env: Environment): { stop(): void } {
  let failures = 0;
  let stopped = false;
  const replace = () => {
    // Where it ends before it serves, `onExit` hears of it.
    if (!stopped) startWorker(env).catch(() => undefined);
  };
  const onExit = (worker: Worker) => {
    failures = served.has(worker) ? 0 : failures + 1;
    const ms = Math.min(replaceDelayMs * 2 ** failures, replaceDelayMsMax);
    const circumstances = { component: 'workers', worker: worker.id, attempt: failures, ms };
    log.error(circumstances, 'a worker has ended and is replaced');
    setTimeout(replace, ms).unref();
  };
  cluster.on('exit', onExit);
  return {
    stop() {
      stopped = true;
      cluster.off('exit', onExit);
    },
  };
}

/**
 * Asks the workers to stop, and kills those that have not within `ms`, or when `second` aborts.
 * @throws WorkerError when one did not end in order
 */
async function endWorkers(ms: number, second?: AbortSignal): Promise<void> {
  const alive = Object.values(cluster.workers ?? {}).filter((worker) => worker && !worker.isDead());
  await within(ms, [second], async (over) => {
    const ends = alive.map((worker) => worker && endWorker(worker, over));
    const inOrder = await Promise.all(ends);
    if (inOrder.includes(false)) throw new WorkerError();
  });
}

/** @returns whether it has ended in order; one that had not come so far as to hear a signal has */
function endWorker(worker: Worker, over: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const kill = () => worker.process.kill('SIGKILL');
    worker.once('exit', (code, signal) => {
      over.removeEventListener('abort', kill);
      resolve(code === 0 || signal === 'SIGTERM');
    });
    worker.process.kill('SIGTERM');
    if (over.aborted) kill();
    else over.addEventListener('abort', kill, { once: true });
  });
}

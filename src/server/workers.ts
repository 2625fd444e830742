/**
 * Several processes of the service behind one port (`WORKERS`).
 *
 * The first process serves no requests and has no engine. It checks the store before they start, keeps a local Redis or the
 * embedded store open for them, and respawns workers that die.
 */
import cluster, { type Worker } from 'node:cluster';
import { randomBytes } from 'node:crypto';
import type { Config } from '../config/index.js';
import { within } from '../deadline.js';
import type { StoreConnection } from '../engine/store/types.js';
import type { Logger } from '../log.js';
import { openConfiguredStore, warn } from '../open-store.js';
import { serveClusterMetrics } from './cluster-metrics.js';
import type { Service } from './start.js';

/** Delay before a respawn; it grows while workers die before they serve. */
const replaceDelayMs = 1_000;
const replaceDelayMsMax = 30_000;
/** Workers still running after this are killed; normally they end themselves earlier (`signals.ts`). */
const workersMsMax = 8_800;
/** Time limit to close the store and end the local Redis. */
const allMsMax = 9_300;

/** @throws StoreError; Error when a worker cannot serve; the worker logs the reason. */
export async function startWorkers(config: Config, log: Logger, count: number): Promise<Service> {
  const env = sharedEnvironment(config);
  // A message to a worker that has just died must not end the service.
  cluster.on('fork', (worker) => {
    worker.on('error', (error) => {
      log.warn({ component: 'workers', worker: worker.id, err: error }, 'a worker could not be reached');
    });
  });
  serveClusterMetrics();
  const store = await openSharedStore(config, log);
  try {
    const [url = ''] = await Promise.all(Array.from({ length: count }, () => startWorker(env)));
    greet();
    const replacing = respawnWorkers(log, env);
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
    // Report the original failure, not that of the clean-up.
    await store.close().catch(() => undefined);
    throw error;
  }
}

/** Opens the store, so that an error is reported once. A Redis elsewhere does not depend on this process: it is left again. */
async function openSharedStore(config: Config, log: Logger): Promise<Pick<StoreConnection, 'close'>> {
  const store = await openConfiguredStore(config, { log, warn });
  if (config.REDIS_URL === undefined) return store;
  await store.close();
  return { close: async () => undefined };
}

type Environment = { SESSION_SECRET: string };

/** Environment with a shared session secret: a form made by one worker may be posted to another. */
function sharedEnvironment({ SESSION_SECRET }: Config): Environment {
  return { SESSION_SECRET: SESSION_SECRET ?? randomBytes(32).toString('hex') };
}

/** Workers that serve, or have served. */
const served = new WeakSet<Worker>();

/** Resolves with the worker's address, from its own message: it also listens for the simulated banks. */
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

/** Tells the first process that this worker serves. @param greet prints the banner when this worker is chosen for it */
export function reportServing(url: string | null, greet: () => void): void {
  process.on('message', (message) => {
    if (message === greeting) greet();
  });
  process.send?.(url);
}

const greeting = 'greet';

/** One worker prints the banner for all and creates the first key, which needs an engine. */
function greet(): void {
  Object.values(cluster.workers ?? {})[0]?.send(greeting);
}

/** A worker failed to start, which it has logged itself, or did not stop cleanly. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
}

function respawnWorkers(log: Logger, env: Environment): { stop(): void } {
  let failures = 0;
  let stopped = false;
  const replace = () => {
    // If it ends before it serves, `onExit` is called.
    if (!stopped) startWorker(env).catch(() => undefined);
  };
  const onExit = (worker: Worker) => {
    failures = served.has(worker) ? 0 : failures + 1;
    const ms = Math.min(replaceDelayMs * 2 ** failures, replaceDelayMsMax);
    log.error(
      { component: 'workers', worker: worker.id, attempt: failures, ms },
      'a worker has ended and is replaced',
    );
    // Keeps this process alive: when all workers are gone, it may have nothing else to wait for.
    setTimeout(replace, ms);
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
 * Asks the workers to stop, and kills those still running after `ms` or when `second` aborts.
 * @throws WorkerError when one did not end cleanly
 */
async function endWorkers(ms: number, second?: AbortSignal): Promise<void> {
  const alive = Object.values(cluster.workers ?? {}).filter((worker) => worker && !worker.isDead());
  await within(ms, [second], async (over) => {
    const ends = alive.map((worker) => worker && endWorker(worker, over));
    const wereClean = await Promise.all(ends);
    if (wereClean.includes(false)) throw new WorkerError();
  });
}

/** @returns true when it ended cleanly, or before it could handle a signal */
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

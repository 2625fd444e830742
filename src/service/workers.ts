/**
 * Several processes of the service behind one port (`WORKERS`).
 *
 * The first process serves nobody: it holds the store open for the others, so that the local Redis, or the
 * embedded one that lives in it, outlasts them, and replaces a worker that dies.
 */
import cluster, { type Worker } from 'node:cluster';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { assemble, type House } from '../assemble.js';
import type { Config } from '../config.js';
import type { Logger } from '../log.js';
import { type Service, warn } from './start.js';
import { answerFigures } from './worker-figures.js';

/** A worker that dies at once is not replaced at once, or a broken one would be started for ever. */
const replaceDelayMs = 1_000;

/** @throws StoreError; Error when a worker cannot serve, which has then said why. */
export async function startWorkers(config: Config, log: Logger, count: number): Promise<Service> {
  const env = commonEnvironment(config);
  answerFigures();
  const house = await assemble(config, { log, warn });
  try {
    const [url = ''] = await Promise.all(Array.from({ length: count }, () => startWorker(env)));
    const replacing = replaceTheDead(log, env);
    return {
      house,
      url,
      async stop() {
        replacing.stop();
        await endWorkers();
        await house.close();
      },
    };
  } catch (error) {
    await endWorkers();
    await closeQuietly(house);
    throw error;
  }
}

type Environment = { SESSION_SECRET: string };

/** What would be random a process has to be the same in all: a form of one worker comes back to another. */
function commonEnvironment({ SESSION_SECRET }: Config): Environment {
  return { SESSION_SECRET: SESSION_SECRET ?? randomBytes(32).toString('hex') };
}

/** Resolves with the address it serves at. It listens for the simulated banks too, so only its word counts. */
function startWorker(env: Environment): Promise<string> {
  const worker = cluster.fork(env);
  return new Promise((resolve, reject) => {
    worker.on('message', (message: unknown) => {
      if (typeof message === 'string') resolve(message);
    });
    worker.once('exit', () => reject(new WorkerError()));
  });
}

/** Tells the first process that this worker serves. */
export function reportServing(url: string | null): void {
  process.send?.(url);
}

/** A worker could not start; it has said why itself. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
}

function replaceTheDead(log: Logger, env: Environment): { stop(): void } {
  const onExit = (worker: Worker) => {
    log.error({ component: 'workers', worker: worker.id }, 'a worker has ended and is replaced');
    setTimeout(() => {
      if (cluster.listeners('exit').includes(onExit)) cluster.fork(env);
    }, replaceDelayMs).unref();
  };
  cluster.on('exit', onExit);
  return { stop: () => void cluster.off('exit', onExit) };
}

async function endWorkers(): Promise<void> {
  const alive = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  await Promise.all(
    alive.map(async (worker) => {
      if (worker.isDead()) return;
      const ended = once(worker, 'exit');
      worker.process.kill('SIGTERM');
      await ended;
    }),
  );
}

/** The failure that led here is the one to tell. */
async function closeQuietly(house: House): Promise<void> {
  await house.close().catch(() => undefined);
}

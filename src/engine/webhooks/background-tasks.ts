/** Tasks for all accounts, each run by one process at a time. When the process dies, another one takes over. */
import { setTimeout as sleep } from 'node:timers/promises';
import { logBackgroundError } from '#engine/shared/background-errors.js';
import type { Logger } from '../../log.js';
import * as names from '../store/key-names.js';
import { orUnavailable, type Scripts } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';

const sweepMs = 1_000;
/** Longer than one turn of a task. */
const claimLeaseMs = 60_000;
const afterErrorMs = 5_000;

export interface BackgroundTask {
  name: string;
  /**
   * Runs for `turnMs` at most, and may be repeated from its saved cursor.
   * @param stopping when it aborts, the turn ends early
   * @returns ms until it is due again
   */
  run(stopping: AbortSignal): Promise<number>;
}

/** How long a task may run before it saves its cursor, ms. */
export const turnMs = 10_000;

export interface BackgroundTasks {
  /** Safe to call again. */
  start(): void;
  /** Resolves when the running task has ended. */
  stop(): Promise<void>;
}

interface BackgroundTasksDeps {
  scripts: Scripts;
  /** Returns a unique name for each claim. */
  newClaim: () => string;
  log: Logger;
}

export function createBackgroundTasks(
  { scripts, newClaim, log }: BackgroundTasksDeps,
  all: readonly BackgroundTask[],
): BackgroundTasks {
  const keys = [names.backgroundTasks(), names.backgroundTaskClaims()];
  const stopping = new AbortController();
  const logError = (error: unknown) => logBackgroundError(log, { component: 'webhooks' }, error);
  let running: Promise<void> | undefined;

  async function runNext(): Promise<void> {
    const claim = newClaim();
    const claimed = await scripts.run('lease-claim', keys, [claim, claimLeaseMs, 1]);
    const task = all.find(({ name }) => name === claimed[0]);
    if (!task) return;
    const nextMs = await task.run(stopping.signal).catch((error: unknown) => {
      logError(error);
      return afterErrorMs;
    });
    await scripts.run('lease-settle', keys, [task.name, claim, nextMs]);
  }

  async function runAll(): Promise<void> {
    const { signal } = stopping;
    while (!signal.aborted) {
      // Listed again each time: a failover may have lost the list.
      for (const { name } of all) await scripts.run('lease-claim', keys, ['', 0, 0, name]).catch(logError);
      await runNext().catch(logError);
      await sleep(sweepMs, undefined, { ref: false, signal }).catch(() => undefined);
    }
  }

  return {
    start() {
      running ??= runAll();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** The position from which a task continues. All methods throw Failure `unavailable`. */
interface SavedCursor {
  read(): Promise<string | null>;
  write(at: string): Promise<void>;
}

/** @param cursor a unique name */
export function createSavedCursor({ client }: Pick<StoreConnection, 'client'>, cursor: string): SavedCursor {
  const key = names.backgroundTaskProgress();
  return {
    read: () => orUnavailable(client.hget(key, cursor)),
    async write(at) {
      await orUnavailable(client.hset(key, cursor, at));
    },
  };
}

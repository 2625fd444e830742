/** Databases of one Redis, which take the place of the service's in turns. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';

/** Calls that were still being answered have ended after this. */
const restMs = 300;

export interface DatabaseSwitch {
  /** Gives the service the data of this database, after a rest. */
  show(database: number): Promise<void>;
  close(): Promise<void>;
}

/** @param socket of Redis; the service uses its database 0 */
export function createDatabaseSwitch(socket: string): DatabaseSwitch {
  const redis = new Redis(socket);
  let shown = 0;
  return {
    async show(database) {
      await sleep(restMs);
      if (database === shown) return;
      // Connections stay, and read and write the other data at once.
      if (shown !== 0) await redis.call('SWAPDB', 0, shown);
      await redis.call('SWAPDB', 0, database);
      shown = database;
    },
    async close() {
      await redis.quit();
    },
  };
}

/** Copies all keys of database 0. */
export async function copyDatabase(socket: string, to: number): Promise<void> {
  const redis = new Redis(socket);
  const step = redis.pipeline();
  for (const key of await redis.keys('*')) step.call('COPY', key, key, 'DB', to);
  await step.exec();
  await redis.quit();
}

/** Waits while Redis rewrites its file, which it does repeatedly while data is added. */
export async function awaitRewrite(socket: string): Promise<void> {
  const redis = new Redis(socket);
  while (/aof_rewrite_(in_progress|scheduled):1/.test(await redis.info('persistence'))) await sleep(500);
  await redis.quit();
}

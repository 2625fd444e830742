/**
 * A store for tests: a separate real Redis for each test file, or the embedded store if TEST_STORE is `embedded`
 * (`npm test -- --store embedded`) or redis-server is not on PATH.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../../src/engine/store/connection/connect.js';
import { startEmbedded } from '../../src/engine/store/connection/embedded.js';
import { findServer } from '../../src/engine/store/connection/local-redis.js';
import type { StoreConnection } from '../../src/engine/store/types.js';
import { testLog } from './log.js';
import { startTestRedis, temporaryDirectory } from './redis.js';

export const storeKind: StoreConnection['kind'] =
  process.env.TEST_STORE === 'embedded' || findServer() === null ? 'embedded' : 'redis';

interface Server {
  url: string;
  close(): Promise<void>;
}

export interface TestStore extends StoreConnection {
  /** Value for REDIS_URL, for a service process that shares this store. */
  url: string;
}

/** Opens an empty store; `close()` also stops its server. */
export async function openTestStore(): Promise<TestStore> {
  const server = storeKind === 'embedded' ? await startEmbeddedServer() : await startTestRedis();
  const log = testLog();
  const store = await openStore({ redisUrl: server.url, dataDir: 'unused', production: false, log });
  return {
    ...store,
    url: server.url,
    async close() {
      await store.close();
      await server.close();
    },
  };
}

async function startEmbeddedServer(): Promise<Server> {
  const directory = await temporaryDirectory();
  const path = join(directory, 'redis.sock');
  const server = await startEmbedded(path, () => {});
  return {
    url: `unix://${path}`,
    async close() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

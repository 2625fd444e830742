/** Opens the configured store. */
import type { Config } from './config/index.js';
import { type OpenStoreOptions, openStore } from './engine/store/connection/connect.js';
import type { StoreConnection } from './engine/store/types.js';

/** @throws StoreError */
export function openConfiguredStore(
  { REDIS_URL, DATA_DIR, NODE_ENV }: Config,
  options: Pick<OpenStoreOptions, 'log' | 'embedded' | 'warn'>,
): Promise<StoreConnection> {
  const production = NODE_ENV === 'production';
  return openStore({ redisUrl: REDIS_URL, dataDir: DATA_DIR, production, ...options });
}

/** Prints a warning to the terminal, independent of the log. */
export function warn(line: string): void {
  process.stderr.write(`Warning: ${line}\n`);
}

import type { Cluster, Redis } from 'ioredis';

/** A store that is connected: one of the three of docs/architecture.md#stores. */
export interface StoreConnection {
  kind: 'redis' | 'embedded';
  client: Redis | Cluster;
  /** True when keys of different hash tags live on different nodes. */
  cluster: boolean;
  /** A connection of its own, for subscriptions. */
  duplicate(): Redis | Cluster;
  /** Stops the local Redis of a data directory when nobody else uses it. @param withinMs waits no longer for that */
  close(withinMs?: number): Promise<void>;
}

/** The store cannot be opened. The message is one plain line, fit to be printed, without credentials. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

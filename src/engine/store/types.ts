import type { Cluster, Redis } from 'ioredis';

/** A connected store, of one of the three kinds of docs/architecture.md#stores. */
export interface StoreConnection {
  kind: 'redis' | 'embedded';
  client: Redis | Cluster;
  /** True when keys of different hash tags live on different nodes. */
  cluster: boolean;
  /** Opens a separate connection for subscriptions. */
  duplicate(): Redis | Cluster;
  /** Stops the local Redis of a data directory when no other process uses it. @param withinMs how long to wait for that */
  close(withinMs?: number): Promise<void>;
}

/** The store cannot be opened. The message is one plain line without credentials, for printing. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

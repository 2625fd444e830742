/** Whether the store answers, from memory. */
import type { StoreConnection } from '../types.js';

const everyMs = 1_000;

export interface StorePing {
  up(): boolean;
  /** Response time of the last ping, whole milliseconds; null while there is none. */
  responseMs(): number | null;
  error(): string | null;
  close(): void;
}

/** Pings once a second. A connected store counts as up until a ping fails. */
export function createStorePing({ client }: Pick<StoreConnection, 'client'>): StorePing {
  let responseMs: number | null = 0;

  async function ping(): Promise<void> {
    const startedAt = performance.now();
    try {
      await client.ping();
      responseMs = Math.round(performance.now() - startedAt);
    } catch {
      responseMs = null;
    }
  }

  const timer = setInterval(() => void ping(), everyMs).unref();
  return {
    up: () => responseMs !== null && client.status === 'ready',
    responseMs: () => responseMs,
    error: () => (responseMs === null ? 'the store does not answer' : null),
    close: () => clearInterval(timer),
  };
}

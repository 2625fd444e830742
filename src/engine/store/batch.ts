/**
 * Commands sent in one turn of the event loop leave in one write: under load a system call for every command costs
 * more than the command. Unlike autopipelining it changes nothing about the commands themselves.
 */
import type { Cluster, Redis } from 'ioredis';

interface Corkable {
  cork(): void;
  uncork(): void;
}

/** @returns to be called right before a command is sent */
export function batchWrites(client: Redis | Cluster): () => void {
  let corked = false;
  return () => {
    if (corked) return;
    // A cluster has a connection a node, and none of its own.
    const { stream } = client as { stream?: Corkable };
    if (!stream) return;
    corked = true;
    stream.cork();
    setImmediate(() => {
      corked = false;
      stream.uncork();
    });
  };
}

/**
 * Commands sent in one turn of the event loop leave in one write: under load a system call for every command costs
 * more than the command. Unlike autopipelining it changes nothing about the commands themselves.
 */
import type { Cluster, Redis } from 'ioredis';

interface Corkable {
  cork(): void;
  uncork(): void;
}

/**
 * No more than this is kept back: Redis works at the first while the next are made, and where a turn is long because
 * ten thousand callers came in it, the first do not wait for the last.
 */
const commandsPerWrite = 16;

/** @returns to be called right before a command is sent */
export function batchWrites(client: Redis | Cluster): () => void {
  let corked = false;
  let commands = 0;
  return () => {
    commands += 1;
    if (corked && commands % commandsPerWrite === 0) flush(client);
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

/** What is sent is on its way at once when the last of the corks is out. */
function flush(client: Redis | Cluster): void {
  const { stream } = client as { stream?: Corkable };
  stream?.uncork();
  stream?.cork();
}

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
  /** What was corked in this turn: the client may have another by the time it is uncorked. */
  let corked: Corkable | null = null;
  let commands = 0;
  return () => {
    commands += 1;
    if (corked) {
      if (commands % commandsPerWrite > 0) return;
      corked.uncork();
      corked.cork();
      return;
    }
    // A cluster has a connection a node, and none of its own.
    const { stream } = client as { stream?: Corkable };
    if (!stream) return;
    corked = stream;
    stream.cork();
    setImmediate(() => {
      corked = null;
      stream.uncork();
    });
  };
}

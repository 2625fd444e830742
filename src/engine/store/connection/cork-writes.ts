/**
 * Writes commands of one turn of the event loop together: under load, a system call for every command costs more than the
 * command. Unlike autopipelining, it does not change the commands.
 */
import type { Cluster, Redis } from 'ioredis';

interface Corkable {
  cork(): void;
  uncork(): void;
}

/**
 * At most this many commands are held back, so that Redis works on the first while the next are made, and in a long turn
 * with ten thousand callers the first do not wait for the last.
 */
const commandsPerWrite = 16;

/** @returns a function to call right before each command is sent */
export function createWriteCorker(client: Redis | Cluster): () => void {
  /** The stream corked in this turn: the client may have another one when it is uncorked. */
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
    // A cluster has one connection per node, and none itself.
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

/** Memory for bodies with pictures, shared by all requests of a process: who finds it full waits, or is refused. */
import { deadlineIn } from '../../deadline.js';
import { Failure } from '../../engine/errors.js';

export interface UploadRoom {
  /**
   * Takes so many bytes; the function it resolves with gives them back.
   * @throws Failure `unavailable` when there is no room for too long, or nobody is left to wait
   */
  enter(bytes: number, gone: AbortSignal): Promise<() => void>;
}

interface Waiting {
  bytes: number;
  admit(): void;
}

const waitMsByDefault = 10_000;
const retrySeconds = 2;

export function createUploadRoom(bytesMax: number, waitMs = waitMsByDefault): UploadRoom {
  const line: Waiting[] = [];
  let taken = 0;

  /** First come, first served: a large one is not overtaken by small ones for ever. */
  function admitNext(): void {
    for (let next = line[0]; next && fits(next.bytes); next = line[0]) {
      line.shift();
      taken += next.bytes;
      next.admit();
    }
  }

  function fits(bytes: number): boolean {
    return taken === 0 || taken + bytes <= bytesMax;
  }

  function leaving(bytes: number): () => void {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      taken -= bytes;
      admitNext();
    };
  }

  return {
    async enter(bytes, gone) {
      if (line.length === 0 && fits(bytes)) {
        taken += bytes;
        return leaving(bytes);
      }
      const { signal: end, clear } = deadlineIn(waitMs, gone);
      await new Promise<void>((resolve, reject) => {
        const giveUp = () => {
          line.splice(line.indexOf(waiting), 1);
          admitNext();
          const message = 'Too many pictures are being taken in at the moment.';
          reject(new Failure('unavailable', { message, retryAfterSeconds: retrySeconds }));
        };
        const waiting: Waiting = {
          bytes,
          admit() {
            clear();
            end.removeEventListener('abort', giveUp);
            resolve();
          },
        };
        line.push(waiting);
        end.addEventListener('abort', giveUp, { once: true });
        if (end.aborted) giveUp();
      });
      return leaving(bytes);
    },
  };
}

/** JSON bodies with pictures: taken in piece by piece, unpacked by a thread. */
import type { IncomingMessage } from 'node:http';
import { Piscina } from 'piscina';
import { within } from '../../deadline.js';
import { Failure } from '../../engine/errors.js';
import { workerEntry } from '../../extractor/worker-url.js';
import { malformed } from '../failures.js';
import type { UploadLease } from './memory.js';
import type { Unpacked, Unpacking } from './unpack.js';
import type { UnpackTask } from './unpack-worker.js';

/** Many times what the largest honest body takes; a thread that is busy for as long as this is ended. */
const unpackMsMax = 10_000;
const heapMbMax = 256;
/** A thread keeps the memory of its largest body for as long as it lives. */
const idleMs = 10_000;
const firstPieceBytes = 64 * 1024;
const pieceBytes = 1024 * 1024;

export interface JsonUnpacker {
  /** @throws Failure `invalid_json`, `payload_too_large` */
  unpack(pieces: readonly Uint8Array<ArrayBuffer>[]): Promise<Unpacked>;
  close(): Promise<void>;
}

/** Its first thread starts with the first body, and ends when there has been none for a while. */
export function createJsonUnpacker(): JsonUnpacker {
  const pool = new Piscina<UnpackTask, Unpacking>({
    ...workerEntry(import.meta.url, 'unpack-worker'),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: heapMbMax },
    recordTiming: false,
  });
  // A thread lost between two tasks is replaced by the pool; unheard, this event would end the process.
  pool.on('error', () => {});
  let closed = false;
  return {
    async unpack(pieces) {
      // The pool would start new threads even after its end.
      if (closed) throw new Failure('unavailable', { retryAfterSeconds: 1 });
      const transferList = pieces.map(({ buffer }) => buffer);
      const unpacking = await within(unpackMsMax, [], (signal) =>
        pool.run({ pieces }, { signal, transferList }),
      ).catch(tooMuch);
      if (unpacking.kind === 'not_json') throw new Failure('invalid_json');
      if (unpacking.kind === 'too_large') throw new Failure('payload_too_large');
      return unpacking;
    },
    async close() {
      closed = true;
      await pool.destroy();
    },
  };
}

/** No picture takes a thread's time or memory up. */
function tooMuch(): Unpacking {
  return { kind: 'too_large' };
}

/** Only as much memory is taken as has come; what is not taken is left to be discarded. @throws Failure */
export async function takeIn(
  body: IncomingMessage,
  bytesMax: number,
  take: UploadLease['take'],
): Promise<Uint8Array<ArrayBuffer>[]> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let piece = new Uint8Array(0);
  let filled = 0;
  let total = 0;
  for await (const chunk of chunksOf(body)) {
    total += chunk.byteLength;
    if (total > bytesMax) throw new Failure('payload_too_large');
    await take(chunk.byteLength);
    for (let from = 0; from < chunk.byteLength; ) {
      if (filled === piece.byteLength) {
        piece = new Uint8Array(pieces.length === 0 ? firstPieceBytes : pieceBytes);
        pieces.push(piece);
        filled = 0;
      }
      const some = chunk.subarray(from, from + piece.byteLength - filled);
      piece.set(some, filled);
      filled += some.byteLength;
      from += some.byteLength;
    }
  }
  const last = pieces.pop();
  return last ? [...pieces, last.slice(0, filled)] : [];
}

/** A body that is given up is not the end of its connection. @throws Failure for one that ends too soon */
async function* chunksOf(body: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* body.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  } catch {
    throw malformed('The body did not arrive as a whole.');
  }
}

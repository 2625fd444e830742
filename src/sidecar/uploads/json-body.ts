/** JSON bodies with pictures, unpacked as they come. */
import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Failure } from '../../engine/api/errors.js';
import { malformed } from '../to-error.js';
import type { UploadLease } from './memory-budget.js';
import { createUnpacker, type Unpacked } from './unpack.js';

/** What comes fast must not hold the event loop: others have their turn after so much. */
const unbrokenBytesMax = 256 * 1024;

/**
 * @param pictureBytesMax a picture is read to one byte more, and found too large by who looks at it
 * @throws Failure `invalid_json`, `payload_too_large`, `invalid_request` for one that ends too soon
 */
export async function readJson(
  body: IncomingMessage,
  pictureBytesMax: number,
  totalBytesMax: number,
  take: UploadLease['take'],
): Promise<Unpacked> {
  const unpacker = createUnpacker(pictureBytesMax);
  let total = 0;
  let unbroken = 0;
  try {
    for await (const chunk of chunksOf(body)) {
      total += chunk.byteLength;
      if (total > totalBytesMax) throw new Failure('payload_too_large');
      await take(chunk.byteLength);
      unpacker.take(chunk);
      unbroken += chunk.byteLength;
      if (unbroken < unbrokenBytesMax) continue;
      unbroken = 0;
      await nextTurn();
    }
  } finally {
    // What is not read is discarded, or the next request of the connection would never be read.
    body.resume();
  }
  return unpacker.end();
}

/** A body that is given up is not the end of its connection. @throws Failure for one that ends too soon */
async function* chunksOf(body: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* body.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  } catch {
    throw malformed('The body did not arrive as a whole.');
  }
}

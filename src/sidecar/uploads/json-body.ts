/** JSON bodies with pictures, decoded as they arrive. */
import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Failure } from '../../engine/api/errors.js';
import { malformed } from '../to-error.js';
import type { UploadLease } from './memory-budget.js';
import { createUnpacker, type Unpacked } from './unpack.js';

/** Yields to the event loop after this many bytes. */
const unbrokenBytesMax = 256 * 1024;

/**
 * @param pictureBytesMax a picture is read to one byte more, so that the extractor finds it too large
 * @throws Failure `invalid_json`, `payload_too_large`, `invalid_request` for a truncated body
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
    // Discard the rest, so that the next request on this connection can be read.
    body.resume();
  }
  return unpacker.end();
}

/** Leaving the loop does not destroy the request stream. @throws Failure for a truncated body */
async function* chunksOf(body: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* body.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  } catch {
    throw malformed('The body is incomplete.');
  }
}

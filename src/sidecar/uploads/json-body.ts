/** JSON bodies with pictures, decoded as they arrive. */
import type { IncomingMessage } from 'node:http';
import { malformed } from '../to-error.js';
import { reservedChunks, type UploadLease } from './memory-budget.js';
import { createUnpacker, type Unpacked } from './unpack.js';

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
  try {
    for await (const chunk of reservedChunks(chunksOf(body), totalBytesMax, take)) unpacker.take(chunk);
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

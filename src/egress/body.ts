import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { TransportError } from './errors.js';

/** Requested content encodings; compression matters on the slow connections to these banks. */
export const acceptedEncodings = 'gzip, deflate, br';

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * Reads and decodes a whole body. `maxBytes` limits both the received and the decoded size; the connection is closed as soon
 * as either is exceeded.
 *
 * @throws TransportError `oversize`, or `unreachable` for an encoding that was not requested
 */
export async function readBody(
  body: Readable,
  encoding: string | undefined,
  maxBytes: number,
): Promise<Uint8Array> {
  const decoder = decoderFor(encoding);
  const collect = (source: AsyncIterable<Uint8Array>) => join(bounded(source, maxBytes));
  // Leaving a loop over a single stream destroys it, so no pipeline is needed.
  if (!decoder) return collect(body);
  return pipeline(body, (source: AsyncIterable<Uint8Array>) => bounded(source, maxBytes), decoder, collect);
}

function decoderFor(encoding = ''): Transform | null {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return null;
  const create = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
  if (!create) throw new TransportError('unreachable', 'the answer has an encoding that was not asked for');
  return create();
}

async function* bounded(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.byteLength;
    if (size > maxBytes) throw oversize(maxBytes);
    yield chunk;
  }
}

export function oversize(maxBytes: number): TransportError {
  return new TransportError('oversize', `the answer is larger than ${maxBytes} bytes`);
}

/** Copies to its own memory, not a slice of Buffer's pool, because bodies are transferred to workers. */
async function join(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0));
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

/** The thread that unpacks bodies. What it returns is handed over, not copied. */
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { type Unpacking, unpack } from './unpack.js';

export interface UnpackTask {
  /** The body as it came, piece by piece. */
  pieces: readonly Uint8Array<ArrayBuffer>[];
}

export default function unpackBody({ pieces }: UnpackTask): unknown {
  const unpacking: Unpacking = unpack(Buffer.concat(pieces));
  const pictures = unpacking.kind === 'body' ? unpacking.pictures : [];
  const buffers = pictures.flatMap((picture) => (picture ? [picture.buffer] : []));
  return move({ [transferableSymbol]: buffers, [valueSymbol]: unpacking });
}

/** Compresses responses that hold nothing secret. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/** Smaller ones gain less than their headers cost. */
const bytesMin = 1024;

const compressed = promisify(gzip);

/** A text that many are sent, compressed once. */
export interface SharedText {
  plain: Buffer;
  gzipped: Buffer;
}

export async function sharedText(text: string): Promise<SharedText> {
  return { plain: Buffer.from(text), gzipped: await compressed(text) };
}

/** The bytes of a text that this client reads; sets the headers that say so. */
export function bytesFor(request: FastifyRequest, reply: FastifyReply, text: SharedText): Buffer {
  reply.header('vary', [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', '));
  if (new Negotiator(request).encoding(['gzip', 'identity']) !== 'gzip') return text.plain;
  reply.header('content-encoding', 'gzip');
  return text.gzipped;
}

/**
 * Compresses the text responses of the routes that are added to a scope afterwards, for clients that accept gzip. Not for pages that
 * show a signed-in visitor's data beside text of a request: the size of such a response would tell an observer something of the data.
 */
export async function compressPages(scope: FastifyInstance): Promise<void> {
  await scope.register(compress, { encodings: ['gzip'], threshold: bytesMin, globalDecompression: false });
}

/** Compresses responses that contain nothing secret. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/** A smaller response gains less than the headers cost. */
const bytesMin = 1024;

const compressed = promisify(gzip);

/** A text that is sent to many clients, compressed once. */
export interface SharedText {
  plain: Buffer;
  gzipped: Buffer;
}

export async function sharedText(text: string): Promise<SharedText> {
  return { plain: Buffer.from(text), gzipped: await compressed(text) };
}

/** The text in an encoding that the client accepts; sets the matching headers. */
export function bytesFor(request: FastifyRequest, reply: FastifyReply, text: SharedText): Buffer {
  reply.header('vary', [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', '));
  if (new Negotiator(request).encoding(['gzip', 'identity']) !== 'gzip') return text.plain;
  reply.header('content-encoding', 'gzip');
  return text.gzipped;
}

/**
 * Compresses the text responses of routes that are added to a scope afterwards, for clients that accept gzip. Not for pages that
 * show a signed-in visitor's data together with text of the request: their compressed size would leak the data (BREACH).
 */
export async function compressPages(scope: FastifyInstance): Promise<void> {
  await scope.register(compress, { encodings: ['gzip'], threshold: bytesMin, globalDecompression: false });
}

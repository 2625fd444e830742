/** Compresses responses that hold nothing secret. */
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Smaller ones gain less than their headers cost. */
const bytesMin = 1024;

/**
 * Compresses the text responses of the routes that are added to a scope afterwards, for clients that accept gzip. Not for pages that show a signed-in visitor's data beside
 * text of a request: the size of such a response would tell an observer something of the data.
 */
export async function compressPages(scope: FastifyInstance): Promise<void> {
  await scope.register(compress, { encodings: ['gzip'], threshold: bytesMin, globalDecompression: false });
}

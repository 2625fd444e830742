/**
 * Responses written with one plain write each. Node's `end` holds the socket back while it adds an empty chunk to the body, so
 * every response goes out as a list of chunks, which takes two microseconds longer.
 */
import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';

export class PlainResponse<R extends IncomingMessage> extends ServerResponse<R> {
  #contentLength: unknown;

  override writeHead(status: number, ...rest: unknown[]): this {
    const headers = rest[0] as OutgoingHttpHeaders | string | null | undefined;
    if (typeof headers === 'object') this.#contentLength = headers?.['content-length'];
    return super.writeHead(status, ...(rest as [OutgoingHttpHeaders?]));
  }

  override end(chunk?: unknown, encoding?: unknown, callback?: unknown): this {
    if (typeof chunk === 'string' && this.headersSent) {
      // As many bytes as characters: all of them are ASCII, which is written faster as Latin-1, byte for byte the same.
      const isAscii = Number(this.#contentLength) === chunk.length;
      this.write(chunk, isAscii ? 'latin1' : (encoding as BufferEncoding));
      this.socket?.uncork();
      return super.end(callback as () => void);
    }
    return super.end(chunk, encoding as BufferEncoding, callback as () => void);
  }
}

/**
 * Responses written with one plain write each. Node's `end` holds the socket back while it adds an empty chunk to the body, so
 * every response goes out as a list of chunks, which takes two microseconds longer.
 */
import { type IncomingMessage, ServerResponse } from 'node:http';

export class PlainResponse<R extends IncomingMessage> extends ServerResponse<R> {
  override end(chunk?: unknown, encoding?: unknown, callback?: unknown): this {
    if (typeof chunk === 'string' && this.headersSent) {
      this.write(chunk, encoding as BufferEncoding);
      this.socket?.uncork();
      return super.end(callback as () => void);
    }
    return super.end(chunk, encoding as BufferEncoding, callback as () => void);
  }
}

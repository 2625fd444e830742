/** Performs an outcome on a connection: answer, drop, flood or wait. */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { BankConnection } from './outcomes.js';

const chunk = Buffer.alloc(64 * 1024, ' ');

export function connectionOf(response: ServerResponse): BankConnection {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return {
    send({ status, contentType, body }) {
      const bytes = Buffer.from(body);
      response.writeHead(status, { 'content-type': contentType, 'content-length': bytes.byteLength });
      response.end(bytes);
    },
    drop: () => response.destroy(),
    redirect(url) {
      response.writeHead(302, { location: url, 'content-length': 0 });
      response.end();
    },
    flood(contentType, opening) {
      response.writeHead(200, { 'content-type': contentType });
      // An endless body ends only when the client disconnects.
      pipeline(Readable.from(endless(opening)), response).catch(() => {});
    },
    pause: (milliseconds) => setTimeout(milliseconds, undefined, { signal: gone.signal }),
  };
}

async function* endless(opening: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(opening);
  for (;;) {
    yield chunk;
    // Yields, so that a fast client does not block other connections.
    await setImmediate();
  }
}

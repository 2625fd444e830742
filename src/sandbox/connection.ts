/** What simulated banks do to a connection: answer it, drop it, flood it, or let it wait. */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Stage } from './outcomes.js';

const chunk = Buffer.alloc(64 * 1024, ' ');

export function stageFor(response: ServerResponse): Stage {
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
      // The only end of an endless body is that the other side has gone.
      pipeline(Readable.from(endless(opening)), response).catch(() => {});
    },
    pause: (milliseconds) => setTimeout(milliseconds, undefined, { signal: gone.signal }),
  };
}

async function* endless(opening: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(opening);
  for (;;) {
    yield chunk;
    // Other connections have their turn also when this one takes everything at once.
    await setImmediate();
  }
}

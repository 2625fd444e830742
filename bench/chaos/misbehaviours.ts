/** Ways in which a bank can misbehave on a connection, independent of the request. */
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

interface Visit {
  response: ServerResponse;
  /** Port of a server on loopback, the target of the redirect. */
  insidePort: number;
}

export type Misbehaviour = (visit: Visit) => void;

const gigabyte = 1024 ** 3;
const chunk = Buffer.alloc(64 * 1024, ' ');
const bombMemberBytes = 64 * 1024 ** 2;
const page = { 'content-type': 'text/html; charset=utf-8' } as const;

export const misbehaviours = {
  /** Accepts and never answers. */
  hang: () => {},
  /** Breaks the connection as a crashed machine does. */
  reset: ({ response }) => void response.socket?.resetAndDestroy(),
  /** A byte a second. */
  trickle: ({ response }) => {
    response.writeHead(200, page);
    const timer = setInterval(() => response.write(' '), 1_000);
    response.once('close', () => clearInterval(timer));
  },
  /** 10 GB of blanks. */
  flood: ({ response }) => {
    response.writeHead(200, page);
    pour(response, chunk, (10 * gigabyte) / chunk.byteLength);
  },
  /** 10 GB when unpacked: a gzip member of zeros, repeated; gzip allows several members. */
  bomb: ({ response }) => {
    response.writeHead(200, { ...page, 'content-encoding': 'gzip' });
    member ??= gzipSync(Buffer.alloc(bombMemberBytes), { level: 9 });
    pour(response, member, (10 * gigabyte) / bombMemberBytes);
  },
  /** To an internal address on the machine of the service. */
  redirect: ({ response, insidePort }) => {
    response.writeHead(302, { location: `http://127.0.0.1:${insidePort}/secret`, 'content-length': 0 }).end();
  },
} satisfies Record<string, Misbehaviour>;

export type MisbehaviourName = keyof typeof misbehaviours;

let member: Buffer | undefined;

/** Writes as fast as the other side reads, until it disconnects. */
function pour(response: ServerResponse, piece: Buffer, times: number): void {
  let left = times;
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= 1;
      if (!response.write(piece)) return void response.once('drain', () => setImmediate(more));
    }
    if (!response.destroyed) response.end();
  };
  more();
}

/** Sends malformed HTTP over a socket. */
import { connect } from 'node:net';
import fc from 'fast-check';
import { failureKinds } from '../../../src/engine/api/errors.js';
import { counter } from '../counter.js';
import type { FuzzEnvironment } from '../environment.js';
import { mutatedBytes } from '../hostile.js';
import { type AnyTarget, target } from '../target.js';

/** The service waits 10 s for headers and 30 s for a body, if the client does not close the connection. */
const endMsMax = 45_000;

const body = '{"reference":"DKK4A1B2C3"}';
const head =
  'POST /api/verify HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nX-Api-Key: (none)\r\n';

/** Well-formed, or known to have broken servers. */
const openings: readonly string[] = [
  'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n',
  `${head}Content-Length: ${body.length}\r\n\r\n${body}`,
  `${head}Content-Length: 5\r\n\r\n${body}`,
  `${head}Content-Length: 5000\r\n\r\n${body}`,
  `${head}Content-Length: -1\r\n\r\n${body}`,
  `${head}Content-Length: 26\r\nContent-Length: 27\r\n\r\n${body}`,
  `${head}Transfer-Encoding: chunked\r\n\r\n1a\r\n${body}\r\n0\r\n\r\n`,
  `${head}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n1a\r\n${body}\r\n0\r\n\r\n`,
  `${head}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n${body}`,
  `${head}Transfer-Encoding: gzip, chunked\r\n\r\n1a;${'x'.repeat(20_000)}\r\n${body}\r\n0\r\n\r\n`,
  `${head}Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  `GET ${'/a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET / HTTP/1.1\r\n${'X: y\r\n'.repeat(3_000)}\r\n`,
  `GET / HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`,
  'GET http://elsewhere.test/api/verify HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET //api//verify HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /api/verify\u0000 HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /api/verify HTTP/9.9\r\nHost: a\r\n\r\n',
  'GET /api/verify HTTP/1.0\r\n\r\n',
  'GET /api/verify\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n',
  'CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test\r\n\r\n',
  'GET /api/verify HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  'GET /api/verify HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  'GET /api/verify HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n',
  'GET /api/verify HTTP/1.1\nHost: a\n\n',
  '*1\r\n$4\r\nPING\r\n',
];

interface Talk {
  /** Sent one after the other, each as a separate packet. */
  pieces: readonly Uint8Array[];
  /** Disconnects without reading the answer. */
  leaves: boolean;
}

/** Each sequence on its own connection, which has to end. */
export function rawBytes({ url }: FuzzEnvironment): AnyTarget {
  const { hostname, port } = new URL(url);
  const opening = fc.constantFrom(...openings).map((text) => Buffer.from(text, 'latin1'));
  const piece = fc.oneof(mutatedBytes(opening), opening);
  const answers = counter();
  return target<Talk>({
    name: 'bytes that are not quite HTTP',
    inputs: fc.record({
      pieces: fc.array(piece, { minLength: 1, maxLength: 3 }),
      leaves: fc.constantFrom(true, false, false, false),
    }),
    async fault(talk) {
      try {
        const received = await converse({ hostname, port: Number(port) }, talk);
        const first = /^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 'nothing';
        answers.count(first);
        return faultIn(received);
      } catch (error) {
        return String(error);
      }
    },
    show: ({ pieces, leaves }) =>
      [
        ...pieces.map((one) => JSON.stringify(Buffer.from(one).toString('latin1'))),
        leaves ? '(and leaves)' : '',
      ].join('\n'),
    runs: { full: 50_000, short: 40 },
    streams: 4,
    seen: answers.seen,
  });
}

/** @returns everything that was received. @throws Error if the connection did not end */
function converse(where: { hostname: string; port: number }, { pieces, leaves }: Talk): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(where.port, where.hostname);
    let received = '';
    const limit = setTimeout(() => {
      socket.destroy();
      reject(
        new Error(
          `the connection was still open after ${endMsMax} ms; said so far: ${received.slice(0, 500)}`,
        ),
      );
    }, endMsMax);
    socket.setEncoding('latin1').setNoDelay(true);
    socket.on('data', (chunk) => {
      received += String(chunk);
    });
    // A reset also ends the connection: the service closes it although it has not read all bytes of the client.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(limit);
      resolve(received);
    });
    for (const one of pieces) socket.write(one);
    if (leaves) socket.destroySoon();
    else socket.end();
  });
}

/** Checks every answer on the connection: no internal error, and only known failures. */
function faultIn(received: string): string | null {
  if (received !== '' && !received.startsWith('HTTP/1.1 '))
    return `no HTTP came back: ${received.slice(0, 500)}`;
  for (const [, status = ''] of received.matchAll(/^HTTP\/1\.1 (\d{3})/gm)) {
    if (Number(status) >= 500 && status !== '503' && status !== '502')
      return `${status}: ${received.slice(0, 1_000)}`;
  }
  for (const [, code = ''] of received.matchAll(/"error":\{"code":"([a-z_]+)"/g)) {
    const known = Object.values(failureKinds).some((kind) => kind.code === code);
    if (!known || code === 'internal')
      return `an error that is not known, or internal: ${received.slice(0, 1_000)}`;
  }
  return null;
}

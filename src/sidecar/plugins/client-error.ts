/** Answers to bytes that never became a request: malformed, too large, or too slow to arrive. */
import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Failure } from '../../engine/api/errors.js';
import type { EnvelopeOf } from '../error-body.js';
import { malformed } from '../to-error.js';

type ClientError = Error & { code?: string };

export function answerNotHttp(envelopeOf: EnvelopeOf): (error: ClientError, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    if (!socket.writable || answerUnderWay(socket)) {
      socket.destroy();
      return;
    }
    socket.end(rawAnswer(failureOf(error), envelopeOf), () => socket.destroy());
  };
}

function failureOf({ code }: ClientError): Failure {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Failure('payload_too_large', { message: 'The headers of the request are too large.' });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return malformed('The request did not arrive in time.', 'timeout');
    default:
      return malformed('This is not an HTTP request.');
  }
}

/** What was asked for is not known, so the answer carries all that any endpoint promises. */
function rawAnswer(failure: Failure, envelopeOf: EnvelopeOf): string {
  const requestId = randomUUID();
  const body = JSON.stringify(envelopeOf(failure, { requestId }));
  const head = [
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** Bytes written now would land inside another answer; Node's own handler looks at the same field. */
function answerUnderWay(socket: Socket & { _httpMessage?: ServerResponse }): boolean {
  return socket._httpMessage?.headersSent ?? false;
}

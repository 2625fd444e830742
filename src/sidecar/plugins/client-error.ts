/** Responses to bytes that are not a request: malformed, too large, or too slow. */
import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { EnvelopeOf } from '../../engine/api/error-body.js';
import { Failure } from '../../engine/api/errors.js';
import { malformed } from '../to-error.js';

const retryAfterSeconds = 1;

type ClientError = Error & { code?: string; rawPacket?: unknown };

/** @param stalledLately whether this process stalled: a request may have arrived that it did not read in time. */
export function createClientErrorHandler(
  envelopeOf: EnvelopeOf,
  stalledLately: () => boolean,
): (error: ClientError, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    if (!socket.writable || hasStartedResponse(socket)) {
      socket.destroy();
      return;
    }
    const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    const isOurFault = late && stalledLately();
    // A browser opened this connection in advance; it would take an answer for that of its next request.
    if (late && !isOurFault && socket.bytesRead === 0) {
      socket.destroy();
      return;
    }
    const failure = isOurFault ? new Failure('unavailable', { retryAfterSeconds }) : failureOf(error);
    socket.end(rawAnswer(failure, envelopeOf, isHeadRequest(error)), () => socket.destroy());
  };
}

/** By the bytes being parsed, which begin with the method unless the request arrived in several pieces. */
function isHeadRequest({ rawPacket }: ClientError): boolean {
  return Buffer.isBuffer(rawPacket) && rawPacket.toString('latin1', 0, 5) === 'HEAD ';
}

function failureOf({ code }: ClientError): Failure {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Failure('payload_too_large', { message: 'The request headers are too large.' });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return malformed('The request did not arrive in time.', 'timeout');
    default:
      return malformed('This is not an HTTP request.');
  }
}

/**
 * The route is unknown, so the response has the headers of every endpoint.
 * @param isHead leaves out the body: the client of a HEAD request would take it for the next response
 */
function rawAnswer(failure: Failure, envelopeOf: EnvelopeOf, isHead: boolean): string {
  const requestId = randomUUID();
  const body = JSON.stringify(envelopeOf(failure, { requestId }));
  const head = [
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'x-content-type-options: nosniff',
    'connection: close',
    ...(failure.details.retryAfterSeconds === undefined
      ? []
      : [`retry-after: ${failure.details.retryAfterSeconds}`]),
  ];
  return `${head.join('\r\n')}\r\n\r\n${isHead ? '' : body}`;
}

/** True while a response is being written: more bytes would corrupt it. Node's own handler reads the same field. */
function hasStartedResponse(socket: Socket & { _httpMessage?: ServerResponse }): boolean {
  return socket._httpMessage?.headersSent ?? false;
}

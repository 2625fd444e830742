/**
 * Ends connections whose request body is refused unread. Closing at once would reset the connection, and the sender could lose
 * the response; reading the body to its end would cost as much as accepting it.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A shorter rest is read and discarded, and its connection stays open. */
const discardedBytesMax = 64 * 1024;
/** Time for the sender to read the response, ms. */
const lingerMs = 1_000;
/** Further connections are closed at once. */
const lingeringMax = 500;

let lingering = 0;

/** Call before the response is sent. */
export function leaveUnread({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete || announcedBytes(raw) <= discardedBytesMax) return;
  reply.header('connection', 'close');
  const { socket } = raw;
  const close = socket.destroySoon;
  // Node calls this when the response has been written.
  socket.destroySoon = () => {
    if (lingering >= lingeringMax) return close.call(socket);
    lingering += 1;
    const end = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('close', () => {
      clearTimeout(end);
      lingering -= 1;
    });
    socket.pause();
    socket.end();
  };
}

/** Infinity if the length is not announced; 0 without a body. */
function announcedBytes({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY;
  return Number(headers['content-length'] ?? 0);
}

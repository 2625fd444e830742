/**
 * Ends connections whose request body is refused unread. Closing at once would reset the connection, and the sender could lose
 * the response; reading the body to its end would cost as much as accepting it.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../types.js';

/** A shorter rest is read and discarded, and its connection stays open. */
const discardedBytesMax = 64 * 1024;
/** Time for the sender to read the response, ms. */
const lingerMs = 1_000;
/** Further connections are closed at once. */
const lingeringMax = 500;

let lingering = 0;
/** Requests whose body stays unread. */
const leftUnread = new WeakSet<IncomingMessage>();

/** For a scope whose handlers may respond before they have read the body. */
export function leaveBodiesUnread(app: App): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    leaveUnread(request, reply);
    done();
  });
}

/** Call before the response is sent. */
export function leaveUnread({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete || announcedBytes(raw) <= discardedBytesMax || leftUnread.has(raw)) return;
  leftUnread.add(raw);
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
    // After the response, Node would resume the socket to discard the rest of the body.
    socket.resume = () => socket;
    socket.end();
  };
}

/** Infinity if the length is not announced; 0 without a body. */
function announcedBytes({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY;
  return Number(headers['content-length'] ?? 0);
}

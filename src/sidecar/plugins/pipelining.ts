/** Limits the concurrent requests of one connection. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { App } from '../types.js';

/** Clients that pipeline use only a few; Node itself has no limit. */
const runningMax = 16;

const running = Symbol('running requests');

/**
 * Closes a connection with more than 16 running requests. Responses are written in request order, so all those after an
 * unread response stay in memory: a few kilobytes of requests could take a gigabyte.
 */
export function limitPipelining(app: App): void {
  dropRequestsOfClosed(app);
  app.addHook('onRequest', (request, reply, done) => {
    const socket: Socket & { [running]?: number } = request.raw.socket;
    const count = (socket[running] ?? 0) + 1;
    socket[running] = count;
    if (count <= runningMax) return done();
    // No response can reach the client any more, so none is made.
    reply.hijack();
    socket.destroy();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    const socket: Socket & { [running]?: number } = request.raw.socket;
    socket[running] = (socket[running] ?? 1) - 1;
    done();
  });
}

/** Of a connection that was just closed, Node still delivers all the requests it has read, which can be a thousand. */
function dropRequestsOfClosed({ server }: App): void {
  const handlers = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.socket.destroyed) return;
    for (const handler of handlers) handler.call(server, request, response);
  });
}

/** Limits the concurrent requests of one connection. */
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
  app.addHook('onRequest', (request, reply, done) => {
    const socket: Socket & { [running]?: number } = request.raw.socket;
    const count = (socket[running] ?? 0) + 1;
    socket[running] = count;
    if (count <= runningMax) return done();
    // Node still delivers hundreds of requests that it has already parsed; no response can reach the client, so none is made.
    reply.hijack();
    socket.destroy();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    const socket: Socket & { [running]?: number } = request.raw.socket;
    socket[running] = (socket[running] ?? 1) - 1;
    done();
  });
}

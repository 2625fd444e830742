/** How many requests one connection may have under way. */
import type { Socket } from 'node:net';
import type { App } from '../types.js';

/** Clients that send requests before earlier ones are answered keep to a handful; Node itself sets no bound. */
const underWayMax = 16;

const underWay = Symbol('requests under way');

/**
 * Ends a connection with more than 16 requests under way. Answers are written in the order of the requests, so all behind one
 * that is not read stay in memory: a few kilobytes of requests would otherwise cost a gigabyte.
 */
export function boundPipelining(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    const socket: Socket & { [underWay]?: number } = request.raw.socket;
    const count = (socket[underWay] ?? 0) + 1;
    socket[underWay] = count;
    if (count <= underWayMax) return done();
    // Node hands over what it has parsed all the same, hundreds at a time: nobody can read an answer, and none is made.
    reply.hijack();
    socket.destroy();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    const socket: Socket & { [underWay]?: number } = request.raw.socket;
    socket[underWay] = (socket[underWay] ?? 1) - 1;
    done();
  });
}

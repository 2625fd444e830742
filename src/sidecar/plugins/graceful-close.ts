/** How the server's connections end once it closes. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { App } from '../types.js';

const sweepMs = 50;
/** A client that has not sent its whole request this long after the start of the end is not waited for. */
const arriveMsMax = 3_000;

/**
 * Idle connections end at once and all the time until the server is closed: one that was being answered would otherwise
 * stay open for as long as the client likes, and the server with it. Answers under way are written. Requests under way
 * have `arriveMsMax`: Node ends its own watch over slow clients when a server closes.
 */
export function endConnectionsOnClose(app: App): void {
  const open = new Set<Socket>();
  app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', (done) => {
    if (app.server.listening) {
      const startedAt = performance.now();
      const sweep = setInterval(() => {
        app.server.closeIdleConnections();
        if (performance.now() - startedAt < arriveMsMax) return;
        for (const socket of open) if (!hasArrived(socket)) socket.destroy();
      }, sweepMs);
      app.server.once('close', () => clearInterval(sweep));
    }
    done();
  });
}

/** Whether a whole request is being answered. Node keeps the answer under way in this field. */
function hasArrived(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.req.complete ?? false;
}

/** Closes the server's connections on shutdown. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { App } from '../types.js';

const sweepMs = 50;
/** Requests that have not fully arrived this long after the close began are dropped. */
const arriveMsMax = 3_000;

/**
 * Closes idle connections at once and repeatedly until the server is closed: a connection that becomes idle after its
 * response would otherwise stay open until the client closes it. Running responses are completed. Arriving requests
 * have `arriveMsMax`, because Node stops its own check for slow clients when a server closes.
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

/** True while a complete request is being answered: Node keeps the running response in this field. */
function hasArrived(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.req.complete ?? false;
}

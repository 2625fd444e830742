/** Real servers on loopback that record requests and connections. */
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Certificate } from './certificates.js';

export interface TestServer {
  port: number;
  /** Requests that arrived, in order. */
  requests: { path: string; headers: IncomingMessage['headers']; from: string | undefined }[];
  /** Connections that were opened. */
  connections: number;
  /** Connections open at the moment. */
  open: ReadonlySet<Socket>;
  /** Bytes of requests that arrived, after decryption. */
  bytes: number;
  close(): Promise<void>;
}

/** An HTTP server, or HTTPS with a certificate. `on` binds it to another loopback address. */
export async function startServer(
  handler: RequestListener,
  { tls, on = '127.0.0.1' }: { tls?: Certificate; on?: string } = {},
): Promise<TestServer> {
  const http = createServer((request, response) => {
    seen.requests.push({
      path: request.url ?? '',
      headers: request.headers,
      from: request.socket.remoteAddress,
    });
    handler(request, response);
  });
  http.keepAliveTimeout = 0;
  const accept = (socket: Socket) => {
    socket.on('data', (chunk: Buffer) => {
      seen.bytes += chunk.byteLength;
    });
    http.emit('connection', socket);
  };
  const server = tls ? createTlsServer(tls, accept).on('tlsClientError', () => {}) : createTcpServer(accept);
  const seen = await listen(server, on);
  return seen;
}

/** A TCP server with a handler per connection. It reads all data, because otherwise the end of a connection goes unnoticed. */
export function startTcpServer(onSocket: (socket: Socket) => void): Promise<TestServer> {
  return listen(
    createTcpServer((socket) => onSocket(socket.resume())),
    '127.0.0.1',
  );
}

async function listen(server: Server, host: string): Promise<TestServer> {
  const sockets = new Set<Socket>();
  const seen: TestServer = { port: 0, requests: [], connections: 0, open: sockets, bytes: 0, close };
  server.on('connection', (socket: Socket) => {
    seen.connections += 1;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  seen.port = (server.address() as AddressInfo).port;
  return seen;

  async function close(): Promise<void> {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}

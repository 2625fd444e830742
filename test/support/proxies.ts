/** Small real proxies: they require credentials, record requested tunnels, and connect every tunnel to one port. */
import { createServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net';
import type { Certificate } from './certificates.js';

export interface TestProxy {
  port: number;
  /** `host:port` of every tunnel requested with valid credentials. */
  tunnels: string[];
  close(): Promise<void>;
}

interface ProxyOptions {
  user: string;
  password: string;
  /** Loopback port that every tunnel connects to, whatever its target. */
  leadsTo: number;
  /** HTTP proxies only: clients connect to the proxy over https. */
  tls?: Certificate;
}

/** HTTP CONNECT with basic credentials. */
export function startHttpProxy({ user, password, leadsTo, tls }: ProxyOptions): Promise<TestProxy> {
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const server = tls ? createHttpsServer(tls) : createServer();
  const tunnels: string[] = [];
  server.on('connect', (request, socket: Socket) => {
    if (request.headers['proxy-authorization'] !== expected) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    tunnels.push(request.url ?? '');
    join(socket, leadsTo, () => socket.write('HTTP/1.1 200 Connection established\r\n\r\n'));
  });
  return listen(server, tunnels);
}

/** SOCKS5 (RFC 1928) with user name and password (RFC 1929). */
export function startSocksProxy(options: ProxyOptions): Promise<TestProxy> {
  const tunnels: string[] = [];
  const server = createTcpServer(
    (socket) => void serveSocks(socket, options, tunnels).catch(() => socket.destroy()),
  );
  return listen(server, tunnels);
}

async function serveSocks(socket: Socket, options: ProxyOptions, tunnels: string[]): Promise<void> {
  const [, methods = 0] = await read(socket, 2);
  const offered = await read(socket, methods);
  if (!offered.includes(2)) return void socket.end(Buffer.from([5, 0xff]));
  socket.write(Buffer.from([5, 2]));
  if (!(await areCredentialsRight(socket, options))) return void socket.end(Buffer.from([1, 1]));
  socket.write(Buffer.from([1, 0]));
  tunnels.push(await readDestination(socket));
  join(socket, options.leadsTo, () => socket.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0])));
}

async function areCredentialsRight(socket: Socket, { user, password }: ProxyOptions): Promise<boolean> {
  const [, userLength = 0] = await read(socket, 2);
  const givenUser = (await read(socket, userLength)).toString();
  const [passwordLength = 0] = await read(socket, 1);
  const givenPassword = (await read(socket, passwordLength)).toString();
  return givenUser === user && givenPassword === password;
}

async function readDestination(socket: Socket): Promise<string> {
  const [, , , type] = await read(socket, 4);
  const host = type === 1 ? (await read(socket, 4)).join('.') : await readName(socket);
  return `${host}:${(await read(socket, 2)).readUInt16BE()}`;
}

async function readName(socket: Socket): Promise<string> {
  const [length = 0] = await read(socket, 1);
  return (await read(socket, length)).toString();
}

async function read(socket: Socket, size: number): Promise<Buffer> {
  for (;;) {
    const chunk: Buffer | null = socket.read(size);
    if (chunk) return chunk;
    await new Promise((resolve, reject) => socket.once('readable', resolve).once('close', reject));
  }
}

function join(client: Socket, port: number, connected: () => void): void {
  const upstream = connect(port, '127.0.0.1', () => {
    connected();
    client.pipe(upstream).pipe(client);
  });
  upstream.on('error', () => client.destroy()).on('close', () => client.destroy());
  client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
}

async function listen(server: Server, tunnels: string[]): Promise<TestProxy> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    tunnels,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

import { once } from 'node:events';
import { connect, isIPv6, type Socket, type TcpNetConnectOpts } from 'node:net';
import { Client } from 'undici';
import type { EgressRoute } from '../config/index.js';
import { within } from './deadline.js';
import { codeOf, Fault } from './errors.js';
import { type Trust, verified } from './tls.js';

export interface Destination {
  host: string;
  port: number;
  /** What the name resolved to, already checked; tried in this order. */
  addresses: readonly string[];
}

/** Opens a connection to a destination by one egress; nothing has been sent over it yet. */
export type Dial = (to: Destination, signal: AbortSignal) => Promise<Socket>;

export interface DialOptions {
  connectTimeoutMs: number;
  /** Decides about the certificate of a proxy spoken to over https; pins are for banks only. */
  trust: Trust;
}

/** One way out, as EGRESS names it. */
export function createDial(route: EgressRoute, options: DialOptions): Dial {
  switch (route.kind) {
    case 'direct':
      return directDial({}, options);
    case 'local':
      return directDial({ localAddress: route.address }, options);
    case 'http':
      return httpProxyDial(new URL(route.url), options);
    case 'socks5':
      return socksDial(new URL(route.url), options);
  }
}

function directDial(local: { localAddress?: string }, options: DialOptions): Dial {
  return (to, signal) =>
    firstThatAnswers(to.addresses, options, signal, (host, inTime) =>
      openSocket({ host, port: to.port, ...local }, inTime),
    );
}

/**
 * SOCKS5 is asked for the checked address, never for the name (as `socks5://` means it in curl): what was found
 * public is what the proxy is told to connect to. What the proxy makes of it is the proxy's word.
 */
function socksDial(url: URL, options: DialOptions): Dial {
  const { host, port, user, password } = proxyParts(url, 1080);
  const proxy = { host, port, type: 5 as const, ...(user ? { userId: user, password } : {}) };
  return (to, signal) =>
    firstThatAnswers(to.addresses, options, signal, async (address, inTime) => {
      // Hardly anybody has such a proxy: whoever has loads its client with the first connection.
      const { SocksClient } = await import('socks');
      const socket = await openSocket({ host, port }, inTime);
      const destination = { host: address, port: to.port };
      const request = { proxy, destination, command: 'connect', existing_socket: socket } as const;
      await orDestroyed(socket, inTime, () => SocksClient.createConnection(request).catch(proxyFailed));
      return socket;
    });
}

/**
 * An HTTP proxy is asked for the name (CONNECT host:port), because proxies are commonly set up with lists of
 * names. The name has been resolved here first and refused when it leads to an address that is not public; that the
 * proxy resolves it to the same address is not promised. What still holds then is TLS, which is spoken end to end
 * with the bank. undici's own ProxyAgent is not used: it cannot check a pin before it sends.
 */
function httpProxyDial(url: URL, { trust }: DialOptions): Dial {
  const isSecure = url.protocol === 'https:';
  const { host, port, user, password } = proxyParts(url, isSecure ? 443 : 80);
  const credentials = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const headers = user ? { 'proxy-authorization': credentials } : {};
  return async (to, signal) => {
    const raw = await openSocket({ host, port }, signal);
    const socket = isSecure ? await verified(raw, host, trust, signal).catch(proxyFailed) : raw;
    await orDestroyed(socket, signal, () => openTunnel(socket, authority(to), headers));
    return socket;
  };
}

/** Asks the proxy at the other end of the socket for a tunnel; afterwards the socket leads to the destination. */
async function openTunnel(socket: Socket, path: string, headers: Record<string, string>): Promise<void> {
  // undici expects to wait for its connection, so it is handed over a moment later.
  const client = new Client('http://proxy', {
    connect: (_, callback) => queueMicrotask(() => callback(null, socket)),
  });
  const { statusCode } = await client
    .connect({ path, headers: { ...headers, host: path } })
    .catch(proxyFailed);
  if (statusCode >= 200 && statusCode < 300) return;
  throw new Fault('unreachable', `the proxy refused (status ${statusCode})`);
}

function proxyFailed(error: unknown): never {
  const reason = error instanceof Fault ? error.message : codeOf(error);
  throw new Fault('unreachable', `the proxy failed (${reason})`);
}

/** Tries one address after the other; each gets its share of the time to connect. */
async function firstThatAnswers(
  addresses: readonly string[],
  { connectTimeoutMs }: DialOptions,
  signal: AbortSignal,
  open: (address: string, signal: AbortSignal) => Promise<Socket>,
): Promise<Socket> {
  let failure: unknown = new Fault('unreachable', 'the name has no address this egress can reach');
  const ms = connectTimeoutMs / Math.max(1, addresses.length);
  for (const address of addresses) {
    try {
      return await within({ ms, message: 'no connection in time', signals: [signal] }, (inTime) =>
        open(address, inTime),
      );
    } catch (error) {
      signal.throwIfAborted();
      failure = error;
    }
  }
  throw failure;
}

async function openSocket(to: TcpNetConnectOpts, signal: AbortSignal): Promise<Socket> {
  const socket = connect({ ...to, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 });
  socket.on('error', () => {});
  await orDestroyed(socket, signal, () => once(socket, 'connect', { signal }));
  return socket;
}

/** Destroys the socket when the step fails, and when time is up before the step has noticed. */
async function orDestroyed(socket: Socket, signal: AbortSignal, step: () => Promise<unknown>): Promise<void> {
  const destroy = () => socket.destroy();
  signal.addEventListener('abort', destroy, { once: true });
  try {
    await step();
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', destroy);
  }
}

function proxyParts(url: URL, defaultPort: number) {
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || defaultPort),
    user: percentDecoded(url.username),
    password: percentDecoded(url.password),
  };
}

/** A password with a bare `%` in it is taken as it is written. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function authority({ host, port }: Destination): string {
  return `${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

import { once } from 'node:events';
import { connect, isIPv6, type Socket, type TcpNetConnectOpts } from 'node:net';
import { Client } from 'undici';
import type { EgressRoute } from '../config/parsers.js';
import { withTimeout } from './deadline.js';
import { errorCode, TransportError } from './errors.js';
import { type Trust, verified } from './tls.js';
import { withoutBrackets } from './validate-url.js';

interface Destination {
  host: string;
  port: number;
  /** Resolved and checked addresses, tried in this order. */
  addresses: readonly string[];
}

/** Opens a connection to a destination through one egress, without sending anything to it. */
export type Dial = (to: Destination, signal: AbortSignal) => Promise<Socket>;

interface DialOptions {
  connectTimeoutMs: number;
  /** Verifies the certificate of an https proxy; pins apply to banks only. */
  trust: Trust;
}

/** One egress of EGRESS. */
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
 * A SOCKS5 proxy gets the checked address, never the name (like `socks5://` in curl), so that it connects to an address
 * that was found to be public. The proxy is trusted to do so.
 */
function socksDial(url: URL, options: DialOptions): Dial {
  const { host, port, user, password } = proxyParts(url, 1080);
  const proxy = { host, port, type: 5 as const, ...(user ? { userId: user, password } : {}) };
  return (to, signal) =>
    firstThatAnswers(to.addresses, options, signal, async (address, inTime) => {
      // Rarely used, so the client is loaded with the first connection.
      const { SocksClient } = await import('socks');
      const socket = await openSocket({ host, port }, inTime);
      const destination = { host: address, port: to.port };
      const request = { proxy, destination, command: 'connect', existing_socket: socket } as const;
      await orDestroyed(socket, inTime, () => SocksClient.createConnection(request).catch(proxyFailed));
      return socket;
    });
}

/**
 * An HTTP proxy gets the name (CONNECT host:port), because proxies commonly have allow lists of names. The name was resolved
 * here first and rejected if an address is not public; the proxy may resolve it differently. TLS still protects the request
 * end to end. undici's own ProxyAgent is not used, because it cannot check a pin before it sends.
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

/** Sends CONNECT to the proxy; afterwards the socket leads to the destination. */
async function openTunnel(socket: Socket, path: string, headers: Record<string, string>): Promise<void> {
  // undici expects an asynchronous connection.
  const client = new Client('http://proxy', {
    connect: (_, callback) => queueMicrotask(() => callback(null, socket)),
  });
  const { statusCode } = await client
    .connect({ path, headers: { ...headers, host: path } })
    .catch(proxyFailed);
  if (statusCode >= 200 && statusCode < 300) return;
  throw new TransportError('unreachable', `the proxy refused (status ${statusCode})`);
}

function proxyFailed(error: unknown): never {
  const reason = error instanceof TransportError ? error.message : errorCode(error);
  throw new TransportError('unreachable', `the proxy failed (${reason})`);
}

/** Tries the addresses in order; each gets its share of the connect time. */
async function firstThatAnswers(
  addresses: readonly string[],
  { connectTimeoutMs }: DialOptions,
  signal: AbortSignal,
  open: (address: string, signal: AbortSignal) => Promise<Socket>,
): Promise<Socket> {
  let failure: unknown = new TransportError('unreachable', 'the name has no address this egress can reach');
  const ms = connectTimeoutMs / Math.max(1, addresses.length);
  for (const address of addresses) {
    try {
      return await withTimeout({ ms, message: 'no connection in time', signals: [signal] }, (inTime) =>
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

/** Destroys the socket when the step fails or times out. */
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
    host: withoutBrackets(url.hostname),
    port: Number(url.port || defaultPort),
    user: percentDecoded(url.username),
    password: percentDecoded(url.password),
  };
}

/** A password with an invalid `%` escape is used as written. */
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

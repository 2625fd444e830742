import { once } from 'node:events';
import { connect, isIPv6, type Socket, type TcpNetConnectOpts } from 'node:net';
import { SocksClient } from 'socks';
import { Pool } from 'undici';
import type { EgressRoute } from '../config.js';
import { within } from './deadline.js';
import { codeOf, Fault } from './faults.js';

export interface Destination {
  host: string;
  port: number;
  /** What the name resolved to, already checked; tried in this order. */
  addresses: readonly string[];
}

export interface Dialer {
  /** Opens a connection to the destination by this egress; nothing has been sent over it yet. */
  dial(to: Destination, signal: AbortSignal): Promise<Socket>;
  close(): Promise<void>;
}

export interface DialerOptions {
  connectTimeoutMs: number;
  /** Extra authorities for proxies spoken to over https. */
  ca: readonly string[];
}

/** One way out, as EGRESS names it. */
export function createDialer(route: EgressRoute, options: DialerOptions): Dialer {
  switch (route.kind) {
    case 'direct':
      return directDialer(undefined, options);
    case 'local':
      return directDialer(route.address, options);
    case 'http':
      return httpProxyDialer(new URL(route.url), options);
    case 'socks5':
      return socksDialer(new URL(route.url), options);
  }
}

function directDialer(localAddress: string | undefined, options: DialerOptions): Dialer {
  const local = localAddress === undefined ? {} : { localAddress };
  return {
    dial: (to, signal) =>
      firstThatAnswers(reachableFrom(localAddress, to.addresses), options, signal, (host, inTime) =>
        openSocket({ host, port: to.port, ...local }, inTime),
      ),
    close: async () => {},
  };
}

/** A socket bound to an IPv4 address reaches no IPv6 address, and the other way round. */
function reachableFrom(localAddress: string | undefined, addresses: readonly string[]): readonly string[] {
  if (localAddress === undefined) return addresses;
  return addresses.filter((address) => isIPv6(address) === isIPv6(localAddress));
}

/**
 * SOCKS5 is asked for the checked address, never for the name (as `socks5://` means it in curl): what was found
 * public is what the proxy is told to connect to. What the proxy makes of it is the proxy's word.
 */
function socksDialer(url: URL, options: DialerOptions): Dialer {
  const { host, port, user, password } = proxyParts(url, 1080);
  const proxy = { host, port, type: 5 as const, ...(user ? { userId: user, password } : {}) };
  return {
    dial: (to, signal) =>
      firstThatAnswers(to.addresses, options, signal, async (address, inTime) => {
        const socket = await openSocket({ host, port }, inTime);
        await orDestroyed(socket, inTime, async () => {
          const destination = { host: address, port: to.port };
          await SocksClient.createConnection({
            proxy,
            command: 'connect',
            destination,
            existing_socket: socket,
          });
        });
        return socket;
      }),
    close: async () => {},
  };
}

/**
 * An HTTP proxy is asked for the name (CONNECT host:port), because proxies are commonly set up with lists of
 * names. The name has been resolved here first and refused when it leads to an address that is not public; that the
 * proxy resolves it to the same address is not promised. What still holds then is TLS, which is spoken end to end
 * with the bank. undici's own ProxyAgent is not used: it cannot check a pin before it sends.
 */
function httpProxyDialer(url: URL, options: DialerOptions): Dialer {
  const { user, password } = proxyParts(url, 0);
  const credentials = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const headers = user ? { 'proxy-authorization': credentials } : {};
  const pool = new Pool(url.origin, { connect: proxyConnectOptions(options) });
  return {
    dial: (to, signal) => openTunnel(pool, authority(to), headers, signal),
    close: () => pool.destroy(),
  };
}

function proxyConnectOptions({ connectTimeoutMs, ca }: DialerOptions) {
  const verified = { timeout: connectTimeoutMs, rejectUnauthorized: true };
  return ca.length > 0 ? { ...verified, ca: [...ca] } : verified;
}

async function openTunnel(
  pool: Pool,
  path: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Socket> {
  const answer = await pool
    .connect({ path, headers: { ...headers, host: path }, signal })
    .catch((error: unknown) => {
      throw new Fault('unreachable', `the proxy failed (${codeOf(error)})`);
    });
  const socket = answer.socket as Socket;
  socket.on('error', () => {});
  if (answer.statusCode >= 200 && answer.statusCode < 300) return socket;
  socket.destroy();
  throw new Fault('unreachable', `the proxy refused (status ${answer.statusCode})`);
}

/** Tries one address after the other; each gets its share of the time to connect. */
async function firstThatAnswers(
  addresses: readonly string[],
  { connectTimeoutMs }: DialerOptions,
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

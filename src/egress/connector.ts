import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import type { ConnectPolicy } from '../providers/types.js';
import { type ResolveHost, resolvePublic } from './addresses.js';
import { type TimeLimit, withTimeout } from './deadline.js';
import { TransportError } from './errors.js';
import { firstAlive } from './repeat.js';
import { type Trust, upgradeToTls } from './tls.js';
import type { Dial } from './tunnel.js';

export interface ConnectorOptions {
  dial: Dial;
  trust: Trust;
  resolve: ResolveHost;
  /** Non-public addresses that are allowed. */
  exemptAddresses: readonly string[];
  /** Time limit of name lookup, connection, tunnel and TLS together, ms. */
  connectTimeoutMs: number;
  /** Only for hosts whose connections often die. */
  policyOf(host: string, port: number): ConnectPolicy | undefined;
  /** Called for each connection to such a host whose handshake was never completed. */
  onDeadHandshake(): void;
  /** Aborts when the egress closes. */
  closing: AbortSignal;
}

/** Time limit of a connection. @param caller aborts it too */
export function connectLimit(
  { connectTimeoutMs: ms, closing }: ConnectorOptions,
  caller?: AbortSignal,
): TimeLimit {
  return { ms, message: `no connection within ${ms} ms`, signals: [closing, caller] };
}

type Open = (host: string, port: number, signal: AbortSignal) => Promise<Socket>;

/** Resolves, checks and connects, without TLS; sends nothing. */
export function opener({ dial, resolve, exemptAddresses }: ConnectorOptions): Open {
  return async (host, port, signal) => {
    const addresses = await resolvePublic(host, resolve, exemptAddresses);
    return dial({ host, port, addresses }, signal);
  };
}

/** Connects to the bank: resolve, check, connect, verify the certificate; sends no request. */
export function secureOpener(options: ConnectorOptions): Open {
  const open = opener(options);
  const { trust, policyOf, onDeadHandshake } = options;
  return async (host, port, signal) => {
    const policy = policyOf(host, port);
    if (!policy) return upgradeToTls(await open(host, port, signal), host, port, trust, signal);
    const steps = {
      open: (inTime: AbortSignal) => open(host, port, inTime),
      secure: (raw: Socket, inTime: AbortSignal) =>
        upgradeToTls(raw, host, port, trust, inTime, policy.maxTls),
      onDeadHandshake,
    };
    return firstAlive(policy, steps, signal);
  };
}

/** A connector for undici, which gets the socket only after the certificate is accepted. */
export function liveConnector(options: ConnectorOptions): buildConnector.connector {
  return connector(options, 443, secureOpener(options));
}

/** Connects to the simulated banks: same egress, plain HTTP, intentionally a private address. */
export function sandboxConnector(options: ConnectorOptions): buildConnector.connector {
  return connector(options, 80, (host, port, signal) =>
    options.dial({ host, port, addresses: [host] }, signal),
  );
}

function connector(options: ConnectorOptions, defaultPort: number, open: Open): buildConnector.connector {
  const limit = connectLimit(options);
  return ({ hostname, port }, callback) => {
    withTimeout(limit, (signal) => open(hostname, Number(port || defaultPort), signal)).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(asError(error), null),
    );
  };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new TransportError('unreachable', 'the connection failed');
}

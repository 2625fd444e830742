import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import type { ConnectPolicy } from '../providers/types.js';
import { type Resolve, resolvePublic } from './addresses.js';
import { type Limit, within } from './deadline.js';
import { Fault } from './errors.js';
import { firstAlive } from './repeat.js';
import { secure, type Trust } from './tls.js';
import type { Dial } from './tunnel.js';

export interface ConnectorOptions {
  dial: Dial;
  trust: Trust;
  resolve: Resolve;
  /** Addresses let through although they are not public. */
  exemptAddresses: readonly string[];
  /** Name lookup, connection, tunnel and TLS together, in milliseconds. */
  connectTimeoutMs: number;
  /** Of hosts whose connections often die; undefined for all others. */
  policyOf(host: string, port: number): ConnectPolicy | undefined;
  /** Told of each connection to such a host whose handshake was never finished. */
  onDeadHandshake(): void;
  /** Fires when the egress is closed. */
  closing: AbortSignal;
}

/** How long a connection may take, whoever makes it. @param caller ends it too */
export function connectLimit(
  { connectTimeoutMs: ms, closing }: ConnectorOptions,
  caller?: AbortSignal,
): Limit {
  return { ms, message: `no connection within ${ms} ms`, signals: [closing, caller] };
}

type Open = (host: string, port: number, signal: AbortSignal) => Promise<Socket>;

/** Resolve, check, connect: nothing is sent, no certificate seen. */
export function opener({ dial, resolve, exemptAddresses }: ConnectorOptions): Open {
  return async (host, port, signal) => {
    const addresses = await resolvePublic(host, resolve, exemptAddresses);
    return dial({ host, port, addresses }, signal);
  };
}

/** To the bank itself: resolve, check, connect, verify the certificate; nothing is sent. */
export function secureOpener(options: ConnectorOptions): Open {
  const open = opener(options);
  const { trust, policyOf, onDeadHandshake } = options;
  return async (host, port, signal) => {
    const policy = policyOf(host, port);
    if (!policy) return secure(await open(host, port, signal), host, port, trust, signal);
    const steps = {
      open: (inTime: AbortSignal) => open(host, port, inTime),
      secure: (raw: Socket, inTime: AbortSignal) => secure(raw, host, port, trust, inTime, policy.maxTls),
      onDeadHandshake,
    };
    return firstAlive(policy, steps, signal);
  };
}

/** Only when the connection is secure may undici write. */
export function liveConnector(options: ConnectorOptions): buildConnector.connector {
  return connector(options, 443, secureOpener(options));
}

/** To the simulated banks: the same egress, plain HTTP, an address that is private on purpose. */
export function sandboxConnector(options: ConnectorOptions): buildConnector.connector {
  return connector(options, 80, (host, port, signal) =>
    options.dial({ host, port, addresses: [host] }, signal),
  );
}

function connector(options: ConnectorOptions, defaultPort: number, open: Open): buildConnector.connector {
  const limit = connectLimit(options);
  return ({ hostname, port }, callback) => {
    within(limit, (signal) => open(hostname, Number(port || defaultPort), signal)).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(asError(error), null),
    );
  };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Fault('unreachable', 'the connection failed');
}

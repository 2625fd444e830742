/** Retries connections to hosts whose connections often die before the handshake: a new one helps, waiting does not. */
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { ConnectPolicy } from '../providers/types.js';
import { withTimeout } from './deadline.js';
import { TransportError } from './errors.js';

interface Steps {
  open(signal: AbortSignal): Promise<Socket>;
  /** TLS over an open connection. @throws TransportError `certificate` when the certificate is not accepted */
  secure(raw: Socket, signal: AbortSignal): Promise<TLSSocket>;
  /** Called for each open connection whose handshake was never completed. */
  onDeadHandshake(): void;
}

class DeadHandshake extends Error {}

/**
 * Opens connections, up to `atOnce` in parallel and `connections` in total, until one completes its handshake; closes the
 * others. Repeats only connections: no request has been sent.
 *
 * @throws the error of the last connection; a refused connection or a rejected certificate is not retried
 */
export async function firstAlive(
  policy: ConnectPolicy,
  steps: Steps,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const ended = new AbortController();
  const either = AbortSignal.any([signal, ended.signal]);
  let remaining = policy.connections;
  const run = async (): Promise<TLSSocket> => {
    while (remaining > 0) {
      remaining -= 1;
      const socket = await connection(policy, steps, either).catch((error: unknown) => {
        if (error instanceof DeadHandshake) return null;
        ended.abort(error);
        throw error;
      });
      if (either.aborted) socket?.destroy();
      either.throwIfAborted();
      if (socket === null) continue;
      ended.abort(new TransportError('aborted', 'another connection was faster'));
      return socket;
    }
    throw new DeadHandshake();
  };
  try {
    return await Promise.any(Array.from({ length: policy.atOnce }, run));
  } catch {
    either.throwIfAborted();
    throw new TransportError('timeout', `none of ${policy.connections} connections finished its handshake`);
  }
}

async function connection({ handshakeMs: ms }: ConnectPolicy, steps: Steps, signal: AbortSignal) {
  const raw = await steps.open(signal);
  try {
    return await withTimeout({ ms, message: 'no handshake in time', signals: [signal] }, (inTime) =>
      steps.secure(raw, inTime),
    );
  } catch (error) {
    raw.destroy();
    if (signal.aborted || (error instanceof TransportError && error.kind === 'certificate')) throw error;
    steps.onDeadHandshake();
    throw new DeadHandshake();
  }
}

/** Hosts whose connections often die before the handshake: a new connection helps, waiting does not. */
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { ConnectPolicy } from '../providers/types.js';
import { within } from './deadline.js';
import { Fault } from './errors.js';

export interface Steps {
  open(signal: AbortSignal): Promise<Socket>;
  /** TLS over an open connection. @throws Fault `certificate` when the other side is not who it should be */
  secure(raw: Socket, signal: AbortSignal): Promise<TLSSocket>;
  /** Told of each connection that was open and whose handshake was never finished. */
  onDeadHandshake(): void;
}

class DeadHandshake extends Error {}

/**
 * Opens connections, `atOnce` side by side and `connections` in all, until the handshake of one is over; the others are
 * closed. Nothing but the connection is repeated: no request has been written.
 *
 * @throws what the last connection failed with; a host that refuses connections, or shows a wrong certificate, is not tried again
 */
export async function firstAlive(
  policy: ConnectPolicy,
  steps: Steps,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const ended = new AbortController();
  const both = AbortSignal.any([signal, ended.signal]);
  let left = policy.connections;
  const run = async (): Promise<TLSSocket> => {
    while (left > 0) {
      left -= 1;
      const socket = await connection(policy, steps, both).catch((error: unknown) => {
        if (error instanceof DeadHandshake) return null;
        ended.abort(error);
        throw error;
      });
      if (both.aborted) socket?.destroy();
      both.throwIfAborted();
      if (socket === null) continue;
      ended.abort(new Fault('aborted', 'another connection was faster'));
      return socket;
    }
    throw new DeadHandshake();
  };
  try {
    return await Promise.any(Array.from({ length: policy.atOnce }, run));
  } catch {
    both.throwIfAborted();
    throw new Fault('timeout', `none of ${policy.connections} connections finished its handshake`);
  }
}

async function connection({ handshakeMs: ms }: ConnectPolicy, steps: Steps, signal: AbortSignal) {
  const raw = await steps.open(signal);
  try {
    return await within({ ms, message: 'no handshake in time', signals: [signal] }, (inTime) =>
      steps.secure(raw, inTime),
    );
  } catch (error) {
    raw.destroy();
    if (signal.aborted || (error instanceof Fault && error.kind === 'certificate')) throw error;
    steps.onDeadHandshake();
    throw new DeadHandshake();
  }
}

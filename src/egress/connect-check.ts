import type { Agent } from 'undici';
import { type ConnectorOptions, connectLimit, secureOpener } from './connector.js';
import { within } from './deadline.js';

/** Finds out whether somebody is at home, and asks for nothing. */
export type Knock = (host: string, port: number, signal?: AbortSignal) => Promise<void>;

/** Resolve, check, connect, verify the certificate, leave: the bank has seen a handshake and no request. */
export function liveKnock(parts: ConnectorOptions): Knock {
  const open = secureOpener(parts);
  return (host, port, caller) =>
    within(connectLimit(parts, caller), async (signal) => {
      (await open(host, port, signal)).destroy();
    });
}

/**
 * The simulated banks share one port and speak no TLS, so that a connection alone does not say which of them was
 * meant. In place of a handshake by name they get `OPTIONS /` with the name: no receipt is asked for, none is counted.
 */
export function sandboxKnock(agent: Agent, parts: ConnectorOptions) {
  return (origin: string, host: string, caller?: AbortSignal): Promise<void> =>
    within(connectLimit(parts, caller), async (signal) => {
      const { body } = await agent.request({
        origin,
        path: '/',
        method: 'OPTIONS',
        headers: { host },
        signal,
      });
      await body.dump();
    });
}

import type { Agent } from 'undici';
import { type ConnectorOptions, connectLimit, secureOpener } from './connector.js';
import { withTimeout } from './deadline.js';

/** Opens a connection without sending a request. */
type ConnectCheck = (host: string, port: number, signal?: AbortSignal) => Promise<void>;

/** Resolves, checks, connects, verifies the certificate and disconnects: the bank sees a handshake and no request. */
export function checkLive(parts: ConnectorOptions): ConnectCheck {
  const open = secureOpener(parts);
  return (host, port, caller) =>
    withTimeout(connectLimit(parts, caller), async (signal) => {
      (await open(host, port, signal)).destroy();
    });
}

/**
 * The simulated banks share one port without TLS, so a connection does not identify the bank. They get `OPTIONS /` with the
 * Host header instead, which requests and counts no receipt.
 */
export function checkSandbox(agent: Agent, parts: ConnectorOptions) {
  return (origin: string, host: string, caller?: AbortSignal): Promise<void> =>
    withTimeout(connectLimit(parts, caller), async (signal) => {
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

/**
 * Hears from Sentinels that another server has become the primary. Where they switch on purpose the old one goes on
 * taking writes for about ten seconds, which are lost when it becomes a replica.
 */
import { Redis } from 'ioredis';
import type { Address } from './redis-url.js';

const channel = '+switch-master';
const reconnectMs = 5_000;

/** @param act called once for each switch, whoever of the Sentinels announces it */
export function onSwitch({ options }: Address, act: () => void): { close(): void } {
  let primary = '';
  const hear = (text: string) => {
    const [name, _oldHost, _oldPort, host, port] = text.split(' ');
    if (name !== options.name || primary === `${host} ${port}`) return;
    primary = `${host} ${port}`;
    act();
  };
  const sentinels = (options.sentinels ?? []).map(({ host, port }) => {
    const sentinel = new Redis({
      ...(host !== undefined && { host }),
      ...(port !== undefined && { port }),
      ...(options.sentinelUsername && { username: options.sentinelUsername }),
      ...(options.sentinelPassword && { password: options.sentinelPassword }),
      ...(options.sentinelTLS && { tls: options.sentinelTLS }),
      enableReadyCheck: false,
      disableClientInfo: true,
      retryStrategy: () => reconnectMs,
      maxRetriesPerRequest: null,
    });
    // Whether the store can be reached, and why not, is said by who needs it.
    sentinel.on('error', () => {});
    sentinel.on('message', (_channel: string, text: string) => hear(text));
    sentinel.subscribe(channel).catch(() => undefined);
    return sentinel;
  });
  return {
    close() {
      for (const sentinel of sentinels) sentinel.disconnect();
    },
  };
}

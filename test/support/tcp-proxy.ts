/** A TCP proxy for a server on a socket file. Like a load balancer, it can accept connections and stay silent. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  port: number;
  /** Number of accepted connections. */
  accepted(): number;
  /** The next connections are accepted and never answered. */
  swallow(connections: number): void;
  /** Ends all connections. */
  cut(): void;
  /** Silently drops all data of connections whose client has sent `text`. @returns their number */
  freeze(text: string): number;
  close(): Promise<void>;
}

interface Pair {
  client: Socket;
  server: Socket | null;
  sent: string;
}

export async function startTcpProxy(path: string): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  let accepted = 0;
  let swallowed = 0;
  const proxy = createServer((client) => {
    accepted += 1;
    const pair: Pair = { client, server: swallowed > 0 ? null : connect(path), sent: '' };
    if (swallowed > 0) swallowed -= 1;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      pair.server?.destroy();
    };
    client.on('error', end).on('close', end);
    client.on('data', (chunk) => {
      pair.sent += chunk.toString('latin1').toLowerCase();
      pair.server?.write(chunk);
    });
    pair.server?.on('error', end).on('close', end);
    pair.server?.on('data', (chunk) => client.write(chunk));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));

  return {
    port: (proxy.address() as AddressInfo).port,
    accepted: () => accepted,
    swallow(connections) {
      swallowed = connections;
    },
    cut() {
      for (const { client } of pairs) client.destroy();
    },
    freeze(text) {
      const frozen = [...pairs].filter(({ sent, server }) => server !== null && sent.includes(text));
      for (const pair of frozen) {
        pair.server?.removeAllListeners().on('error', () => {});
        pair.server = null;
      }
      return frozen.length;
    },
    async close() {
      for (const { client } of pairs) client.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

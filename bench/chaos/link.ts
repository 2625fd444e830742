/**
 * What lies between the service and its Redis: a load balancer, a service mesh, a firewall that forgets a connection. It
 * passes everything on until it is told otherwise.
 */
import { connect, createServer, type Socket } from 'node:net';

export interface Link {
  /** What REDIS_URL would be. */
  url: string;
  /** Breaks every connection. Those that come within `ms` are accepted and never answered, and stay so. */
  swallow(ms: number): void;
  /** Breaks the connections that subscribe, and for `ms` each one that wants to. */
  cutSubscribers(ms: number): void;
  /** The connections that subscribe stay open, and nothing passes on them any more. */
  freezeSubscribers(): void;
  /** Connections that subscribe and work. */
  subscribers(): number;
  close(): void;
}

interface Passage {
  outer: Socket;
  inner: Socket | null;
  subscribes: boolean;
  silent: boolean;
}

/** @param path where it listens; both are socket files */
export async function openLink(path: string, redisPath: string): Promise<Link> {
  const passages = new Set<Passage>();
  let swallowsUntil = 0;
  let cutsUntil = 0;
  const end = ({ outer, inner }: Passage) => {
    outer.destroy();
    inner?.destroy();
  };
  const subscribing = () => [...passages].filter(({ subscribes, silent }) => subscribes && !silent);

  const server = createServer((outer) => {
    const silent = Date.now() < swallowsUntil;
    const passage: Passage = { outer, inner: silent ? null : connect(redisPath), subscribes: false, silent };
    passages.add(passage);
    const { inner } = passage;
    for (const one of [outer, inner]) {
      one
        ?.on('error', () => {})
        .once('close', () => {
          passages.delete(passage);
          end(passage);
        });
    }
    outer.on('data', (bytes: Buffer) => {
      passage.subscribes ||= /\r\ns?subscribe\r\n/i.test(bytes.toString('latin1'));
      if (passage.subscribes && Date.now() < cutsUntil) end(passage);
      else if (!passage.silent) inner?.write(bytes);
    });
    inner?.on('data', (bytes: Buffer) => passage.silent || outer.write(bytes));
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));

  return {
    url: `unix://${path}`,
    swallow(ms) {
      swallowsUntil = Date.now() + ms;
      for (const passage of passages) end(passage);
    },
    cutSubscribers(ms) {
      cutsUntil = Date.now() + ms;
      for (const passage of subscribing()) end(passage);
    },
    freezeSubscribers() {
      for (const passage of subscribing()) passage.silent = true;
    },
    subscribers: () => subscribing().length,
    close() {
      for (const passage of passages) end(passage);
      server.close();
    },
  };
}

/**
 * A proxy between the service and its Redis, in place of a load balancer, a service mesh or a firewall that forgets connections.
 * It forwards everything until a fault changes that.
 */
import { connect, createServer, type Socket } from 'node:net';

export interface Link {
  /** Value for REDIS_URL. */
  url: string;
  /** Breaks every connection. New ones within `ms` are accepted and never answered, even after that time. */
  swallow(ms: number): void;
  /** Breaks the connections with subscriptions, and for `ms` every connection that tries to subscribe. */
  cutSubscribers(ms: number): void;
  /** Keeps the connections with subscriptions open, but forwards nothing on them any more. */
  freezeSubscribers(): void;
  /** Number of working connections with subscriptions. */
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

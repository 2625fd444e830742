/** A proxy between the service and Redis that records commands. */
import { connect, createServer, type Socket } from 'node:net';
import RedisParser from 'redis-parser';

export interface Tap {
  /** Names of the commands since the last call, in order. */
  commands(): string[];
  close(): void;
}

/** Listens on one unix socket and forwards to another. */
export async function tap(socketPath: string, redisPath: string): Promise<Tap> {
  let names: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const redis = connect(redisPath);
    for (const socket of [client, redis]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    // A command is an array of bulk strings, which the parser of replies can read too.
    const parser = new RedisParser({
      returnReply: (command) => names.push(String((command as unknown[])[0]).toLowerCase()),
      returnError: () => undefined,
    });
    client.on('data', (bytes) => parser.execute(Buffer.from(bytes)));
    client.pipe(redis).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  return {
    commands() {
      const seen = names;
      names = [];
      return seen;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

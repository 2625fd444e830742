/** Ports for servers that have to be told theirs. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A free port on loopback, below the range that systems hand out by themselves.
 * @param companion the port this much above is free as well
 */
export async function freePort(companion = 0): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 22_000);
    if ((await isFree(port)) && (companion === 0 || (await isFree(port + companion)))) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const opened = new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).once('listening', () => resolve(true));
  });
  server.listen(port, '127.0.0.1');
  if (!(await opened)) return false;
  await new Promise((resolve) => server.close(resolve));
  return true;
}

/** Free ports, for servers that cannot choose their own and for addresses where nobody answers. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A free port on loopback, below the ephemeral range.
 * @param companion offset of a second port that must be free too
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

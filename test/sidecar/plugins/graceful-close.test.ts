/** What becomes of connections when the service stops: a slow client does not hold it up. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { goodKey, stubEngine, testApp, verified } from '../support.js';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function open(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  // Read at once: what is not read keeps a connection from being seen as closed.
  socket
    .on('error', () => undefined)
    .on('data', () => undefined)
    .setEncoding('utf8');
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

const request = (path: string, length: number, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nx-api-key: ${goodKey}\r\ncontent-type: application/json\r\n` +
  `content-length: ${length}\r\n\r\n${body}`;

test('requests that never arrive as a whole do not hold up the end; one that has arrived is answered', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const engine = stubEngine({
    async verify() {
      await released;
      return verified;
    },
  });
  const app = testApp(engine);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const slow = await Promise.all([
    open(port, 'GET /api/verify HTTP/1.1\r\nHost:'),
    open(port, request('/api/verify', 1_000, '{"reference":')),
    open(port, request('/api/verify-image', 1_000_000, '{"imageBase64":"')),
    // Answered before its body has come: the rest of it is awaited all the same.
    open(port, request('/api/verify-image', 1_000_000, '{').replace(goodKey, 'nobody')),
  ]);
  const body = '{"reference":"DKK4A1B2C3"}';
  const arrived = await open(port, request('/api/verify', body.length, body));
  let answer = '';
  arrived.on('data', (text: string) => {
    answer += text;
  });
  await expect.poll(() => engine.calls).toContain('verify');
  const closed = app.close();
  for (const socket of slow) await expect.poll(() => socket.closed, { timeout: 10_000 }).toBe(true);
  release();
  await closed;
  await expect.poll(() => answer).toMatch(/^HTTP\/1.1 200 /);
});

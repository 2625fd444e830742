/** Whoever sends no key where one is needed makes the service take in nothing, over real connections. */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEnvironment, type TestEnvironment } from './environment.js';

let environment: TestEnvironment;
let port: number;

beforeAll(async () => {
  environment = await openEnvironment();
  await environment.app.listen({ port: 0, host: '127.0.0.1' });
  port = (environment.app.server.address() as AddressInfo).port;
});
afterAll(() => environment.close());

it.each([
  ['/api/verify', 60_000],
  ['/api/resolve', 60_000],
  ['/api/verify-image', 35_000_000],
])('POST %s is 401 before the body has come, and the connection ends', async (path, length) => {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  const head = ['host: x', 'content-type: application/json', `content-length: ${length}`];
  socket.write(`POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n{`);
  await once(socket, 'end');
  socket.destroy();
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(answer).toContain('"code":"missing_key"');
});

/** Whoever sends no key, or no valid one, where one is needed makes the service take in nothing, over real connections. */
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createWebhook } from '../../bots/shared/webhook.js';
import { hookRoutes } from '../../src/sidecar/routes/webhooks.js';
import { openEnvironment, type TestEnvironment } from './environment.js';

let environment: TestEnvironment;
let port: number;

beforeAll(async () => {
  environment = await openEnvironment();
  await environment.app.listen({ port: 0, host: '127.0.0.1' });
  port = (environment.app.server.address() as AddressInfo).port;
});
afterAll(() => environment.close());

/** What is answered to a request of which only the beginning of the body comes. */
async function begin(path: string, length: number, headers: string[] = [], to = port): Promise<string> {
  const socket = connect(to, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  const head = ['host: x', 'content-type: application/json', `content-length: ${length}`, ...headers];
  socket.write(`POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n{`);
  await once(socket, 'end');
  socket.destroy();
  return answer;
}

it.each([
  ['/api/verify', 60_000],
  ['/api/resolve', 60_000],
  ['/api/verify-batch', 500_000],
  ['/api/payment-requests', 60_000],
  ['/api/webhook-endpoints', 60_000],
  ['/api/verify-image', 35_000_000],
  ['/mcp', 35_000_000],
])('POST %s without a key is 401 before the body has come, and the connection ends', async (path, length) => {
  const answer = await begin(path, length);
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(answer).toContain('"code":"missing_key"');
});

it.each([
  ['/api/verify-batch', 500_000],
  ['/api/verify-image', 35_000_000],
  ['/mcp', 35_000_000],
])('POST %s, where bodies are large, is the same with a key that is none', async (path, length) => {
  const answer = await begin(path, length, [`x-api-key: vk_live_${'A1b2C3d4'.repeat(4)}`]);
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(answer).toContain('"code":"invalid_key"');
});

it('an update of a bot without the secret of its webhook is 401 before the body has come', async () => {
  const taken: unknown[] = [];
  const hook = createWebhook('/telegram/bot', 'the secret', async (update) => void taken.push(update));
  const app = Fastify();
  hookRoutes(app as never, [hook]);
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const { port: own } = app.server.address() as AddressInfo;
  for (const headers of [[], ['x-telegram-bot-api-secret-token: a guess']]) {
    expect(await begin(hook.path, 1_000_000, headers, own)).toMatch(/^HTTP\/1\.1 401 /);
  }
  const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': 'the secret' };
  const body = '{"update_id":1}';
  const sent = await fetch(`http://127.0.0.1:${own}${hook.path}`, { method: 'POST', headers, body });
  expect([sent.status, taken]).toEqual([200, [{ update_id: 1 }]]);
});

it.each([
  ['/no/such/place', 404],
  ['/api/verify', 401],
  ['/api/verify-image', 401],
  ['/docs', 405],
])('of 36 MB for %s, answered %i, the service reads only the beginning', async (path, status) => {
  const sides = once(environment.app.server, 'connection') as Promise<[Socket]>;
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  const [side] = await sides;
  const ended = once(side, 'close');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 36000000\r\n\r\n`,
  );
  socket.write('A'.repeat(36_000_000));
  await ended;
  expect(answer).toMatch(`HTTP/1.1 ${status} `);
  expect(side.bytesRead).toBeLessThan(256 * 1024);
});

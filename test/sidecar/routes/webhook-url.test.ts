/** `webhookUrl` beside `waitMs`: one call names an address, and that address is told how the call ended. */
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startReceiver } from '../../engine/webhooks/support.js';
import { openEnvironment, type TestEnvironment } from '../environment.js';

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await openEnvironment();
});
afterAll(() => environment.close());

async function account() {
  const { key } = await environment.mint({ rate: 1_000_000 });
  const call = async (method: 'GET' | 'POST', url: string) => {
    const answer = await environment.app.inject({ method, url, headers: { 'x-api-key': key } });
    return answer.json();
  };
  return { key, call, post: (body: object) => environment.post(key, body) };
}

const verify = (secret: string, { headers, body }: { headers: object; body: string }) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

it('a 202 tells the address what the poll shows, signed with the secret of the account, old and new', async () => {
  const { key, call, post } = await account();
  const { url, received } = await startReceiver();
  const pending = await post({ reference: 'DKK0URSLOW', waitMs: 0, webhookUrl: url });
  expect(pending.statusCode).toBe(202);
  await expect.poll(() => received.length, { timeout: 10_000 }).toBe(1);
  const { secret } = await call('GET', '/api/webhook-secret');
  const [first = { headers: {}, body: '' }] = received;
  const event = verify(secret, first) as { data: object };
  const poll = await environment.get(pending.json().statusUrl, key);
  expect(JSON.stringify(event.data)).toBe(poll.body);
  expect((await call('GET', '/api/events')).events).toHaveLength(1);

  const rotated = await call('POST', '/api/webhook-secret/rotate');
  expect(rotated.secret).not.toBe(secret);
  expect((await call('GET', '/api/webhook-secret')).secret).toBe(rotated.secret);
  const log = await call('GET', '/api/webhook-endpoints/calls/deliveries');
  expect(log.deliveries).toMatchObject([{ type: 'verification.completed', status: 'delivered', attempt: 1 }]);
  const again = `/api/webhook-endpoints/calls/deliveries/${log.deliveries[0].id}/resend`;
  expect(await call('POST', again)).toMatchObject({ ok: true, eventId: log.deliveries[0].eventId });
  await expect.poll(() => received.length).toBe(2);
  const [, second = first] = received;
  for (const valid of [secret, rotated.secret]) expect(() => verify(valid, second)).not.toThrow();
  expect(second.body).toBe(first.body);
  expect((await call('GET', '/api/webhook-endpoints')).endpoints).toEqual([]);
});

it('a call that is answered at once tells nobody else', async () => {
  const { call, post } = await account();
  const { url, received } = await startReceiver();
  const answer = await post({ reference: 'DKK0URLX02', waitMs: 30_000, webhookUrl: url });
  expect(answer.statusCode).toBe(200);
  expect((await call('GET', '/api/webhook-endpoints/calls/deliveries')).deliveries).toEqual([]);
  expect(received).toEqual([]);
});

it('an address that hangs does not delay another, and one account does not see those of another', async () => {
  const { call, post } = await account();
  const hanging = await startReceiver(() => undefined);
  const { url, received } = await startReceiver();
  for (let nth = 10; nth < 25; nth++) {
    await post({ reference: `DKK${nth}UGONE`, waitMs: 0, webhookUrl: hanging.url });
  }
  await post({ reference: 'DKK01UGONE', waitMs: 0, webhookUrl: url });
  await expect.poll(() => received.length, { timeout: 10_000 }).toBe(1);
  expect((await call('GET', '/api/webhook-endpoints/calls/deliveries')).deliveries).toHaveLength(16);
  const other = await account();
  expect((await other.call('GET', '/api/webhook-endpoints/calls/deliveries')).deliveries).toEqual([]);
});

it.each([
  ['without waitMs', { webhookUrl: 'https://shop.example/hook' }],
  ['that is plain http', { waitMs: 0, webhookUrl: 'http://shop.example/hook' }],
  ['that is inside', { waitMs: 0, webhookUrl: 'https://192.168.1.1/hook' }],
  ['that is none', { waitMs: 0, webhookUrl: 'hook' }],
])('an address %s is refused before the receipt counts as shown', async (_what, body) => {
  const { post } = await account();
  const reference = 'DKK0URLX01';
  const answer = await post({ reference, ...body });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().error.issues).toMatchObject([{ path: 'webhookUrl' }]);
  expect((await post({ reference })).json().history.seenBefore).toBe(false);
});

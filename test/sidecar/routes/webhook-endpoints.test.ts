/** Webhooks over REST: an endpoint is made, tried, told of a verification, read from the log, and closed to everybody else. */
import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReceiver } from '../../engine/webhooks/support.js';
import { openEnvironment, type TestEnvironment } from '../environment.js';

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await openEnvironment();
});
afterAll(() => environment.close());

const base = '/api/webhook-endpoints';
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** A key of an account of its own, and its calls. */
async function account() {
  const { key, account: id } = await environment.mint({ rate: 1_000_000 });
  return {
    key,
    id,
    async call(method: Method, url: string, payload?: object) {
      const headers = { 'x-api-key': key };
      const answer = await environment.app.inject({ method, url, headers, ...(payload && { payload }) });
      return { status: answer.statusCode, text: answer.body, body: answer.json() };
    },
  };
}

describe('an endpoint', () => {
  it('is made, listed, changed, rotated and removed; its secret is shown when it is new, and no other time', async () => {
    const { call } = await account();
    const url = 'https://shop.example/hooks?token=abc';
    const made = await call('POST', base, { url, events: ['*'], description: 'Orders' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      ok: true,
      url,
      events: ['*'],
      description: 'Orders',
      disabledAt: null,
    });
    expect(made.body.id).toMatch(/^whe_/);
    const { ok: _ok, secret, ...rest } = made.body;
    expect(secret).toMatch(/^whsec_/);
    const one = `${base}/${made.body.id}`;
    expect(await call('GET', one)).toMatchObject({ status: 200, body: { ok: true, ...rest } });
    const list = await call('GET', base);
    expect(list).toMatchObject({ status: 200, body: { ok: true, endpoints: [rest] } });
    expect(list.text).not.toContain('whsec_');
    const paused = await call('PATCH', one, { disabled: true, events: ['verification.completed'] });
    expect(paused.body).toMatchObject({ disabledReason: 'owner', events: ['verification.completed'], url });
    expect((await call('PATCH', one, { disabled: false })).body).toMatchObject({ disabledAt: null });
    const rotated = await call('POST', `${one}/rotate-secret`);
    expect(rotated.status).toBe(200);
    expect(rotated.body.secret).not.toBe(secret);
    expect(await call('DELETE', one)).toMatchObject({ status: 200, body: { ok: true } });
    expect((await call('GET', one)).status).toBe(404);
  });

  it.each([
    ['an address inside', { url: 'https://10.0.0.1/', events: ['*'] }, 'url'],
    ['plain http', { url: 'http://shop.example/', events: ['*'] }, 'url'],
    ['no address', { events: ['*'] }, 'url'],
    ['no events', { url: 'https://shop.example/', events: [] }, 'events'],
    ['an event there is not', { url: 'https://shop.example/', events: ['receipt.eaten'] }, 'events.0'],
    ['a member there is not', { url: 'https://shop.example/', events: ['*'], event: '*' }, ''],
  ])('with %s is refused, and the answer says which member', async (_what, body, path) => {
    const { call } = await account();
    const answer = await call('POST', base, body);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
    expect(answer.body.error.issues[0].path).toBe(path);
  });

  it('needs a key, and does not exist for another account', async () => {
    const [owner, other] = [await account(), await account()];
    const made = await owner.call('POST', base, { url: 'https://shop.example/', events: ['*'] });
    const one = `${base}/${made.body.id}`;
    const calls: [Method, string, object?][] = [
      ['GET', one],
      ['PATCH', one, { disabled: true }],
      ['DELETE', one],
      ['POST', `${one}/rotate-secret`],
      ['POST', `${one}/test`, { type: 'verification.completed' }],
      ['GET', `${one}/deliveries`],
      ['POST', `${one}/deliveries/dlv_1/resend`],
    ];
    for (const [method, url, payload] of calls) {
      expect(await other.call(method, url, payload)).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found' } },
      });
      const answer = await environment.app.inject({ method, url, ...(payload && { payload }) });
      expect(answer.json().error.code).toBe('missing_key');
    }
    expect((await other.call('GET', base)).body.endpoints).toEqual([]);
  });
});

describe('a 202', () => {
  it('that ends is told as the poll shows it, signed, and can be read and sent again', async () => {
    const { call, key } = await account();
    const { url, received } = await startReceiver();
    const { secret, id } = (await call('POST', base, { url, events: ['*'] })).body;
    const pending = await environment.post(key, { reference: 'DKK0WHSLOW', waitMs: 0 });
    expect(pending.statusCode).toBe(202);
    await expect.poll(() => received.length, { timeout: 10_000 }).toBe(1);
    const [{ headers = {}, body = '' } = {}] = received;
    const event = new Webhook(secret).verify(body, headers as Record<string, string>) as { data: object };
    const poll = await environment.get(pending.json().statusUrl, key);
    expect(JSON.stringify(event.data)).toBe(poll.body);

    const events = await call('GET', '/api/events');
    expect(events.body).toEqual({
      ok: true,
      events: [{ id: headers['webhook-id'], ...event }],
      more: false,
    });
    expect((await call('GET', `/api/events?after=${headers['webhook-id']}`)).body.events).toEqual([]);

    const log = await call('GET', `${base}/${id}/deliveries`);
    const [delivery] = log.body.deliveries;
    expect(delivery).toMatchObject({ status: 'delivered', httpStatus: 200, attempt: 1, nextAttemptAt: null });
    const again = await call('POST', `${base}/${id}/deliveries/${delivery.id}/resend`);
    expect(again).toMatchObject({ status: 200, body: { ok: true, eventId: headers['webhook-id'] } });
    await expect.poll(() => received.length).toBe(2);
    expect(received[1]).toMatchObject({ body, headers: { 'webhook-id': headers['webhook-id'] } });
  });

  it('that fails is told with the same error as the poll', async () => {
    const { call, key } = await account();
    const { url, received } = await startReceiver();
    await call('POST', base, { url, events: ['verification.completed'] });
    const pending = await environment.post(key, { reference: 'DKK0WHGONE', waitMs: 0 });
    await expect.poll(() => received.length, { timeout: 10_000 }).toBe(1);
    const { data } = JSON.parse(received[0]?.body ?? '');
    expect(data).toEqual((await environment.get(pending.json().statusUrl, key)).json());
    expect(data.error.reason).toBe('not_found');
  });
});

it('a test delivery arrives, and a paused endpoint refuses one', async () => {
  const { call } = await account();
  const { url, received } = await startReceiver();
  const { id } = (await call('POST', base, { url, events: ['*'] })).body;
  const type = 'verification.completed';
  expect(await call('POST', `${base}/${id}/test`, { type })).toMatchObject({
    status: 200,
    body: { ok: true, status: 'pending', type },
  });
  await expect.poll(() => received.length).toBe(1);
  await call('PATCH', `${base}/${id}`, { disabled: true });
  expect((await call('POST', `${base}/${id}/test`, { type })).body.error.code).toBe('invalid_request');
  expect((await call('GET', '/api/events')).body.events).toEqual([]);
});

it('an unknown cursor is refused: events may have been missed behind it', async () => {
  const { call } = await account();
  const answer = await call('GET', `/api/events?after=evt_${randomUUID()}`);
  expect(answer).toMatchObject({ status: 400, body: { error: { issues: [{ path: 'after' }] } } });
});

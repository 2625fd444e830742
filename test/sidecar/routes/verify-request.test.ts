/** 202, polls, events and Idempotency-Key as a client meets them, over real connections. */
import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { RequestEvent } from '../../../src/engine/api/index.js';
import { verificationFailure } from '../../../src/sidecar/schemas/failures.js';
import { pending, verification } from '../../../src/sidecar/schemas/responses.js';
import { ensureTimeInMinute } from '../../support/clock-window.js';
import { type Answer, openEnvironment, type TestEnvironment } from '../environment.js';
import { goodKey, stubEngine, testApp } from '../support.js';

let environment: TestEnvironment;
let key: string;
let url: string;
beforeAll(async () => {
  environment = await openEnvironment({ PROVIDER_CONCURRENCY: 'siinqee=1,*=50' });
  ({ key } = await environment.mint({ plan: 'enterprise', rate: 10_000 }));
  url = await environment.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => environment.close());

const slow = { reference: 'DKK4A1SLOW' };
const siinqee = (reference: string) => ({ reference, provider: 'siinqee', waitMs: 0 });

interface Accepted {
  requestId: string;
  statusUrl: string;
  eventsUrl: string;
  position: number | null;
}

async function accepted(body: object, at = environment, as = key): Promise<Accepted> {
  const response = await at.post(as, { waitMs: 0, ...body });
  expect(response.statusCode).toBe(202);
  return response.json();
}

/** Polls until it is no longer pending. */
async function polled(path: string, at = environment, as = key): Promise<Answer> {
  for (;;) {
    const response = await at.get(path, as);
    if (response.statusCode !== 202) return response;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

interface Message {
  id: string;
  data: Record<string, unknown>;
}

/** Events as the standard reads them: fields of messages that end with an empty line, comments left out. */
function messages(text: string): Message[] {
  return text
    .split('\n\n')
    .map((block) => Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s, 2))))
    .filter((fields) => 'data' in fields)
    .map((fields) => {
      expect(Object.keys(fields).sort()).toEqual(['data', 'id']);
      return { id: fields.id, data: JSON.parse(fields.data) };
    });
}

/** Everything the service writes until it closes the stream. */
async function streamed(path: string, headers: Record<string, string> = {}): Promise<Message[]> {
  const response = await fetch(url + path, { headers: { 'x-api-key': key, ...headers } });
  return messages(await response.text());
}

describe.concurrent('waitMs', () => {
  it('is answered 202 with paths and no ok, and the poll says the same until it is over', async () => {
    const response = await environment.post(key, { ...slow, waitMs: 1 });
    expect(response.statusCode).toBe(202);
    const body = response.json();
    const { requestId } = body;
    expect(body).toEqual({
      verdict: 'pending',
      processingStatus: 'queued',
      requestId: response.headers['x-request-id'],
      statusUrl: `/api/verify/${requestId}`,
      eventsUrl: `/api/verify/${requestId}/events`,
      position: null,
    });
    expect(pending.safeParse(body).error).toBeUndefined();
    const poll = await environment.get(body.statusUrl, key);
    expect([poll.statusCode, poll.json()]).toEqual([202, body]);
    expect(poll.headers['x-api-key-prefix']).toBe(key.slice(0, 14));
    const done = await polled(body.statusUrl);
    expect(done.statusCode).toBe(200);
    expect(done.json()).toMatchObject({ ok: true, processingStatus: 'completed', requestId });
    expect(verification.safeParse(done.json()).error).toBeUndefined();
  });

  it('absent never is, and one too long or negative is no mistake', async () => {
    expect((await environment.post(key, { reference: 'DKK4A2SLOW' })).statusCode).toBe(200);
    for (const waitMs of [1e9, 0.5, -1]) {
      expect((await environment.post(key, { reference: 'DKK4A2A2A2', waitMs })).statusCode).toBe(200);
    }
  });

  it('ends in the failure of the synchronous call, said to have failed', async ({ onTestFinished }) => {
    const hasty = await openEnvironment({ ATTEMPT_TIMEOUT_SECONDS: '4' });
    onTestFinished(() => hasty.close());
    const { key: own } = await hasty.mint({ plan: 'enterprise', rate: 10_000 });
    const { statusUrl, requestId } = await accepted({ reference: 'DKK4A3HANG' }, hasty, own);
    const done = await polled(statusUrl, hasty, own);
    expect(done.statusCode).toBe(400);
    expect(done.json()).toEqual({
      ok: false,
      verdict: 'could_not_check',
      processingStatus: 'failed',
      providerKey: 'telebirr',
      reference: 'DKK4A3HANG',
      requestId,
      error: {
        reason: 'bank_timeout',
        message: expect.any(String),
        docs: 'http://127.0.0.1:8080/docs/errors/bank_timeout',
        retry: 'backoff',
      },
    });
    expect(verificationFailure.safeParse(done.json()).error).toBeUndefined();
  });
});

describe.concurrent('a request', () => {
  it('of another account, or none, is 404 with a verdict; without a key it is 401', async () => {
    const { statusUrl, eventsUrl } = await accepted({ reference: 'DKK4A4SLOW' });
    const { key: stranger } = await environment.mint();
    await ensureTimeInMinute();
    const unknown = '/api/verify/0b0a3f6e-6c1f-4f6e-9d0a-5a4d1f1c2b3a';
    // The router's own limit would answer a long one before anybody looks at the key.
    const long = `/api/verify/${'a'.repeat(1_000)}`;
    for (const path of [statusUrl, eventsUrl, unknown, `${unknown}/events`, long, `${long}/events`]) {
      const response = await environment.get(path, stranger);
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({ verdict: 'could_not_check', error: { code: 'not_found' } });
      expect((await environment.get(path)).json().error.code).toBe('missing_key');
    }
    expect((await environment.get('/api/usage', stranger)).json().rate.used).toBe(7);
  });

  it('takes no other method', async () => {
    for (const method of ['POST', 'HEAD'] as const) {
      const response = await environment.app.inject({
        method,
        url: '/api/verify/x/events',
        headers: { 'x-api-key': key },
      });
      expect([response.statusCode, response.headers.allow]).toEqual([405, 'GET']);
    }
  });
});

describe.concurrent('events through curl -N', () => {
  it('are the queued message, then the final one, then the end; the last again on reconnect', async () => {
    const { eventsUrl, statusUrl } = await accepted({ reference: 'DKK4A5SLOW' });
    const told = await streamed(eventsUrl);
    expect(told.map(({ data }) => data.processingStatus)).toEqual(['queued', 'completed']);
    expect(told[0]?.data).toMatchObject({ verdict: 'pending', position: null, statusUrl });
    expect(told[1]?.data).toEqual((await environment.get(statusUrl, key)).json());
    expect(await streamed(eventsUrl, { 'last-event-id': `${told[1]?.id}` })).toEqual([told[1]]);
  });

  it('tell the position as it moves, null once the lookup runs', async () => {
    await accepted(siinqee('SQB26K31SLOW'));
    await accepted(siinqee('SQB26K32SLOW'));
    const { eventsUrl, position } = await accepted(siinqee('SQB26K33SLOW'));
    expect(position).toBe(2);
    const told = await streamed(eventsUrl);
    const positions = told.slice(0, -1).map(({ data }) => data.position);
    // It stood second when it was accepted: it may have moved on before the first event.
    expect([
      [2, 1, null],
      [1, null],
    ]).toContainEqual(positions);
    expect(told.at(-1)?.data).toMatchObject({ verdict: 'verified' });
    expect(new Set(told.map(({ id }) => id)).size).toBe(told.length);
  });
});

describe.concurrent('a client that hangs up', () => {
  it.each([
    ['DKK4A9SLOW', {}],
    ['DKK4A8SLOW', { waitMs: 20_000 }],
  ])('before the answer has not been shown the receipt (%s)', async (reference, wait) => {
    const gone = new AbortController();
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const body = JSON.stringify({ reference, ...wait });
    const sent = fetch(`${url}/api/verify`, { method: 'POST', headers, body, signal: gone.signal });
    const hits = `/sandbox/hits?provider=telebirr&reference=${reference}`;
    await vi.waitFor(async () => expect((await environment.get(hits)).json().hits).toBe(1), {
      timeout: 60_000,
    });
    gone.abort();
    await expect(sent).rejects.toThrow();
    const later = await environment.post(key, { reference });
    expect(later.json()).toMatchObject({ cached: true, history: { seenBefore: false, times: 1 } });
  });
});

describe('the documents', () => {
  it('describe poll and events, and the 202 of a verification', async () => {
    const { paths } = (await environment.get('/openapi.json')).json();
    expect(Object.keys(paths['/api/verify'].post.responses)).toContain('202');
    expect(Object.keys(paths['/api/verify/{requestId}'].get.responses)).toEqual(
      expect.arrayContaining(['200', '202', '401', '404', '429', '503']),
    );
    // A poll ends as the synchronous call would have.
    expect(paths['/api/verify/{requestId}'].get.responses).toMatchObject({
      400: { description: expect.stringContaining('`bank_timeout`') },
      502: { description: expect.stringContaining('`not_settled`') },
    });
    const events = paths['/api/verify/{requestId}/events'].get.responses[200].content;
    expect(Object.keys(events)).toEqual(['text/event-stream']);
    const { body } = await environment.get('/llms.txt');
    for (const path of ['', '/events']) expect(body).toContain(`## GET /api/verify/{requestId}${path}\n`);
    expect(body).toContain('`eventsUrl`');
  });
});

describe('a stream of events', () => {
  const waiting: RequestEvent = {
    id: '1',
    state: { verdict: 'pending', processingStatus: 'queued', requestId: 'r', position: 1 },
  };

  /** An engine whose request never ends, and an application in front of it. */
  async function endless(streams: { commentMs: number; endMs: number }) {
    let watched = 0;
    async function* watch(signal?: AbortSignal): AsyncGenerator<RequestEvent> {
      watched += 1;
      yield waiting;
      if (!signal?.aborted) await once(signal ?? new EventTarget(), 'abort');
      watched -= 1;
    }
    const engine = stubEngine({ events: async (_id, _key, options) => watch(options?.signal) });
    const app = testApp(engine, { streams });
    onTestFinished(() => app.close());
    const base = await app.listen({ port: 0, host: '127.0.0.1' });
    return { app, watched: () => watched, address: `${base}/api/verify/r/events` };
  }

  async function opened(address: string): Promise<{ request: ClientRequest; response: IncomingMessage }> {
    const request = get(address, { headers: { 'x-api-key': goodKey } });
    request.on('error', () => undefined);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.on('error', () => undefined);
    return { request, response };
  }

  async function text(response: IncomingMessage): Promise<string> {
    let all = '';
    for await (const chunk of response.setEncoding('utf8')) all += chunk;
    return all;
  }

  it('shows by comments that it is alive, and ends when its time is over', async () => {
    const { address, watched } = await endless({ commentMs: 100, endMs: 450 });
    const { response } = await opened(address);
    expect(response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-store');
    const all = await text(response);
    expect(all.match(/^:/gm)?.length).toBeGreaterThan(1);
    expect(messages(all)).toHaveLength(1);
    expect(watched()).toBe(0);
  });

  it('stops when the client is gone', async () => {
    const { address, watched } = await endless({ commentMs: 60_000, endMs: 60_000 });
    const { request } = await opened(address);
    expect(watched()).toBe(1);
    request.destroy();
    await expect.poll(watched).toBe(0);
  });

  it('does not keep the service from closing', async () => {
    const { address, app } = await endless({ commentMs: 60_000, endMs: 60_000 });
    const { response } = await opened(address);
    const ended = text(response);
    await app.close();
    expect(messages(await ended)).toHaveLength(1);
  });
});

describe('an Idempotency-Key', () => {
  const send = (body: object, name: string) =>
    environment.app.inject({
      method: 'POST',
      url: '/api/verify',
      headers: { 'x-api-key': key, 'idempotency-key': name },
      payload: body,
    });

  it('names one verification: repeats join it and spend nothing, whatever they wait', async () => {
    const body = { reference: 'DKK4A6SLOW' };
    const first = await send({ ...body, waitMs: 0 }, 'a');
    const second = await send({ ...body, waitMs: -1.5 }, 'a');
    expect([first.statusCode, second.statusCode]).toEqual([202, 202]);
    expect(second.json().requestId).toBe(first.json().requestId);
    const before = (await environment.get('/api/usage', key)).json().verifications.used;
    const third = await send({ ...body, waitMs: 1e9 }, 'a');
    expect(third.json()).toMatchObject({ verdict: 'verified' });
    expect((await send(body, 'a')).json()).toMatchObject({ verdict: 'verified' });
    await polled(first.json().statusUrl);
    expect((await environment.get('/api/usage', key)).json().verifications.used).toBe(before + 1);
    expect((await environment.get('/sandbox/hits?provider=telebirr&reference=DKK4A6SLOW')).json().hits).toBe(
      1,
    );
  });

  it('is simply another verification with another receipt, and is refused where it is none', async () => {
    await send({ reference: 'DKK4A7A2A1' }, 'b');
    expect((await send({ reference: 'DKK4A7A2A2' }, 'b')).json()).toMatchObject({
      reference: 'DKK4A7A2A2',
      history: { times: 1 },
    });
    for (const response of [
      await send({ reference: 'DKK4A7A2A1' }, 'x'.repeat(257)),
      await send({ reference: 'DKK4A7A2A1' }, 'ሰላም'),
    ]) {
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({
        verdict: 'could_not_check',
        error: { code: 'invalid_request', issues: [{ path: 'idempotency-key' }] },
      });
    }
  });
});

/** What a caller is promised who does not want to wait: two applications on one store stand for two processes. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Application } from '../../../src/app.js';
import type { CallOptions, Pending, RequestState, VerifyRequest } from '../../../src/engine/index.js';
import * as names from '../../../src/engine/store/key-names.js';
import { createLog } from '../../../src/log.js';
import { ensureTimeInMinute } from '../../support/clock-window.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { type Client, mintClient, openApplication, telebirr } from '../support.js';

let store: TestStore;
let application: Application;
let other: Application;
/** A third, which does not wait long for a bank that hangs. */
let hasty: Application;

beforeAll(async () => {
  store = await openTestStore();
  const env = { PROVIDER_CONCURRENCY: 'siinqee=1,*=50' };
  [application, other, hasty] = await Promise.all([
    openApplication(store, env),
    openApplication(store, env),
    openApplication(store, { ...env, ATTEMPT_TIMEOUT_SECONDS: '4' }),
  ]);
  for (const { engine } of [application, other]) engine.startRecovery();
});
afterAll(async () => {
  await Promise.all([application.close(), other.close(), hasty.close()]);
  await store.close();
});

function ask({ key }: Client, request: VerifyRequest, options: CallOptions, at = application) {
  return at.engine.verify(request, { kind: 'key', key }, options);
}

async function accepted(client: Client, request: VerifyRequest, options: CallOptions = {}, at = application) {
  const answer = await ask(client, request, { waitMs: 0, ...options }, at);
  if (answer.verdict !== 'pending') throw new Error('expected to be told to come back');
  return answer;
}

const state = ({ key }: Client, { requestId }: Pending, at = application) =>
  at.engine.request(requestId, key);

async function end(
  client: Client,
  request: Pending,
  at = application,
): Promise<Exclude<RequestState, Pending>> {
  const { key } = client;
  let last: RequestState | undefined;
  for await (const event of await at.engine.events(request.requestId, key)) last = event.state;
  if (last === undefined || last.processingStatus === 'queued') throw new Error('expected an end');
  return last;
}

async function verified(client: Client, request: Pending, at = application) {
  const last = await end(client, request, at);
  if (last.processingStatus !== 'completed') throw last.failure;
  return JSON.parse(last.text);
}

const hits = (reference: string, provider = 'telebirr') =>
  application.engine.sandbox.hits(provider, reference);
const siinqee = (reference: string) => ({ url: `https://siinqeebank.com/receipt/${reference}` });

let line: Promise<unknown> = Promise.resolve();
/** For tests that stand in the line of Siinqee, where there is one place: one after another. */
const alone = (test: () => Promise<void>) => () => {
  const done = line.then(test);
  line = done.catch(() => undefined);
  return done;
};

describe.concurrent('a call with waitMs', () => {
  it('is answered at once where the receipt is cached, refused, or there in time', async () => {
    const client = await mintClient(application);
    const reference = telebirr();
    const first = await ask(client, { reference }, { waitMs: Number.POSITIVE_INFINITY });
    expect(first).toMatchObject({ verdict: 'verified', cached: false });
    expect(await ask(client, { reference }, { waitMs: -5 })).toMatchObject({ cached: true });
    await expect(ask(client, { reference: 'hello' }, { waitMs: 0 })).rejects.toMatchObject({ status: 400 });
    const spent = await mintClient(application, { plan: 'enterprise', cap: 0 });
    await expect(ask(spent, { reference: telebirr() }, { waitMs: 0 })).rejects.toMatchObject({
      failure: 'quota_exceeded',
    });
  });

  it('is answered 202 after that time, and its result can be polled later', async () => {
    const client = await mintClient(application);
    const reference = telebirr('SLOW');
    const promised = await accepted(client, { reference, expect: { amount: '1' } }, { waitMs: 100 });
    expect(promised).toEqual({
      verdict: 'pending',
      processingStatus: 'queued',
      requestId: expect.stringMatching(/^[\w-]{36}$/),
      position: null,
    });
    expect(await state(client, promised, other)).toEqual(promised);
    const answer = await verified(client, promised, other);
    expect(answer).toMatchObject({
      ok: true,
      processingStatus: 'completed',
      requestId: promised.requestId,
      reference,
      cached: false,
      checks: { ok: false },
      history: { times: 1 },
    });
    expect(await state(client, promised)).toMatchObject({ processingStatus: 'completed' });
    expect(await client.used()).toBe(1);
    expect(await hits(reference)).toBe(1);
  });

  it('ends with the failure of its lookup, and is not charged', async () => {
    const client = await mintClient(application);
    const reference = telebirr('HANG');
    const promised = await accepted(client, { reference }, {}, hasty);
    const last = await end(client, promised, other);
    expect(last).toMatchObject({
      processingStatus: 'failed',
      failure: {
        failure: 'bank_timeout',
        status: 400,
        details: { providerKey: 'telebirr', reference, requestId: promised.requestId },
      },
    });
    expect(await client.used()).toBe(0);
  });

  it(
    'continues after the caller disconnects, and keeps its position in the queue',
    alone(async () => {
      const client = await mintClient(application);
      const gone = new AbortController();
      const running = await accepted(client, siinqee('SQB26K2201SLOW'));
      const next = await accepted(client, siinqee('SQB26K2202SLOW'));
      const last = await accepted(client, siinqee('SQB26K220301'), { signal: gone.signal }, other);
      expect([running.position, next.position, last.position]).toEqual([null, 1, 2]);
      gone.abort();
      const positions: (number | null)[] = [];
      for await (const { state } of await application.engine.events(last.requestId, client.key)) {
        if (state.processingStatus === 'queued') positions.push(state.position);
        else expect(state.processingStatus).toBe('completed');
      }
      const places = positions.filter((position) => position !== null);
      // Where it stood first was told already: it may have moved on before the first event.
      expect([[2, 1], [1]]).toContainEqual(places);
      expect(positions.slice(places.length).every((position) => position === null)).toBe(true);
    }),
  );

  it(
    'is abandoned when the caller disconnects before it was answered',
    alone(async () => {
      const client = await mintClient(application);
      const gone = new AbortController();
      const running = await accepted(client, siinqee('SQB26K2204SLOW'));
      const waiting = ask(client, siinqee('SQB26K220501'), { waitMs: 30_000, signal: gone.signal });
      setTimeout(() => gone.abort(), 200);
      await expect(waiting).rejects.toMatchObject({ name: 'CallerGone' });
      await verified(client, running);
      expect(await hits('SQB26K220501', 'siinqee')).toBe(0);
    }),
  );
});

describe.concurrent('a request', () => {
  it('can be read by its account only, and a poll counts against the rate only', async () => {
    const client = await mintClient(application);
    const stranger = await mintClient(application);
    const { key: colleague } = await application.engine.keys.mint({ account: client.account, mode: 'test' });
    await ensureTimeInMinute();
    const promised = await accepted(client, { reference: telebirr('SLOW') });
    for (const id of [promised.requestId, 'nonsense', '', '{j:x}', '../x', 'a'.repeat(100)]) {
      const poll = application.engine.request(id, stranger.key);
      await expect(poll, id).rejects.toMatchObject({ failure: 'not_found' });
      await expect(application.engine.events(id, stranger.key)).rejects.toMatchObject({
        failure: 'not_found',
      });
    }
    // Told where it stands, whichever that is by now.
    await expect(application.engine.request(promised.requestId, colleague)).resolves.toHaveProperty(
      'processingStatus',
    );
    expect((await application.engine.usage(colleague)).rate.used).toBe(2);
    await verified(client, promised);
    expect(await client.used()).toBe(1);
  });

  it('is sent again to a reconnecting client, under the id of the event', async () => {
    const client = await mintClient(application);
    const promised = await accepted(client, { reference: telebirr('SLOW') });
    const events = [];
    for await (const event of await application.engine.events(promised.requestId, client.key))
      events.push(event);
    expect(events.map(({ state }) => state.processingStatus)).toEqual(['queued', 'completed']);
    expect(events[0]?.id).not.toBe(events[1]?.id);
    const again = [];
    for await (const event of await other.engine.events(promised.requestId, client.key)) again.push(event);
    expect(again).toEqual([events[1]]);
  });

  it('is not sent to clients that have disconnected', async () => {
    const client = await mintClient(application);
    const promised = await accepted(client, { reference: telebirr('HANG') }, {}, hasty);
    const gone = new AbortController();
    const events = [];
    const options = { signal: gone.signal };
    for await (const event of await application.engine.events(promised.requestId, client.key, options)) {
      events.push(event);
      gone.abort();
    }
    expect(events).toHaveLength(1);
    await end(client, promised);
  });
});

describe.concurrent('an unexpected error', () => {
  it('ends a request that was answered 202 as `internal`, and is logged without the receipt', async () => {
    const lines: string[] = [];
    const log = createLog('warn', { write: (line) => void lines.push(line) });
    const broken = await openApplication(store, {}, log);
    const client = await mintClient(broken);
    const month = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 7);
    await store.client.set(names.ledger(client.account, month), 'not a stream');
    const reference = telebirr('SLOW');
    const promised = await accepted(client, { reference }, {}, broken);
    const last = await end(client, promised, broken);
    expect(last).toMatchObject({ processingStatus: 'failed', failure: { failure: 'internal', status: 500 } });
    const entries = lines.map((line) => JSON.parse(line));
    expect(entries).toMatchObject([
      { level: 'error', component: 'requests', requestId: promised.requestId, provider: 'telebirr' },
    ]);
    expect(entries[0].err.stack).not.toEqual([]);
    for (const secret of [reference, client.account, client.key])
      expect(lines.join('')).not.toContain(secret);
    await broken.close();
  });
});

describe.concurrent('a process whose leases have expired while it ran', () => {
  it('does not claim its own requests as orphans', async ({ onTestFinished }) => {
    const alone = await openTestStore();
    onTestFinished(() => alone.close());
    const single = await openApplication(alone);
    onTestFinished(() => single.close());
    single.engine.startRecovery();
    const client = await mintClient(single);
    const promised = await accepted(client, siinqee('SQB26K25SLOW'), {}, single);
    // As after a time without the store: it may find them ended before it renews them.
    const endLease = () => alone.client.zadd(names.unfinished(), 'XX', 0, promised.requestId);
    const ending = setInterval(() => endLease().catch(() => undefined), 5);
    onTestFinished(() => clearInterval(ending));
    expect(await end(client, promised, single)).toMatchObject({ processingStatus: 'completed' });
    expect(await single.engine.sandbox.hits('siinqee', 'SQB26K25SLOW')).toBe(1);
    expect((await single.engine.usage(client.key)).verifications.used).toBe(1);
  });
});

describe.concurrent('a process that dies before it has published the end of a request', () => {
  it('has not shown the receipt: the process that recovers the request answers as the first time', async () => {
    const client = await mintClient(application);
    const promised = await accepted(client, { reference: telebirr('SLOW') });
    const name = names.request(promised.requestId);
    const record = await store.client.hgetall(name);
    expect(await verified(client, promised)).toMatchObject({ history: { times: 1 } });
    // The end was never written, and the lease is over.
    await store.client.multi().del(name).hset(name, record).exec();
    await store.client.zadd(names.unfinished(), 0, promised.requestId);
    expect(await verified(client, promised)).toMatchObject({ history: { seenBefore: false, times: 1 } });
    expect(await client.used()).toBe(1);
  });
});

describe.concurrent('a view-limited link', () => {
  it(
    'that has just been opened without success is not opened again by a call that was queued meanwhile',
    alone(async () => {
      const client = await mintClient(application);
      const reference = 'SQB26K2602GONE';
      const running = await accepted(client, siinqee('SQB26K2601SLOW'));
      const first = await accepted(client, siinqee(reference));
      // As where its process was frozen for longer than the lease: somebody else leads as well.
      await store.client.del(names.flight(names.receipt('sandbox', 'siinqee', reference, '')));
      const second = await accepted(client, siinqee(reference), {}, other);
      expect([first.position, second.position]).toEqual([1, 2]);
      for (const promised of [first, second]) {
        expect(await end(client, promised)).toMatchObject({ failure: { failure: 'receipt_not_found' } });
      }
      await end(client, running);
      expect(await hits(reference, 'siinqee')).toBe(1);
    }),
  );
});

describe.concurrent('an Idempotency-Key', () => {
  const idempotencyKey = 'order 17';

  it('joins the request it was accepted as, through another process too', async () => {
    const client = await mintClient(application);
    const reference = telebirr('SLOW');
    const first = await accepted(client, { reference }, { idempotencyKey });
    const second = await accepted(client, { reference }, { idempotencyKey }, other);
    expect(second.requestId).toBe(first.requestId);
    const third = await ask(client, { reference }, { idempotencyKey }, other);
    expect(third).toMatchObject({ verdict: 'verified', reference });
    expect(await client.used()).toBe(1);
    expect(await hits(reference)).toBe(1);
  });

  it('gets the stored result, and counts against the rate only', async () => {
    const client = await mintClient(application, { plan: 'enterprise', cap: 1 });
    const reference = telebirr();
    await ensureTimeInMinute();
    const asked = { reference, expect: { amount: '5,000.00', name: 'Abebe' } };
    const first = await ask(client, asked, { idempotencyKey });
    const turned = { expect: { name: 'Abebe', amount: '5,000.00' }, reference };
    const again = await ask(client, turned, { idempotencyKey, waitMs: 0 }, other);
    expect(again).toMatchObject({ verdict: 'verified', payment: 'payment' in first ? first.payment : null });
    expect(await client.used()).toBe(1);
    expect((await application.engine.usage(client.key)).rate.used).toBe(4);
  });

  it('tries again after a failure', async () => {
    const client = await mintClient(application);
    const reference = telebirr('HANG');
    for (const options of [{}, { waitMs: 20_000 }]) {
      const failing = ask(client, { reference }, { idempotencyKey, ...options }, hasty);
      await expect(failing).rejects.toMatchObject({ failure: 'bank_timeout' });
    }
    expect(await hits(reference)).toBe(4);
  });

  it(
    'gets the stored failure of a view-limited link, also when the cool-down is over',
    alone(async () => {
      const client = await mintClient(application);
      const failing = () => ask(client, siinqee('SQB26K21GONE'), { idempotencyKey });
      await expect(failing()).rejects.toMatchObject({ failure: 'receipt_not_found' });
      await store.client.del('{r:sandbox:siinqee:SQB26K21GONE}:cool', '{r:sandbox:siinqee:SQB26K21GONE}:raw');
      await expect(failing()).rejects.toMatchObject({ failure: 'receipt_not_found', status: 502 });
      expect(await hits('SQB26K21GONE', 'siinqee')).toBe(1);
    }),
  );

  it('gets the history of the first answer, also when the receipt was shown in between', async () => {
    const client = await mintClient(application);
    const reference = telebirr();
    const repeat = () => ask(client, { reference }, { idempotencyKey });
    const first = { seenBefore: false, times: 1 };
    expect(await repeat()).toMatchObject({ cached: false, history: first });
    expect(await client.verify({ reference })).toMatchObject({ history: { seenBefore: true, times: 2 } });
    for (const waitMs of [undefined, 0]) {
      const again = await ask(client, { reference }, { idempotencyKey, waitMs }, other);
      expect(again).toMatchObject({ cached: true, history: first });
    }
    expect(await client.verify({ reference })).toMatchObject({ history: { times: 3 } });
    expect(await ask(client, { reference }, { idempotencyKey: 'order 18' })).toMatchObject({
      history: { seenBefore: true, times: 4 },
    });
    expect(await client.used()).toBe(1);
  });

  it('of simultaneous repeats is counted once', async () => {
    const client = await mintClient(application);
    const reference = telebirr('SLOW');
    const options = { idempotencyKey };
    const answers = await Promise.all(
      [application, other, application].map((where) => ask(client, { reference }, options, where)),
    );
    for (const answer of answers) expect(answer).toMatchObject({ history: { seenBefore: false, times: 1 } });
    expect(await client.verify({ reference })).toMatchObject({ history: { times: 2 } });
  });

  it('checks another expectation anew', async () => {
    const client = await mintClient(application);
    const reference = telebirr();
    await ask(client, { reference }, { idempotencyKey });
    const other = { reference, expect: { amount: 1 } };
    expect(await ask(client, other, { idempotencyKey })).toMatchObject({
      verdict: 'verified',
      checks: { ok: false },
      history: { times: 1 },
    });
  });

  it('with another receipt is another verification, as when a customer corrects a typing error', async () => {
    const client = await mintClient(application);
    const mistyped = ask(client, { reference: telebirr('GONE') }, { idempotencyKey });
    await expect(mistyped).rejects.toMatchObject({ failure: 'receipt_not_found' });
    const reference = telebirr();
    const corrected = { cached: false, history: { seenBefore: false, times: 1 } };
    expect(await ask(client, { reference }, { idempotencyKey })).toMatchObject(corrected);
    expect(await ask(client, { reference }, { idempotencyKey, waitMs: 5 })).toMatchObject({ cached: true });
    const stranger = await mintClient(application);
    expect(await ask(stranger, { reference }, { idempotencyKey })).toMatchObject({
      cached: true,
      history: { seenBefore: false, times: 1 },
    });
  });
});

describe.concurrent('an answer whose caller disconnected before it was sent', () => {
  const leave = async (client: Client, reference: string, options: CallOptions) => {
    const gone = new AbortController();
    const asked = ask(client, { reference }, { ...options, signal: gone.signal });
    await vi.waitFor(async () => expect(await hits(reference)).toBe(1), { timeout: 60_000, interval: 10 });
    gone.abort();
    await asked.catch(() => undefined);
  };

  it.each([
    ['waiting to the end', {}],
    ['waiting a while', { waitMs: 20_000 }],
    ['with an Idempotency-Key', { idempotencyKey: 'gone' }],
  ])('is not counted in the history (%s)', async (_how, options) => {
    const client = await mintClient(application);
    const reference = telebirr('SLOW');
    await leave(client, reference, options);
    expect(await client.verify({ reference })).toMatchObject({
      cached: true,
      history: { seenBefore: false, times: 1 },
    });
  });

  it('is reverted where the caller disconnected while it was counted', async () => {
    const client = await mintClient(application);
    const reference = telebirr();
    await client.verify({ reference });
    await ask(client, { reference }, { isGone: () => true });
    await ask(client, { reference }, { isGone: () => true, waitMs: 1_000 });
    expect(await client.verify({ reference })).toMatchObject({ history: { times: 2 } });
    const unseen = await mintClient(application);
    await ask(unseen, { reference }, { isGone: () => true });
    expect(await unseen.verify({ reference })).toMatchObject({ history: { seenBefore: false, times: 1 } });
  });
});

/** What the others do must not be counted, nor hold places, meanwhile. */
describe('a completion listener', () => {
  it('is called once when an async request ends, in any process, and not for synchronous calls', async () => {
    const client = await mintClient(application);
    const told: unknown[] = [];
    for (const { engine } of [application, other]) engine.onCompleted((conclusion) => told.push(conclusion));
    await client.verify({ reference: telebirr() });
    const [good, bad] = [telebirr('SLOW'), siinqee('SQB26K23SLOW')];
    const promised = [await accepted(client, { reference: good }), await accepted(client, bad, {}, other)];
    const later = await accepted(client, { ...siinqee('SQB26K24GONE') });
    for (const one of [...promised, later]) await end(client, one);
    await expect.poll(() => told).toHaveLength(3);
    expect(told).toEqual(
      expect.arrayContaining([
        { verdict: 'verified', providerKey: 'telebirr', cached: false },
        { verdict: 'verified', providerKey: 'siinqee', cached: false },
        { verdict: 'failed', failure: expect.objectContaining({ failure: 'receipt_not_found' }) },
      ]),
    );
  });
});

describe('a process that stops', () => {
  it('hands its waiting requests over at once; others answer them under the same id', async () => {
    const env = { PROVIDER_CONCURRENCY: '1', BANKS: 'sandbox' };
    const leaving = await openApplication(store, env);
    const client = await mintClient(application);
    const running = await accepted(client, { reference: telebirr('SLOW') }, {}, leaving);
    const references = [telebirr(), telebirr()];
    const waiting = [];
    for (const reference of references) waiting.push(await accepted(client, { reference }, {}, leaving));
    expect(waiting.map(({ position }) => position)).toEqual([1, 2]);
    const closed = leaving.close();
    for (const promised of waiting) {
      expect(await verified(client, promised)).toMatchObject({ requestId: promised.requestId });
    }
    await closed;
    expect(await verified(client, running)).toMatchObject({ requestId: running.requestId });
    for (const reference of references) expect(await hits(reference)).toBe(1);
    expect(await client.used()).toBe(3);
  });
});

/** A process stops while calls wait and a bank hangs: nobody is left without an answer, nothing is left behind. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Application } from '../../src/app.js';
import type { CallOptions, Pending, VerifyRequest } from '../../src/engine/index.js';
import * as names from '../../src/engine/store/key-names.js';
import { openTestStore, type TestStore } from '../support/store.js';
import { type Client, mintClient, openApplication, telebirr } from './support.js';

let store: TestStore;
/** The one that stops, and one that goes on. */
let application: Application;
let other: Application;
let client: Client;

beforeEach(async () => {
  store = await openTestStore();
  const env = { PROVIDER_CONCURRENCY: '1' };
  [application, other] = await Promise.all([openApplication(store, env), openApplication(store, env)]);
  client = await mintClient(application, { plan: 'enterprise' });
});
afterEach(async () => {
  await Promise.all([application.close(), other.close()]);
  await store.close();
});

const siinqee = (reference: string) => ({ url: `https://siinqeebank.com/receipt/${reference}` });
const hits = (reference: string, provider = 'telebirr') => other.engine.sandbox.hits(provider, reference);
const waiting = () => store.client.zcard(names.waiting('sandbox:telebirr'));
const retry = { failure: 'unavailable', status: 503, details: { retryAfterSeconds: 1 } };

function ask(request: VerifyRequest, options: CallOptions = {}, { key } = client) {
  return application.engine.verify(request, { kind: 'key', key }, options);
}

/** What a call that must fail fails with. */
const failure = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('it was answered'),
    (error) => error,
  );

/** Names of everything a call holds while it waits or runs. */
async function held(): Promise<string[]> {
  const keys = await store.client.keys('*');
  return keys.filter((key) => /:(slots|line|waiting|held|flight)$/.test(key));
}

/** A lookup that runs, in the only slot. */
async function running(outcome: string): Promise<{ reference: string; call: Promise<unknown> }> {
  const reference = telebirr(outcome);
  const call = ask({ reference });
  call.catch(() => undefined);
  await expect.poll(() => hits(reference)).toBe(1);
  return { reference, call };
}

describe('callers who wait when the process stops', () => {
  it('in the queue of a bank, as a follower, for a reservation or a repeat: all get 503, and no bank is asked', async () => {
    const slow = await running('SLOW');
    const poor = await mintClient(application, { plan: 'enterprise', cap: 1 });
    const queued = telebirr();
    const calls = [
      ask({ reference: queued }, {}, poor),
      ask({ reference: queued }),
      ask({ reference: telebirr() }, {}, poor),
      ask({ reference: telebirr() }, { waitMs: 20_000 }),
    ].map(failure);
    await expect.poll(waiting).toBe(2);
    const repeat = { idempotencyKey: 'again' };
    const promised = telebirr();
    await ask({ reference: promised }, { ...repeat, waitMs: 0 });
    calls.push(failure(ask({ reference: promised }, repeat)));
    await expect.poll(waiting).toBe(3);

    const stopped = application.engine.stop(new AbortController().signal);
    for (const answer of await Promise.all(calls)) expect(answer).toMatchObject(retry);
    expect(await failure(ask({ reference: telebirr() }))).toMatchObject(retry);
    expect(await hits(queued)).toBe(0);
    expect(await slow.call).toMatchObject({ verdict: 'verified' });
    await stopped;
    expect(await hits(promised)).toBe(0);
    expect(await held()).toEqual([]);
    expect(await client.used()).toBe(1);
  });

  it('is answered from the cache as before', async () => {
    const reference = telebirr();
    await ask({ reference });
    await application.engine.stop(AbortSignal.abort());
    expect(await ask({ reference })).toMatchObject({ verdict: 'verified', cached: true });
  });
});

describe('a lookup that runs when the process stops', () => {
  it('is aborted when the time is over: its caller gets 503; slot, reservation and single flight are free', async () => {
    const hanging = await running('HANG');
    const over = new AbortController();
    const stopped = application.engine.stop(over.signal);
    // Of the slot, the queue's place for it, the reservation and the flight.
    expect(await held()).toHaveLength(4);
    over.abort();
    expect(await failure(hanging.call)).toMatchObject(retry);
    await stopped;
    expect(await held()).toEqual([]);
    expect(await client.used()).toBe(0);
  });

  it('of a view-limited link: no caller is told to open it again', async () => {
    const reference = 'SQB26K7701HANG';
    const call = failure(ask(siinqee(reference)));
    await expect.poll(() => hits(reference, 'siinqee')).toBe(1);
    await application.engine.stop(AbortSignal.abort());
    expect(await call).toMatchObject({ failure: 'bank_timeout', details: { retry: 'never' } });
    const again = other.engine.verify(siinqee(reference), { kind: 'key', key: client.key });
    expect(await failure(again)).toMatchObject({ failure: 'bank_timeout' });
    expect(await hits(reference, 'siinqee')).toBe(1);
  });
});

describe('a request that was answered 202', () => {
  async function promised(reference: string): Promise<Pending> {
    const answer = await ask({ reference }, { waitMs: 0 });
    if (answer.verdict !== 'pending') throw new Error('expected to be told to come back');
    return answer;
  }
  const lease = ({ requestId }: Pending) => store.client.zscore(names.unfinished(), requestId);

  it('and waits is handed to another process at once, which ends it', async () => {
    const hanging = await running('HANG');
    const request = await promised(telebirr());
    await application.engine.stop(AbortSignal.abort());
    await failure(hanging.call);
    expect(Number(await lease(request))).toBeLessThanOrEqual(Date.now());
    other.engine.startRecovery();
    const state = async () => (await other.engine.request(request.requestId, client.key)).processingStatus;
    await expect.poll(state, { timeout: 10_000 }).toBe('completed');
  });

  it('and whose bank hangs is handed to another process at once too', async () => {
    const reference = telebirr('HANG');
    const request = await promised(reference);
    await expect.poll(() => hits(reference)).toBe(1);
    await application.engine.stop(AbortSignal.abort());
    expect(Number(await lease(request))).toBeLessThanOrEqual(Date.now());
    expect(await other.engine.request(request.requestId, client.key)).toMatchObject({ verdict: 'pending' });
  });
});

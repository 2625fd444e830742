/**
 * No picture makes an honest payment "not verified" by a number that a model has misread: every bank, any confidence, the real
 * reader of the model's answers against an endpoint that answers as the test says.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../src/app.js';
import {
  type CallOptions,
  Failure,
  type ImageOptions,
  type ImageRequest,
  type MemberCaller,
  type RequestState,
} from '../../src/engine/index.js';
import * as names from '../../src/engine/store/key-names.js';
import type { Detection } from '../support/ai-endpoint.js';
import { openTestStore, type TestStore } from '../support/store.js';
import { misreadings, openSeers, picture, readingOf, refused, type Seers, ways } from './misreadings.js';
import { type Client, mintClient, telebirr } from './support.js';

let store: TestStore;
let seers: Seers;
let application: Application;
let client: Client;

beforeAll(async () => {
  store = await openTestStore();
  seers = await openSeers(store);
  application = seers.application;
  client = await mintClient(application, { plan: 'enterprise', cap: 1_000_000, reads: 1_000_000 });
});
afterAll(async () => {
  await seers?.close();
  await store?.close();
});

async function failureOf(outcome: Promise<unknown>): Promise<Failure | null> {
  try {
    await outcome;
    return null;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

function send(
  shown: Partial<Detection>,
  request: Partial<ImageRequest> = {},
  options: Omit<ImageOptions, 'waitMs'> = {},
  { key }: Client = client,
) {
  return application.engine.verifyImage(
    { pictures: [picture(shown)], ...request },
    { kind: 'key', key },
    options,
  );
}

describe('no honest payment is "not verified" because a model misread one to three characters', () => {
  it('whatever the bank answers for the misread number, for every bank', async () => {
    const told = new Set<string>();
    const all = refused.flatMap((example) => ways.map((way) => ({ example, way })));
    const outcomes = await Promise.all(
      all.map(async ({ example, way }) => {
        const failure = await failureOf(send({ ...readingOf(example, way), confidence: 1 }));
        if (failure?.failure === 'doubtful_reading') told.add(example.provider);
        return `${example.provider} ${example.outcome} ${way}: ${failure?.kind.verdict ?? 'verified'}`;
      }),
    );
    expect(outcomes.filter((outcome) => outcome.endsWith('not_verified'))).toEqual([]);
    expect([...told].sort()).toEqual([...new Set(refused.map(({ provider }) => provider))].sort());
  });

  it('at any confidence, wherever the characters stand', async () => {
    await fc.assert(
      // Several at once: each is a round trip to the model, and mostly one to the bank.
      fc.asyncProperty(fc.array(misreadings, { minLength: 10, maxLength: 10 }), async (all) => {
        const verdicts = all.map(async (shown) => (await failureOf(send(shown)))?.kind.verdict);
        expect(await Promise.all(verdicts)).not.toContain('not_verified');
      }),
      { numRuns: 15 },
    );
  });
});

describe('a doubtful reading', () => {
  it('is 400 without a code, says what was read, and is shown so in the account', async () => {
    const own = await mintClient(application, { plan: 'shop' });
    const reference = telebirr('GONE');
    const failure = await failureOf(send({ bank: 'telebirr', reference, confidence: 1 }, {}, {}, own));
    expect(failure).toMatchObject({
      failure: 'doubtful_reading',
      status: 400,
      retry: 'never',
      kind: { verdict: 'could_not_check', reason: 'doubtful_reading' },
      details: {
        providerKey: 'telebirr',
        reference,
        detections: [{ reference, by: 'ai' }],
        upstream: { attempted: true, reason: 'doubtful_reading', result: null },
      },
    });
    expect(failure?.kind).not.toHaveProperty('code');
    expect(failure?.details).not.toHaveProperty('receipt');
    await expect
      .poll(() => application.engine.activity.recent(own.account))
      .toMatchObject([{ outcome: 'could_not_check', why: 'doubtful_reading' }]);
    const { verifications, screenshots } = await application.engine.usage(own.key);
    expect({ verifications: verifications.used, reads: screenshots.used }).toEqual({
      verifications: 0,
      reads: 1,
    });
  });

  it('is as doubtful when its bank answers after the call was promised its end', async () => {
    const { key } = client;
    const pictures = [picture({ reference: telebirr('GONE'), confidence: 1 })];
    const { verifyImage, request } = application.engine;
    const begun = await verifyImage({ pictures }, { kind: 'key', key }, { waitMs: 0 });
    if (begun.verdict !== 'pending') expect.fail(begun.verdict);
    await expect
      .poll(() => request(begun.requestId, key))
      .toMatchObject({ processingStatus: 'failed', failure: { failure: 'doubtful_reading' } });
  });

  it("that is right is verified, and the bank's denial of a typed number stays a denial", async () => {
    const reference = telebirr();
    const { upstream } = await send({ bank: 'telebirr', reference, confidence: 0.1 });
    expect(upstream.result.reference).toBe(reference);
    expect(await client.failure({ reference: telebirr('GONE') })).toBe('receipt_not_found');
  });

  it('gives way to the text that a person sent with the picture, also for a cached picture', async () => {
    const [misread, written] = [telebirr('GONE'), telebirr()];
    const pictures = [picture({ reference: misread, confidence: 1 })];
    expect((await failureOf(send({ reference: misread, confidence: 1 }, { pictures })))?.failure).toBe(
      'doubtful_reading',
    );
    const { upstream } = await send({ reference: misread, confidence: 1 }, { pictures, text: written });
    expect(upstream.result.reference).toBe(written);
    // The same number, read and written: what was written is no doubt.
    const both = await failureOf(send({ reference: misread, confidence: 1 }, { pictures, text: misread }));
    expect(both?.failure).toBe('receipt_not_found');
  });

  it('of the account alone is doubtful too; a typed number is not', async () => {
    const reference = 'FT26140CGONE';
    const shown = { bank: 'cbe', reference, account: '1000000000012' };
    const half = { text: reference, provider: 'cbe' };
    expect((await failureOf(send(shown, half)))?.failure).toBe('doubtful_reading');
    const whole = { ...half, account: '1000000000012' };
    expect((await failureOf(send(shown, whole)))?.failure).toBe('receipt_not_found');
  });

  it('shares a lookup with a caller who is certain of the number: each gets the verdict of its own reading', async () => {
    for (const reference of [telebirr('GONE'), telebirr('GONE'), telebirr('PEND')]) {
      const [read, typed] = await Promise.all([
        failureOf(send({ bank: 'telebirr', reference })),
        failureOf(client.verify({ reference })),
      ]);
      expect(read?.failure).toBe('doubtful_reading');
      expect(typed?.kind.verdict).toBe('not_verified');
    }
  });

  it('of a view-limited link is doubtful also while the stored failure answers, in either order', async () => {
    const reference = 'A35U2TB26226GONE';
    const typed = { reference, provider: 'siinqee' };
    const read = { bank: 'siinqee', reference };
    expect((await failureOf(send(read)))?.failure).toBe('doubtful_reading');
    expect(await client.failure(typed)).toBe('receipt_not_found');
    expect((await failureOf(send(read)))?.failure).toBe('doubtful_reading');
  });

  it('under an Idempotency-Key stays doubtful, and does not make a typed repeat doubtful', async () => {
    const idempotencyKey = 'order 17';
    const reference = 'A35U2TB26227GONE';
    const pictures = [picture({ bank: 'siinqee', reference })];
    const repeat = () => failureOf(send({ bank: 'siinqee', reference }, { pictures }, { idempotencyKey }));
    expect((await repeat())?.failure).toBe('doubtful_reading');
    const typed = application.engine.verify(
      { reference, provider: 'siinqee' },
      { kind: 'key', key: client.key },
      { idempotencyKey },
    );
    expect((await failureOf(typed))?.failure).toBe('receipt_not_found');
    expect((await repeat())?.failure).toBe('doubtful_reading');
  });
});

describe('a number that a bot has read in a picture', () => {
  let caller: MemberCaller;
  beforeAll(async () => {
    const { shop, member } = await application.engine.shops.open({
      person: 'tg:1',
      name: 'Liya',
      shopName: 'Café',
    });
    caller = { kind: 'member', account: shop.id, member: member.id, name: 'Liya' };
  });

  async function end(id: string): Promise<RequestState | undefined> {
    let last: RequestState | undefined;
    for await (const { state } of await application.engine.events(id, caller)) last = state;
    return last;
  }

  const ask = (reference: string, options: CallOptions) =>
    application.engine.verify({ reference }, caller, { doubtful: true, ...options });

  it('is doubtful when it is verified by itself', async () => {
    expect((await failureOf(ask(telebirr('GONE'), {})))?.failure).toBe('doubtful_reading');
    expect((await failureOf(ask(telebirr('GONE'), { doubtful: false })))?.failure).toBe('receipt_not_found');
  });

  it('is doubtful when it was answered 202, also where another process recovers the request', async () => {
    const promised = await ask(telebirr('GONE'), { waitMs: 0 });
    if (promised.verdict !== 'pending') throw new Error('expected to be told to come back');
    const { requestId: id } = promised;
    const record = await store.client.hgetall(names.request(id));
    const doubted = { processingStatus: 'failed', failure: { failure: 'doubtful_reading' } };
    expect(await end(id)).toMatchObject(doubted);
    await store.client.del(names.request(id));
    await store.client.hset(names.request(id), record);
    const lease = store.client.multi().hset(names.unfinishedOwners(), id, 'dead');
    await lease.zadd(names.unfinished(), 0, id).exec();
    expect(await end(id)).toMatchObject(doubted);
  });
});

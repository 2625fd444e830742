/**
 * No picture makes an honest payment "not verified" by a number that a model has misread: every bank, any confidence, the real
 * reader of the model's answers against an endpoint that answers as the test says.
 */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, buildApplication } from '../../src/app.js';
import { loadConfig } from '../../src/config/index.js';
import {
  type CallOptions,
  Failure,
  type ImageOptions,
  type ImageRequest,
  type MemberCaller,
  type RequestState,
} from '../../src/engine/index.js';
import * as names from '../../src/engine/store/key-names.js';
import { createAiReader } from '../../src/extractor/ai/openai.js';
import type { AiReader, Extractor } from '../../src/extractor/types.js';
import { createProviders } from '../../src/providers/registry.js';
import { resolve } from '../../src/providers/resolve.js';
import { type Example, examples } from '../../src/sandbox/examples.js';
import {
  type AiEndpoint,
  type AiOutcome,
  type Detection,
  detection,
  finds,
  startAiEndpoint,
} from '../support/ai-endpoint.js';
import { testLog } from '../support/log.js';
import { openTestStore, type TestStore } from '../support/store.js';
import { type Client, mintClient, telebirr } from './support.js';

const config = {
  EXTRACTOR: 'openai',
  OPENAI_API_KEY: 'sk-test',
  OCR_DAILY_BUDGET: '1000000',
  LOG_LEVEL: 'silent',
};

let store: TestStore;
let endpoint: AiEndpoint;
let ai: AiReader;
let application: Application;
let other: Application;
let client: Client;

/** Pictures of any bytes, none of which shows a code: the model is asked about every one. */
const withoutCodes = (): Extractor => ({
  mode: 'openai',
  prepare: async (uploads, asker) => ({
    asker,
    digests: uploads.map((bytes) => createHash('sha256').update(bytes).digest('hex')),
    jpegs: uploads,
    candidates: async () => [],
  }),
  ask: (pictures, signal) => ai.read(pictures.jpegs, signal),
  close: async () => undefined,
});

beforeAll(async () => {
  [store, endpoint] = await Promise.all([openTestStore(), startAiEndpoint(seer)]);
  const settings = loadConfig({ ...config, REDIS_URL: store.url, OPENAI_BASE_URL: endpoint.baseURL }, null);
  const banks = createProviders({
    cbeAppId: 'test-app',
    cbeAppVersion: 'test-version',
    siinqeeLinks: settings.SIINQEE_LINK_HOSTS,
  });
  ai = createAiReader({
    apiKey: 'sk-test',
    baseURL: endpoint.baseURL,
    model: 'stub',
    banks,
    resolve: (request) => resolve(banks, request, new Date()),
  });
  const open = () => buildApplication(settings, { log: testLog(), extractor: withoutCodes() });
  [application, other] = [await open(), await open()];
  other.engine.startRecovery();
  client = await mintClient(application, { plan: 'enterprise', cap: 1_000_000, reads: 1_000_000 });
});
afterAll(async () => {
  await Promise.all([application?.close(), other?.close()]);
  await ai?.close();
  await Promise.all([endpoint?.close(), store?.close()]);
});

let nth = 0;
/** Another picture each time: what the model will say of it. */
function picture(shown: Partial<Detection>): Uint8Array {
  nth += 1;
  return Buffer.from(JSON.stringify({ detection: detection(shown), nth }));
}

/** A model that says what the test has written into the picture, however many are asked about at once. */
const seer: AiOutcome = (request, response) => {
  const { detection: seen } = JSON.parse(String(request.pictures[0])) as { detection: Detection };
  finds(seen)(request, response);
};

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

/** What the banks say no to, in every way they have. */
const refusedEndings = ['GONE', 'PEND', 'BACK', 'DIFF'];
const refused = examples(loadConfig(config, null).SIINQEE_LINK_HOSTS).filter(
  ({ outcome, answer }) => refusedEndings.includes(outcome) && answer !== 'verified',
);

const ways = ['number', 'unnamed', 'link'] as const;

/** What a model that has misread the number says of it. */
function readingOf({ provider, body, url }: Example, way: (typeof ways)[number]): Partial<Detection> {
  const link = way === 'link' || !('reference' in body) ? url : null;
  const { reference = null, account = null } = 'reference' in body && way !== 'link' ? body : {};
  return { bank: way === 'unnamed' ? null : provider, reference, link, account };
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

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
    const exchange = fc.record({ at: fc.nat({ max: 63 }), other: fc.constantFrom(...alphabet) });
    const misreading = fc.record({
      example: fc.constantFrom(...refused),
      way: fc.constantFrom(...ways),
      exchanges: fc.array(exchange, { minLength: 1, maxLength: 3 }),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
      /** Its ending, which chooses what the bank says. */
      stays: fc.boolean(),
    });
    const verdictOf = async ({ example, way, exchanges, confidence, stays }: Misreading) => {
      const misread = (text: string | null = null) =>
        text && exchanges.reduce((now, one) => exchanged(now, one, stays ? 4 : 0), text);
      const { reference, link, ...rest } = readingOf(example, way);
      const shown = { ...rest, reference: misread(reference), link: misread(link), confidence };
      return (await failureOf(send(shown)))?.kind.verdict;
    };
    type Misreading = typeof misreading extends fc.Arbitrary<infer T> ? T : never;
    await fc.assert(
      // Several at once: each is a round trip to the model, and mostly one to the bank.
      fc.asyncProperty(fc.array(misreading, { minLength: 10, maxLength: 10 }), async (all) => {
        expect(await Promise.all(all.map(verdictOf))).not.toContain('not_verified');
      }),
      { numRuns: 15 },
    );
  });
});

interface Exchange {
  at: number;
  other: string;
}

/** @param kept how many characters at its end stay */
function exchanged(text: string, { at, other }: Exchange, kept: number): string {
  const end = text.length - kept;
  const place = end - 1 - (at % Math.min(end, 16));
  return text.slice(0, place) + other + text.slice(place + 1);
}

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

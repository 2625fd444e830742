/** Screenshots without a code: the whole application, a real store, and an endpoint of an AI model in all its moods. */
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Application, buildApplication } from '../../../src/app.js';
import { loadConfig } from '../../../src/config/index.js';
import { Failure } from '../../../src/engine/api/errors.js';
import type { ImageRequest, ImageVerification } from '../../../src/engine/api/index.js';
import { createAiReader } from '../../../src/extractor/ai/openai.js';
import { createExtractor } from '../../../src/extractor/index.js';
import { resolve } from '../../../src/providers/resolve.js';
import { screen as drawn, pdf } from '../../extractor/pictures.js';
import { providers } from '../../providers/support.js';
import {
  type AiEndpoint,
  type AiOutcome,
  breaksOff,
  detection,
  fails,
  finds,
  hangs,
  pours,
  refuses,
  says,
  startAiEndpoint,
} from '../../support/ai-endpoint.js';
import { testLog } from '../../support/log.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { type Client, mintClient, openApplication, telebirr } from '../support.js';

let store: TestStore;
let endpoint: AiEndpoint;
let application: Application;
let client: Client;

beforeAll(async () => {
  [store, endpoint] = await Promise.all([openTestStore(), startAiEndpoint()]);
  application = await openApplication(store, {
    OPENAI_API_KEY: 'sk-test-of-the-house',
    OPENAI_BASE_URL: endpoint.baseURL,
  });
});
afterAll(async () => {
  await application?.close();
  await Promise.all([endpoint?.close(), store?.close()]);
});
beforeEach(async () => {
  endpoint.calls.length = 0;
  client = await mintClient(application, { plan: 'shop' });
});

let shade = 0;

/** A screen without a code, another one each time. */
async function screen(): Promise<Uint8Array> {
  shade += 1;
  const background = { r: 255, g: 255, b: shade % 256 };
  return await sharp({ create: { width: 240, height: 320 + shade, channels: 3, background } })
    .png()
    .toBuffer();
}

async function send(
  outcomes: AiOutcome[],
  request: Partial<ImageRequest> = {},
  at = application,
): Promise<ImageVerification> {
  endpoint.next(...outcomes);
  const pictures = request.pictures ?? [await screen()];
  return await at.engine.verifyImage({ ...request, pictures }, { kind: 'key', key: client.key });
}

async function failureOf(sending: Promise<unknown>): Promise<Failure> {
  const error = await sending.then(
    () => expect.fail('it was verified'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof Failure)) throw error;
  return error;
}

/** What has been counted for the account. */
async function spent(): Promise<{ reads: number; verifications: number }> {
  const { screenshots, verifications } = await application.engine.usage(client.key);
  return { reads: screenshots.used, verifications: verifications.used };
}

const sees = (reference: string, confidence = 0.9) =>
  detection({ bank: 'telebirr', reference, amount: '1.00', confidence });

describe('an answer', () => {
  it('that is right is verified at the bank: one read, one verification, one request with all pictures', async () => {
    const reference = telebirr();
    const pictures = [await screen(), await screen()];
    const verified = await send([finds(sees(reference))], { pictures });
    expect(verified).toMatchObject({
      ok: true,
      verdict: 'verified',
      detections: [{ provider: 'telebirr', reference, url: null, confidence: 0.9, by: 'ai' }],
      upstream: { attempted: true, result: { providerKey: 'telebirr', reference } },
    });
    expect(endpoint.calls).toHaveLength(1);
    expect(endpoint.calls[0]?.pictures.length).toBeGreaterThanOrEqual(2);
    await expect(spent()).resolves.toEqual({ reads: 1, verifications: 1 });
  });

  it('that is a little wrong is corrected by the form of the bank', async () => {
    const { detections } = await send([
      finds(detection({ bank: 'dashen', reference: 'ZZZWDT52626700AA', confidence: 1 })),
    ]);
    expect(detections).toMatchObject([
      { provider: 'dashen', reference: 'ZZZWDTS2626700AA', confidence: 0.8 },
    ]);
  });

  it('with ten receipts: all are listed, the most confident is verified', async () => {
    const references = Array.from({ length: 10 }, () => telebirr());
    const ten = references.map((reference, index) => sees(reference, 0.5 + index / 100));
    const { detections, upstream } = await send([finds(...ten)]);
    expect(detections.map(({ reference }) => reference)).toEqual(references.toReversed());
    expect(upstream.result.reference).toBe(references.at(-1));
    await expect(spent()).resolves.toEqual({ reads: 1, verifications: 1 });
  });

  it('with nothing found is detection_failed, and counts as a read', async () => {
    const { failure } = await failureOf(send([finds()]));
    expect(failure).toBe('detection_failed');
    await expect(spent()).resolves.toEqual({ reads: 1, verifications: 0 });
  });

  it('with another host is detection_failed: no request goes there, and it is not listed', async () => {
    const link = 'https://evil.example/receipt/DKK4A1B2C3';
    const { failure, details } = await failureOf(
      send([finds(detection({ bank: 'telebirr', link, confidence: 1 }))]),
    );
    expect(failure).toBe('detection_failed');
    expect(JSON.stringify(details)).not.toContain('evil');
    await expect(spent()).resolves.toEqual({ reads: 1, verifications: 0 });
  });

  it('with a receipt that does not exist is no verdict: the number may be misread', async () => {
    const reference = telebirr('GONE');
    const { failure, details } = await failureOf(send([finds(sees(reference, 1))]));
    expect(failure).toBe('doubtful_reading');
    expect(details).toMatchObject({ detections: [{ reference }], upstream: { attempted: true } });
    await expect(spent()).resolves.toEqual({ reads: 1, verifications: 0 });
  });
});

describe('a failure of the endpoint is unavailable, and nothing is charged', () => {
  it.each([
    ['no JSON', says('It is a telebirr receipt.'), 1],
    ['JSON of another form', says('{"receipts":[]}'), 1],
    ['an answer cut short', says('{"detections":[', 'length'), 1],
    ['a refusal', refuses(), 1],
    ['429 twice', fails(429, { 'retry-after': '0' }), 2],
    ['429 for an hour', fails(429, { 'retry-after': '3600' }), 1],
    ['500 twice', fails(500, { 'retry-after': '0' }), 2],
    ['a key that is refused', fails(401), 1],
    ['an answer without end', pours(), 1],
    ['an answer that breaks off', breaksOff(), 1],
  ])('%s', async (_, outcome, asked) => {
    const { failure, details } = await failureOf(send([outcome]));
    expect(failure).toBe('unavailable');
    expect(details.retryAfterSeconds).toBeGreaterThan(0);
    expect(endpoint.calls).toHaveLength(asked);
    await expect(spent()).resolves.toEqual({ reads: 0, verifications: 0 });
  });

  it('a hang', async () => {
    const ai = createAiReader({
      apiKey: 'sk-test-of-the-house',
      baseURL: endpoint.baseURL,
      model: 'test-model',
      banks: providers,
      resolve: (request) => resolve(providers, request, new Date()),
      limitMs: 500,
    });
    const extractor = createExtractor({ mode: 'openai', ai, readCode: () => null, findReceipts: () => [] });
    const config = loadConfig({ REDIS_URL: store.url }, null);
    const hasty = await buildApplication(config, { log: testLog(), extractor });
    try {
      const { failure } = await failureOf(send([hangs()], {}, hasty));
      expect(failure).toBe('unavailable');
      await expect(spent()).resolves.toEqual({ reads: 0, verifications: 0 });
    } finally {
      await hasty.close();
    }
  });

  it('and the same picture is read once the endpoint works again', async () => {
    const pictures = [await screen()];
    const reference = telebirr();
    await failureOf(send([says('no')], { pictures }));
    const verified = await send([finds(sees(reference))], { pictures });
    expect(verified.upstream.result.reference).toBe(reference);
    await expect(spent()).resolves.toEqual({ reads: 1, verifications: 1 });
  });
});

it('429 and then the right answer is verified, and one read', async () => {
  const reference = telebirr();
  const verified = await send([fails(429, { 'retry-after': '1' }), finds(sees(reference))]);
  expect(verified.upstream.result.reference).toBe(reference);
  expect(endpoint.calls).toHaveLength(2);
  await expect(spent()).resolves.toEqual({ reads: 1, verifications: 1 });
});

it('model calls are counted by outcome, with their tokens', async () => {
  const count = (outcome: string) => new Map<string, number>(application.aiFigures.calls).get(outcome) ?? 0;
  const before = {
    answered: count('answered'),
    refused: count('refused'),
    tokens: application.aiFigures.promptTokens,
  };
  await send([finds(sees(telebirr()))]);
  await failureOf(send([refuses()]));
  expect(count('answered')).toBe(before.answered + 1);
  expect(count('refused')).toBe(before.refused + 1);
  expect(application.aiFigures.promptTokens).toBe(before.tokens + 2 * 1_200);
});

describe('without the model', () => {
  it('the code of a receipt is found, although one that leads elsewhere is far larger', async () => {
    const reference = telebirr();
    const link = `https://transactioninfo.ethiotelecom.et/receipt/${reference}`;
    const codes = [
      { text: 'https://play.example/app', left: 100, top: 200, module: 16 },
      { text: link, left: 850, top: 2100, module: 2 },
    ];
    const pictures = [await (await drawn(codes)).png().toBuffer()];
    const { detections } = await send([finds()], { pictures });
    expect(detections).toMatchObject([{ provider: 'telebirr', reference, by: 'qr' }]);
    expect(endpoint.calls).toEqual([]);
  });

  it('of a PDF only the words that name its receipts are kept', async () => {
    const reference = telebirr();
    const upload = await pdf((document) => {
      document.text('Payer 1: Abebe Kebede, account 1000012345678', 40, 40);
      document.text(`Invoice No. ${reference}`).text('Balance 91,234.56 ETB');
    });
    const { detections } = await send([finds()], { pictures: [upload] });
    expect(detections).toMatchObject([{ provider: 'telebirr', reference, by: 'text' }]);
    const [name = ''] = await store.client.keys(`{a:${client.account}}:picture:*`);
    const kept = await store.client.get(name);
    expect(kept).toContain(reference);
    expect(kept).not.toMatch(/Abebe|91,234/);
  });
});

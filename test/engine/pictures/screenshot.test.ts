/** What one screenshot is worth to whom: with an extractor that sees what the test has written into the picture. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, buildApplication } from '../../../src/app.js';
import { loadConfig } from '../../../src/config/index.js';
import type { Caller, Failure, ImageRequest } from '../../../src/engine/index.js';
import {
  type Extractor,
  ExtractorFailed,
  type ReferenceCandidate,
  UploadRefused,
} from '../../../src/extractor/types.js';
import { testLog } from '../../support/log.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import { type Client, mintClient, telebirr } from '../support.js';

/** How often anybody has looked for codes, and how often the model was asked. */
const looked = { codes: 0, model: 0 };

interface Shown {
  codes?: ReferenceCandidate[];
  model?: ReferenceCandidate[] | 'fails';
  /** A document of text alone: nothing to show to a model. */
  textOnly?: boolean;
  /** Makes it another picture. */
  salt: number;
}

let salt = 0;
function picture(shown: Omit<Shown, 'salt'>): Uint8Array {
  salt += 1;
  return Buffer.from(JSON.stringify({ ...shown, salt }));
}

const seer: Extractor = {
  mode: 'openai',
  async prepare(uploads, caller) {
    const shown = uploads.map((bytes, index) => {
      if (bytes.byteLength === 0) throw new UploadRefused(index, 'The file is empty.');
      return JSON.parse(Buffer.from(bytes).toString()) as Shown;
    });
    return {
      caller,
      digests: uploads.map((bytes) => createHash('sha256').update(bytes).digest('hex')),
      jpegs: uploads.filter((_, index) => !shown[index]?.textOnly),
      async candidates() {
        looked.codes += 1;
        return shown.flatMap(({ codes = [] }) => codes);
      },
    };
  },
  async ask({ jpegs }) {
    looked.model += 1;
    const shown = jpegs.map((bytes) => JSON.parse(Buffer.from(bytes).toString()) as Shown);
    if (shown.some(({ model }) => model === 'fails')) throw new ExtractorFailed('server_error');
    return shown.flatMap(({ model = [] }) => (model === 'fails' ? [] : model));
  },
  close: async () => undefined,
};

let store: TestStore;
let application: Application;

beforeAll(async () => {
  store = await openTestStore();
  const config = loadConfig({ REDIS_URL: store.url, LOG_LEVEL: 'silent' }, null);
  application = await buildApplication(config, { log: testLog(), extractor: seer });
});
afterAll(async () => {
  await application.close();
  await store.close();
});

const code = (request: ReferenceCandidate['request']): ReferenceCandidate => ({
  request,
  confidence: 1,
  by: 'qr',
});
const guess = (request: ReferenceCandidate['request'], confidence = 0.9): ReferenceCandidate => ({
  request,
  confidence,
  by: 'ai',
});
const byKey = ({ key }: Client): Caller => ({ kind: 'key', key });

const verify = (caller: Caller, request: ImageRequest) => application.engine.verifyImage(request, caller);

async function failureOf(caller: Caller, request: ImageRequest): Promise<Failure> {
  const outcome = await verify(caller, request).catch((error: unknown) => error);
  if (outcome instanceof Error && 'failure' in outcome) return outcome as Failure;
  throw new Error(`expected a failure, got ${outcome instanceof Error ? outcome.stack : 'a receipt'}`);
}

const spent = async ({ key }: Client) => (await application.engine.usage(key)).screenshots.used;

describe('the model', () => {
  it('is not asked where a code names a receipt', async () => {
    const client = await mintClient(application);
    const reference = telebirr();
    const before = looked.model;
    const pictures = [picture({ codes: [code({ reference })], model: 'fails' })];
    expect((await verify(byKey(client), { pictures })).upstream.result.reference).toBe(reference);
    expect(looked.model).toBe(before);
  });

  it('is asked where a code is not enough; if it fails, the code still decides what is missing', async () => {
    const client = await mintClient(application);
    const half = code({ reference: 'FT26196ABCDE', provider: 'cbe' });
    const whole = guess({ reference: 'FT26196ABCDE', provider: 'cbe', account: '1000012345678' });
    const helped = await verify(byKey(client), { pictures: [picture({ codes: [half], model: [whole] })] });
    expect(helped.upstream.result).toMatchObject({ providerKey: 'cbe', reference: 'FT26196ABCDE' });
    const left = await failureOf(byKey(client), { pictures: [picture({ codes: [half], model: 'fails' })] });
    expect(left).toMatchObject({
      failure: 'needs_account',
      details: { upstream: { attempted: false, reason: 'provider_needs_full_url' } },
    });
    expect(await spent(client)).toBe(2);
  });

  it('that fails costs nothing, is not cached, and shows in the status', async () => {
    const client = await mintClient(application);
    const pictures = [picture({ model: 'fails' })];
    for (let nth = 0; nth < 3; nth += 1) {
      expect((await failureOf(byKey(client), { pictures })).failure).toBe('unavailable');
    }
    expect(await spent(client)).toBe(0);
    const component = () =>
      application.engine.status().components.find(({ name }) => name === 'Screenshot extractor');
    expect(component()).toMatchObject({ status: 'down', error: 'server_error' });
    // Nobody asks it about a document without pictures: that says nothing of how it does.
    await failureOf(byKey(client), { pictures: [picture({ textOnly: true })] });
    expect(component()).toMatchObject({ status: 'down', error: 'server_error' });
    await failureOf(byKey(client), { pictures: [picture({})] });
    expect(component()).toMatchObject({ status: 'operational', error: null });
    expect(await spent(client)).toBe(2);
  });
});

describe('an Idempotency-Key with pictures', () => {
  const repeat = (client: Client, request: ImageRequest, idempotencyKey = 'order 17') =>
    application.engine.verifyImage(request, byKey(client), { idempotencyKey });

  it('spends one read for all repeats, which get the history of the first answer', async () => {
    const client = await mintClient(application);
    const reference = telebirr();
    const pictures = [picture({ codes: [code({ reference })] })];
    const first = await repeat(client, { pictures });
    const again = await repeat(client, { pictures });
    expect(again.detections).toEqual(first.detections);
    for (const { upstream } of [first, again]) {
      expect(upstream.result).toMatchObject({ reference, history: { seenBefore: false, times: 1 } });
    }
    expect(await spent(client)).toBe(1);
    // Another key, other pictures, no key: a read each.
    await repeat(client, { pictures }, 'order 18');
    await repeat(client, { pictures: [picture({ codes: [code({ reference })] })] });
    await verify(byKey(client), { pictures });
    expect(await spent(client)).toBe(4);
    expect(await client.used()).toBe(1);
  });

  it('spends one read of simultaneous repeats, also where it is the last', async () => {
    const client = await mintClient(application, { plan: 'enterprise', reads: 1 });
    const pictures = [picture({ codes: [code({ reference: telebirr() })] })];
    const answers = await Promise.all([1, 2, 3].map(() => repeat(client, { pictures })));
    for (const { upstream } of answers) expect(upstream.result.history).toMatchObject({ times: 1 });
    expect(await spent(client)).toBe(1);
    expect(await repeat(client, { pictures })).toMatchObject({ verdict: 'verified' });
  });

  it('asks the model once where it found nothing, and again where it failed', async () => {
    const client = await mintClient(application);
    const nothing = [picture({})];
    const before = looked.model;
    for (let nth = 0; nth < 2; nth += 1) {
      await expect(repeat(client, { pictures: nothing })).rejects.toMatchObject({
        failure: 'detection_failed',
      });
    }
    expect(looked.model).toBe(before + 1);
    expect(await spent(client)).toBe(1);
    const failing = [picture({ model: 'fails' })];
    await expect(repeat(client, { pictures: failing })).rejects.toMatchObject({ failure: 'unavailable' });
    await expect(repeat(client, { pictures: failing })).rejects.toMatchObject({ failure: 'unavailable' });
    expect(looked.model).toBe(before + 3);
    expect(await spent(client)).toBe(1);
  });

  it('is the same as of a verification without pictures', async () => {
    const client = await mintClient(application);
    const reference = telebirr();
    await repeat(client, { pictures: [picture({ codes: [code({ reference })] })] });
    const typed = await application.engine.verify({ reference }, byKey(client), {
      idempotencyKey: 'order 17',
    });
    expect(typed).toMatchObject({ cached: true, history: { seenBefore: false, times: 1 } });
  });
});

describe('a picture that was sent before', () => {
  it('is not read again, and counts as one more read', async () => {
    const client = await mintClient(application);
    const pictures = [
      picture({ model: [guess({ reference: telebirr(), provider: 'telebirr' })] }),
      picture({}),
    ];
    const first = await verify(byKey(client), { pictures });
    const before = { ...looked };
    const again = await verify(byKey(client), { pictures });
    await verify(byKey(client), { pictures: pictures.toReversed() });
    expect(looked).toEqual(before);
    expect(again.detections).toEqual(first.detections);
    expect(again.upstream.result).toMatchObject({ cached: true });
    expect(await spent(client)).toBe(3);
    expect(await client.used()).toBe(1);
  });

  it('with others that were sent before too is not read again', async () => {
    const client = await mintClient(application);
    const codes = [code({ reference: telebirr() })];
    const [one, other] = [picture({ codes }), picture({ codes })];
    await verify(byKey(client), { pictures: [one] });
    await verify(byKey(client), { pictures: [other] });
    const before = { ...looked };
    await verify(byKey(client), { pictures: [one, other] });
    expect(looked).toEqual(before);
  });

  it('with another one does not show what the other one showed', async () => {
    const client = await mintClient(application);
    const [paid, unpaid] = [telebirr(), telebirr('GONE')];
    const receipt = picture({ codes: [code({ reference: paid })] });
    const forged = picture({ codes: [{ ...code({ reference: unpaid }), confidence: 0.9 }] });
    const blank = picture({});
    const together = await verify(byKey(client), { pictures: [receipt, forged, blank] });
    expect(together.upstream.result.reference).toBe(paid);
    const alone = await failureOf(byKey(client), { pictures: [forged] });
    expect(alone).toMatchObject({
      failure: 'receipt_not_found',
      details: { detections: [{ reference: unpaid }] },
    });
    expect((await failureOf(byKey(client), { pictures: [blank] })).failure).toBe('detection_failed');
  });

  it('opens nothing to another account', async () => {
    const [one, other] = [await mintClient(application), await mintClient(application)];
    const pictures = [picture({ model: [guess({ reference: telebirr() })] })];
    await verify(byKey(one), { pictures });
    const before = looked.model;
    await verify(byKey(other), { pictures });
    expect(looked.model).toBe(before + 1);
  });

  it('expires from memory, and is never stored', async () => {
    const client = await mintClient(application);
    const mark = 'a mark inside the picture';
    const shown = { ...{ mark }, codes: [code({ reference: telebirr() })] };
    await verify(byKey(client), { pictures: [picture(shown)] });
    const kept = await store.client.keys(`{a:${client.account}}:picture:*`);
    expect(kept).toHaveLength(1);
    for (const name of kept) {
      expect(await store.client.pttl(name)).toBeGreaterThan(86_400_000);
      expect(await store.client.get(name)).not.toContain(mark);
    }
  });

  it('with a caption that named its receipt is read when it comes without', async () => {
    const client = await mintClient(application);
    const [inCaption, inPicture] = [telebirr(), telebirr()];
    const pictures = [picture({ model: [guess({ reference: inPicture })] })];
    const first = await verify(byKey(client), { pictures, text: `paid ${inCaption}` });
    expect(first.upstream.result.reference).toBe(inCaption);
    const second = await verify(byKey(client), { pictures });
    expect(second.upstream.result.reference).toBe(inPicture);
  });
});

describe('of several receipts in a picture', () => {
  it('the most confident one that can be verified is verified, and all are listed', async () => {
    const client = await mintClient(application);
    const [sure, unsure] = [telebirr(), telebirr()];
    const model = [
      guess({ reference: unsure }, 0.4),
      guess({ reference: 'FT26196ABCDE' }, 0.95),
      guess({ reference: sure }, 0.8),
      guess({ reference: sure }, 0.5),
    ];
    const { detections, upstream } = await verify(byKey(client), { pictures: [picture({ model })] });
    expect(upstream.result.reference).toBe(sure);
    expect(detections).toMatchObject([
      { provider: null, reference: 'FT26196ABCDE', confidence: 0.95 },
      { provider: 'telebirr', reference: sure, confidence: 0.8 },
      { provider: 'telebirr', reference: unsure, confidence: 0.4 },
    ]);
  });

  it('a reference that several banks could have is `ambiguous`', async () => {
    const client = await mintClient(application);
    const pictures = [picture({ model: [guess({ reference: 'FT26196ABCDE' })] })];
    const open = await failureOf(byKey(client), { pictures });
    expect(open).toMatchObject({ failure: 'ambiguous', details: { upstream: { attempted: false } } });
    const settled = await verify(byKey(client), { pictures, provider: 'cbe', account: '1000012345678' });
    expect(settled.upstream.result.providerKey).toBe('cbe');
  });

  it('a link to no bank is never listed or requested', async () => {
    const client = await mintClient(application);
    const model = [guess({ url: 'https://evil.example/receipt/DKK4A1B2C3' }, 1)];
    const { failure, details } = await failureOf(byKey(client), { pictures: [picture({ model })] });
    expect(failure).toBe('detection_failed');
    expect(details.detections).toEqual([]);
    expect(await spent(client)).toBe(1);
  });

  it('one of another bank than the caller names is listed, and not verified', async () => {
    const client = await mintClient(application);
    const reference = telebirr();
    const pictures = [picture({ codes: [code({ reference })] })];
    const { failure, details } = await failureOf(byKey(client), { pictures, provider: 'dashen' });
    expect(failure).toBe('unsupported_reference');
    expect(details.detections).toMatchObject([{ provider: 'telebirr', reference }]);
  });
});

describe('the caller', () => {
  it("is admitted before the pictures are requested, and a member reads on the shop's account", async () => {
    const client = await mintClient(application);
    const member = { kind: 'member', account: client.account, member: 'm1', name: 'Selam' } as const;
    let asked = false;
    const request = async () => {
      asked = true;
      return { pictures: [picture({ codes: [code({ reference: telebirr() })] })] };
    };
    await expect(
      application.engine.verifyImage(request, { kind: 'key', key: 'nobody' }),
    ).rejects.toMatchObject({
      failure: 'invalid_key',
    });
    expect(asked).toBe(false);
    const { upstream } = await application.engine.verifyImage(request, member);
    expect(upstream.result.history).toMatchObject({ times: 1, firstBy: 'Selam' });
    expect(await spent(client)).toBe(1);
  });

  it('gets an error that names the file that is no picture', async () => {
    const client = await mintClient(application);
    const pictures = [picture({}), new Uint8Array()];
    const { details } = await failureOf(byKey(client), { pictures });
    expect(details.issues).toMatchObject([{ path: 'pictures.1', message: 'The file is empty.' }]);
    const six = await failureOf(byKey(client), { pictures: Array.from({ length: 6 }, () => picture({})) });
    expect(six.details.issues).toMatchObject([{ path: 'pictures' }]);
    expect(await spent(client)).toBe(0);
  });

  it('the operator sees what was found, and nothing is counted', async () => {
    const before = (await application.engine.screenshotBudget()).used;
    const reference = telebirr();
    const seen = await application.engine.read([picture({ model: [guess({ reference })] })]);
    expect(seen).toEqual([{ provider: 'telebirr', reference, url: null, confidence: 0.9, by: 'ai' }]);
    await expect(application.engine.read([picture({})])).rejects.toMatchObject({
      failure: 'detection_failed',
    });
    expect((await application.engine.screenshotBudget()).used).toBe(before);
  });
});

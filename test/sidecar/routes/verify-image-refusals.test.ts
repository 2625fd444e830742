/** What POST /api/verify-image does not take in, and from whom, over real HTTP. */
import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { imageFailure } from '../../../src/sidecar/schemas/failures.js';
import { ensureTimeInMinute } from '../../support/clock-window.js';
import { base64, form, usePictureEndpoint } from '../pictures.js';

const door = usePictureEndpoint();
const { send, json, receipt, spent } = door;

describe('what is no picture is 400 with issues, and no read:', () => {
  const paths: [what: string, body: unknown, path: string][] = [
    ['nothing', {}, ''],
    ['both ways at once', { imageBase64: 'AAAA', images: [{ imageBase64: 'AAAA' }] }, ''],
    ['a number', { imageBase64: 7 }, 'imageBase64'],
    ['no base64', { imageBase64: 'a picture, honestly' }, 'imageBase64'],
    ['an empty text', { imageBase64: '' }, 'imageBase64'],
    ['another data: URL', { imageBase64: 'data:text/plain,hello' }, 'imageBase64'],
    ['base64 of something else', { imageBase64: base64(Buffer.from('hello')) }, 'imageBase64'],
    ['an empty list', { images: [] }, 'images'],
    ['a list of texts', { images: ['AAAA'] }, 'images.0'],
    [
      'a list with a number',
      { images: [{ imageBase64: 'AAAA' }, { imageBase64: 1 }] },
      'images.1.imageBase64',
    ],
    ['six pictures', { images: Array.from({ length: 6 }, () => ({ imageBase64: 'AAAA' })) }, 'images'],
    ['six hundred', { images: Array.from({ length: 600 }, () => ({ imageBase64: 'AAAA' })) }, 'images'],
    ['an unknown bank', { imageBase64: 'AAAA', provider: 'nobody' }, 'provider'],
    ['an amount of nothing', { imageBase64: 'AAAA', expect: { amount: 'many' } }, 'expect.amount'],
    ['a list', [], ''],
  ];

  test.each(paths)('%s', async (_what, body, path) => {
    const { key } = await door.environment.mint();
    const answer = await json(body, key);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      ok: false,
      verdict: 'could_not_check',
      error: { code: 'invalid_request', issues: [{ path }] },
    });
    expect(imageFailure.safeParse(answer.body).error).toBeUndefined();
    expect(await spent(key)).toEqual({ reads: 0, verifications: 0 });
  });

  test('the second of two pictures', async () => {
    const { picture } = await receipt();
    const images = [{ imageBase64: base64(picture) }, { imageBase64: base64(Buffer.from('<svg/>')) }];
    const { error } = (await json({ images })).body;
    expect(error).toMatchObject({ code: 'invalid_request', issues: [{ path: 'images.1.imageBase64' }] });
    const asForm = await send(form({}, picture, Buffer.from('<svg/>')));
    expect(asForm.body.error.issues).toMatchObject([{ path: 'files.1' }]);
  });

  test('an empty field of a form, also where a number is expected', async () => {
    const { picture } = await receipt();
    for (const path of ['expect.amount', 'expect.maxAgeHours']) {
      const answer = await send(form({ [path]: '' }, picture));
      expect(answer.status).toBe(400);
      expect(answer.body.error).toMatchObject({ code: 'invalid_request', issues: [{ path }] });
    }
  });

  test('an expectation that is misspelled, of nothing, or under an odd name, in JSON and in a form', async () => {
    const { picture } = await receipt();
    for (const expected of [{ ammount: 5 }, {}, { tolerance: 5 }]) {
      const { status, body } = await json({ imageBase64: base64(picture), expect: expected });
      expect(status).toBe(400);
      expect(body.error).toMatchObject({ code: 'invalid_request' });
      expect(body.error.issues[0]).toMatchObject({ path: 'expect' });
    }
    for (const path of ['expect.ammount', 'expect[tolerance]', 'expect.a.b', 'expect[']) {
      const { status, body } = await send(form({ [path]: '5' }, picture));
      expect(status, path).toBe(400);
      expect(body.error, path).toMatchObject({ code: 'invalid_request' });
      expect(body.error.issues[0], path).toMatchObject({ path: 'expect' });
    }
  });

  test('a member that every object has already, in JSON and in a form', async () => {
    const { picture } = await receipt();
    const named = { code: 'invalid_request', issues: [{ message: expect.stringContaining('__proto__') }] };
    const body = `{"imageBase64":"${base64(picture)}","expect":{"amount":"5","__proto__":{"a":1}}}`;
    const sent = await send({ body, headers: { 'content-type': 'application/json' } });
    expect([sent.status, sent.body.error]).toMatchObject([400, named]);
    for (const path of ['__proto__', 'constructor', 'expect.__proto__', 'expect[constructor]']) {
      const { status, body } = await send(form({ [path]: '5' }, picture));
      expect([status, body.error], path).toMatchObject([400, named]);
    }
    const inner = await send(form({ expect: '{"amount":"5","__proto__":{"a":1}}' }, picture));
    expect([inner.status, inner.body.error]).toMatchObject([400, named]);
  });

  test('a file over 5 MiB, six files, none', async () => {
    const { picture } = await receipt();
    const large = Buffer.concat([picture, Buffer.alloc(5 * 1024 * 1024)]);
    expect((await send(form({}, large))).body.error.issues).toMatchObject([{ path: 'files.0' }]);
    expect((await json({ imageBase64: base64(large) })).body.error.issues).toMatchObject([
      { path: 'imageBase64' },
    ]);
    const six = await send(form({}, ...Array.from({ length: 6 }, () => picture)));
    expect(six.status).toBe(400);
    expect(six.body.error.issues).toMatchObject([{ path: 'files', code: 'too_big' }]);
    const none = await send(form({ provider: 'telebirr' }));
    expect(none.body.error.issues).toMatchObject([{ path: 'files', code: 'too_small' }]);
  });
});

describe('a body that cannot be read is refused in the envelope, and its connection goes on:', () => {
  const jsonType = { 'content-type': 'application/json' };
  const boundary = { 'content-type': 'multipart/form-data; boundary=x' };
  test.each<[string, RequestInit, number, string]>([
    ['no JSON', { body: '{"imageBase64":', headers: jsonType }, 400, 'invalid_json'],
    ['nothing at all', { body: '', headers: jsonType }, 400, 'invalid_json'],
    ['no body and no type', {}, 400, 'invalid_json'],
    ['a text', { body: 'hello', headers: { 'content-type': 'text/plain' } }, 415, 'unsupported_media_type'],
    [
      'a bare picture',
      { body: 'x', headers: { 'content-type': 'image/png' } },
      415,
      'unsupported_media_type',
    ],
    ['a form without an end', { body: '--x\r\nContent-Disp', headers: boundary }, 400, 'invalid_request'],
    ['a form of nothing', { body: 'hello', headers: boundary }, 400, 'invalid_request'],
    ...[20_000, 300_000, 3_000_000].map((length): [string, RequestInit, number, string] => [
      `a form whose only part, of ${length} bytes, has no name`,
      { body: `--x\r\nx-part: 1\r\n\r\n${'x'.repeat(length)}\r\n--x--\r\n`, headers: boundary },
      400,
      'invalid_request',
    ]),
    [
      'a form without a boundary',
      { body: 'x', headers: { 'content-type': 'multipart/form-data' } },
      400,
      'invalid_request',
    ],
    ['nests', { body: '['.repeat(1_000_000), headers: jsonType }, 413, 'payload_too_large'],
    [
      'other members',
      { body: `{"x":"${'y'.repeat(100_000)}"}`, headers: jsonType },
      413,
      'payload_too_large',
    ],
  ])('%s', async (_what, init, status, code) => {
    const answer = await send(init);
    expect(answer.body).toMatchObject({ ok: false, verdict: 'could_not_check', error: { code } });
    expect(answer.status).toBe(status);
  });

  test('more than five pictures can be, without its length', async () => {
    const pieces = ['{"imageBase64":"', ...Array.from({ length: 37 }, () => 'A'.repeat(1024 * 1024))];
    const streamed = { body: Readable.from(pieces), headers: jsonType, duplex: 'half' };
    const answer = await send(streamed as unknown as RequestInit);
    expect([answer.status, answer.body.error.code]).toEqual([413, 'payload_too_large']);
  });

  test('more than five pictures can be', async () => {
    const body = `{"imageBase64":"${'A'.repeat(37 * 1024 * 1024)}"}`;
    const answer = await send({ body, headers: jsonType });
    expect(answer.status).toBe(413);
    expect(answer.body.error.code).toBe('payload_too_large');
  });
});

describe('who is not let in', () => {
  const jsonType = { 'content-type': 'application/json' };
  test.each([
    ['', 401, 'missing_key'],
    [`vk_test_${'0'.repeat(32)}`, 401, 'invalid_key'],
  ])('%s is told so before anything else', async (stranger, status, code) => {
    const answers = [
      await send({ body: '{', headers: jsonType }, stranger),
      await send({ body: 'hello', headers: { 'content-type': 'text/plain' } }, stranger),
      await json({}, stranger),
    ];
    for (const { status: is, body } of answers) {
      expect(is).toBe(status);
      expect(body).toMatchObject({ ok: false, verdict: 'could_not_check', error: { code } });
    }
  });

  test('is answered before the body has come', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = httpRequest(`${door.base}/api/verify-image`, {
        method: 'POST',
        agent: false,
        headers: { ...jsonType, 'content-length': 20_000_000, 'x-api-key': 'nobody' },
      });
      sent.on('response', ({ statusCode }) => {
        resolve(statusCode);
        sent.destroy();
      });
      sent.on('error', reject);
      sent.write('{"imageBase64":"');
    });
    expect(status).toBe(401);
  });

  test('over their rate are told so, and nothing is read', async () => {
    await ensureTimeInMinute();
    const { key } = await door.environment.mint({ rate: 1 });
    const { picture } = await receipt();
    expect((await json({ imageBase64: base64(picture) }, key)).status).toBe(200);
    const over = await json({ imageBase64: base64(picture) }, key);
    expect(over.status).toBe(429);
    expect(over.body.error.code).toBe('rate_limited');
    expect(Number(over.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(over.headers.get('ratelimit')).toMatch(/r=0/);
  });
});

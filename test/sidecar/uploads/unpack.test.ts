import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../../src/engine/api/errors.js';
import { createUnpacker, type Unpacked } from '../../../src/sidecar/uploads/unpack.js';

const pictureBytesMax = 1024 * 1024;

/** @param pieces lengths of the pieces that arrive one after the other, again and again */
function unpack(body: Buffer, pieces: readonly number[] = [64 * 1024]): Unpacked | string {
  try {
    const unpacker = createUnpacker(pictureBytesMax);
    for (let at = 0, nth = 0; at < body.length; nth += 1) {
      const length = pieces[nth % pieces.length] ?? body.length;
      unpacker.take(body.subarray(at, at + length));
      at += length;
    }
    return unpacker.end();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.failure;
  }
}

const unpackText = (text: string, pieces?: readonly number[]) => unpack(Buffer.from(text), pieces);
const body = (members: unknown) => unpackText(JSON.stringify(members));

function pictures(members: unknown): (Buffer | null)[] {
  const unpacked = body(members);
  if (typeof unpacked === 'string') throw new Error(unpacked);
  return unpacked.pictures.map((picture) => picture && Buffer.from(picture));
}

/** What `JSON.parse` makes of the whole body, with the pictures decoded as they are documented. */
function asParsed(text: string): unknown {
  try {
    return JSON.parse(text, (name, value) => (name === 'imageBase64' ? decoded(value) : value));
  } catch {
    return 'invalid_json';
  }
}

function decoded(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const isUrl = value.startsWith('data:');
  const comma = isUrl ? value.indexOf(',') : -1;
  if (isUrl && !/;base64$/i.test(value.slice(0, Math.max(0, comma)))) return null;
  const base64 = value.slice(comma + 1).replace(/[\r\n\t]/g, '');
  return /^[\w+/-]+={0,2}$/.test(base64) ? Buffer.from(base64, 'base64').toString('hex') : null;
}

/** The same of what was unpacked: pictures stand in their places again. */
function asUnpacked(text: string, pieces: readonly number[]): unknown {
  const unpacked = unpackText(text, pieces);
  if (typeof unpacked === 'string') return unpacked;
  const hex = unpacked.pictures.map((picture) => picture && Buffer.from(picture).toString('hex'));
  return JSON.parse(JSON.stringify(unpacked.members), (name, value) =>
    name === 'imageBase64' && typeof value === 'string' ? (hex[Number(value)] ?? null) : value,
  );
}

const pieces = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });

describe('pictures come out of a body', () => {
  it('byte by byte, plain, padded or not, in the alphabet of URLs, broken into lines, as a data: URL', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), (array) => {
        const bytes = Buffer.from(array);
        const base64 = bytes.toString('base64');
        const forms = [
          base64,
          base64.replace(/=+$/, ''),
          bytes.toString('base64url'),
          base64.replace(/.{10}/g, '$&\r\n'),
          `data:image/png;base64,${base64}`,
          `data:;base64,${base64}`,
        ];
        for (const imageBase64 of forms) expect(pictures({ imageBase64 })).toEqual([bytes]);
        const images = forms.slice(0, 5).map((imageBase64) => ({ imageBase64 }));
        expect(pictures({ images })).toEqual(images.map(() => bytes));
      }),
      { numRuns: 50 },
    );
  });

  it('whatever pieces they arrive in, and however their text is escaped', () => {
    const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7919) >> 5));
    const base64 = bytes.toString('base64');
    const texts = [
      base64,
      base64.replaceAll('/', '\\/'),
      base64.replace(/.{76}/g, '$&\\r\\n'),
      base64.replace(/[+/=AQ]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
    ];
    for (const text of texts) {
      for (const length of [1, 7, 1_000, 65_536, 1e6]) {
        const unpacked = unpackText(`{"provider":"cbe", "imageBase64" : "${text}" }`, [length]);
        expect(unpacked).toMatchObject({ members: { provider: 'cbe', imageBase64: '0' } });
        const [picture] = (unpacked as Unpacked).pictures;
        expect(Buffer.from(picture ?? []).equals(bytes)).toBe(true);
      }
    }
  });

  it('and leave their place, so that everything beside them is as it was', () => {
    const members = { provider: 'cbe', expect: { amount: 5 }, images: [{ imageBase64: 'AAAA', note: 1 }, 7] };
    expect(body(members)).toMatchObject({
      members: { ...members, images: [{ imageBase64: '0', note: 1 }, 7] },
    });
  });

  it('one byte longer than they may be where they are too large, and no more', () => {
    expect(pictures({ imageBase64: 'A'.repeat(4 * pictureBytesMax) })[0]).toHaveLength(pictureBytesMax + 1);
  });

  it.each([
    '',
    'a picture',
    'AA=A',
    'AA===',
    '=',
    'data:text/plain,hello',
    'data:image/png;base64',
    'AAAA\u0000',
  ])('unless they are no base64: %j', (imageBase64) => expect(pictures({ imageBase64 })).toEqual([null]));

  it.each([null, 7, 'text', [], [{ image: 'AAAA' }], { images: { image: 'AAAA' } }, { imageBase64: 7 }])(
    'of no other form: %j',
    (members) => expect(body(members)).toEqual({ members, pictures: [] }),
  );
});

describe('a body is read as JSON.parse reads it:', () => {
  it.each([
    '{"imageBase64":"AAAA","imageBase64":"BBBB"}',
    '{"imageBase64":"AAAA","imageBase64":7}',
    '{"imageBase\\u00364":"AAAA"}',
    '{"image\\"Base64":"AAAA","\\\\":"imageBase64","a":"AAAA"}',
    '{"__proto__":{"imageBase64":"AAAA"},"constructor":1}',
    ' \n\t{ "imageBase64"\r\n:\n "AA\\/\\n\\u002b\\u002F" , "x":[ ] }\n',
    '{"imageBase64":"data:image\\/png;base64,AA\\u0041A"}',
    '["imageBase64","AAAA"]',
    '["imageBase64":"AAAA"]',
    '{"imageBase64" "AAAA"}',
    '{"imageBase64"::"AAAA"}',
    '{"imageBase64":"AAAA"',
    '{"imageBase64":"AAAA',
    '{"imageBase64":"AAAA\\',
    '{"imageBase64":"AAAA\\u00"}',
    '{"imageBase64":"AAAA\\uzzzzAAAA"}',
    '{"imageBase64":"AAAA\\x"}',
    '{"imageBase64":"AA\nAA"}',
    '{"imageBase64":"AA\u0001AA"}',
    '{"imageBase64":"ሰላም"}',
    '{"imageBase64":"AAAA"} {}',
    '{"imageBase64":"AAAA"}AAAA',
    "{'imageBase64':'AAAA'}",
    '\ufeff{"imageBase64":"AAAA"}',
    '1 2',
    '',
    'nul l',
    '[1,\u00a02]',
  ])('%j', (text) => {
    for (const length of [1, 3, 1_000]) expect(asUnpacked(text, [length])).toEqual(asParsed(text));
  });

  it('with long pictures, and one sign that is none of theirs', () => {
    const signs = ['', '=', '==', '-', '_', '\\n', '\\/', '\\u0041', '\n', '"', '!', 'é', '\u0000', '\\'];
    fc.assert(
      fc.property(
        fc.nat(40_000),
        fc.nat(40_000),
        fc.constantFrom(...signs),
        fc.integer({ min: 1_000, max: 70_000 }),
        (before, after, sign, piece) => {
          const run = (length: number) => 'AbC/+9xyZ0'.repeat(length / 10 + 1).slice(0, length);
          const text = `{"imageBase64":"${run(before)}${sign}${run(after)}"}`;
          expect(asUnpacked(text, [piece])).toEqual(asParsed(text));
        },
      ),
    );
  });

  it('whatever signs it is made of, in whatever pieces', () => {
    const part = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"',
        '\\',
        ' ',
        '\n',
        '"imageBase64"',
        '"imageBase64":"',
        'AAAA',
        'data:',
      ],
      ...[
        '"x"',
        ';base64,',
        '\\/',
        '\\u004',
        '\\n',
        '=',
        '/',
        '-1.5e3',
        'true',
        'é',
        '\u0007',
        '{"imageBase64":"QUJD"}',
      ],
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), pieces, (parts, lengths) => {
        expect(asUnpacked(parts.join(''), lengths)).toEqual(asParsed(parts.join('')));
      }),
      { numRuns: 3_000 },
    );
  });

  it('also where something in it has been changed, left out or put in', () => {
    const good =
      '{"images":[{"imageBase64":"data:image/png;base64,QUJD\\/A=="}],"text":"a\\u00e9 \\"b\\"","n":-1.5e3}';
    const change = fc.tuple(
      fc.nat(good.length),
      fc.nat(3),
      fc.constantFrom('', '"', '\\', '}', ',', 'A', '\n', ':'),
    );
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), pieces, (changes, lengths) => {
        const text = changes.reduce((so, [at, cut, put]) => so.slice(0, at) + put + so.slice(at + cut), good);
        expect(asUnpacked(text, lengths)).toEqual(asParsed(text));
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('a body made to harm', () => {
  it.each([
    ['nests', '['.repeat(30_000_000)],
    ['lists', `[${'{},'.repeat(5_000_000)}1]`],
    ['names', `{${'"a":1,'.repeat(3_000_000)}"a":1}`],
    ['text beside pictures', JSON.stringify({ text: 'x'.repeat(100_000) })],
    ['a text that is all there is', JSON.stringify('A'.repeat(3_000_000))],
  ])('is given up before it takes long: %s', (_what, text) => {
    expect(unpackText(text)).toBe('payload_too_large');
  });

  it.each([
    ['a picture without JSON around it', Buffer.alloc(3_000_000, 7).toString('base64')],
    ['a picture as it is', '\u0089PNG\r\n\u001a\n'],
  ])('or is none: %s', (_what, text) => {
    expect(unpackText(text)).toBe('invalid_json');
  });

  it('of many pictures keeps the first of them alone', () => {
    const images = Array.from({ length: 2_000 }, () => ({ imageBase64: 'QUJD'.repeat(100) }));
    const unpacked = body({ images }) as Unpacked;
    expect(unpacked.pictures.length).toBeLessThan(20);
    expect(unpacked.members).toMatchObject({
      images: images.map((_, index) => ({ imageBase64: `${index}` })),
    });
  });

  it('of bytes that are no JSON is none', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (array) => {
        const unpacked = unpack(Buffer.from(array));
        if (typeof unpacked === 'string') expect(unpacked).toBe('invalid_json');
      }),
    );
    expect(unpack(Buffer.alloc(0))).toBe('invalid_json');
  });
});

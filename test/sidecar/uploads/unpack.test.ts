import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unpack } from '../../../src/sidecar/uploads/unpack.js';

const body = (members: unknown) => unpack(Buffer.from(JSON.stringify(members)));

function pictures(members: unknown): (Buffer | null)[] {
  const unpacked = body(members);
  if (unpacked.kind !== 'body') throw new Error(unpacked.kind);
  return unpacked.pictures.map((picture) => picture && Buffer.from(picture));
}

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

  it('and leave their place, so that everything beside them is as it was', () => {
    const members = { provider: 'cbe', expect: { amount: 5 }, images: [{ imageBase64: 'AAAA', note: 1 }, 7] };
    expect(body(members)).toMatchObject({
      kind: 'body',
      members: { ...members, images: [{ imageBase64: '0', note: 1 }, 7] },
    });
  });

  it.each(['', 'a picture', 'AA=A', 'data:text/plain,hello', 'data:image/png;base64', 'AAAA\u0000'])(
    'unless they are no base64: %j',
    (imageBase64) => expect(pictures({ imageBase64 })).toEqual([null]),
  );

  it.each([null, 7, 'text', [], [{ imageBase64: 'AAAA' }], { images: { imageBase64: 'AAAA' } }])(
    'of no other form: %j',
    (members) => expect(body(members)).toEqual({ kind: 'body', members, pictures: [] }),
  );
});

describe('a body made to harm', () => {
  it.each([
    ['nests', '['.repeat(30_000_000)],
    ['lists', `[${'{},'.repeat(5_000_000)}1]`],
    ['names', `{${'"a":1,'.repeat(3_000_000)}"a":1}`],
    ['text beside pictures', JSON.stringify({ text: 'x'.repeat(100_000) })],
  ])('is given up before it takes long: %s', (_what, text) => {
    expect(unpack(Buffer.from(text))).toEqual({ kind: 'too_large' });
  });

  it('of bytes that are no JSON is none', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (array) => {
        const { kind } = unpack(Buffer.from(array));
        expect(['body', 'not_json']).toContain(kind);
      }),
    );
    expect(unpack(Buffer.alloc(0))).toEqual({ kind: 'not_json' });
  });
});

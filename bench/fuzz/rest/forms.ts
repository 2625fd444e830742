/** Multipart forms, valid and damaged. */
import fc from 'fast-check';
import { hostileText, mutatedBytes } from '../hostile.js';
import type { Corpus } from './corpus.js';

const boundary = 'fuzz-boundary';

interface Part {
  head: string;
  body: Uint8Array;
}

/** Forms with pictures and texts; every second one is damaged. */
export function forms(corpus: Corpus): fc.Arbitrary<{ type: string; body: Uint8Array }> {
  const picture = fc.constantFrom(...corpus.pictures);
  const file = fc
    .record({
      name: fc.constantFrom('file', 'files', '', '__proto__', 'expect'),
      filename: fc.oneof(
        fc.constantFrom('a.png', '', '../../x', 'a".png', 'ደረሰኝ.png'),
        hostileText.map(oneLine),
      ),
      type: fc.constantFrom('image/png', 'image/jpeg', 'application/pdf', 'text/html', '', 'a/b; c="'),
      body: fc.oneof({ weight: 2, arbitrary: picture }, { weight: 1, arbitrary: mutatedBytes(picture) }),
    })
    .map(
      ({ name, filename, type, body }): Part => ({
        head: `Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: ${type}`,
        body,
      }),
    );
  const text = fc
    .record({
      name: fc.constantFrom(
        'expect',
        'provider',
        'account',
        'phone',
        'text',
        '__proto__',
        'constructor',
        'x',
      ),
      value: fc.oneof(
        fc.constantFrom('{"amount":5000}', '{"amount":', 'telebirr', '{"__proto__":{"ok":1}}'),
        hostileText,
      ),
    })
    .map(
      ({ name, value }): Part => ({
        head: `Content-Disposition: form-data; name="${name}"`,
        body: Buffer.from(value),
      }),
    );
  const parts = fc
    .tuple(fc.array(file, { maxLength: 3 }), fc.array(text, { maxLength: 4 }))
    .map((both) => both.flat());
  const whole = parts.map(written);
  const type = fc.oneof(
    { weight: 6, arbitrary: fc.constant(`multipart/form-data; boundary=${boundary}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'multipart/form-data',
        'multipart/form-data; boundary=',
        `multipart/mixed; boundary=${boundary}`,
        'multipart/form-data; boundary="',
        `multipart/form-data; boundary=${'b'.repeat(300)}`,
      ),
    },
  );
  return fc.record({ type, body: fc.oneof(whole, mutatedBytes(whole)) });
}

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n"]/g, '').slice(0, 500);
}

function written(parts: readonly Part[]): Uint8Array {
  const chunks = parts.flatMap(({ head, body }) => [`--${boundary}\r\n${head}\r\n\r\n`, body, '\r\n']);
  return Buffer.concat([...chunks, `--${boundary}--\r\n`].map((one) => Buffer.from(one as string)));
}

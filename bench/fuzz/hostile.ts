/** Hostile values, and ways to damage well-formed input. */
import fc from 'fast-check';

/** Names with a special meaning in JavaScript. */
const prototypeNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'length',
];

const oddTexts = [
  '',
  ' ',
  '\0',
  '\r\n',
  '\u202e',
  '\ufeff',
  '\ud800',
  '\u{1f4b8}',
  'ብር፩፪፫',
  '٣٤٥',
  'İ',
  'ﬀ',
  "'; DROP TABLE receipts; --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '../../../../etc/passwd',
  '%00%ff%zz',
  '\u001b[2J',
  'NaN',
  '-0',
  '1e309',
  '00000000000000000000000000000000000001',
  'null',
  'undefined',
  '[object Object]',
  ...prototypeNames,
];

const longText = fc
  .tuple(
    fc.constantFrom('a', '0', '9', ' ', 'ሀ', '\u{1f600}', '\n', '<', '(', 'https://', 'FT'),
    fc.constantFrom(129, 2_049, 4_097, 60_000),
  )
  .map(([unit, times]) => unit.repeat(Math.ceil(times / unit.length)));

/** Any text, mostly of kinds that often cause errors. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...oddTexts) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 1, arbitrary: longText },
);

const deep = fc
  .tuple(fc.constantFrom('array', 'object', 'images'), fc.constantFrom(50, 500, 1_500))
  .map(([kind, levels]) => {
    let value: unknown = 1;
    for (let level = 0; level < levels; level++)
      value = kind === 'array' ? [value] : { [kind === 'object' ? 'a' : 'images']: value };
    return value;
  });

/** Any JSON value, mostly of kinds that often cause errors. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -0,
      -1,
      1.5,
      2 ** 53,
      1e308,
      -1e308,
      [],
      {},
      [[]],
      [null],
      { length: -1 },
    ),
  },
  { weight: 5, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: deep },
  {
    weight: 1,
    arbitrary: fc.array(fc.constantFrom<unknown>(0, '', null), { minLength: 1_000, maxLength: 3_000 }),
  },
);

type Edit = { at: number; how: 'replace' | 'drop' | 'rename' | 'wrap' | 'add'; value: unknown; name: string };

const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat(1_000),
  how: fc.constantFrom('replace', 'replace', 'replace', 'drop', 'rename', 'wrap', 'add'),
  value: hostileValue,
  name: fc.oneof(fc.constantFrom(...prototypeNames), hostileText),
});

/** A JSON value with some of its members replaced, dropped, renamed or wrapped, or with members added. */
export function mutatedValue(values: fc.Arbitrary<unknown>, editsMax = 3): fc.Arbitrary<unknown> {
  return fc
    .tuple(values, fc.array(edit, { minLength: 1, maxLength: editsMax }))
    .map(([value, edits]) => edits.reduce<unknown>(edited, structuredClone(value)));
}

/** Every place in a value, the outermost last. */
function places(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  const goesOn = typeof value === 'object' && value !== null && path.length < 12;
  const inner = goesOn ? Object.entries(value) : [];
  return [...inner.slice(0, 50).flatMap(([name, one]) => places(one, [...path, name])), path].slice(0, 500);
}

function edited(value: unknown, { at, how, value: given, name }: Edit): unknown {
  // A copy: a second edit could otherwise put the object into itself, which would be an endless structure.
  const odd = structuredClone(given);
  const all = places(value);
  const path = all[at % all.length] ?? [];
  const last = path.at(-1);
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((one, key) => (one as Record<string, unknown>)[key], value);
  if (last === undefined || typeof parent !== 'object' || parent === null) {
    return how === 'wrap' ? [value] : how === 'replace' ? odd : value;
  }
  const holder = parent as Record<string, unknown>;
  if (how === 'replace') put(holder, last, odd);
  if (how === 'drop' || how === 'rename') {
    if (how === 'rename') put(holder, name, holder[last]);
    delete holder[last];
  }
  if (how === 'wrap') put(holder, last, [holder[last]]);
  if (how === 'add') put(holder, name, odd);
  return value;
}

/** Sets an own member, also for a name such as `__proto__`. */
function put(holder: Record<string, unknown>, name: string, value: unknown): void {
  try {
    Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
  } catch {
    // The length of an array accepts numbers only.
  }
}

const spoils = [
  '<',
  '>',
  '</td>',
  '<td>',
  '<tr>',
  '<!--',
  '&#0;',
  '"',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\\',
  '\\u0000',
  '\\ud800',
  '\0',
  '\n',
  '1e999',
  '"__proto__":',
  '/*',
  '\u00ff',
  '=',
  '&',
  '--',
  '\r\n\r\n',
];

/** Bytes cut, repeated, overwritten or truncated. */
export function mutatedBytes(bytes: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> {
  const piece = fc.oneof(
    fc.constantFrom(...spoils).map((text) => Buffer.from(text, 'latin1')),
    fc.uint8Array({ maxLength: 8 }).map((some) => Buffer.from(some)),
  );
  const cut = fc.record({
    at: fc.nat(1_000_000),
    drop: fc.constantFrom(0, 0, 1, 2, 16, 1_000_000),
    insert: piece,
  });
  return fc.tuple(bytes, fc.array(cut, { minLength: 1, maxLength: 4 })).map(([whole, cuts]) =>
    cuts.reduce<Uint8Array>((now, { at, drop, insert }) => {
      const place = at % (now.length + 1);
      return Buffer.concat([
        now.subarray(0, place),
        insert,
        now.subarray(Math.min(now.length, place + drop)),
      ]);
    }, whole),
  );
}

/** JSON as a program would write it. */
export function jsonBytes(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value) ?? 'undefined');
}

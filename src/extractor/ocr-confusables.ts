/** Look-alike characters in references read from pictures (docs/providers/README.md#qr-codes). Pure. */

const lookAlikes: ReadonlyMap<string, string> = new Map([
  ['O', '0'],
  ['0', 'O'],
  ['I', '1L'],
  ['L', '1I'],
  ['1', 'IL'],
  ['S', '5'],
  ['5', 'S'],
  ['B', '8'],
  ['8', 'B'],
  ['Z', '2'],
  ['2', 'Z'],
]);

const changesMax = 3;
/** References are no longer; it bounds the work for one reading to a few milliseconds. */
const lengthMax = 40;
const spellingsMax = 100;

interface Corrected<T> {
  /** Meaning of the spelling. */
  meaning: T;
  /** Number of exchanged characters. */
  changes: number;
}

/**
 * The only spelling with a meaning after exchanging look-alike characters, fewest exchanges first. Null when there is none,
 * or when spellings with equally many exchanges have different meanings.
 * @param read the meaning of a spelling and its identity; null for none
 */
export function correct<T>(
  text: string,
  read: (spelling: string) => { name: string; meaning: T } | null,
): Corrected<T> | null {
  if (text.length > lengthMax) return null;
  let remaining = spellingsMax;
  for (let changes = 1; changes <= changesMax; changes += 1) {
    const found = new Map<string, Corrected<T>>();
    for (const spelling of spellingsOf(text, changes)) {
      // A partial search proves nothing: the untried spellings might have another meaning.
      if (remaining === 0) return null;
      remaining -= 1;
      const result = read(spelling);
      if (result) found.set(result.name, { meaning: result.meaning, changes });
    }
    if (found.size > 0) return found.size === 1 ? ([...found.values()][0] ?? null) : null;
  }
  return null;
}

/** All spellings with exactly this many exchanged characters. */
export function* spellingsOf(text: string, changes: number, from = 0): Generator<string> {
  if (changes === 0) {
    yield text;
    return;
  }
  for (let index = from; index < text.length; index += 1) {
    for (const other of lookAlikes.get(text.charAt(index).toUpperCase()) ?? '') {
      const changed = text.slice(0, index) + other + text.slice(index + 1);
      yield* spellingsOf(changed, changes - 1, index + 1);
    }
  }
}

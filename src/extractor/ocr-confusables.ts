/** Characters that are taken for each other when a reference is read from a picture (docs/providers/README.md#qr-codes). Pure. */

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
/** No reference is longer, and what is tried for one reading stays within a few milliseconds. */
const lengthMax = 40;
const spellingsMax = 100;

export interface Corrected<T> {
  /** What the spelling was read as. */
  meaning: T;
  /** Characters that were exchanged. */
  changes: number;
}

/**
 * The one spelling of a text that means something when characters are exchanged for their look-alikes, fewest
 * exchanges first. Null when there is none, and when spellings of equally many exchanges mean different things:
 * then nobody can know which it is.
 * @param read what a spelling means, and a name for it that two spellings of one meaning share; null: nothing
 */
export function correct<T>(
  text: string,
  read: (spelling: string) => { name: string; meaning: T } | null,
): Corrected<T> | null {
  if (text.length > lengthMax) return null;
  let left = spellingsMax;
  for (let changes = 1; changes <= changesMax; changes += 1) {
    const found = new Map<string, Corrected<T>>();
    for (const spelling of spellingsOf(text, changes)) {
      // Half of the spellings prove nothing: the other half might mean something else.
      if (left === 0) return null;
      left -= 1;
      const known = read(spelling);
      if (known) found.set(known.name, { meaning: known.meaning, changes });
    }
    if (found.size > 0) return found.size === 1 ? ([...found.values()][0] ?? null) : null;
  }
  return null;
}

/** The text with exactly so many characters exchanged, in every way there is. */
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

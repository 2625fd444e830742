/** Recognises banks by the names on receipts and by those that owners use. Pure. */
import type { Provider } from '../../providers/types.js';

export interface Banks {
  /** Keys of all providers. */
  keys: readonly string[];
  /** The provider with this name; null when there is none. */
  keyOf(name: string): string | null;
  /** The same text for all names of one bank: the provider's key, else the sorted words of the name. */
  identityOf(name: string): string;
  /** False when a receipt opens only with the payer's account. */
  opensForReceiver(name: string): boolean;
}

/** Words that do not distinguish banks. */
const commonWords = new Set([
  'bank',
  'of',
  'the',
  'ethiopia',
  'ethiopian',
  's',
  'c',
  'sc',
  'share',
  'company',
  'plc',
]);

const nameLengthMax = 200;

export function createBanks(providers: readonly Pick<Provider, 'key' | 'name' | 'payersAccount'>[]): Banks {
  const byWords = new Map(providers.map(({ key, name }) => [sortedText(distinctiveWords(name)), key]));
  const keys = new Set(providers.map(({ key }) => key));
  const payers = new Set(providers.flatMap(({ key, payersAccount }) => (payersAccount ? key : [])));

  function keyOf(name: string): string | null {
    const words = distinctiveWords(name);
    const joined = words.join('');
    if (keys.has(joined)) return joined;
    const withoutKeys = words.filter((word) => !keys.has(word));
    return byWords.get(sortedText(words)) ?? byWords.get(sortedText(withoutKeys)) ?? null;
  }

  return {
    keys: [...keys],
    keyOf,
    identityOf: (name) => keyOf(name) ?? sortedText(distinctiveWords(name)),
    opensForReceiver: (name) => !payers.has(keyOf(name) ?? name),
  };
}

function distinctiveWords(name: string): string[] {
  const words =
    name
      .slice(0, nameLengthMax)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const distinctive = words.filter((word) => !commonWords.has(word));
  return distinctive.length > 0 ? distinctive : words;
}

/** Sorts the words, so that `Awash Bank` and `Bank Awash` are equal. */
function sortedText(words: readonly string[]): string {
  return [...words].sort().join(' ');
}

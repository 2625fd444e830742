/** Recognises banks by the names on receipts and by those that owners use. Pure. */

import type { Provider } from '../../providers/types.js';

export interface Banks {
  /** Keys of all providers. */
  keys: readonly string[];
  /** The provider with this name; null when there is none. */
  keyOf(name: string): string | null;
  /** The same for all names of one bank: the provider's key, else the words of the name. */
  identityOf(name: string): string;
  /** False when a receipt opens only with the payer's account. */
  opensForReceiver(name: string): boolean;
}

/** Words that do not distinguish banks. */
const common = new Set([
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

type Named = Pick<Provider, 'key' | 'name' | 'payersAccount'>;

export function createBanks(providers: readonly Named[]): Banks {
  const byWords = new Map(providers.map(({ key, name }) => [spelled(distinctiveWords(name)), key]));
  const keys = new Set(providers.map(({ key }) => key));
  const payers = new Set(providers.flatMap(({ key, payersAccount }) => (payersAccount ? key : [])));

  function keyOf(name: string): string | null {
    const words = distinctiveWords(name);
    const joined = words.join('');
    if (keys.has(joined)) return joined;
    const withoutKeys = words.filter((word) => !keys.has(word));
    return byWords.get(spelled(words)) ?? byWords.get(spelled(withoutKeys)) ?? null;
  }

  return {
    keys: [...keys],
    keyOf,
    identityOf: (name) => keyOf(name) ?? spelled(distinctiveWords(name)),
    opensForReceiver: (name) => !payers.has(keyOf(name) ?? name),
  };
}

function distinctiveWords(name: string): string[] {
  const words =
    name
      .slice(0, nameLengthMax)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const distinctive = words.filter((word) => !common.has(word));
  return distinctive.length > 0 ? distinctive : words;
}

/** Sorts the words: `Bank Awash` means the same. */
function spelled(words: readonly string[]): string {
  return [...words].sort().join(' ');
}

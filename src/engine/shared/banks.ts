/** Banks as receipts and owners call them, told apart. Pure. */

import type { Provider } from '../../providers/types.js';

export interface Banks {
  /** Keys of all providers. */
  keys: readonly string[];
  /** The provider that is meant; null where it is none. */
  keyOf(name: string): string | null;
  /** Two names of one bank have one identity: the provider's key where it is a provider, else the words of the name. */
  identityOf(name: string): string;
  /** False where only the payer's account opens a receipt. */
  opensForReceiver(name: string): boolean;
}

/** Words that do not tell one bank from another. */
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
  const byWords = new Map(providers.map(({ key, name }) => [spelled(tellingWords(name)), key]));
  const keys = new Set(providers.map(({ key }) => key));
  const payers = new Set(providers.flatMap(({ key, payersAccount }) => (payersAccount ? key : [])));

  function keyOf(name: string): string | null {
    const words = tellingWords(name);
    const joined = words.join('');
    if (keys.has(joined)) return joined;
    const withoutKeys = words.filter((word) => !keys.has(word));
    return byWords.get(spelled(words)) ?? byWords.get(spelled(withoutKeys)) ?? null;
  }

  return {
    keys: [...keys],
    keyOf,
    identityOf: (name) => keyOf(name) ?? spelled(tellingWords(name)),
    opensForReceiver: (name) => !payers.has(keyOf(name) ?? name),
  };
}

function tellingWords(name: string): string[] {
  const words =
    name
      .slice(0, nameLengthMax)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !common.has(word));
  return telling.length > 0 ? telling : words;
}

/** In one order: who writes `Bank Awash` means the same. */
function spelled(words: readonly string[]): string {
  return [...words].sort().join(' ');
}

/** What Telegram says of a person, fit to be kept as the name colleagues see. */
import type { CashierContext } from '../identify.js';
import { cleanName } from '../render/index.js';

/** Never empty: a name without a readable letter is the word for one. */
export function calledBy({ from, asker }: CashierContext): string {
  const name = [from?.first_name, from?.last_name].filter((part) => part !== undefined).join(' ');
  return cleanName(name) ?? asker.words.t('nameless');
}

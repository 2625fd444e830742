/** Display names of people, from their Telegram profile. */
import type { CashierContext } from '../identify.js';
import { sanitizeName } from '../render/index.js';

/** Never empty: a name without readable letters is replaced by a generic word. */
export function displayName({ from, sender }: CashierContext): string {
  const name = [from?.first_name, from?.last_name].filter((part) => part !== undefined).join(' ');
  return sanitizeName(name) ?? sender.words.t('nameless');
}

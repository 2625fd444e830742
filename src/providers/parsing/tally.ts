/** Counts unreadable answers by provider and cause; a cause is a fixed word, never text of a receipt. */
import type { Judgement, Provider } from '../types.js';

/** `date`: another date under the same number. `conflict`: any other contradiction. `missing`: a required field. */
type Because = 'date' | 'conflict' | 'missing';

/** By `<provider> <because>`. */
type UnreadableTally = ReadonlyMap<`${string} ${Because}`, number>;

/** Wraps providers to count their unreadable answers. */
export function tallied(providers: readonly Provider[]): {
  providers: readonly Provider[];
  unreadable: UnreadableTally;
} {
  const unreadable = new Map<`${string} ${Because}`, number>();
  const counting = providers.map((provider) => ({
    ...provider,
    judge(...asked: Parameters<Provider['judge']>): Judgement {
      const judgement = provider.judge(...asked);
      if (judgement.kind === 'unreadable') {
        const name = `${provider.key} ${because(judgement.conflicts ?? [])}` as const;
        unreadable.set(name, (unreadable.get(name) ?? 0) + 1);
      }
      return judgement;
    },
  }));
  return { providers: counting, unreadable };
}

function because(conflicts: readonly string[]): Because {
  if (conflicts.includes('date')) return 'date';
  return conflicts.length > 0 ? 'conflict' : 'missing';
}

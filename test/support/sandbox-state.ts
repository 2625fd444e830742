import type { BankState, SandboxState } from '../../src/sandbox/types.js';

/** Sandbox state in memory instead of in the store. */
export function memorySandboxState(): SandboxState {
  const hits = new Map<string, number>();
  const states = new Map<string, { state: BankState; egress: Record<string, BankState> }>();
  const bank = (provider: string) => states.get(provider) ?? { state: 'up' as BankState, egress: {} };
  return {
    async hit(provider, reference) {
      const count = (hits.get(`${provider} ${reference}`) ?? 0) + 1;
      hits.set(`${provider} ${reference}`, count);
      return count;
    },
    hits: async (provider, reference) => hits.get(`${provider} ${reference}`) ?? 0,
    state: async (provider, egress) => bank(provider).egress[egress] ?? bank(provider).state,
    async set(provider, egress, state) {
      if (egress === null) states.set(provider, { state, egress: {} });
      else
        states.set(provider, {
          ...bank(provider),
          egress: { ...bank(provider).egress, [egress]: state },
        });
    },
    list: async () => [...states].map(([provider, set]) => ({ provider, ...set })),
  };
}

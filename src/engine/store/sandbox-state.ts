/** Hits and switched states of the simulated banks, shared by all processes (docs/api.md#sandbox). */
import type { BankState, SandboxState } from '../../sandbox/types.js';
import { addBounded } from './bounded-hash.js';
import * as keys from './key-names.js';
import { orUnavailable } from './scripts.js';
import type { StoreConnection } from './types.js';

const dayMs = 86_400_000;
/** References for which hits are counted at once, for all callers. The least recently requested one is dropped first. */
const referencesByDefault = 10_000;

/** @param referencesMax lower in tests */
export function createSandboxState(
  { client }: Pick<StoreConnection, 'client'>,
  referencesMax = referencesByDefault,
): SandboxState {
  return {
    async hit(provider, reference) {
      const key = keys.sandboxHits(provider, reference);
      const list = { key: keys.sandboxHitOrder(), ms: dayMs, max: referencesMax };
      const listed = addBounded({ client }, list, key, (oldest) => client.del(oldest));
      const [count] = await orUnavailable(
        Promise.all([client.incr(key), client.pexpire(key, dayMs), listed]),
      );
      return count;
    },

    async hits(provider, reference) {
      return Number((await orUnavailable(client.get(keys.sandboxHits(provider, reference)))) ?? 0);
    },

    async state(provider, egress) {
      const [own, bank] = await orUnavailable(
        client.hmget(keys.sandboxStates(), `${provider}@${egress}`, provider),
      );
      return (own ?? bank ?? 'up') as BankState;
    },

    async set(provider, egress, state) {
      if (egress !== null) {
        await orUnavailable(client.hset(keys.sandboxStates(), `${provider}@${egress}`, state));
        return;
      }
      const fields = await orUnavailable(client.hkeys(keys.sandboxStates()));
      const single = fields.filter((field) => field.startsWith(`${provider}@`));
      if (single.length > 0) await orUnavailable(client.hdel(keys.sandboxStates(), ...single));
      await orUnavailable(client.hset(keys.sandboxStates(), provider, state));
    },

    async list() {
      const fields = await orUnavailable(client.hgetall(keys.sandboxStates()));
      const banks = new Map<
        string,
        { provider: string; state: BankState; egress: Record<string, BankState> }
      >();
      for (const [field, state] of Object.entries(fields) as [string, BankState][]) {
        const [provider = '', egress] = field.split('@');
        const bank = banks.get(provider) ?? { provider, state: 'up', egress: {} };
        if (egress === undefined) bank.state = state;
        else bank.egress[egress] = state;
        banks.set(provider, bank);
      }
      return [...banks.values()];
    },
  };
}

/** Receiving accounts of a shop. Whole numbers do not leave the engine; callers see the last four characters. */
import type { Banks } from '#engine/shared/banks.js';
import { randomBase62 } from '#engine/shared/secrets.js';
import { cleanName, cleanNumber } from '#engine/shared/validation.js';
import { type ReceivingAccount, type SavedAccount, ShopError, type Shops } from '../api/shops.js';
import * as names from '../store/key-names.js';
import { orUnavailable, type Scripts } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';

const accountsMax = 20;

export interface ReceivingAccounts
  extends Pick<Shops, 'saveAccount' | 'accounts' | 'removeAccount' | 'numbers'> {
  /** With their whole numbers. */
  saved(shop: string): Promise<SavedAccount[]>;
}

interface ReceivingDeps {
  store: Pick<StoreConnection, 'client'>;
  scripts: Scripts;
  banks: Banks;
}

export function createReceivingAccounts({ store, scripts, banks }: ReceivingDeps): ReceivingAccounts {
  const { client } = store;

  async function all(shop: string): Promise<[string, SavedAccount][]> {
    const fields = Object.entries(await orUnavailable(client.hgetall(names.receiving(shop))));
    return fields.map(([id, text]): [string, SavedAccount] => [id, parseSaved(text)]).sort(byBank);
  }

  return {
    saved: async (shop) => (await all(shop)).map(([, account]) => account),
    accounts: async (shop) => (await all(shop)).map(withoutNumber),

    // Saving the same account again replaces its holder.
    async saveAccount(shop, { provider, number, holder }) {
      const account: SavedAccount = {
        provider: banks.keyOf(provider) ?? cleanName(provider, 'provider'),
        number: cleanNumber(number),
        holder: holder ? cleanName(holder, 'holder') : null,
      };
      for (;;) {
        const existing = await all(shop);
        const same = existing.find(
          ([, { provider, number }]) => number === account.number && provider === account.provider,
        );
        if (!same && existing.length >= accountsMax) throw new ShopError('too_many', 'accounts');
        const id = same?.[0] ?? randomBase62(8);
        const args = [id, JSON.stringify(account), existing.length];
        const [saved] = await scripts.run('hash-add-bounded', [names.receiving(shop)], args);
        if (saved === 1) return withoutNumber([id, account]);
      }
    },

    removeAccount: async (shop, id) => (await orUnavailable(client.hdel(names.receiving(shop), id))) === 1,

    async numbers(shop, provider) {
      if (!banks.opensForReceiver(provider)) return [];
      const bank = banks.identityOf(provider);
      const accounts = (await all(shop)).map(([, account]) => account);
      return accounts
        .filter((account) => banks.identityOf(account.provider) === bank)
        .map(({ number }) => number);
    },
  };
}

/** @param text the stored form */
export function parseSaved(text: string): SavedAccount {
  return JSON.parse(text) as SavedAccount;
}

function withoutNumber([id, { provider, number, holder }]: [string, SavedAccount]): ReceivingAccount {
  return { id, provider, lastFour: number.slice(-4), holder };
}

function byBank([, a]: [string, SavedAccount], [, b]: [string, SavedAccount]): number {
  return a.provider.localeCompare(b.provider) || a.number.localeCompare(b.number);
}

/**
 * Changes that the owner of an account may make without the operator: keys, and overage if the plan offers it. Methods
 * that take a prefix check that the key belongs to the account.
 */
import { cleanName } from '#engine/shared/validation.js';
import type { Realm } from '../../egress/types.js';
import {
  type AccountOwner,
  AccountOwnerError,
  type Accounts,
  type KeyInfo,
  ownerName,
  type Usage,
} from '../api/index.js';
import { plans } from '../api/plans.js';
import type { KeyStore } from './api-keys.js';

/** Active keys per account. */
const keysMax = 50;
/** All keys ever minted for an account, including revoked ones, whose records are never deleted. */
const keysEverMax = 1_000;

/** A signed-in owner has no key, so no request rate and no contract. */
const ownerPrincipal = {
  prefix: ownerName,
  label: ownerName,
  scope: 'all',
  contract: { cap: null, reads: null },
  rate: { limit: 0, used: 0, resetsInSeconds: 0 },
} as const;

interface AccountOwnerDeps {
  keys: KeyStore;
  accounts: Accounts;
  /** Usage of a key with its own contract. */
  usageOf(key: KeyInfo): Promise<Usage>;
  liveRealm: Realm;
}

/** @param account the account that is signed in */
export function createAccountOwner(
  { keys, accounts, usageOf, liveRealm }: AccountOwnerDeps,
  account: string,
): AccountOwner {
  async function ownKey(prefix: string): Promise<KeyInfo> {
    const found = (await keys.list(account)).find((key) => key.prefix === prefix);
    if (!found) throw new AccountOwnerError('unknown');
    return found;
  }

  /** Active keys with their own contract. */
  async function contracted(): Promise<KeyInfo[]> {
    // Other plans have no contracts: this avoids reading up to a thousand keys.
    if ((await accounts.get(account)).plan !== 'enterprise') return [];
    return (await keys.list(account)).filter(
      ({ revokedAt, cap, reads }) => revokedAt === null && (cap !== null || reads !== null),
    );
  }

  return {
    keys: () => keys.list(account),

    async mint({ label, mode, scopes }) {
      if (scopes?.length === 0) throw new AccountOwnerError('no_scope');
      const request = { account, label: cleanLabel(label), mode, scopes };
      const { plan } = await accounts.get(account);
      return await keys.mintChecked(request, ({ keys, pending }) => {
        const active = keys.filter(({ revokedAt }) => revokedAt === null).length;
        if (active + pending > keysMax) throw new AccountOwnerError('too_many');
        if (keys.length + pending > keysEverMax) throw new AccountOwnerError('too_many');
        // Next to a key with its own contract, a new key would have no cap.
        const contracted = keys.some(({ cap, reads }) => cap !== null || reads !== null);
        if (plan === 'enterprise' && contracted) throw new AccountOwnerError('contract');
      });
    },

    async relabel(prefix, label) {
      const cleaned = cleanLabel(label);
      return await keys.set((await ownKey(prefix)).prefix, { label: cleaned });
    },

    revoke: async (prefix) => await keys.revoke((await ownKey(prefix)).prefix),

    async setOverage(on) {
      const { plan } = await accounts.get(account);
      if (on && plans[plan].overageEtb === null) throw new AccountOwnerError('no_overage');
      return await accounts.set(account, { overage: on });
    },

    async contracts() {
      return await Promise.all(
        (await contracted()).map(async (key) => ({
          prefix: key.prefix,
          label: key.label,
          usage: await usageOf(key),
        })),
      );
    },

    async caller(mode) {
      if ((await contracted()).length > 0) throw new AccountOwnerError('contract');
      const realm = mode === 'live' ? liveRealm : 'sandbox';
      return { ...ownerPrincipal, account, mode, realm };
    },
  };
}

/** Cleans a label, which answers show as `history.firstBy`. */
function cleanLabel(label: string): string {
  try {
    return cleanName(label, 'label');
  } catch {
    throw new AccountOwnerError('label');
  }
}

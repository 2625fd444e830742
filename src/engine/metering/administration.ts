/** Events and top accounts, for administrators. */

import type { Accounts, AccountUsage, Administration, Usage } from '../api/index.js';
import type { Events } from '../store/events.js';

interface AdministrationDeps {
  events: Pick<Events, 'read'>;
  accounts: Pick<Accounts, 'list'>;
  usage(account: string): Promise<Usage>;
}

/** Accounts read at a time, to limit the load on the store. */
const atOnce = 50;

export function createAdministration({ events, accounts, usage }: AdministrationDeps): Administration {
  return {
    events: (after, count) => events.read(after, count),
    async topAccounts(count) {
      const left = await accounts.list();
      let top: AccountUsage[] = [];
      while (left.length > 0) {
        const some = left.splice(0, atOnce);
        const read = await Promise.all(
          some.map(async (account) => ({ account, usage: await usage(account.id) })),
        );
        top = [...top, ...read]
          .filter((one) => one.usage.verifications.used + one.usage.screenshots.used > 0)
          .sort((a, b) => b.usage.verifications.used - a.usage.verifications.used)
          .slice(0, count);
      }
      return top;
    },
  };
}

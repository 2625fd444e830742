/** Events and top accounts, for administrators. */
import { chunks } from '#engine/shared/chunks.js';
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
    events: events.read,
    async topAccounts(count) {
      let top: AccountUsage[] = [];
      for (const some of chunks(await accounts.list(), atOnce)) {
        const read = await Promise.all(
          some.map(async (account) => ({ account, usage: await usage(account.id) })),
        );
        top = [...top, ...read]
          .filter(({ usage }) => usage.verifications.used + usage.screenshots.used > 0)
          .sort((a, b) => b.usage.verifications.used - a.usage.verifications.used)
          .slice(0, count);
      }
      return top;
    },
  };
}

/** Deletes the data of a person, and reports what remains (docs/privacy.md). */
import { chunks } from '#engine/shared/chunks.js';
import { sha256 } from '#engine/shared/secrets.js';
import { checkedHandle } from '#engine/shared/validation.js';
import { nameField } from '../access/member-names.js';
import { paymentRequestStatuses } from '../api/payment-requests.js';
import {
  type Deleted,
  type Deletion,
  type RetainedData,
  type Shop,
  ShopError,
  type Shops,
} from '../api/shops.js';
import * as names from '../store/key-names.js';
import { orUnavailable } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';
import { addDays, dateOf } from './calendar.js';
import type { ShopContext } from './context.js';
import type { Groups } from './groups.js';
import { bookDays, nameOfEntry } from './ledger/rows.js';
import { bookMonths } from './ledger/search-index.js';
import { defaultSettings, type Settings } from './settings.js';
import type { Staff } from './staff.js';

const linesAtOnce = 500;

interface Membership {
  shop: Shop;
  member: string;
  /** The person is the only owner: the shop is deleted with them. */
  isOnlyOwner: boolean;
}

/** All steps can be repeated: if a deletion was interrupted, the person asks again and it is completed. */
export function createDeletion(
  parts: ShopContext,
  settings: Settings,
  staff: Staff,
  groups: Groups,
): Pick<Shops, 'deletion' | 'deleteMe'> {
  const { client } = parts.store;

  /** Memberships of the person, including shops whose deletion was interrupted. */
  async function membershipsOf(person: string): Promise<Membership[]> {
    const ids = await orUnavailable(client.smembers(names.personShops(checkedHandle(person, 'person'))));
    const memberships = await Promise.all(ids.sort().map((id) => membershipOf(id, person)));
    return memberships.filter((membership) => membership !== null);
  }

  async function membershipOf(id: string, person: string): Promise<Membership | null> {
    const member = await staff.memberOf(id, person);
    if (member === null) return null;
    const isOnlyOwner = member.role === 'owner' && (await staff.owners(id)).length === 1;
    const ended: Shop = { id, name: '', settings: defaultSettings };
    return { shop: (await settings.find(id)) ?? ended, member: member.id, isOnlyOwner };
  }

  /** @returns whether the shop continues */
  async function leave({ shop, member, isOnlyOwner }: Membership): Promise<boolean> {
    if (!isOnlyOwner) {
      try {
        await staff.removeMember(shop.id, member);
        return true;
      } catch (error) {
        // The other owner has just left.
        if (!(error instanceof ShopError) || error.kind !== 'last_owner') throw error;
      }
    }
    await deleteShop(shop.id);
    return false;
  }

  /** Deletes the record first, so that no more receipts are submitted, and the members last, so that it can be repeated. */
  async function deleteShop(shop: string): Promise<void> {
    await orUnavailable(client.del(names.shop(shop), names.receiving(shop)));
    await orUnavailable(client.multi().zrem(names.closings(), shop).hdel(names.closingDates(), shop).exec());
    await Promise.all((await groups.groups(shop)).map((chat) => groups.unbind(chat)));
    await deleteBook(parts, shop);
    await deleteRequests(client, shop);
    await deleteRecords(client, shop);
    await orUnavailable(client.hset(names.account(shop), 'name', ''));
    await orUnavailable(client.del(names.groups(shop), names.staff(shop), names.owners(shop)));
  }

  /** Deletes the person's names from the books; the lines stay. @returns the number of shops that had a name */
  async function eraseNames(person: string): Promise<number> {
    const past = await orUnavailable(client.smembers(names.personPast(person)));
    for (const membership of past) {
      const [shop = '', member = ''] = membership.split(' ');
      await orUnavailable(client.hdel(names.staff(shop), nameField(member)));
    }
    return past.length;
  }

  return {
    async deletion(person) {
      const memberships = await membershipsOf(person);
      return {
        leaves: memberships.filter(({ isOnlyOwner }) => !isOnlyOwner).map(({ shop }) => shop),
        closes: memberships.filter(({ isOnlyOwner }) => isOnlyOwner).map(({ shop }) => shop),
      };
    },

    async deleteMe(person): Promise<Deleted> {
      const done: Deletion = { leaves: [], closes: [] };
      for (const membership of await membershipsOf(person)) {
        const continues = await leave(membership);
        (continues ? done.leaves : done.closes).push(membership.shop);
      }
      const erased = await eraseNames(person);
      await orUnavailable(
        client.del(names.person(person), names.personShops(person), names.personPast(person)),
      );
      return { ...done, remains: await remainsOf(person, done, erased > 0) };
    },
  };

  async function remainsOf(
    person: string,
    { closes }: Deletion,
    wasMember: boolean,
  ): Promise<RetainedData[]> {
    const closed = await Promise.all(closes.map(({ id }) => parts.accounts.get(id)));
    const opened = await orUnavailable(client.exists(names.shopsOpened(sha256(person))));
    const remains: Record<RetainedData, boolean> = {
      book: wasMember,
      requests: wasMember || closes.length > 0,
      openings: opened === 1,
      account: closes.length > 0,
      keys: closed.some(({ keys }) => keys > 0),
    };
    return (Object.keys(remains) as RetainedData[]).filter((kind) => remains[kind]);
  }
}

/** Deletes the whole book, starting one day ahead because clocks may differ. */
async function deleteBook({ store, timeZone, now }: ShopContext, shop: string): Promise<void> {
  const { client } = store;
  let date = addDays(dateOf(now(), timeZone), 1);
  for (let day = 0; day <= bookDays + 2; day += 1) {
    const index = names.bookDay(shop, date);
    const entries = await orUnavailable(client.zrange(index, 0, -1));
    for (const some of chunks(entries, linesAtOnce)) {
      await orUnavailable(client.del(...some.map((entry) => nameOfEntry(shop, entry))));
    }
    const others = [names.bookCases(shop, date), names.shifts(shop, date), names.bookTotals(shop, date)];
    await orUnavailable(client.del(index, ...others));
    date = addDays(date, -1);
  }
  const months = bookMonths(now()).map((month) => names.bookIndex(shop, month));
  await orUnavailable(client.del(names.bookIndexed(shop), ...months));
}

/** Deletes the records of receipts that the shop has verified. */
async function deleteRecords(client: StoreConnection['client'], shop: string): Promise<void> {
  for (const realm of ['live', 'sandbox'] as const) {
    const list = names.verifiedReceipts(shop, realm);
    for (;;) {
      const some = await orUnavailable(client.zrange(list, 0, linesAtOnce - 1));
      if (some.length === 0) break;
      await orUnavailable(client.del(...some.map((printed) => names.verifiedReceipt(shop, printed))));
      await Promise.all(
        some.map((printed) => orUnavailable(client.hdel(names.seen(shop, printed), 'recordedUntil'))),
      );
      await orUnavailable(client.zrem(list, ...some));
    }
  }
}

/** Deletes the payment requests of the shop. Claims stay: the ids of receipts that have paid one. */
async function deleteRequests(client: StoreConnection['client'], shop: string): Promise<void> {
  const ids = await orUnavailable(client.zrange(names.paymentRequests(shop), 0, -1));
  for (const id of ids) {
    await orUnavailable(client.del(names.paymentRequest(shop, id), names.paymentAttempts(shop, id)));
  }
  const lists = paymentRequestStatuses.map((status) => names.paymentRequestsIn(shop, status));
  await orUnavailable(client.del(names.paymentRequests(shop), ...lists));
}

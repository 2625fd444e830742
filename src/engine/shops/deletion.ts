/** Deletes the data of a person, and reports what remains (docs/privacy.md). */

import { sha256 } from '#engine/shared/secrets.js';
import { checkedHandle } from '#engine/shared/validation.js';
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
import type { Settings } from './settings.js';
import { nameField, type Staff } from './staff.js';

const linesAtOnce = 500;

interface Place {
  shop: Shop;
  member: string;
  /** The person is the only owner: the shop is deleted with them. */
  only: boolean;
}

/** All steps can be repeated: if a deletion was interrupted, the person asks again and it is completed. */
export function createDeletion(
  { store, book, timeZone, now }: ShopContext,
  settings: Settings,
  staff: Staff,
  groups: Groups,
): Pick<Shops, 'deletion' | 'deleteMe'> {
  const { client } = store;

  /** Memberships of the person, including shops whose deletion was interrupted. */
  async function placesOf(person: string): Promise<Place[]> {
    const ids = await orUnavailable(client.smembers(names.personShops(checkedHandle(person, 'person'))));
    const places = await Promise.all(ids.sort().map((id) => placeOf(id, person)));
    return places.filter((place) => place !== null);
  }

  async function placeOf(id: string, person: string): Promise<Place | null> {
    const member = await staff.memberOf(id, person);
    if (member === null) return null;
    const only = member.role === 'owner' && (await staff.owners(id)).length === 1;
    const ended: Shop = { id, name: '', settings: endedSettings };
    return { shop: (await settings.find(id)) ?? ended, member: member.id, only };
  }

  /** @returns whether the shop continues */
  async function leave({ shop, member, only }: Place): Promise<boolean> {
    if (!only) {
      try {
        await staff.removeMember(shop.id, member);
        return true;
      } catch (error) {
        // The other owner has just left.
        if (!(error instanceof ShopError) || error.kind !== 'last_owner') throw error;
      }
    }
    await close(shop.id);
    return false;
  }

  /** Deletes the record first, so that no more receipts are submitted, and the members last, so that it can be repeated. */
  async function close(shop: string): Promise<void> {
    await orUnavailable(client.del(names.shop(shop), names.receiving(shop)));
    await orUnavailable(client.multi().zrem(names.closings(), shop).hdel(names.closingDates(), shop).exec());
    await Promise.all((await groups.groups(shop)).map((chat) => groups.unbind(chat)));
    await burn(shop);
    await orUnavailable(client.hset(names.account(shop), 'name', ''));
    await orUnavailable(client.del(names.groups(shop), names.staff(shop), names.owners(shop)));
  }

  /** Deletes the whole book, starting one day ahead because clocks may differ. */
  async function burn(shop: string): Promise<void> {
    let date = addDays(dateOf(now(), timeZone), 1);
    for (let day = 0; day <= bookDays + 2; day += 1) {
      const index = names.bookDay(shop, date);
      const entries = await orUnavailable(client.zrange(index, 0, -1));
      for (let from = 0; from < entries.length; from += linesAtOnce) {
        const some = entries.slice(from, from + linesAtOnce);
        await orUnavailable(client.del(...some.map((entry) => nameOfEntry(shop, entry))));
      }
      await orUnavailable(client.del(index, names.bookCases(shop, date), names.shifts(shop, date)));
      date = addDays(date, -1);
    }
    const months = bookMonths(now()).map((month) => names.bookIndex(shop, month));
    await orUnavailable(client.del(names.bookIndexed(shop), ...months));
    await burnRequests(client, shop);
    await burnRecords(client, shop);
  }

  /** Deletes the person's names from the books; the lines stay. @returns the number of shops that had a name */
  async function unname(person: string): Promise<number> {
    const past = await orUnavailable(client.smembers(names.personPast(person)));
    for (const one of past) {
      const [shop = '', member = ''] = one.split(' ');
      await orUnavailable(client.hdel(names.staff(shop), nameField(member)));
    }
    return past.length;
  }

  return {
    async deletion(person) {
      const places = await placesOf(person);
      return {
        leaves: places.filter(({ only }) => !only).map(({ shop }) => shop),
        closes: places.filter(({ only }) => only).map(({ shop }) => shop),
      };
    },

    async deleteMe(person): Promise<Deleted> {
      const done: Deletion = { leaves: [], closes: [] };
      for (const place of await placesOf(person)) {
        const goesOn = await leave(place);
        (goesOn ? done.leaves : done.closes).push(place.shop);
      }
      const known = await unname(person);
      await orUnavailable(
        client.del(names.person(person), names.personShops(person), names.personPast(person)),
      );
      return { ...done, remains: await remainsOf(person, done, known) };
    },
  };

  async function remainsOf(person: string, { closes }: Deletion, known: number): Promise<RetainedData[]> {
    const accounts = await Promise.all(closes.map(({ id }) => book.get(id)));
    const opened = await orUnavailable(client.exists(names.shopsOpened(sha256(person))));
    const remains: Record<RetainedData, boolean> = {
      book: known > 0,
      requests: known > 0 || closes.length > 0,
      openings: opened === 1,
      account: closes.length > 0,
      keys: accounts.some(({ keys }) => keys > 0),
    };
    return (Object.keys(remains) as RetainedData[]).filter((one) => remains[one]);
  }
}

const endedSettings: Shop['settings'] = {
  language: 'am',
  tolerance: '0.00',
  maxAgeHours: 24,
  closingTime: null,
  askAmount: false,
  alerts: true,
};

/** Deletes the records of receipts that it has verified. */
async function burnRecords(client: StoreConnection['client'], shop: string): Promise<void> {
  for (const realm of ['live', 'sandbox'] as const) {
    const list = names.verifiedReceipts(shop, realm);
    for (;;) {
      const some = await orUnavailable(client.zrange(list, 0, linesAtOnce - 1));
      if (some.length === 0) break;
      await orUnavailable(client.del(...some.map((printed) => names.verifiedReceipt(shop, printed))));
      await orUnavailable(client.zrem(list, ...some));
    }
  }
}

/** Deletes its payment requests. What is claimed stays: ids of receipts, which pay nothing else. */
async function burnRequests(client: StoreConnection['client'], shop: string): Promise<void> {
  const ids = await orUnavailable(client.zrange(names.paymentRequests(shop), 0, -1));
  for (const id of ids) {
    await orUnavailable(client.del(names.paymentRequest(shop, id), names.paymentAttempts(shop, id)));
  }
  const lists = paymentRequestStatuses.map((status) => names.paymentRequestsIn(shop, status));
  await orUnavailable(client.del(names.paymentRequests(shop), ...lists));
}

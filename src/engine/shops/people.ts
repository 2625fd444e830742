/** People: memberships, current shop, language. */
import { sha256 } from '#engine/shared/secrets.js';
import { checkedHandle, cleanName } from '#engine/shared/validation.js';
import { Failure } from '../api/errors.js';
import { languages, type Membership, ShopError, type Shops } from '../api/shops.js';
import * as names from '../store/key-names.js';
import { orUnavailable } from '../store/scripts.js';
import type { ShopContext } from './context.js';
import { checkedLanguage, type Settings } from './settings.js';
import type { Staff } from './staff.js';

/** Limits new shops per person, because each has the verifications of a Free plan. */
const opensMax = 5;
const opensMs = 30 * 86_400_000;

export type People = Pick<Shops, 'open' | 'ofPerson' | 'switchShop' | 'setLanguage'> & {
  membership(person: string, shop: string): Promise<Membership | null>;
};

export function createPeople(
  { store, scripts, accounts }: ShopContext,
  settings: Settings,
  staff: Staff,
): People {
  const { client } = store;

  async function membership(person: string, id: string): Promise<Membership | null> {
    const [shop, member] = await Promise.all([settings.find(id), staff.memberOf(id, person)]);
    return shop && member && { shop, member };
  }

  /** All current memberships of the person, the oldest first. */
  async function memberships(person: string): Promise<Membership[]> {
    const ids = await orUnavailable(client.smembers(names.personShops(person)));
    const all = await Promise.all(ids.sort().map((id) => membership(person, id)));
    return all
      .filter((found) => found !== null)
      .sort((a, b) => a.member.joinedAt.localeCompare(b.member.joinedAt));
  }

  async function countOpening(person: string): Promise<void> {
    const key = names.shopsOpened(sha256(person));
    const [, opened] = await scripts.run('fixed-window-count', [key], [opensMs]);
    if (Number(opened) > opensMax) throw new ShopError('too_many', 'shops');
  }

  return {
    membership,

    // The person's list is written first: a list entry without a shop is less bad than a shop that its owner cannot find.
    async open({ person, name, shopName, language = 'am' }) {
      checkedHandle(person, 'person');
      const cleanedName = cleanName(shopName, 'shopName');
      const owner = cleanName(name, 'name');
      await countOpening(person);
      const { id } = await accounts.create('free', cleanedName);
      await orUnavailable(client.sadd(names.personShops(person), id));
      await settings.create(id, checkedLanguage(language));
      await staff.createOwner(id, person, owner);
      await orUnavailable(client.hset(names.person(person), 'current', id));
      const opened = await membership(person, id);
      if (opened === null) throw new Failure('unavailable');
      return opened;
    },

    async ofPerson(person) {
      checkedHandle(person, 'person');
      const [record, all] = await Promise.all([
        orUnavailable(client.hgetall(names.person(person))),
        memberships(person),
      ]);
      const chosen = all.find(({ shop }) => shop.id === record.current);
      return {
        person,
        language: languages.find((language) => language === record.language) ?? null,
        memberships: all,
        current: chosen ?? (all.length === 1 ? (all[0] ?? null) : null),
      };
    },

    async switchShop(person, shop) {
      const chosen = await membership(checkedHandle(person, 'person'), checkedHandle(shop, 'shop'));
      if (chosen) await orUnavailable(client.hset(names.person(person), 'current', shop));
      return chosen;
    },

    async setLanguage(person, language) {
      const name = names.person(checkedHandle(person, 'person'));
      await orUnavailable(client.hset(name, 'language', checkedLanguage(language)));
    },
  };
}

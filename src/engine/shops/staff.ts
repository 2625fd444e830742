/** Members of a shop. This record is authoritative; the person's own list only names the shops to read. */
import { randomBase62 } from '#engine/shared/secrets.js';
import { cleanName } from '#engine/shared/validation.js';
import { nameField } from '../access/member-names.js';
import { type Member, type Role, ShopError, type Shops } from '../api/shops.js';
import * as names from '../store/key-names.js';
import { orUnavailable } from '../store/scripts.js';
import type { ShopContext } from './context.js';

/** Data of a member, except the name, which has its own field. */
export interface StoredMember {
  person: string;
  role: Role;
  joinedAt: string;
}

export interface Staff extends Pick<Shops, 'members' | 'renameMember' | 'removeMember' | 'owners'> {
  /** Adds the first owner of a new shop. */
  createOwner(shop: string, person: string, name: string): Promise<void>;
  memberOf(shop: string, person: string): Promise<Member | null>;
  get(shop: string, member: string): Promise<Member | null>;
  /** Names of current and former members by id, except members whose data was deleted. */
  names(shop: string): Promise<ReadonlyMap<string, string>>;
  nameOf(shop: string, member: string): Promise<string | null>;
}

export const newMemberId = () => randomBase62(10);

export function createStaff({ store, scripts, now }: ShopContext): Staff {
  const { client } = store;

  async function get(shop: string, member: string): Promise<Member | null> {
    const [stored, name] = await orUnavailable(client.hmget(names.staff(shop), member, nameField(member)));
    return stored ? memberFrom(member, stored, name ?? '') : null;
  }

  /** @throws ShopError `unknown` */
  async function getOrThrow(shop: string, member: string): Promise<Member> {
    const found = /^\w{1,40}$/.test(member) ? await get(shop, member) : null;
    if (found === null) throw new ShopError('unknown', 'member');
    return found;
  }

  async function members(shop: string): Promise<Member[]> {
    const fields = await orUnavailable(client.hgetall(names.staff(shop)));
    return Object.entries(fields)
      .filter(([field]) => !field.includes(':'))
      .map(([id, stored]) => memberFrom(id, stored, fields[nameField(id)] ?? ''))
      .sort((a, b) => rank(a) - rank(b) || a.joinedAt.localeCompare(b.joinedAt));
  }

  return {
    get,
    members,

    async createOwner(shop, person, name) {
      const id = newMemberId();
      const owner: StoredMember = { person, role: 'owner', joinedAt: new Date(now()).toISOString() };
      const fields = { [personField(person)]: id, [id]: JSON.stringify(owner), [nameField(id)]: name };
      await orUnavailable(client.multi().hset(names.staff(shop), fields).sadd(names.owners(shop), id).exec());
    },

    async memberOf(shop, person) {
      const id = await orUnavailable(client.hget(names.staff(shop), personField(person)));
      return id === null ? null : await get(shop, id);
    },

    async names(shop) {
      const fields = Object.entries(await orUnavailable(client.hgetall(names.staff(shop))));
      return new Map(
        fields.flatMap(([field, value]) => (field.startsWith('n:') ? [[field.slice(2), value]] : [])),
      );
    },

    nameOf: (shop, member) => orUnavailable(client.hget(names.staff(shop), nameField(member))),

    async renameMember(shop, id, name) {
      const member = await getOrThrow(shop, id);
      const cleaned = cleanName(name, 'name');
      await orUnavailable(client.hset(names.staff(shop), nameField(id), cleaned));
      return { ...member, name: cleaned };
    },

    async removeMember(shop, id) {
      const member = await getOrThrow(shop, id);
      // Written before the removal, so that after a crash the person can still delete the name.
      await orUnavailable(client.sadd(names.personPast(member.person), `${shop} ${id}`));
      const keys = [names.staff(shop), names.owners(shop)];
      const [answer] = await scripts.run('shop-remove-member', keys, [member.person, id]);
      if (answer === 'unknown') throw new ShopError('unknown', 'member');
      if (answer === 'last') throw new ShopError('last_owner', 'member');
      await orUnavailable(client.srem(names.personShops(member.person), shop));
      return member;
    },

    async owners(shop) {
      return (await members(shop)).filter(({ role }) => role === 'owner').map(({ person }) => person);
    },
  };
}

const personField = (person: string) => `p:${person}`;

function memberFrom(id: string, stored: string, name: string): Member {
  return { id, name, ...(JSON.parse(stored) as StoredMember) };
}

function rank({ role }: Member): number {
  return role === 'owner' ? 0 : 1;
}

/** Invitations: tokens that make a person a member of a shop. */
import { randomBytes } from 'node:crypto';
import { sha256 } from '#engine/shared/secrets.js';
import { checkedHandle, checkedRange, cleanName } from '#engine/shared/validation.js';
import { type InvitationResult, type Role, ShopError, type Shops } from '../api/shops.js';
import { addBounded } from '../store/bounded-hash.js';
import * as names from '../store/key-names.js';
import { orUnavailable } from '../store/scripts.js';
import type { ShopContext } from './context.js';
import type { People } from './people.js';
import { newMemberId, type Staff, type StoredMember } from './staff.js';

/** Validity of an invitation. */
const validMs = 86_400_000;
/** Expired invitations are kept for a week, to report them as expired. */
const expiredMs = 7 * 86_400_000;
const tokenBytes = 16;
/** Per shop; one more deletes the oldest. */
const invitationsMax = 100;
const usesMax = 50;
const membersMax = 100;

export function createInvitations(
  { store, scripts, now }: ShopContext,
  membership: People['membership'],
  staff: Staff,
): Pick<Shops, 'invite' | 'accept'> {
  const { client } = store;

  /** Adds the shop to the person's list before the invitation is used; a superfluous entry makes nobody a member. */
  async function join(shop: string, hash: string, person: string, name: string): Promise<string[]> {
    const joinedAt = new Date(now()).toISOString();
    const as = (role: Role) => JSON.stringify({ person, role, joinedAt } satisfies StoredMember);
    const keys = [names.invitation(shop, hash), names.staff(shop), names.owners(shop), names.shop(shop)];
    const args = [person, newMemberId(), name, as('cashier'), as('owner'), membersMax];
    return (await scripts.run('shop-accept-invitation', keys, args)).map(String);
  }

  return {
    async invite({ shop, by, role = 'cashier', uses = 1 }) {
      const token = randomBytes(tokenBytes).toString('base64url');
      const hash = sha256(token);
      checkedRange(uses, 1, usesMax, 'uses');
      if (role !== 'owner' && role !== 'cashier') throw new ShopError('invalid', 'role');
      const expiresAt = now() + validMs;
      const name = names.invitation(shop, hash);
      const ttlMs = validMs + expiredMs;
      const list = { key: names.invitations(shop), ms: ttlMs, max: invitationsMax };
      await addBounded(store, list, hash, async (oldest) => {
        await client.del(names.invitation(shop, oldest));
        await client.del(names.invitationShop(oldest));
      });
      await orUnavailable(
        client.multi().hset(name, { role, uses, by, expiresAt }).pexpire(name, ttlMs).exec(),
      );
      await orUnavailable(client.set(names.invitationShop(hash), shop, 'PX', ttlMs));
      return { token, role, uses, expiresAt: new Date(expiresAt).toISOString() };
    },

    async accept(token, person, name): Promise<InvitationResult> {
      checkedHandle(person, 'person');
      const cleanedName = cleanName(name, 'name');
      const hash = sha256(token);
      const shop = await orUnavailable(client.get(names.invitationShop(hash)));
      if (shop === null) return { kind: 'refused', why: 'unknown' };

      await orUnavailable(client.sadd(names.personShops(person), shop));
      const [answer, id] = await join(shop, hash, person, cleanedName);
      const joined = id === undefined ? null : await membership(person, shop);
      if (joined === null) {
        await orUnavailable(client.srem(names.personShops(person), shop));
        const why = answer === 'used' || answer === 'expired' || answer === 'full' ? answer : 'unknown';
        return { kind: 'refused', why };
      }
      await orUnavailable(client.hset(names.person(person), 'current', shop));
      if (answer === 'already') return { kind: 'already', membership: joined };
      const notify = (await staff.owners(shop)).filter((owner) => owner !== person);
      return { kind: 'joined', membership: joined, notify };
    },
  };
}

/** Names of the members of a shop, current and former. The stored name is the only copy, so that deleting it removes it everywhere. */
import * as names from '../store/key-names.js';
import { orUnavailable } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';

/** Field of a member's name in the staff record of a shop. */
export const nameField = (member: string) => `n:${member}`;

/** Names by member id; a member whose data was deleted has none. @throws Failure `unavailable` */
export async function memberNames(
  client: StoreConnection['client'],
  shop: string,
  members: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  if (members.size === 0) return new Map();
  const ids = [...members];
  const found = await orUnavailable(client.hmget(names.staff(shop), ...ids.map(nameField)));
  return new Map(ids.flatMap((id, index) => (found[index] ? [[id, found[index]] as const] : [])));
}

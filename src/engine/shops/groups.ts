/**
 * Chats that are bound to a shop. The chat's own key is authoritative; the shop's list is for display. The key of a group that
 * became a supergroup names the supergroup, because earlier messages may be handled later.
 */
import { checkedHandle } from '#engine/shared/validation.js';
import { ShopError, type Shops } from '../api/shops.js';
import * as names from '../store/key-names.js';
import { orUnavailable } from '../store/scripts.js';
import type { ShopContext } from './context.js';

export type Groups = Pick<Shops, 'bind' | 'unbind' | 'shopOfChat' | 'groups' | 'migrate'>;

/** Prefix of the value of a group that became a supergroup; no shop's id begins with it. */
const movedPrefix = 'moved:';
/** As long as an answer in the old group can be corrected. */
const movedMs = 400 * 86_400_000;

export function createGroups({ store, scripts }: ShopContext): Groups {
  const { client } = store;

  const bindingOf = (chat: string) => orUnavailable(client.get(names.chatShop(checkedHandle(chat, 'chat'))));

  /** The chat under its present id, and its shop. A supergroup cannot migrate, so one step is enough. */
  async function current(chat: string): Promise<{ chat: string; shop: string | null }> {
    const value = await bindingOf(chat);
    const supergroup = movedTo(value);
    return supergroup === null
      ? { chat, shop: value }
      : { chat: supergroup, shop: await bindingOf(supergroup) };
  }

  /** Compares before it deletes: another shop may have just bound the chat. */
  async function removeBinding(chat: string, shop: string): Promise<void> {
    await scripts.run('lease', [names.chatShop(chat)], [shop, 0]);
    await orUnavailable(client.srem(names.groups(shop), chat));
  }

  return {
    shopOfChat: async (chat) => (await current(chat)).shop,

    async bind(given, shop) {
      const { chat } = await current(given);
      const name = names.chatShop(chat);
      await orUnavailable(client.setnx(name, shop));
      if ((await orUnavailable(client.get(name))) !== shop) throw new ShopError('taken', 'chat');
      await orUnavailable(client.sadd(names.groups(shop), chat));
    },

    async unbind(given) {
      const { chat, shop } = await current(given);
      if (shop !== null) await removeBinding(chat, shop);
    },

    async groups(shop) {
      const chats = await orUnavailable(client.smembers(names.groups(shop)));
      const shops = await Promise.all(chats.map(bindingOf));
      return chats.filter((_, index) => shops[index] === shop).sort();
    },

    // Binds the new id first, so that the shop can always be found by one of the two.
    async migrate(oldChat, newChat) {
      const shop = await bindingOf(oldChat);
      if (movedTo(shop) !== null) return;
      if (shop !== null) {
        // A shop that the new id was bound to meanwhile stays.
        await orUnavailable(client.setnx(names.chatShop(checkedHandle(newChat, 'chat')), shop));
        await orUnavailable(client.sadd(names.groups(shop), newChat));
      }
      await orUnavailable(
        client.set(names.chatShop(oldChat), `${movedPrefix}${checkedHandle(newChat, 'chat')}`, 'PX', movedMs),
      );
      if (shop !== null) await orUnavailable(client.srem(names.groups(shop), oldChat));
    },
  };
}

/** The supergroup that a chat's key names; null for a chat that has not moved. */
function movedTo(value: string | null): string | null {
  return value?.startsWith(movedPrefix) ? value.slice(movedPrefix.length) : null;
}

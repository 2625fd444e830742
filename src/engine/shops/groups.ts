/** Chats that are bound to a shop. The chat's own key is authoritative; the shop's list is for display. */

import { ShopError, type Shops } from '../api/shops.js';
import { checkedHandle } from '../shared/validation.js';
import * as names from '../store/key-names.js';
import { orUnavailable } from '../store/scripts.js';
import type { ShopContext } from './context.js';

export type Groups = Pick<Shops, 'bind' | 'unbind' | 'shopOfChat' | 'groups' | 'migrate'>;

export function createGroups({ store, scripts }: ShopContext): Groups {
  const { client } = store;

  const shopOfChat = (chat: string) => orUnavailable(client.get(names.chatShop(checkedHandle(chat, 'chat'))));

  /** Compares before it deletes: another shop may have just bound the chat. */
  async function free(chat: string, shop: string): Promise<void> {
    await scripts.run('lease', [names.chatShop(chat)], [shop, 0]);
    await orUnavailable(client.srem(names.groups(shop), chat));
  }

  return {
    shopOfChat,

    async bind(chat, shop) {
      const name = names.chatShop(checkedHandle(chat, 'chat'));
      await orUnavailable(client.setnx(name, shop));
      if ((await orUnavailable(client.get(name))) !== shop) throw new ShopError('taken', 'chat');
      await orUnavailable(client.sadd(names.groups(shop), chat));
    },

    async unbind(chat) {
      const shop = await shopOfChat(chat);
      if (shop !== null) await free(chat, shop);
    },

    async groups(shop) {
      const chats = await orUnavailable(client.smembers(names.groups(shop)));
      const shops = await Promise.all(chats.map(shopOfChat));
      return chats.filter((_, index) => shops[index] === shop).sort();
    },

    // Binds the new id first, so that the shop can always be found by one of the two.
    async migrate(oldChat, newChat) {
      const shop = await shopOfChat(oldChat);
      if (shop === null) return;
      await orUnavailable(client.set(names.chatShop(checkedHandle(newChat, 'chat')), shop));
      await orUnavailable(client.sadd(names.groups(shop), newChat));
      await free(oldChat, shop);
    },
  };
}

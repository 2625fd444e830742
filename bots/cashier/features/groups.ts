/**
 * Groups of a shop. An owner adds the bot with a link that names the shop; from then on only members of the shop are
 * answered there (../identify.ts).
 */
import { Composer, type Context, type MiddlewareFn } from 'grammy';
import type { InlineKeyboardButton } from 'grammy/types';
import { type BotStore, type Membership, ShopError, type Shops } from '../../../src/engine/index.js';
import type { FeatureDeps } from '../deps.js';
import { type CashierContext, nameOfChat } from '../identify.js';
import type { Words } from '../render/index.js';
import { replyText } from './reply.js';

/** How long the removal from a group is stored. */
const absentMs = 365 * 86_400_000;
const absentStatuses = new Set(['left', 'kicked']);

/**
 * A group from which the bot was removed loses its shop when the bot is added again. Not at the removal: a migration to a
 * supergroup may look like one. Runs before `identify`, because anyone may remove the bot.
 */
export function watchGroups(shops: Shops, botStore: BotStore): MiddlewareFn<Context> {
  return async (ctx, next) => {
    const { myChatMember: change, chat } = ctx;
    if (change === undefined || chat === undefined || chat.type === 'private') return await next();
    const name = `left:${chat.id}`;
    if (absentStatuses.has(change.new_chat_member.status))
      return await botStore.setTemporary(name, true, absentMs);
    if (absentStatuses.has(change.old_chat_member.status) && (await botStore.getTemporary(name)) !== null) {
      await shops.unbind(nameOfChat(chat.id));
      await botStore.deleteTemporary(name);
    }
  };
}

/** Opens Telegram's list of groups; adding the bot there sends `/start` with the shop. */
export function groupButton(words: Words, { me }: CashierContext, shop: string): InlineKeyboardButton {
  return { text: words.t('button-add-to-group'), url: `https://t.me/${me.username}?startgroup=${shop}` };
}

/** Must be the first feature: in a group without a shop no other one may run. */
export function createGroups({ engine }: FeatureDeps): Composer<CashierContext> {
  const { shops } = engine;
  const composer = new Composer<CashierContext>();

  composer.chatType(['group', 'supergroup']).command('start', async (ctx) => {
    const { place, person, membership } = ctx.sender;
    const owned = person.memberships.filter(({ member }) => member.role === 'owner');
    const wanted = owned.find(({ shop }) => shop.id === ctx.match.trim()) ?? chosen(owned, membership);
    if (wanted === undefined) {
      if (place === 'unbound') await replyText(ctx, 'group-owner-only');
      return;
    }
    const chat = nameOfChat(ctx.chat.id);
    // An owner of both shops may move the group.
    const mayMove = place === 'shop' && membership?.member.role === 'owner';
    if (mayMove && membership.shop.id !== wanted.shop.id) await shops.unbind(chat);
    try {
      await shops.bind(chat, wanted.shop.id);
      await replyText(ctx, 'group-bound', { shop: wanted.shop.name });
    } catch (error) {
      if (!(error instanceof ShopError) || error.kind !== 'taken') throw error;
      await replyText(ctx, 'group-taken');
    }
  });

  composer.use(async (ctx, next) => {
    if (ctx.sender.place !== 'unbound') await next();
  });
  return composer;
}

/** If the link names no shop: the current one (the group's or the chosen one), else the only one. */
function chosen(owned: readonly Membership[], current: Membership | null): Membership | undefined {
  return (
    owned.find(({ shop }) => shop.id === current?.shop.id) ?? (owned.length === 1 ? owned[0] : undefined)
  );
}

/**
 * Groups of a shop. An owner adds the bot by a link with the shop in it; from then on the shop's people are answered
 * there and nobody else (../access.ts).
 */
import { Composer, type Context, type MiddlewareFn } from 'grammy';
import type { InlineKeyboardButton } from 'grammy/types';
import type { Engine, Membership, Notebook } from '../../../src/engine/index.js';
import { ShopError } from '../../../src/engine/index.js';
import type { Kit } from '../deps.js';
import { type CashierContext, nameOfChat } from '../identify.js';
import type { Words } from '../render/index.js';
import { sayText } from './reply.js';

/** Whoever brings the bot back after longer has to be an owner of the same shop. */
const absentMs = 365 * 86_400_000;
const gone = new Set(['left', 'kicked']);

/**
 * A group the bot was thrown out of, and is brought back to, is nobody's. It is not when the bot goes: a group that
 * becomes a supergroup may look as if it did. Stands in front of `identify`: anybody may throw the bot out.
 */
export function watchGroups({
  shops,
  notebook,
}: {
  shops: Engine['shops'];
  notebook: Notebook;
}): MiddlewareFn<Context> {
  return async (ctx, next) => {
    const { myChatMember: change, chat } = ctx;
    if (change === undefined || chat === undefined || chat.type === 'private') return await next();
    const name = `left:${chat.id}`;
    if (gone.has(change.new_chat_member.status)) return await notebook.remember(name, true, absentMs);
    if (gone.has(change.old_chat_member.status) && (await notebook.recall(name)) !== null) {
      await shops.unbind(nameOfChat(chat.id));
      await notebook.forget(name);
    }
  };
}

/** Leads to Telegram's choice of groups, and from there to `/start` with the shop. */
export function groupButton(words: Words, { me }: CashierContext, shop: string): InlineKeyboardButton {
  return { text: words.t('button-add-to-group'), url: `https://t.me/${me.username}?startgroup=${shop}` };
}

/** Must be the first: in a group that is nobody's it alone listens. */
export function createGroups({ engine }: Kit): Composer<CashierContext> {
  const { shops } = engine;
  const composer = new Composer<CashierContext>();

  composer.chatType(['group', 'supergroup']).command('start', async (ctx) => {
    const { place, person, membership } = ctx.asker;
    const owned = person.memberships.filter(({ member }) => member.role === 'owner');
    const wanted = owned.find(({ shop }) => shop.id === ctx.match.trim()) ?? chosen(owned, membership);
    if (wanted === undefined) {
      if (place === 'unbound') await sayText(ctx, 'group-owner-only');
      return;
    }
    const chat = nameOfChat(ctx.chat.id);
    // Whoever owns both shops may hand the group over.
    const mayMove = place === 'shop' && membership?.member.role === 'owner';
    if (mayMove && membership.shop.id !== wanted.shop.id) await shops.unbind(chat);
    try {
      await shops.bind(chat, wanted.shop.id);
      await sayText(ctx, 'group-bound', { shop: wanted.shop.name });
    } catch (error) {
      if (!(error instanceof ShopError) || error.kind !== 'taken') throw error;
      await sayText(ctx, 'group-taken');
    }
  });

  composer.use(async (ctx, next) => {
    if (ctx.asker.place !== 'unbound') await next();
  });
  return composer;
}

/** Without a shop in the link: the one the group belongs to or the person has chosen, or the only one. */
function chosen(owned: readonly Membership[], current: Membership | null): Membership | undefined {
  return (
    owned.find(({ shop }) => shop.id === current?.shop.id) ?? (owned.length === 1 ? owned[0] : undefined)
  );
}

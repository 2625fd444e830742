/** /shop: chooses the shop to act for; an owner can open another one. */
import { Composer } from 'grammy';
import type { Kit } from '../deps.js';
import type { CashierContext } from '../identify.js';
import { renderShopChoice, renderText } from '../render/index.js';
import { change, inPrivate, onPress, say, sayText } from './reply.js';

export function createSwitch({ engine }: Kit): Composer<CashierContext> {
  const composer = new Composer<CashierContext>();

  composer.command('shop', async (ctx) => {
    if (!(await inPrivate(ctx))) return;
    const { memberships } = ctx.asker.person;
    if (memberships.length === 0) return await sayText(ctx, 'no-shop');
    const mayOpen = memberships.some(({ member }) => member.role === 'owner');
    const shops = memberships.map(({ shop }) => shop);
    await say(ctx, renderShopChoice(ctx.asker.words, shops, { mayOpen }));
  });

  onPress(composer, 'chooseShop', async (ctx, { shop }) => {
    const { person, words } = ctx.asker;
    const chosen = await engine.shops.switchShop(person.person, shop);
    if (chosen !== null) ctx.asker.membership = chosen;
    await change(
      ctx,
      chosen === null
        ? renderText(words, 'no-longer-member')
        : renderText(words, 'shop-chosen', { shop: chosen.shop.name }),
    );
  });
  return composer;
}

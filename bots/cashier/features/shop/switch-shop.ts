/** /shop: chooses the shop to act for; an owner can open another one. */
import { Composer } from 'grammy';
import type { FeatureDeps } from '../../deps.js';
import type { CashierContext } from '../../identify.js';
import { renderShopChoice, renderText } from '../../render/index.js';
import { editOrReply, inPrivate, onPress, reply } from '../reply.js';

export function createSwitchShop({ engine }: FeatureDeps): Composer<CashierContext> {
  const composer = new Composer<CashierContext>();

  composer.command('shop', async (ctx) => {
    if (!(await inPrivate(ctx))) return;
    const { memberships } = ctx.sender.person;
    const mayOpen = memberships.some(({ member }) => member.role === 'owner');
    const shops = memberships.map(({ shop }) => shop);
    await reply(ctx, renderShopChoice(ctx.sender.words, shops, { mayOpen }));
  });

  onPress(composer, 'chooseShop', async (ctx, { shop }) => {
    const { person, words } = ctx.sender;
    const chosen = await engine.shops.switchShop(person.person, shop);
    if (chosen !== null) ctx.sender.membership = chosen;
    await editOrReply(
      ctx,
      chosen === null
        ? renderText(words, 'no-longer-member')
        : renderText(words, 'shop-chosen', { shop: chosen.shop.name }),
    );
  });
  return composer;
}

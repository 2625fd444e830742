/** /shop: somebody who belongs to several shops says for which one they act. */
import { Composer } from 'grammy';
import type { CashierContext } from '../access.js';
import type { Kit } from '../kit.js';
import { renderShopChoice, renderText } from '../render/index.js';
import { change, inPrivate, onPress, say, sayText } from './saying.js';

export function createSwitch({ engine }: Kit): Composer<CashierContext> {
  const composer = new Composer<CashierContext>();

  composer.command('shop', async (ctx) => {
    if (!(await inPrivate(ctx))) return;
    const { person, words } = ctx.asker;
    const shops = person.memberships.map(({ shop }) => shop);
    const [first, second] = shops;
    if (first === undefined) await sayText(ctx, 'no-shop');
    else if (second === undefined) await sayText(ctx, 'shop-only', { shop: first.name });
    else await say(ctx, renderShopChoice(words, shops));
  });

  onPress(composer, 'chooseShop', async (ctx, { shop }) => {
    const { person, words } = ctx.asker;
    const chosen = await engine.shops.choose(person.person, shop);
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

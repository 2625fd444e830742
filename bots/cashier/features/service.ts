/** /usage, /banks, /dashboard, /help and /privacy. */
import { Composer } from 'grammy';
import { plans } from '../../../src/engine/index.js';
import type { Kit } from '../deps.js';
import type { CashierContext } from '../identify.js';
import {
  asOptions,
  renderBanks,
  renderDashboard,
  renderHelp,
  renderPrivacy,
  renderUsage,
} from '../render/index.js';
import { menuRole } from './menu.js';
import { memberOf, ownerOf, say, sayText } from './reply.js';

export function createService({ engine, setting, config }: Kit): Composer<CashierContext> {
  const composer = new Composer<CashierContext>();

  composer.command('usage', async (ctx) => {
    const membership = await memberOf(ctx);
    if (membership === null) return;
    const usage = await engine.accountUsage(membership.shop.id);
    await say(ctx, renderUsage(ctx.asker.words, usage, plans[usage.plan].name, setting()));
  });

  composer.command('banks', (ctx) => say(ctx, renderBanks(ctx.asker.words, engine.status(), setting())));

  composer.command('dashboard', async (ctx) => {
    if (ctx.asker.place !== 'private') return await sayText(ctx, 'dashboard-private');
    const membership = await ownerOf(ctx);
    if (membership === null) return;
    // Without BASE_URL the link would point to localhost, which does not work on a phone.
    if (config.BASE_URL === undefined) return await sayText(ctx, 'dashboard-missing');
    const { url } = await engine.accounts.loginLink(membership.shop.id);
    const drawn = renderDashboard(ctx.asker.words, url);
    await ctx.reply(drawn.text, { ...asOptions(drawn), protect_content: true });
  });

  composer.command('help', (ctx) => {
    const { asker } = ctx;
    return say(ctx, renderHelp(asker.words, asker.place === 'private' ? menuRole(asker) : 'group'));
  });
  composer.command('privacy', (ctx) => say(ctx, renderPrivacy(ctx.asker.words)));
  return composer;
}

/** /usage, /banks, /dashboard, /help and /privacy. */
import { Composer } from 'grammy';
import { plans } from '../../../src/engine/index.js';
import type { FeatureDeps } from '../deps.js';
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
import { memberOf, ownerOf, reply, replyText } from './reply.js';

export function createService({ engine, setting, config }: FeatureDeps): Composer<CashierContext> {
  const composer = new Composer<CashierContext>();

  composer.command('usage', async (ctx) => {
    const membership = await memberOf(ctx);
    if (membership === null) return;
    const usage = await engine.accountUsage(membership.shop.id);
    await reply(ctx, renderUsage(ctx.sender.words, usage, plans[usage.plan].name, setting()));
  });

  composer.command('banks', (ctx) => reply(ctx, renderBanks(ctx.sender.words, engine.status(), setting())));

  composer.command('dashboard', async (ctx) => {
    if (ctx.sender.place !== 'private') return await replyText(ctx, 'dashboard-private');
    const membership = await ownerOf(ctx);
    if (membership === null) return;
    // Without BASE_URL the link would point to localhost, which does not work on a phone.
    if (config.BASE_URL === undefined) return await replyText(ctx, 'dashboard-missing');
    const { url } = await engine.accounts.loginLink(membership.shop.id);
    const message = renderDashboard(ctx.sender.words, url);
    await ctx.reply(message.text, { ...asOptions(message), protect_content: true });
  });

  composer.command('help', (ctx) => {
    const { sender } = ctx;
    return reply(ctx, renderHelp(sender.words, sender.place === 'private' ? menuRole(sender) : 'group'));
  });
  composer.command('privacy', (ctx) => reply(ctx, renderPrivacy(ctx.sender.words)));
  return composer;
}

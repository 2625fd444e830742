/** /today and /history: accepted receipts. */
import { Composer } from 'grammy';
import type { FeatureDeps } from '../deps.js';
import type { CashierContext } from '../identify.js';
import { renderDay, renderHistory } from '../render/index.js';
import { memberOf, replyAbout, replyText } from './reply.js';

const foundMax = 10;

export function createDay({ engine, setting }: FeatureDeps): Composer<CashierContext> {
  const { shops } = engine;
  const composer = new Composer<CashierContext>();

  // Totals by member: for owners in a private chat only.
  composer.command('today', async (ctx) => {
    const membership = await memberOf(ctx);
    if (membership === null) return;
    const staff = membership.member.role === 'owner' && ctx.sender.place === 'private';
    const report = await shops.day(membership.shop.id);
    await replyAbout(ctx, membership, renderDay(ctx.sender.words, report, setting(), { staff }));
  });

  composer.command('history', async (ctx) => {
    const membership = await memberOf(ctx);
    if (membership === null) return;
    const query = ctx.match.trim();
    if (query === '') return await replyText(ctx, 'history-ask');
    const found = await shops.history(membership.shop.id, query, foundMax);
    await replyAbout(ctx, membership, renderHistory(ctx.sender.words, found, query, setting()));
  });
  return composer;
}

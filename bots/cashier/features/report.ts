/** /report and /export for weeks, months and date ranges; owners only. */
import { format } from 'date-fns/format';
import { parseISO } from 'date-fns/parseISO';
import { subDays } from 'date-fns/subDays';
import { Composer, InputFile } from 'grammy';
import { type Membership, type Period, periodAround } from '../../../src/engine/index.js';
import type { FeatureDeps } from '../deps.js';
import type { CashierContext } from '../identify.js';
import { exportCsv, formatDate, parseDate, renderReport, renderText } from '../render/index.js';
import { editOrReply, onPress, ownerOf, replyAbout, replyText, withShopName } from './reply.js';

/** Days in an export without dates, today included. */
const exportDays = 30;

export function createReport({ engine, setting }: FeatureDeps): Composer<CashierContext> {
  const { shops } = engine;
  const composer = new Composer<CashierContext>();

  composer.command('report', async (ctx) => {
    const membership = await ownerOf(ctx);
    if (membership === null) return;
    const period = periodIn(ctx.match) ?? 'week';
    const report = await shops.report(membership.shop.id, period);
    await replyAbout(ctx, membership, renderReport(ctx.sender.words, report, setting()));
  });

  onPress(composer, 'report', async (ctx, { period, date }) => {
    const membership = await ownerOf(ctx);
    if (membership === null) return;
    const { shop } = membership;
    const report = renderReport(ctx.sender.words, await shops.report(shop.id, period, date), setting());
    await editOrReply(ctx, withShopName(ctx, shop, report));
  });

  // Contains the payers' names, so for owners only.
  composer.command('export', async (ctx) => {
    const membership = await ownerOf(ctx);
    if (membership === null) return;
    const today = await shops.today(membership.shop.id);
    const period = periodIn(ctx.match);
    if (period !== null) return await send(ctx, membership, periodAround(period, today));
    const dates = ctx.match.split(/\s+/).filter((date) => date !== '');
    const [from = daysBefore(today), to = today] = dates.map(parseDate);
    await send(ctx, membership, { from, to });
  });

  onPress(composer, 'exportPeriod', async (ctx, { period, date }) => {
    const membership = await ownerOf(ctx);
    if (membership !== null) await send(ctx, membership, periodAround(period, date));
  });
  return composer;

  async function send(
    ctx: CashierContext,
    { shop }: Membership,
    { from, to }: { from: string; to: string },
  ): Promise<void> {
    const { words } = ctx.sender;
    const rows = () => shops.export(shop.id, from, to);
    const shown = { from: formatDate(from), to: formatDate(to) };
    if (await isEmpty(rows())) return await replyText(ctx, 'export-empty', shown);
    // A function, so that the rows are read again if Telegram needs the file again.
    const file = new InputFile(() => exportCsv(words, rows(), setting()), `${from}-${to}.csv`);
    const { text, entities } = withShopName(ctx, shop, renderText(words, 'export-caption', shown));
    await ctx.replyWithDocument(file, { caption: text, caption_entities: entities });
  }
}

/** Null for anything else. */
function periodIn(text: string): Period | null {
  const [, found] = /^(week|month)$/i.exec(text.trim()) ?? [];
  return found === undefined ? null : (found.toLowerCase() as Period);
}

function daysBefore(date: string): string {
  return format(subDays(parseISO(date), exportDays), 'yyyy-MM-dd');
}

async function isEmpty(rows: AsyncIterable<unknown>): Promise<boolean> {
  for await (const _ of rows) return false;
  return true;
}

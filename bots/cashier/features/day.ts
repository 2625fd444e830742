/** What the shop has accepted: /today, /history, /export. */
import { format } from 'date-fns/format';
import { parseISO } from 'date-fns/parseISO';
import { subDays } from 'date-fns/subDays';
import { Composer, InputFile } from 'grammy';
import type { CashierContext } from '../access.js';
import type { Kit } from '../kit.js';
import { dateShown, dateTyped, exportCsv, renderDay, renderHistory, renderText } from '../render/index.js';
import { memberOf, ownerOf, say, sayText } from './saying.js';

/** Of an export that names no days: today and the days before it. */
const exportDays = 30;
const foundMax = 10;

export function createDay({ engine, setting }: Kit): Composer<CashierContext> {
  const { shops } = engine;
  const composer = new Composer<CashierContext>();

  composer.command('today', async (ctx) => {
    const membership = await memberOf(ctx);
    if (membership === null) return;
    await say(ctx, renderDay(ctx.asker.words, await shops.day(membership.shop.id), setting()));
  });

  composer.command('history', async (ctx) => {
    const membership = await memberOf(ctx);
    if (membership === null) return;
    const query = ctx.match.trim();
    if (query === '') return await sayText(ctx, 'history-ask');
    const found = await shops.history(membership.shop.id, query, foundMax);
    await say(ctx, renderHistory(ctx.asker.words, found, query, setting()));
  });

  // The whole book with the payers' names: for owners.
  composer.command('export', async (ctx) => {
    const membership = await ownerOf(ctx);
    if (membership === null) return;
    const { words } = ctx.asker;
    const typed = ctx.match.split(/\s+/).filter((day) => day !== '');
    const today = await shops.today(membership.shop.id);
    const [from = daysBefore(today), to = today] = typed.map(dateTyped);
    const rows = () => shops.export(membership.shop.id, from, to);
    const shown = { from: dateShown(from), to: dateShown(to) };
    if (await isEmpty(rows())) return await sayText(ctx, 'export-empty', shown);
    // Read again where Telegram wants it sent again.
    const file = new InputFile(() => exportCsv(words, rows(), setting()), `${from}-${to}.csv`);
    const { text, entities } = renderText(words, 'export-caption', shown);
    await ctx.replyWithDocument(file, { caption: text, caption_entities: entities });
  });
  return composer;
}

function daysBefore(date: string): string {
  return format(subDays(parseISO(date), exportDays), 'yyyy-MM-dd');
}

async function isEmpty(rows: AsyncIterable<unknown>): Promise<boolean> {
  for await (const _ of rows) return false;
  return true;
}

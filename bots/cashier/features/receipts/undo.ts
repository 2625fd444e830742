/** Undoing an acceptance: the button under an answer, and /undo. */
import { Composer } from 'grammy';
import type { Membership } from '../../../../src/engine/index.js';
import type { FeatureDeps } from '../../deps.js';
import { type CashierContext, mayActFor } from '../../identify.js';
import type { Job } from '../../jobs/job.js';
import { repliedOf } from '../../parse-message.js';
import { renderText, renderUndoAsk, undoButtons, undoConfirmation } from '../../render/index.js';
import { undoneOf } from '../../verification/message-receipts.js';
import { editOrReply, memberOf, reply, replyText } from '../reply.js';
import { answerPress, membershipIn, pressedJob } from './button-presses.js';

export function createUndo(deps: FeatureDeps): Composer<CashierContext> {
  const { engine, jobs } = deps;
  const { shops } = engine;
  const composer = new Composer<CashierContext>();

  composer.on('callback_query:data', async (ctx, next) => {
    const action = ctx.pressed;
    const steps = ['undo', 'confirmUndo', 'keepAcceptance'] as const;
    const step = steps.find((name) => name === action?.do);
    if (step === undefined || action === null || !('job' in action)) return await next();
    const job = await pressedJob(deps, ctx, action.job);
    const membership = membershipIn(ctx, job?.shop);
    if (job === null || membership === null) return;
    if (step === 'keepAcceptance') return await showUndo(ctx, job, undoButtons);
    await undoHere(ctx, job, membership, step === 'confirmUndo');
  });

  composer.command('undo', async (ctx) => {
    const membership = await memberOf(ctx);
    if (membership === null) return;
    const row = await chosenRow(ctx, membership);
    if (row === null) return await replyText(ctx, 'undo-usage');
    const found = await shops.row(row.shop, row.id);
    const inShop = membershipIn(ctx, row.shop);
    if (found === null || found.acceptance === null || inShop === null)
      return await replyText(ctx, 'undo-not_accepted');
    if (!mayUndo(inShop, found.acceptance.member)) return await replyText(ctx, 'undo-not_yours');
    await reply(ctx, renderUndoAsk(ctx.sender.words, found));
  });

  composer.on('callback_query:data', async (ctx, next) => {
    const action = ctx.pressed;
    if (action?.do !== 'undoRow') return await next();
    // The receipt may be in any of the person's shops.
    for (const membership of membershipsHere(ctx)) {
      if ((await shops.row(membership.shop.id, action.row)) === null) continue;
      const message = await undo(membership, action.row);
      await answerPress(ctx, message);
      return await editOrReply(ctx, renderText(ctx.sender.words, message));
    }
    await answerPress(ctx, 'error-unknown');
  });
  return composer;

  async function undoHere(
    ctx: CashierContext,
    job: Job,
    membership: Membership,
    isSure: boolean,
  ): Promise<void> {
    const row = await shops.row(job.shop, job.book?.row ?? '');
    if (row?.acceptance === undefined || row.acceptance === null) {
      // Undone a moment ago, here or on another phone.
      await answerPress(ctx, 'undo-not_accepted');
      if (row !== null && job.book?.accepted && !job.undone) await rerunUndone([job]);
      return;
    }
    if (!mayUndo(membership, row.acceptance.member)) return await answerPress(ctx, 'undo-not_yours');
    if (!isSure) {
      await ctx.answerCallbackQuery();
      return await showUndo(ctx, job, undoConfirmation);
    }
    await answerPress(ctx, await undo(membership, row.id, job));
  }

  /** @returns key of the reply @param here an answer that shows the acceptance, in addition to the recorded ones */
  async function undo({ shop, member }: Membership, id: string, here?: Job): Promise<string> {
    const { kind, rows } = await shops.undo({ shop: shop.id, id, member: member.id });
    // Also if it was undone before: that process may have died before this step.
    if (kind === 'undone' || (kind === 'not_accepted' && isUndone(rows[0]))) {
      const places = await Promise.all(rows.map((row) => deps.acceptanceMessages.find(shop.id, row.id)));
      const about = await Promise.all(places.flat().map(({ chat, message: at }) => jobs.about(chat, at)));
      const showing = about.flat().filter((job) => rows.some((row) => row.id === job.book?.row));
      const byId = new Map([...(here ? [here] : []), ...showing].map((job) => [job.id, job]));
      await rerunUndone([...byId.values()]);
    }
    return kind === 'undone' ? 'undo-done' : `undo-${kind}`;
  }

  async function rerunUndone(all: readonly Job[]): Promise<void> {
    for (const job of all) await jobs.replace({ ...job, ...undoneOf(job) });
  }

  async function showUndo(ctx: CashierContext, job: Job, buttons: typeof undoButtons): Promise<void> {
    await ctx.answerCallbackQuery();
    await ctx.editMessageReplyMarkup({
      reply_markup: { inline_keyboard: buttons(ctx.sender.words, job.id) },
    });
  }

  /** The receipt that /undo replies to, or that follows the command. */
  async function chosenRow(
    ctx: CashierContext,
    { shop }: Membership,
  ): Promise<{ shop: string; id: string } | null> {
    const replied = ctx.message && repliedOf(ctx.message);
    const query = String(ctx.match ?? '').trim();
    if (query === '' && replied !== undefined && ctx.chat) {
      const about = await jobs.about(ctx.chat.id, replied.message_id);
      const job = about.findLast((entered) => entered.book !== undefined && mayActFor(ctx, entered.shop));
      return job?.book ? { shop: job.shop, id: job.book.row } : null;
    }
    if (query.length < 4) return null;
    const { rows } = await shops.history(shop.id, query, 2);
    const [row] = rows.filter(({ reference }) => reference.toUpperCase() === query.toUpperCase());
    return row ? { shop: shop.id, id: row.id } : null;
  }

  /** The shops that the sender may act for here, the current one first. */
  function membershipsHere({ sender: { place, membership, person } }: CashierContext): Membership[] {
    const first = membership === null ? [] : [membership];
    const others = person.memberships.filter(({ shop }) => shop.id !== membership?.shop.id);
    return place === 'private' ? [...first, ...others] : first;
  }
}

/** Checked before the confirmation question; the engine checks again. */
function mayUndo({ member }: Membership, acceptedBy: string): boolean {
  return member.role === 'owner' || member.id === acceptedBy;
}

function isUndone(row: { events?: readonly { kind: string }[] } | undefined): boolean {
  return row?.events?.some(({ kind }) => kind === 'undone') ?? false;
}

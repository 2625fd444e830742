/** Decisions about a receipt: a cashier asks the owners, an owner decides, an acceptance is undone. */
import { randomBytes } from 'node:crypto';
import { Composer } from 'grammy';
import type { Membership } from '../../../src/engine/index.js';
import type { FeatureDeps } from '../deps.js';
import { type CashierContext, mayActFor } from '../identify.js';
import type { Job } from '../jobs/job.js';
import { repliedOf } from '../parse-message.js';
import {
  decodeAction,
  renderAnswered,
  renderText,
  renderUndoAsk,
  undoButtons,
  undoConfirmation,
} from '../render/index.js';
import { noteCase } from '../verification/cases.js';
import { refOf, undoneOf } from '../verification/message-receipts.js';
import type { Question } from '../verification/questions.js';
import { answerPress, membershipIn, pressedJob } from './button-presses.js';
import { editOrReply, memberOf, onPress, ownerAt, reply, replyText } from './reply.js';

export function createDecisions(deps: FeatureDeps): Composer<CashierContext> {
  const { engine, jobs, questions } = deps;
  const { shops } = engine;
  const composer = new Composer<CashierContext>();

  composer.on('callback_query:data', async (ctx, next) => {
    const action = decodeAction(ctx.callbackQuery.data);
    const known = ['askOwner', 'undo', 'confirmUndo', 'keepAcceptance'] as const;
    const which = known.find((one) => one === action?.do);
    if (which === undefined || action === null || !('job' in action)) return await next();
    const job = await pressedJob(deps, ctx, action.job);
    const membership = membershipIn(ctx, job?.shop);
    if (job === null || membership === null) return;
    if (which === 'askOwner') return await askOwners(ctx, job, membership);
    if (which === 'keepAcceptance') return await showUndo(ctx, job, undoButtons);
    await undoHere(ctx, job, membership, which === 'confirmUndo');
  });

  onPress(composer, 'approve', (ctx, { question }) => answer(ctx, question, true));
  onPress(composer, 'refuse', (ctx, { question }) => answer(ctx, question, false));

  composer.command('undo', async (ctx) => {
    const membership = await memberOf(ctx);
    if (membership === null) return;
    const row = await rowMeant(ctx, membership);
    if (row === null) return await replyText(ctx, 'undo-usage');
    const found = await shops.row(row.shop, row.id);
    const place = membershipIn(ctx, row.shop);
    if (found === null || found.acceptance === null || place === null)
      return await replyText(ctx, 'undo-not_accepted');
    if (!mayUndo(place, found.acceptance.member)) return await replyText(ctx, 'undo-not_yours');
    await reply(ctx, renderUndoAsk(ctx.sender.words, found));
  });

  composer.on('callback_query:data', async (ctx, next) => {
    const action = decodeAction(ctx.callbackQuery.data);
    if (action?.do !== 'undoRow') return await next();
    // The receipt may be in any of the person's shops.
    for (const membership of placesOf(ctx)) {
      if ((await shops.row(membership.shop.id, action.row)) === null) continue;
      const told = await undo(membership, action.row);
      await answerPress(ctx, told);
      return await editOrReply(ctx, renderText(ctx.sender.words, told));
    }
    await answerPress(ctx, 'error-unknown');
  });
  return composer;

  /** Stores the question in the job, whose run asks the owners, also after a crash. */
  async function askOwners(ctx: CashierContext, job: Job, { member }: Membership): Promise<void> {
    if (member.role === 'owner') return await answerPress(ctx, 'ask-yourself');
    const open = job.asks && !job.asks.over ? await questions.find(job.asks.question) : null;
    await ctx.answerCallbackQuery();
    if (open !== null && !open.closed && open.told.length > 0) return;
    const question = randomBytes(12).toString('base64url');
    await jobs.replace({ ...job, asks: { question, member: member.id } });
  }

  async function answer(ctx: CashierContext, id: string, approved: boolean): Promise<void> {
    const { words } = ctx.sender;
    const question = await questions.find(id);
    if (question === null) return await editOrReply(ctx, renderText(words, 'button-old'));
    const membership = await ownerAt(ctx, question.shop);
    if (membership === null) return;
    const { shop, row, place } = question;
    const request = { shop, id: row, member: membership.member.id, question: id, approved, message: place };
    const decided = await shops.decide(request);
    const decision = decided.kind === 'decided' ? decided.decision : null;
    const job = await askedBy(question, id);
    // A second owner's press has not approved anything.
    if (decision?.kind === 'approved' && decision.member === membership.member.id) {
      await approveParts(deps, job?.parts ?? [], membership);
      await noteCase(deps, membership, 'anyway', row, place);
    }
    await showAnswer(ctx, decision);
    if (job === null || question.closed) return;
    // Rerun the job: it shows the decision to the cashier and the other owners.
    if (decision?.kind === 'approved') await drawApproved(deps, job);
    else if (decision === null && job.asks) await jobs.replace({ ...job, asks: { ...job.asks, over: true } });
    else await jobs.replace(job);
  }

  /** The job of a question. */
  async function askedBy({ place }: Question, question: string): Promise<Job | null> {
    const chat = Number(place.chat.replace('tg:', ''));
    const about = await jobs.about(chat, Number(place.message));
    return about.find(({ asks }) => asks?.question === question) ?? null;
  }

  /** Shows the decision to the owner at once, independent of the cashier's message. */
  async function showAnswer(
    ctx: CashierContext,
    decision: Parameters<typeof renderAnswered>[2],
  ): Promise<void> {
    const shown = ctx.callbackQuery?.message;
    const { words } = ctx.sender;
    const text = shown && 'text' in shown ? (shown.text ?? '') : '';
    const entities = shown && 'text' in shown ? (shown.entities ?? []) : [];
    const hasButtons = shown !== undefined && 'reply_markup' in shown && shown.reply_markup !== undefined;
    if (text !== '' && !hasButtons) return;
    const drawn = renderAnswered(words, { text, entities: [...entities] }, decision, deps.setting());
    await editOrReply(ctx, drawn);
  }

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
      if (row !== null && job.book?.accepted && !job.undone) await drawUndone([job]);
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
      const bearing = about.flat().filter((job) => rows.some((row) => row.id === job.book?.row));
      const known = new Map([...(here ? [here] : []), ...bearing].map((job) => [job.id, job]));
      await drawUndone([...known.values()]);
    }
    return kind === 'undone' ? 'undo-done' : `undo-${kind}`;
  }

  async function drawUndone(all: readonly Job[]): Promise<void> {
    for (const job of all) await jobs.replace({ ...job, ...undoneOf(job) });
  }

  async function showUndo(ctx: CashierContext, job: Job, buttons: typeof undoButtons): Promise<void> {
    await ctx.answerCallbackQuery();
    await ctx.editMessageReplyMarkup({
      reply_markup: { inline_keyboard: buttons(ctx.sender.words, job.id) },
    });
  }

  /** The receipt that /undo replies to, or that follows the command. */
  async function rowMeant(
    ctx: CashierContext,
    { shop }: Membership,
  ): Promise<{ shop: string; id: string } | null> {
    const replied = ctx.message && repliedOf(ctx.message);
    const query = String(ctx.match ?? '').trim();
    if (query === '' && replied !== undefined && ctx.chat) {
      const about = await jobs.about(ctx.chat.id, replied.message_id);
      const job = about.findLast((one) => one.book !== undefined && mayActFor(ctx, one.shop));
      return job?.book ? { shop: job.shop, id: job.book.row } : null;
    }
    if (query.length < 4) return null;
    const { rows } = await shops.history(shop.id, query, 2);
    const [row] = rows.filter(({ reference }) => reference.toUpperCase() === query.toUpperCase());
    return row ? { shop: shop.id, id: row.id } : null;
  }

  function placesOf({ sender: { place, membership, person } }: CashierContext): Membership[] {
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

/** Approves the other receipts of the sale too; otherwise they could pay another sale. */
export async function approveParts(
  { engine }: FeatureDeps,
  parts: NonNullable<Job['parts']>,
  { shop, member }: Membership,
): Promise<void> {
  for (const { row, chat, message: at } of parts) {
    await engine.shops.acceptOverride(shop.id, row, member.id, refOf({ chat, message: at }, chat < 0));
  }
}

export async function drawApproved({ jobs }: FeatureDeps, job: Job): Promise<void> {
  await jobs.replace({ ...job, approved: true });
  for (const { chat, message: at } of job.parts ?? []) {
    for (const part of await jobs.about(chat, at)) await jobs.replace({ ...part, approved: true });
  }
}

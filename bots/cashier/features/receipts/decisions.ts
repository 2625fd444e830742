/** Decisions about a receipt: a cashier asks the owners, an owner decides. */
import { randomBytes } from 'node:crypto';
import { Composer } from 'grammy';
import type { Membership } from '../../../../src/engine/index.js';
import type { FeatureDeps } from '../../deps.js';
import type { CashierContext } from '../../identify.js';
import type { Job } from '../../jobs/job.js';
import { renderAnswered, renderText } from '../../render/index.js';
import { recordCase } from '../../verification/cases.js';
import { refOf } from '../../verification/message-receipts.js';
import type { Question } from '../../verification/question-store.js';
import { editOrReply, onPress, ownerAt } from '../reply.js';
import { answerPress, membershipIn, pressedJob } from './button-presses.js';

export function createDecisions(deps: FeatureDeps): Composer<CashierContext> {
  const { engine, jobs, questions } = deps;
  const { shops } = engine;
  const composer = new Composer<CashierContext>();

  composer.on('callback_query:data', async (ctx, next) => {
    const action = ctx.pressed;
    if (action?.do !== 'askOwner') return await next();
    const job = await pressedJob(deps, ctx, action.job);
    const membership = membershipIn(ctx, job?.shop);
    if (job !== null && membership !== null) await askOwners(ctx, job, membership);
  });

  onPress(composer, 'approve', (ctx, { question }) => answer(ctx, question, true));
  onPress(composer, 'refuse', (ctx, { question }) => answer(ctx, question, false));

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
    const job = await jobOf(question, id);
    // A second owner's press has not approved anything.
    if (decision?.kind === 'approved' && decision.member === membership.member.id) {
      await approveParts(deps, job?.parts ?? [], membership);
      await recordCase(deps, membership, 'anyway', row, place);
    }
    await showAnswer(ctx, decision);
    if (job === null || question.closed) return;
    // Rerun the job: it shows the decision to the cashier and the other owners.
    if (decision?.kind === 'approved') await rerunApproved(deps, job);
    else if (decision === null && job.asks) await jobs.replace({ ...job, asks: { ...job.asks, over: true } });
    else await jobs.replace(job);
  }

  /** The job of a question. */
  async function jobOf({ place }: Question, question: string): Promise<Job | null> {
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
    await editOrReply(
      ctx,
      renderAnswered(words, { text, entities: [...entities] }, decision, deps.setting()),
    );
  }
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

/** Reruns the job and those of the other receipts of its sale, which then show the approval. */
export async function rerunApproved({ jobs }: FeatureDeps, job: Job): Promise<void> {
  await jobs.replace({ ...job, approved: true });
  for (const { chat, message: at } of job.parts ?? []) {
    for (const part of await jobs.about(chat, at)) await jobs.replace({ ...part, approved: true });
  }
}

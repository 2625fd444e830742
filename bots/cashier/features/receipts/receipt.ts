/** Turns messages into jobs: finds the receipts in a message and opens a job for each. */
import { Composer } from 'grammy';
import type { Message } from 'grammy/types';
import { command } from '../../amount.js';
import type { FeatureDeps } from '../../deps.js';
import type { CashierContext } from '../../identify.js';
import { type JobRequest, unread } from '../../jobs/job.js';
import { type ReadableFile, readFile, repliedOf } from '../../parse-message.js';
import {
  asOptions,
  type InputProblem,
  renderHint,
  renderInputProblem,
  renderShopChoice,
  replyTo,
} from '../../render/index.js';
import { type ParsedText, parseText, type Where } from './message-content.js';
import { createJobOpener } from './open-jobs.js';
import { createQuotedReceipts } from './quoted-receipts.js';
import { createSplitPayments } from './split-payments.js';

export function createReceipts(deps: FeatureDeps): Composer<CashierContext> {
  const { engine } = deps;
  const splitPayments = createSplitPayments(deps);
  const opener = createJobOpener(deps);
  const { openTexts, openPictures } = opener;
  const { openAmount, openQuoted } = createQuotedReceipts(deps, opener);
  const composer = new Composer<CashierContext>();

  composer.on(['message', 'edited_message'], async (ctx) => {
    const message = ctx.msg;
    if (isServiceMessage(message)) return;
    const where = whereOf(ctx);
    if (where === null) return await replyNoShop(ctx, message);
    const problem = await openJobs(ctx, message, where);
    if (problem !== null && shouldReport(ctx, message, problem)) await reportProblem(ctx, message, problem);
  });
  return composer;

  /** @returns the problem to report; null if there is none */
  async function openJobs(ctx: CashierContext, message: Message, where: Where): Promise<InputProblem | null> {
    const read = parseText(engine, message, ctx.editedMessage !== undefined);
    const file = readFile(message);
    if (file !== null && 'problem' in file) return file.problem;
    const asked = file === null ? engine.receiptsIn(read.text) : [];
    if (file !== null || asked.length > 0)
      return await openReceipts(ctx, message, where, read, file ?? asked);
    const replied = repliedOf(message);
    if (replied !== undefined && read.expected !== null)
      return await openAmount(ctx, message, replied, where, { expected: read.expected, note: read.note });
    const quoted = await openQuoted(message, where, read);
    if (quoted !== 'nothing_found') return quoted;
    return command.test(read.whole) && read.expected === unread ? 'bad_amount' : 'nothing_found';
  }

  /** Opens a job per receipt. Only a single receipt can pay the rest of another: with several, it is unknown which one does. */
  async function openReceipts(
    ctx: CashierContext,
    message: Message,
    where: Where,
    read: ParsedText,
    what: ReadableFile | readonly JobRequest[],
  ): Promise<InputProblem | null> {
    const isSingle = 'file' in what ? message.media_group_id === undefined : what.length === 1;
    const sale =
      isSingle && !read.edited ? await splitPayments.find(ctx, message, where.shop, read.expected) : null;
    const problem =
      'file' in what
        ? await openPictures(message, { ...where, ...sale }, { ...read, ...sale }, what)
        : await openTexts({ ...where, ...sale }, what, { ...read, ...sale });
    if (sale !== null) await splitPayments.close(ctx);
    return problem;
  }
}

function whereOf({ sender, chat, msgId }: CashierContext): Where | null {
  const { membership, place, person, words } = sender;
  if (membership === null || place === 'unbound' || !chat || msgId === undefined) return null;
  return {
    chat: chat.id,
    group: place === 'shop',
    message: msgId,
    person: person.person,
    shop: membership.shop.id,
    locale: words.locale,
  };
}

/** Service messages: members joining or leaving, pinned messages and so on. */
function isServiceMessage(message: Message): boolean {
  const { text, caption, photo, document, sticker } = message;
  return (text ?? caption ?? photo ?? document ?? sticker) === undefined && readFile(message) === null;
}

/**
 * Whether to report a problem. In a group only for messages clearly meant for the bot. Not for "Thanks" in reply to a
 * verdict: that would put "not confirmed" under an accepted payment.
 */
function shouldReport({ sender, me }: CashierContext, message: Message, problem: InputProblem): boolean {
  if (sender.place === 'private' || problem === 'shared_amount') return true;
  const { text } = message;
  const replied = repliedOf(message);
  if (problem === 'bad_amount' && replied !== undefined) return true;
  if (text !== undefined && command.test(text)) return true;
  return replied?.from?.id === me.id && (text === undefined || /\d/.test(text));
}

async function replyNoShop(ctx: CashierContext, message: Message): Promise<void> {
  const { place, person, words } = ctx.sender;
  if (place !== 'private') return;
  const shops = person.memberships.map(({ shop }) => shop);
  const answer = renderShopChoice(words, shops);
  await ctx.reply(answer.text, { ...asOptions(answer), ...replyTo(message.message_id) });
}

async function reportProblem(ctx: CashierContext, message: Message, problem: InputProblem): Promise<void> {
  // The sign ⏳ is only for a receipt in this message that is not checked.
  const isReceipt =
    problem === 'too_big' || (problem === 'shared_amount' && repliedOf(message) === undefined);
  const report = (isReceipt ? renderInputProblem : renderHint)(ctx.sender.words, problem);
  await ctx.reply(report.text, { ...asOptions(report), ...replyTo(message.message_id) });
}

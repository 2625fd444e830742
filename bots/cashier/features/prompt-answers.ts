/** Typed answers to questions of the bot; a question is stored for ten minutes (../prompts.ts). */
import { Composer } from 'grammy';
import type { Message } from 'grammy/types';
import type { FeatureDeps } from '../deps.js';
import type { CashierContext } from '../identify.js';
import type { Jobs } from '../jobs/types.js';
import { repliedOf } from '../parse-message.js';
import type { Prompt } from '../prompts.js';
import { renderText } from '../render/index.js';
import { editOrReply, onPress } from './reply.js';

/** A longer text, or one with a link, is a receipt and not an answer. */
const answerLengthMax = 200;

/** Questions for names. A name may look like a reference, but in a reply to the question it is a name. */
const nameQuestions = new Set(['shopName', 'memberName', 'accountHolder', 'setting-name']);

/**
 * Loads the open question once for the features after it. A command ends the question; a receipt is handled as a receipt
 * and leaves it open.
 */
export function createPromptAnswers(deps: FeatureDeps): Composer<CashierContext> {
  const { prompts, jobs, engine } = deps;
  const composer = new Composer<CashierContext>();
  composer.on('message:text', async (ctx, next) => {
    const { chat, from, message } = ctx;
    const openPrompt = await prompts.pending(chat.id, from.id);
    if (openPrompt !== null && message.text.startsWith('/')) await prompts.close(chat.id, from.id);
    else if (openPrompt !== null && mayAnswer(message) && !(await isForReceipt(jobs, message, openPrompt))) {
      const isName = nameQuestions.has(openPrompt.what) && answersBot(ctx);
      if (isName || engine.receiptsIn(message.text).length === 0) ctx.prompt = openPrompt;
    }
    await next();
  });
  onPress(composer, 'cancel', async (ctx) => {
    await closePrompt(deps, ctx);
    await editOrReply(ctx, renderText(ctx.sender.words, 'cancelled'));
  });
  return composer;
}

function mayAnswer({ text, forward_origin }: { text: string; forward_origin?: unknown }): boolean {
  return forward_origin === undefined && text.length <= answerLengthMax && !/https?:\/\//i.test(text);
}

/** Whether it is a reply to a message of the bot. */
export function answersBot({ message, me }: CashierContext): boolean {
  return message !== undefined && repliedOf(message)?.from?.id === me.id;
}

/** Whether it is a reply to a receipt, for example with its amount, and not an answer to this question. */
async function isForReceipt(jobs: Jobs, message: Message, { about }: Prompt): Promise<boolean> {
  const replied = repliedOf(message);
  if (replied === undefined) return false;
  const found = await jobs.about(message.chat.id, replied.message_id);
  return found.length > 0 && !found.some(({ id }) => id === about.job);
}

/** Handles the answer to one kind of question. The question stays open until the handler closes it. */
export function onAnswer(
  composer: Composer<CashierContext>,
  what: string,
  handle: (ctx: CashierContext, about: Prompt['about'], text: string) => Promise<void>,
): void {
  composer.use(async (ctx, next) => {
    const text = ctx.message?.text?.trim();
    if (ctx.prompt?.what !== what || text === undefined) return await next();
    await handle(ctx, ctx.prompt.about, text);
  });
}

/** The person's open question in the current chat; null if there is none. */
export async function pendingPrompt({ prompts }: FeatureDeps, ctx: CashierContext): Promise<Prompt | null> {
  return ctx.from ? await prompts.pending(ctx.chat?.id ?? ctx.from.id, ctx.from.id) : null;
}

/** Stores a question to the person in the current chat. */
export async function ask({ prompts }: FeatureDeps, ctx: CashierContext, question: Prompt): Promise<void> {
  if (ctx.from) await prompts.open(ctx.chat?.id ?? ctx.from.id, ctx.from.id, question);
}

export async function closePrompt({ prompts }: FeatureDeps, ctx: CashierContext): Promise<void> {
  if (ctx.from) await prompts.close(ctx.chat?.id ?? ctx.from.id, ctx.from.id);
}

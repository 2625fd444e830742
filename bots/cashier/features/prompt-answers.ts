/** What people type in answer to a question of the bot. The question is a note of ten minutes (../asks.ts). */
import { Composer, type MiddlewareFn } from 'grammy';
import type { Message } from 'grammy/types';
import type { Kit } from '../deps.js';
import type { CashierContext } from '../identify.js';
import type { Jobs } from '../jobs/jobs.js';
import { repliedOf } from '../parse-message.js';
import type { Ask } from '../prompts.js';
import { renderText } from '../render/index.js';
import { change, onPress } from './reply.js';

/** Longer, or with a link in it: whoever sends a receipt instead has changed their mind. */
const answerLengthMax = 200;

/** Names may look like a receipt: said in answer to the question they are names. */
const namesAsked = new Set(['shopName', 'memberName', 'accountHolder', 'setting-name']);

/**
 * Looks once what was asked, for all features behind it; a command takes the place of the question, and what names a
 * receipt is a receipt.
 */
export function createTyped({
  asks,
  jobs,
  engine,
}: Pick<Kit, 'asks' | 'jobs' | 'engine'>): Composer<CashierContext> {
  const composer = new Composer<CashierContext>();
  composer.on('message:text', async (ctx, next) => {
    const { chat, from, message } = ctx;
    const ask = await asks.pending(chat.id, from.id);
    if (ask !== null && message.text.startsWith('/')) await asks.over(chat.id, from.id);
    else if (ask !== null && mayAnswer(message) && !(await isForReceipt(jobs, message, ask))) {
      const isName = namesAsked.has(ask.what) && answersBot(ctx);
      if (isName || engine.receiptsIn(message.text).length === 0) ctx.ask = ask;
    }
    await next();
  });
  onPress(composer, 'cancel', async (ctx) => {
    if (ctx.from) await asks.over(ctx.chat?.id ?? ctx.from.id, ctx.from.id);
    await change(ctx, renderText(ctx.asker.words, 'cancelled'));
  });
  return composer;
}

function mayAnswer({ text, forward_origin }: { text: string; forward_origin?: unknown }): boolean {
  return forward_origin === undefined && text.length <= answerLengthMax && !/https?:\/\//i.test(text);
}

/** Whether it was sent in answer to the bot. */
export function answersBot({ message, me }: CashierContext): boolean {
  return message !== undefined && repliedOf(message)?.from?.id === me.id;
}

/** What is said in answer to a receipt, its amount for instance, is no answer to a question about something else. */
async function isForReceipt(jobs: Pick<Jobs, 'about'>, message: Message, { about }: Ask): Promise<boolean> {
  const replied = repliedOf(message);
  if (replied === undefined) return false;
  const found = await jobs.about(message.chat.id, replied.message_id);
  return found.length > 0 && !found.some(({ id }) => id === about.job);
}

/**
 * Handles the answer to one kind of question; the question stays until the handler says that it is over.
 */
export function typed(
  what: string,
  handle: (ctx: CashierContext, about: Ask['about'], text: string) => Promise<void>,
): MiddlewareFn<CashierContext> {
  return async (ctx, next) => {
    const text = ctx.message?.text?.trim();
    if (ctx.ask?.what !== what || text === undefined) return await next();
    await handle(ctx, ctx.ask.about, text);
  };
}

/** Asks, in the chat the person is in. */
export async function ask({ asks }: Pick<Kit, 'asks'>, ctx: CashierContext, question: Ask): Promise<void> {
  if (ctx.from) await asks.ask(ctx.chat?.id ?? ctx.from.id, ctx.from.id, question);
}

export async function over({ asks }: Pick<Kit, 'asks'>, ctx: CashierContext): Promise<void> {
  if (ctx.from) await asks.over(ctx.chat?.id ?? ctx.from.id, ctx.from.id);
}

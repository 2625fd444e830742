/** Asks for what a request lacks (digits of an account or phone, the amount owed), and takes the typed answer. */
import { Composer, type NextFunction } from 'grammy';
import { readAmount } from '../../amount.js';
import type { FeatureDeps } from '../../deps.js';
import { type CashierContext, mayActFor } from '../../identify.js';
import { askedIn, type Job, type JobRequest, printOf } from '../../jobs/job.js';
import { repliedOf } from '../../parse-message.js';
import { asOptions, renderHint, renderText, replyTo } from '../../render/index.js';
import { answersBot, ask } from '../prompt-answers.js';

/** An account or phone number, or the last digits of one. */
const digits = /^\+?[\d ]{4,34}$/;

export function createMissingDetails(deps: FeatureDeps) {
  const { engine, jobs, prompts } = deps;
  const composer = new Composer<CashierContext>();

  composer.on('message:text', async (ctx, next) => {
    const { prompt } = ctx;
    if (prompt?.what === 'amount') return await takeAmount(ctx, next);
    const number = ctx.message.text.trim();
    if ((prompt?.what !== 'account' && prompt?.what !== 'phone') || !digits.test(number)) return await next();
    const job = await jobs.find(prompt.about.job ?? '');
    // Without a reply to the bot, digits may be anything: an amount, another receipt, talk.
    if (!answersBot(ctx)) {
      return job === null || ctx.sender.place !== 'private' ? await next() : await askDigits(ctx, job);
    }
    await prompts.close(ctx.chat.id, ctx.from.id);
    if (job === null) return void (await ctx.reply(ctx.sender.words.t('button-old')));
    await rerun(deps, job, withDetails(job, { [prompt.what]: number.replaceAll(' ', '') }, true));
  });
  return { composer, askDigits, askAmount };

  async function askDigits(ctx: CashierContext, job: Job): Promise<void> {
    if (!ctx.chat || !ctx.from || job.what.kind !== 'text') return;
    const { needs, providerKey } = engine.resolve(job.what.request);
    const what = needs.includes('phone') ? 'phone' : 'account';
    await ask(deps, ctx, { what, about: { job: job.id } });
    const bank = deps.setting().banks.get(providerKey ?? '') ?? '';
    const question = renderText(ctx.sender.words, what === 'phone' ? 'phone-ask' : 'digits-ask', { bank });
    await ctx.reply(question.text, { ...asOptions(question), ...answerTo(job) });
  }

  async function askAmount(ctx: CashierContext, job: Job): Promise<void> {
    if (!ctx.chat || !ctx.from) return;
    await ask(deps, ctx, { what: 'amount', about: { job: job.id, answer: String(job.answer) } });
    await ctx.reply(ctx.sender.words.t('amount-ask'), answerTo(job));
  }

  /** Takes the amount, if it is a reply to the question; other numbers may mean anything. */
  async function takeAmount(ctx: CashierContext, next: NextFunction): Promise<void> {
    const { message, chat, from, prompt } = ctx;
    const { job: id, answer } = prompt?.about ?? {};
    const { expected, problem } = readAmount(message?.text ?? '', { ofReceipt: true });
    if (!message || !chat || !from || (expected === null && problem === null)) return await next();
    const job = (await jobs.about(chat.id, Number(answer))).find((asked) => asked.id === id) ?? null;
    if (!answersBot(ctx)) {
      const isElsewhere = job === null || ctx.sender.place !== 'private' || repliedOf(message) !== undefined;
      return isElsewhere ? await next() : await askAmount(ctx, job);
    }
    if (expected === null) return void (await ctx.reply(renderHint(ctx.sender.words, 'bad_amount').text));
    await prompts.close(chat.id, from.id);
    if (job === null || !mayActFor(ctx, job.shop))
      return void (await ctx.reply(ctx.sender.words.t('button-old')));
    const otherChat = chat.id === askedIn(job) ? {} : { chat: chat.id };
    const piece = {
      ...otherChat,
      message: message.message_id,
      content: '',
      print: printOf(expected),
      expected,
    };
    await jobs.replace({ ...job, expected, undone: false, pieces: [...job.pieces, piece] });
  }
}

/** Options of a question about a job: a reply to its message that asks for a reply. */
function answerTo({ message, group }: Job) {
  return { ...replyTo(message), reply_markup: { force_reply: true, selective: group } as const };
}

/** Runs the job again with a change. */
export async function rerun({ jobs }: FeatureDeps, job: Job, change: Partial<Job>): Promise<void> {
  if (!(await jobs.retry(job.id, change))) await jobs.replace({ ...job, ...change });
}

/** Adds what was missing to the request. @param byHand a person chose the account and may be wrong */
export function withDetails(job: Job, details: Partial<JobRequest>, byHand: boolean): Partial<Job> {
  if (job.what.kind !== 'text') return {};
  return { what: { ...job.what, request: { ...job.what.request, ...details } }, byHand };
}

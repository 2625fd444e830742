/** The buttons under an answer: try again, which bank, which account, type the digits, accept anyway. */
import { Composer, type NextFunction } from 'grammy';
import { ShopError } from '../../../src/engine/index.js';
import { readAmount } from '../amount.js';
import type { FeatureDeps } from '../deps.js';
import { type CashierContext, mayActFor, nameOfChat } from '../identify.js';
import { type Job, type JobRequest, printOf } from '../jobs/job.js';
import { repliedOf } from '../parse-message.js';
import {
  type Action,
  asOptions,
  decodeAction,
  renderHint,
  renderShopError,
  renderText,
  type Words,
} from '../render/index.js';
import { noteCase } from '../verification/cases.js';
import { answerPress, membershipIn, pressedJob } from './button-presses.js';
import { approveParts, drawApproved } from './decisions.js';
import { answersBot } from './prompt-answers.js';
import { createSplitPayments } from './split-payments.js';

/** An account or phone number, or the last digits of one. */
const digits = /^\+?[\d ]{4,34}$/;

type JobAction = Extract<Action, { job: string }>;

export function createReceiptButtons(deps: FeatureDeps): Composer<CashierContext> {
  const { engine, jobs, prompts } = deps;
  const rests = createSplitPayments(deps);
  const composer = new Composer<CashierContext>();

  composer.on('callback_query:data', async (ctx, next) => {
    const action = decodeAction(ctx.callbackQuery.data);
    if (action?.do === 'acceptAnyway') return await acceptAnyway(ctx, action.row);
    if (action === null || !('job' in action)) return await next();
    const job = await pressedJob(deps, ctx, action.job);
    if (job === null) return;
    await ctx.answerCallbackQuery();
    await press(ctx, action, job);
  });

  composer.on('message:text', async (ctx, next) => {
    const { prompt: ask } = ctx;
    if (ask?.what === 'amount') return await takeAmount(ctx, next);
    const number = ctx.message.text.trim();
    if ((ask?.what !== 'account' && ask?.what !== 'phone') || !digits.test(number)) return await next();
    const job = await jobs.find(ask.about.job ?? '');
    // Without a reply to the bot, digits may be anything: an amount, another receipt, talk.
    if (!answersBot(ctx)) {
      return job === null || ctx.sender.place !== 'private' ? await next() : await askDigits(ctx, job);
    }
    await prompts.close(ctx.chat.id, ctx.from.id);
    if (job === null) return void (await ctx.reply(ctx.sender.words.t('button-old')));
    await again(job, withMore(job, { [ask.what]: number.replaceAll(' ', '') }, true));
  });
  return composer;

  async function again(job: Job, change: Partial<Job>): Promise<void> {
    if (!(await jobs.retry(job.id, change))) await jobs.replace({ ...job, ...change });
  }

  async function press(ctx: CashierContext, action: JobAction, job: Job): Promise<void> {
    const sender = await newSender(ctx, job);
    switch (action.do) {
      case 'retry':
        return await again(job, sender);
      case 'chooseBank':
        return await again(job, { ...sender, ...withMore(job, { provider: action.provider }, false) });
      case 'chooseAccount': {
        const account = await numberOf(job, action.account);
        if (account !== null) await again(job, { ...sender, ...withMore(job, { account }, true) });
        return;
      }
      case 'typeDigits':
        return await askDigits(ctx, job);
      case 'typeAmount':
        return await askAmount(ctx, job);
      case 'restElsewhere':
        if (!job.book?.rest) return;
        await rests.expect(ctx, job);
        return await again(job, { split: true });
    }
  }

  /** If the person who sent the receipt was removed, the person who presses takes their place. */
  async function newSender({ sender }: CashierContext, { person, shop }: Job): Promise<Partial<Job>> {
    const { memberships } = await engine.shops.ofPerson(person);
    if (memberships.some((one) => one.shop.id === shop)) return {};
    return { person: sender.person.person, locale: sender.words.locale };
  }

  /** The full number of a saved account. This is the only use of it outside the engine. */
  async function numberOf({ shop, what }: Job, id: string): Promise<string | null> {
    if (what.kind !== 'text') return null;
    const accounts = await engine.shops.accounts(shop);
    const chosen = accounts.find((one) => one.id === id);
    if (!chosen) return null;
    const atBank = accounts.filter(({ provider }) => provider === chosen.provider);
    const numbers = await engine.shops.numbers(shop, chosen.provider);
    // Both come in the same order.
    const number = numbers[atBank.indexOf(chosen)];
    return number?.endsWith(chosen.lastFour) ? number : null;
  }

  async function askDigits(ctx: CashierContext, job: Job): Promise<void> {
    if (!ctx.chat || !ctx.from || job.what.kind !== 'text') return;
    const { needs, providerKey } = engine.resolve(job.what.request);
    const what = needs.includes('phone') ? 'phone' : 'account';
    await prompts.open(ctx.chat.id, ctx.from.id, { what, about: { job: job.id } });
    const bank = deps.setting().banks.get(providerKey ?? '') ?? '';
    const drawn = renderText(ctx.sender.words, what === 'phone' ? 'phone-ask' : 'digits-ask', { bank });
    await ctx.reply(drawn.text, {
      ...asOptions(drawn),
      reply_parameters: { message_id: job.message, allow_sending_without_reply: true },
      reply_markup: { force_reply: true, selective: job.group },
    });
  }

  async function askAmount(ctx: CashierContext, job: Job): Promise<void> {
    if (!ctx.chat || !ctx.from) return;
    await prompts.open(ctx.chat.id, ctx.from.id, {
      what: 'amount',
      about: { job: job.id, answer: String(job.answer) },
    });
    await ctx.reply(ctx.sender.words.t('amount-ask'), {
      reply_parameters: { message_id: job.message, allow_sending_without_reply: true },
      reply_markup: { force_reply: true, selective: job.group },
    });
  }

  /** Takes the amount, if it is a reply to the question; other numbers may mean anything. */
  async function takeAmount(ctx: CashierContext, next: NextFunction): Promise<void> {
    const { message, chat, from, prompt: ask } = ctx;
    const { job: id, answer } = ask?.about ?? {};
    const { expected, problem } = readAmount(message?.text ?? '', { beside: true });
    if (!message || !chat || !from || (expected === null && problem === null)) return await next();
    const job = (await jobs.about(chat.id, Number(answer))).find((one) => one.id === id) ?? null;
    if (!answersBot(ctx)) {
      const isElsewhere = job === null || ctx.sender.place !== 'private' || repliedOf(message) !== undefined;
      return isElsewhere ? await next() : await askAmount(ctx, job);
    }
    if (expected === null) return void (await ctx.reply(renderHint(ctx.sender.words, 'bad_amount').text));
    await prompts.close(chat.id, from.id);
    if (job === null || !mayActFor(ctx, job.shop))
      return void (await ctx.reply(ctx.sender.words.t('button-old')));
    const piece = { message: message.message_id, content: '', print: printOf(expected), expected };
    await jobs.replace({ ...job, expected, undone: false, pieces: [...job.pieces, piece] });
  }

  /** An owner overrides the verdict; the message shows it. */
  async function acceptAnyway(ctx: CashierContext, row: string): Promise<void> {
    const { words } = ctx.sender;
    const message = ctx.callbackQuery?.message;
    if (!ctx.chat || message === undefined) return;
    const job = (await jobs.about(ctx.chat.id, message.message_id)).at(-1);
    const membership = membershipIn(ctx, job?.shop);
    if (membership === null) return await answerPress(ctx, 'button-not-yours');
    const place = { chat: nameOfChat(ctx.chat.id), message: String(message.message_id), link: null };
    try {
      await engine.shops.acceptOverride(membership.shop.id, row, membership.member.id, place);
      await noteCase(deps, membership, 'anyway', row, place);
      await approveParts(deps, job?.parts ?? [], membership);
      await answerPress(ctx, 'anyway-done');
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
      await ctx.answerCallbackQuery({ text: plainOf(words, error), show_alert: true });
      return;
    }
    // Rerun the job: it shows who has accepted it.
    if (job !== undefined) await drawApproved(deps, job);
  }
}

/** Adds what was missing to the request. @param byHand a person chose the account and may be wrong */
function withMore(job: Job, more: Partial<JobRequest>, byHand: boolean): Partial<Job> {
  if (job.what.kind !== 'text') return {};
  return { what: { ...job.what, request: { ...job.what.request, ...more } }, byHand };
}

function plainOf(words: Words, error: ShopError): string {
  return renderShopError(words, error).text;
}

/** The buttons under an answer: try again, which bank, which account, type the digits, accept anyway. */
import { Composer } from 'grammy';
import { type Membership, ShopError } from '../../../src/engine/index.js';
import { type CashierContext, mayActFor, nameOfChat } from '../access.js';
import type { Asked, Job } from '../jobs/job.js';
import type { Kit } from '../kit.js';
import {
  type Action,
  asOptions,
  decodeAction,
  renderShopError,
  renderText,
  type Words,
} from '../render/index.js';
import { answersBot } from './typed.js';

/** An account or phone number, or the last digits of one. */
const digits = /^\+?[\d ]{4,34}$/;

type JobAction = Extract<Action, { job: string }>;

export function createReceiptButtons(kit: Kit): Composer<CashierContext> {
  const { engine, jobs, asks } = kit;
  const composer = new Composer<CashierContext>();

  composer.on('callback_query:data', async (ctx, next) => {
    const action = decodeAction(ctx.callbackQuery.data);
    if (action?.do === 'acceptAnyway') return await acceptAnyway(ctx, action.row);
    if (action === null || !('job' in action)) return await next();
    const job = await find(ctx, action.job);
    if (job === null || !mayActFor(ctx, job.shop) || job.chat !== ctx.chat?.id) {
      return await note(ctx, job === null ? 'button-old' : 'button-not-yours');
    }
    await ctx.answerCallbackQuery();
    await press(ctx, action, job);
  });

  composer.on('message:text', async (ctx, next) => {
    const { ask } = ctx;
    const number = ctx.message.text.trim();
    if ((ask?.what !== 'account' && ask?.what !== 'phone') || !digits.test(number)) return await next();
    const job = await jobs.find(ask.about.job ?? '');
    // By themselves digits may be anything: an amount, another receipt, talk.
    if (!answersBot(ctx)) {
      return job === null || ctx.asker.place !== 'private' ? await next() : await askDigits(ctx, job);
    }
    await asks.over(ctx.chat.id, ctx.from.id);
    if (job === null) return void (await ctx.reply(ctx.asker.words.t('button-old')));
    await again(job, withMore(job, { [ask.what]: number.replaceAll(' ', '') }, true));
  });
  return composer;

  /** Also when it is over: what was said of it is kept as long as the book. */
  async function find(ctx: CashierContext, id: string): Promise<Job | null> {
    const message = ctx.callbackQuery?.message?.message_id;
    const running = await jobs.find(id);
    if (running !== null || !ctx.chat || message === undefined) return running;
    return (await jobs.about(ctx.chat.id, message)).find((job) => job.id === id) ?? null;
  }

  async function again(job: Job, change: Partial<Job>): Promise<void> {
    if (!(await jobs.again(job.id, change))) await jobs.instead({ ...job, ...change });
  }

  async function press(ctx: CashierContext, action: JobAction, job: Job): Promise<void> {
    const asker = await whoeverAsks(ctx, job);
    switch (action.do) {
      case 'retry':
        return await again(job, asker);
      case 'chooseBank':
        return await again(job, { ...asker, ...withMore(job, { provider: action.provider }, false) });
      case 'chooseAccount': {
        const account = await numberOf(job, action.account);
        if (account !== null) await again(job, { ...asker, ...withMore(job, { account }, true) });
        return;
      }
      case 'typeDigits':
        return await askDigits(ctx, job);
    }
  }

  /** A receipt of somebody who was removed is asked for by whoever presses. */
  async function whoeverAsks({ asker }: CashierContext, { person, shop }: Job): Promise<Partial<Job>> {
    const { memberships } = await engine.shops.ofPerson(person);
    if (memberships.some((one) => one.shop.id === shop)) return {};
    return { person: asker.person.person, locale: asker.words.locale };
  }

  /** The whole number of a saved account; it does not leave the engine but for this. */
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
    await asks.ask(ctx.chat.id, ctx.from.id, { what, about: { job: job.id } });
    const bank = kit.setting().banks.get(providerKey ?? '') ?? '';
    const drawn = renderText(ctx.asker.words, what === 'phone' ? 'phone-ask' : 'digits-ask', { bank });
    await ctx.reply(drawn.text, {
      ...asOptions(drawn),
      reply_parameters: { message_id: job.message, allow_sending_without_reply: true },
      reply_markup: { force_reply: true, selective: job.group },
    });
  }

  /** An owner's word against the sign; the message shows it. */
  async function acceptAnyway(ctx: CashierContext, row: string): Promise<void> {
    const { words } = ctx.asker;
    const message = ctx.callbackQuery?.message;
    if (!ctx.chat || message === undefined) return;
    const job = (await jobs.about(ctx.chat.id, message.message_id)).at(-1);
    const membership = membershipIn(ctx, job?.shop);
    if (membership === null) return await note(ctx, 'button-not-yours');
    const place = { chat: nameOfChat(ctx.chat.id), message: String(message.message_id), link: null };
    try {
      await engine.shops.acceptAnyway(membership.shop.id, row, membership.member.id, place);
      await note(ctx, 'anyway-done');
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
      await ctx.answerCallbackQuery({ text: plainOf(words, error), show_alert: true });
      return;
    }
    // Judged again, and drawn with who has accepted it.
    if (job !== undefined) await jobs.instead({ ...job, approved: true });
  }
}

/** The person's place in the shop the receipt was sent for, whichever they have chosen since. */
function membershipIn(ctx: CashierContext, shop: string | undefined): Membership | null {
  const { membership, person } = ctx.asker;
  if (shop === undefined || shop === membership?.shop.id) return membership;
  return mayActFor(ctx, shop) ? (person.memberships.find((one) => one.shop.id === shop) ?? null) : null;
}

/** What was asked, with what was missing. @param byHand a person said which account it is, and may be wrong */
function withMore(job: Job, more: Partial<Asked>, byHand: boolean): Partial<Job> {
  if (job.what.kind !== 'text') return {};
  return { what: { kind: 'text', request: { ...job.what.request, ...more } }, byHand };
}

function plainOf(words: Words, error: ShopError): string {
  return renderShopError(words, error).text;
}

async function note(ctx: CashierContext, key: string): Promise<void> {
  await ctx.answerCallbackQuery({ text: ctx.asker.words.t(key) });
}

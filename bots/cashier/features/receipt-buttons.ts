/** The buttons under an answer: try again, which bank, which account, type the digits, accept anyway. */
import { Composer } from 'grammy';
import { ShopError } from '../../../src/engine/index.js';
import { type CashierContext, nameOfChat } from '../access.js';
import type { Asked, Job } from '../jobs/job.js';
import { isAbout } from '../jobs/said.js';
import type { Kit } from '../kit.js';
import {
  type Action,
  asOptions,
  decodeAction,
  renderShopError,
  renderText,
  type Words,
} from '../render/index.js';
import { isForReceipt } from './typed.js';

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
    const job = await jobs.find(action.job);
    if (job === null || job.shop !== ctx.asker.membership?.shop.id || job.chat !== ctx.chat?.id) {
      return await note(ctx, job === null ? 'button-old' : 'button-not-yours');
    }
    await ctx.answerCallbackQuery();
    await press(ctx, action, job);
  });

  composer.on('message:text', async (ctx, next) => {
    const ask = await asks.pending(ctx.chat.id, ctx.from.id);
    if (ask === null || (ask.what !== 'account' && ask.what !== 'phone')) return await next();
    const number = ctx.message.text.trim();
    // Whoever sends the next receipt instead has changed their mind.
    if (!digits.test(number) || (await isForReceipt(jobs, ctx.message, ask))) return await next();
    await asks.over(ctx.chat.id, ctx.from.id);
    const job = await jobs.find(ask.about.job ?? '');
    if (job === null) return void (await ctx.reply(ctx.asker.words.t('button-old')));
    await jobs.again(job.id, withMore(job, { [ask.what]: number.replaceAll(' ', '') }));
  });
  return composer;

  async function press(ctx: CashierContext, action: JobAction, job: Job): Promise<void> {
    const asker = await whoeverAsks(ctx, job);
    const again = (change: Partial<Job>) => jobs.again(job.id, { ...asker, ...change });
    switch (action.do) {
      case 'retry':
        return void (await again({}));
      case 'chooseBank':
        return void (await again(withMore(job, { provider: action.provider })));
      case 'chooseAccount': {
        const account = await numberOf(job, action.account);
        if (account !== null) await again(withMore(job, { account }));
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
    await ctx.reply(drawn.text, asOptions(drawn));
  }

  /** An owner's word against the sign; the message shows it. */
  async function acceptAnyway(ctx: CashierContext, row: string): Promise<void> {
    const { membership, words } = ctx.asker;
    const message = ctx.callbackQuery?.message;
    if (membership === null || !ctx.chat || message === undefined) return;
    const place = { chat: nameOfChat(ctx.chat.id), message: String(message.message_id), link: null };
    try {
      await engine.shops.acceptAnyway(membership.shop.id, row, membership.member.id, place);
      await note(ctx, 'anyway-done');
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
      await ctx.answerCallbackQuery({ text: plainOf(words, error), show_alert: true });
      return;
    }
    await redraw(ctx, message.message_id);
  }

  /** Judged again, and drawn with who has accepted it. */
  async function redraw(ctx: CashierContext, message: number): Promise<void> {
    if (!ctx.chat) return;
    const job = await kit.said.find(ctx.chat.id, isAbout(message));
    if (job !== null) await jobs.instead(job);
  }
}

/** What was asked, with what was missing. */
function withMore(job: Job, more: Partial<Asked>): Partial<Job> {
  if (job.what.kind !== 'text') return {};
  return { what: { kind: 'text', request: { ...job.what.request, ...more } } };
}

function plainOf(words: Words, error: ShopError): string {
  return renderShopError(words, error).text;
}

async function note(ctx: CashierContext, key: string): Promise<void> {
  await ctx.answerCallbackQuery({ text: ctx.asker.words.t(key) });
}

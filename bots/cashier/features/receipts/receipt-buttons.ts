/** The buttons under an answer: try again, which bank, which account, type the digits, accept anyway. */
import { Composer } from 'grammy';
import { ShopError } from '../../../../src/engine/index.js';
import type { FeatureDeps } from '../../deps.js';
import { type CashierContext, nameOfChat } from '../../identify.js';
import type { Job } from '../../jobs/job.js';
import { type Action, renderShopError } from '../../render/index.js';
import { recordCase } from '../../verification/cases.js';
import { answerPress, membershipIn, pressedJob } from './button-presses.js';
import { approveParts, rerunApproved } from './decisions.js';
import { createMissingDetails, rerun, withDetails } from './missing-details.js';
import { createSplitPayments } from './split-payments.js';

type JobAction = Extract<Action, { job: string }>;

export function createReceiptButtons(deps: FeatureDeps): Composer<CashierContext> {
  const { engine, jobs } = deps;
  const { composer: answers, askDigits, askAmount } = createMissingDetails(deps);
  const splitPayments = createSplitPayments(deps);
  const composer = new Composer<CashierContext>();

  composer.on('callback_query:data', async (ctx, next) => {
    const action = ctx.pressed;
    if (action?.do === 'acceptAnyway') return await acceptAnyway(ctx, action.row);
    if (action === null || !('job' in action)) return await next();
    const job = await pressedJob(deps, ctx, action.job);
    if (job === null) return;
    await ctx.answerCallbackQuery();
    await press(ctx, action, job);
  });

  composer.use(answers);
  return composer;

  async function press(ctx: CashierContext, action: JobAction, job: Job): Promise<void> {
    const sender = await newSender(ctx, job);
    switch (action.do) {
      case 'retry':
        return await rerun(deps, job, sender);
      case 'chooseBank':
        return await rerun(deps, job, {
          ...sender,
          ...withDetails(job, { provider: action.provider }, false),
        });
      case 'chooseAccount': {
        const account = await numberOf(job, action.account);
        if (account !== null) await rerun(deps, job, { ...sender, ...withDetails(job, { account }, true) });
        return;
      }
      case 'typeDigits':
        return await askDigits(ctx, job);
      case 'typeAmount':
        return await askAmount(ctx, job);
      case 'restElsewhere':
        if (!job.book?.rest) return;
        await splitPayments.expect(ctx, job);
        return await rerun(deps, job, { split: true });
    }
  }

  /** If the person who sent the receipt was removed, the person who presses takes their place. */
  async function newSender({ sender }: CashierContext, { person, shop }: Job): Promise<Partial<Job>> {
    const { memberships } = await engine.shops.ofPerson(person);
    if (memberships.some((membership) => membership.shop.id === shop)) return {};
    return { person: sender.person.person, locale: sender.words.locale };
  }

  /** The full number of a saved account. Used nowhere else outside the engine. */
  async function numberOf({ shop, what }: Job, id: string): Promise<string | null> {
    if (what.kind !== 'text') return null;
    const accounts = await engine.shops.accounts(shop);
    const chosen = accounts.find((account) => account.id === id);
    if (!chosen) return null;
    const atBank = accounts.filter(({ provider }) => provider === chosen.provider);
    const numbers = await engine.shops.numbers(shop, chosen.provider);
    // Both come in the same order.
    const number = numbers[atBank.indexOf(chosen)];
    return number?.endsWith(chosen.lastFour) ? number : null;
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
      await recordCase(deps, membership, 'anyway', row, place);
      await approveParts(deps, job?.parts ?? [], membership);
      await answerPress(ctx, 'anyway-done');
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
      await ctx.answerCallbackQuery({ text: renderShopError(words, error).text, show_alert: true });
      return;
    }
    // Rerun the job: it shows who has accepted it.
    if (job !== undefined) await rerunApproved(deps, job);
  }
}

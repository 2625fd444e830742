/** /request: asks a customer for an amount, with a link and its QR code; and the buttons under that message. */
import { Composer } from 'grammy';
import { Failure, type Membership } from '../../../src/engine/index.js';
import { readRequested } from '../amount.js';
import type { FeatureDeps } from '../deps.js';
import type { CashierContext } from '../identify.js';
import { type Action, message, renderText } from '../render/index.js';
import type { RequestMessageRecord } from '../requests/request-record.js';
import { refOf } from '../verification/message-receipts.js';
import { answerPress, membershipIn } from './receipts/button-presses.js';
import { editOrReply, memberOf, replyAbout, replyText } from './reply.js';

type RequestAction = Extract<Action, { request: string }>;

/** Stored with a decision that an owner makes here. */
const decidedHere = 'decided in the cashier bot';
/** Key of the notice after a decision. */
const decided = 'setting-saved';

export function createRequest(deps: FeatureDeps): Composer<CashierContext> {
  const { engine, config, requestMessages } = deps;
  const { paymentRequests, shops } = engine;
  const composer = new Composer<CashierContext>();

  composer.command('request', async (ctx) => {
    const membership = await memberOf(ctx);
    if (membership === null) return;
    const asked = readRequested(ctx.match);
    if (asked === null) return await replyText(ctx, 'request-usage');
    // Without BASE_URL the link would point to localhost, which does not work on a phone.
    if (config.BASE_URL === undefined) return await replyText(ctx, 'dashboard-missing');
    if ((await shops.accounts(membership.shop.id)).length === 0)
      return await replyNoAccounts(ctx, membership);
    await create(ctx, membership, asked);
  });

  composer.on('callback_query:data', async (ctx, next) => {
    const action = ctx.pressed;
    if (action === null || !('request' in action)) return await next();
    const record = await requestMessages.find(action.request);
    if (record === null) return await answerPress(ctx, 'button-old');
    const membership = membershipIn(ctx, record.shop);
    if (membership?.shop.id !== record.shop) return await answerPress(ctx, 'button-not-yours');
    const message = await act(membership, action, record);
    await answerPress(ctx, message);
    // An owner's own copy of a payment in review does not change by itself.
    if (message === decided && ctx.chat?.id !== record.shown?.chat)
      await editOrReply(ctx, renderText(ctx.sender.words, `request-${action.do}`));
  });
  return composer;

  /** Safe to repeat: a message makes one request. */
  async function create(
    ctx: CashierContext,
    { shop, member }: Membership,
    asked: NonNullable<ReturnType<typeof readRequested>>,
  ): Promise<void> {
    const { chat, msgId, sender } = ctx;
    if (!chat || msgId === undefined) return;
    const group = sender.place === 'shop';
    const here = { chat: chat.id, message: msgId };
    const caller = { kind: 'member', account: shop.id, member: member.id, name: member.name } as const;
    try {
      const { id } = await paymentRequests.createByMember(caller, { ...asked, message: refOf(here, group) });
      const who = { shop: shop.id, member: member.id, person: sender.person.person };
      await requestMessages.open(id, { ...who, ...here, group, locale: sender.words.locale });
    } catch (error) {
      if (!(error instanceof Failure) || error.failure !== 'rate_limited') throw error;
      await replyText(ctx, 'request-too_many');
    }
  }

  /** @returns key of the notice */
  async function act(
    { shop, member }: Membership,
    action: RequestAction,
    { member: maker }: RequestMessageRecord,
  ): Promise<string> {
    const isOwner = member.role === 'owner';
    try {
      if (action.do === 'cancelRequest') {
        if (!isOwner && member.id !== maker) return 'request-not_yours';
        await paymentRequests.cancel(shop.id, action.request);
        return 'cancelled';
      }
      if (!isOwner) return 'owner-only';
      // The payment that the message shows: an owner's older copy must not decide on a later one.
      const about = { attempt: action.attempt, member: member.id };
      if (action.do === 'acceptRequest')
        await paymentRequests.accept(shop.id, action.request, decidedHere, about);
      else await paymentRequests.refuse(shop.id, action.request, decidedHere, about);
      return decided;
    } catch (error) {
      if (!(error instanceof Failure) || error.failure !== 'invalid_request') throw error;
      // The request has changed since the button was shown.
      return 'request-changed';
    }
  }
}

async function replyNoAccounts(ctx: CashierContext, membership: Membership): Promise<void> {
  const { words } = ctx.sender;
  const first = words.t(`request-no_accounts.${membership.member.role}`);
  await replyAbout(ctx, membership, message([words.t('request-no_accounts'), first]));
}

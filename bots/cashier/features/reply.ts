/** Replies of features: send a message, edit the message of a pressed button, refuse. */
import { type Composer, GrammyError } from 'grammy';
import type { Membership } from '../../../src/engine/index.js';
import type { CashierContext } from '../identify.js';
import {
  type Action,
  asOptions,
  inShop,
  type Message,
  ofShop,
  renderShopChoice,
  renderText,
  sanitizeName,
  shopNamed,
} from '../render/index.js';
import { refusalOf } from '../telegram.js';

export async function reply(ctx: CashierContext, rendered: Message): Promise<void> {
  const message = withShop(ctx, rendered);
  // `reply` keeps the topic of a forum.
  if (ctx.chat) await ctx.reply(message.text, asOptions(message));
  // A press under a message that is too old for the bot comes without a chat.
  else if (ctx.from) await ctx.api.sendMessage(ctx.from.id, message.text, asOptions(message));
}

/** Adds the shop to the buttons, so that a press acts for it even if another shop is chosen by then. */
function withShop({ sender, actsFor }: CashierContext, message: Message): Message {
  const { shop } = actsFor ?? sender.membership ?? {};
  if (sender.place !== 'private' || sender.person.memberships.length < 2 || shop === undefined)
    return message;
  const named = (button: Message['buttons'][number][number]) =>
    'callback_data' in button ? { ...button, callback_data: inShop(button.callback_data, shop.id) } : button;
  return { ...message, buttons: message.buttons.map((row) => row.map(named)) };
}

/** Sends a message about a shop; names the shop if the person has several. */
export async function replyAbout(ctx: CashierContext, { shop }: Membership, message: Message): Promise<void> {
  await reply(ctx, withShopName(ctx, shop, message));
}

/** Names the shop in a private chat with a person who has several. */
export function withShopName(
  { sender }: CashierContext,
  shop: Membership['shop'],
  message: Message,
): Message {
  const isOneOfSeveral = sender.place === 'private' && sender.person.memberships.length > 1;
  return isOneOfSeveral ? ofShop(sender.words, shop, message) : message;
}

export async function replyText(
  ctx: CashierContext,
  key: string,
  args?: Record<string, string | number>,
): Promise<void> {
  await reply(ctx, renderText(ctx.sender.words, key, args));
}

/** Edits the message of the pressed button; sends a new one if that fails. */
export async function editOrReply(ctx: CashierContext, rendered: Message): Promise<void> {
  if (ctx.chat === undefined) return await reply(ctx, rendered);
  const message = withShop(ctx, rendered);
  try {
    await ctx.editMessageText(message.text, asOptions(message));
  } catch (error) {
    if (!(error instanceof GrammyError)) throw error;
    const { kind } = refusalOf(error);
    if (kind !== 'unchanged') await reply(ctx, message);
  }
}

/** Handles presses of one kind of button in private chats; answers the press first, so that the button does not spin. */
export function onPress<N extends Action['do']>(
  composer: Composer<CashierContext>,
  name: N,
  handle: (ctx: CashierContext, action: Extract<Action, { do: N }>) => Promise<void>,
): void {
  composer.on('callback_query:data', async (ctx, next) => {
    const action = ctx.pressed;
    if (action?.do !== name) return await next();
    await ctx.answerCallbackQuery();
    if (ctx.sender.place === 'private') await handle(ctx, action as Extract<Action, { do: N }>);
  });
}

/** @returns false in a group, after telling the person to use the private chat */
export async function inPrivate(ctx: CashierContext): Promise<boolean> {
  if (ctx.sender.place === 'private') return true;
  await replyText(ctx, 'group-private-only');
  return false;
}

/** Membership in the shop of the pressed button or the chosen one; null after telling the person why, or asking which shop. */
export async function memberOf(ctx: CashierContext): Promise<Membership | null> {
  const { membership, person, words } = ctx.sender;
  const pressedShop = shopNamed(ctx.callbackQuery?.data ?? '');
  if (pressedShop !== null) return await memberAt(ctx, pressedShop);
  if (membership !== null) return membership;
  const shops = person.memberships.map(({ shop }) => shop);
  await reply(ctx, renderShopChoice(words, shops));
  return null;
}

async function memberAt(ctx: CashierContext, shop: string): Promise<Membership | null> {
  const membership = findMembership(ctx, shop);
  if (membership === undefined) await replyText(ctx, 'no-longer-member');
  else ctx.actsFor = membership;
  return membership ?? null;
}

function findMembership({ sender }: CashierContext, id: string | undefined): Membership | undefined {
  return sender.person.memberships.find(({ shop }) => shop.id === id);
}

/** `memberOf` in a private chat only. */
export async function memberInPrivate(ctx: CashierContext): Promise<Membership | null> {
  return (await inPrivate(ctx)) ? await memberOf(ctx) : null;
}

/** `memberOf` for owners in a private chat only. */
export async function ownerOf(ctx: CashierContext): Promise<Membership | null> {
  const membership = await memberInPrivate(ctx);
  if (membership === null || membership.member.role === 'owner') return membership;
  await replyText(ctx, 'owner-only');
  return null;
}

/** The person's ownership of this shop, looked up for this message; null after refusing. */
export async function ownerAt(ctx: CashierContext, shop: string | undefined): Promise<Membership | null> {
  const membership = findMembership(ctx, shop);
  if (membership?.member.role === 'owner') return membership;
  await replyText(ctx, membership ? 'owner-only' : 'no-longer-member');
  return null;
}

/** Never empty: a name without readable letters is replaced by a generic word. */
export function displayName({ from, sender }: CashierContext): string {
  const name = [from?.first_name, from?.last_name].filter((part) => part !== undefined).join(' ');
  return sanitizeName(name) ?? sender.words.t('nameless');
}

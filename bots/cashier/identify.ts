/** Identifies the sender of an update and stops updates the bot must ignore. Looked up every time: a removal counts at once. */
import type { Context, MiddlewareFn } from 'grammy';
import type { User } from 'grammy/types';
import type { Membership, Person, Shops } from '../../src/engine/index.js';
import type { Prompt } from './prompts.js';
import {
  type Action,
  commandNames,
  decodeAction,
  localeOf,
  type Vocabulary,
  type Words,
} from './render/index.js';

/** The sender, as features see it. */
interface Sender {
  /** With the engine's id of the person, `tg:…`. */
  person: Person;
  /** The shop they act for: in a group the group's, elsewhere the chosen one. Null if they have none. */
  membership: Membership | null;
  /** A private chat, a group of this shop, or a group without a shop. */
  place: 'private' | 'shop' | 'unbound';
  words: Words;
}

export type CashierContext = Context & {
  sender: Sender;
  /** What the pressed button does; null if no button of this version was pressed. */
  pressed: Action | null;
  /** The open question that this message may answer. */
  prompt?: Prompt;
  /** Membership in the shop that the pressed button names, which may differ from the chosen one. */
  actsFor?: Membership;
};

/** Whether the sender may act for this shop here: in a group only for the group's, elsewhere for any they belong to. */
export function mayActFor({ sender: { place, membership, person } }: CashierContext, shop: string): boolean {
  if (place !== 'private') return membership?.shop.id === shop;
  return person.memberships.some((own) => own.shop.id === shop);
}

const nameOfPerson = (user: number): string => `tg:${user}`;
export const nameOfChat = (chat: number): string => `tg:${chat}`;
/** The private chat of a person (`tg:<id>`): it has the person's id. Null for any other string. */
export function chatOfPerson(person: string): number | null {
  const number = /^tg:(-?\d{1,19})$/.exec(person)?.[1];
  return number === undefined ? null : Number(number);
}

/**
 * Sets `ctx.sender` and `ctx.pressed`. Silently drops updates of channels, other bots, strangers in a shop's group, and all but
 * commands in a group without a shop.
 * @throws Failure `unavailable`
 */
export function identify(shops: Shops, vocabulary: Vocabulary): MiddlewareFn<CashierContext> {
  async function senderOf({ chat }: Context, { id, language_code }: User): Promise<Sender | null> {
    const person = await shops.ofPerson(nameOfPerson(id));
    const senderIn = (place: Sender['place'], membership: Membership | null): Sender => {
      const language = person.language ?? membership?.shop.settings.language ?? localeOf(language_code);
      return { person, membership, place, words: vocabulary.of(language) };
    };
    if (chat === undefined || chat.type === 'private') return senderIn('private', person.current);
    const shop = await shops.shopOfChat(nameOfChat(chat.id));
    if (shop === null) return senderIn('unbound', person.current);
    const membership = person.memberships.find((own) => own.shop.id === shop);
    return membership ? senderIn('shop', membership) : null;
  }

  /** Answers commands only; other messages of an anonymous sender are ignored. */
  async function replyToAnonymous(ctx: Context): Promise<void> {
    const [, command = '', bot = ctx.me.username] = /^\/(\w+)(?:@(\w+))?/.exec(ctx.message?.text ?? '') ?? [];
    const isOurs = commandNames.some((name) => name === command) && bot === ctx.me.username;
    if (!ctx.chat || !isOurs) return;
    const shop = await shops.shopOfChat(nameOfChat(ctx.chat.id));
    const language = shop === null ? null : (await shops.get(shop)).settings.language;
    await ctx.reply(vocabulary.of(language ?? localeOf(undefined)).t('group-anonymous'));
  }

  return async (ctx, next) => {
    if (isAnonymous(ctx)) return await replyToAnonymous(ctx);
    if (!ctx.from || ctx.from.is_bot || ctx.chat?.type === 'channel') return;
    const sender = await senderOf(ctx, ctx.from);
    if (sender === null || (sender.place === 'unbound' && !isAllowedUnbound(ctx))) return;
    ctx.sender = sender;
    ctx.pressed = decodeAction(ctx.callbackQuery?.data ?? '');
    await next();
  };
}

/** An administrator who posts as the group: Telegram does not reveal who it is. */
function isAnonymous({ chat, message }: Context): boolean {
  return chat?.type === 'supergroup' && message?.sender_chat?.id === chat.id;
}

/** In a group without a shop only commands pass: one of them may assign the group to a shop. */
function isAllowedUnbound(ctx: Context): boolean {
  if (ctx.myChatMember || ctx.callbackQuery) return true;
  return ctx.message?.text?.startsWith('/') ?? false;
}

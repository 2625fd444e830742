/** Invitations: /invite creates one, /start with its token accepts it, and the owners are notified. */
import { Composer } from 'grammy';
import type { Membership } from '../../../../src/engine/index.js';
import type { FeatureDeps } from '../../deps.js';
import { type CashierContext, chatOfPerson } from '../../identify.js';
import {
  asOptions,
  button,
  localeOf,
  type MemberRole,
  renderInvitation,
  renderJoined,
  renderJoining,
} from '../../render/index.js';
import { displayName, onPress, ownerOf, reply, replyText } from '../reply.js';
import { clientLocale } from './start.js';

/** 128 bits in base64url. */
const token = /^[\w-]{22}$/;
/** The whole link, pasted into the chat. */
const pastedLink = /^https:\/\/t\.me\/(\w+)\?start=([\w-]{22})$/i;

export function createInvitations(deps: FeatureDeps): Composer<CashierContext> {
  const { vocabulary } = deps;
  const { shops } = deps.engine;
  const composer = new Composer<CashierContext>();

  composer.command('invite', async (ctx) => {
    const parsed = parseInvite(ctx.match);
    if (parsed === null) {
      if ((await ownerOf(ctx)) !== null) await replyText(ctx, 'error-invalid-uses');
    } else await invite(ctx, parsed);
  });
  onPress(composer, 'invite', (ctx, { role }) => invite(ctx, { role, uses: 1 }));
  onPress(composer, 'haveInvitation', (ctx) => replyText(ctx, 'invitation-ask'));

  composer.command('start', async (ctx, next) => {
    const payload = ctx.match.trim();
    if (payload === '') return await next();
    if (token.test(payload)) await join(ctx, payload);
    else await replyText(ctx, 'join-refused-unknown');
  });
  composer.chatType('private').hears(pastedLink, async (ctx, next) => {
    const [, bot = '', invitationToken = ''] = ctx.match;
    if (bot.toLowerCase() !== ctx.me.username.toLowerCase()) return await next();
    await join(ctx, invitationToken);
  });
  return composer;

  async function invite(
    ctx: CashierContext,
    { role, uses }: { role: MemberRole; uses: number },
  ): Promise<void> {
    const membership = await ownerOf(ctx);
    if (membership === null) return;
    const { shop, member } = membership;
    const { words } = ctx.sender;
    const invitation = await shops.invite({ shop: shop.id, by: member.id, role, uses });
    const url = `https://t.me/${ctx.me.username}?start=${invitation.token}`;
    const message = renderInvitation(words, invitation, url, deps.setting(), shop);
    if (role === 'owner') return await reply(ctx, message);
    const text = `${message.text}\n${words.t('invite-more')}`;
    const inviteOwner = [button(words.t('button-invite-owner'), { do: 'invite', role: 'owner' })];
    await reply(ctx, { ...message, text, buttons: [...message.buttons, inviteOwner] });
  }

  async function join(ctx: CashierContext, invitationToken: string): Promise<void> {
    const { person } = ctx.sender;
    const client = clientLocale(ctx);
    if (person.language === null && client !== undefined) await shops.setLanguage(person.person, client);
    const result = await shops.accept(invitationToken, person.person, displayName(ctx));
    const shopLanguage = result.kind === 'refused' ? undefined : result.membership.shop.settings.language;
    const locale = person.language ?? client ?? shopLanguage ?? localeOf(undefined);
    ctx.sender.words = vocabulary.of(locale);
    if (result.kind !== 'refused') ctx.sender.membership = result.membership;
    await reply(ctx, renderJoining(ctx.sender.words, result));
    if (result.kind === 'joined') await notifyOwners(ctx, result.membership, result.notify);
  }

  /** Notifies the owners. An owner who cannot be reached finds the member in /staff. */
  async function notifyOwners(
    ctx: CashierContext,
    joined: Membership,
    owners: readonly string[],
  ): Promise<void> {
    await Promise.allSettled(
      owners.map(async (owner) => {
        const chat = chatOfPerson(owner);
        if (chat === null) return;
        const { language } = await shops.ofPerson(owner);
        const notice = renderJoined(vocabulary.of(language ?? joined.shop.settings.language), joined);
        await ctx.api.sendMessage(chat, notice.text, asOptions(notice));
      }),
    );
  }
}

/** `/invite`, `/invite 5`, `/invite owner`, `/invite owner 2`; null for anything else. */
function parseInvite(text: string): { role: MemberRole; uses: number } | null {
  const match = /^(?:(owner|cashier)\b)?\s*(\d{1,4})?$/i.exec(text.trim());
  if (match === null) return null;
  const role = match[1]?.toLowerCase() === 'owner' ? 'owner' : 'cashier';
  return { role, uses: Number(match[2] ?? 1) };
}

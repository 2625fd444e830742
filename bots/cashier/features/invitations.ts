/** Invitations: /invite creates one, /start with its token accepts it, and the owners are notified. */
import { Composer } from 'grammy';
import type { Membership } from '../../../src/engine/index.js';
import type { Kit } from '../deps.js';
import { type CashierContext, chatOfPerson } from '../identify.js';
import {
  asOptions,
  button,
  localeOf,
  type MemberRole,
  renderInvitation,
  renderJoined,
  renderJoining,
} from '../render/index.js';
import { calledBy } from './people.js';
import { onPress, ownerOf, say, sayText } from './reply.js';
import { spokenBy } from './start.js';

/** 128 bits in base64url. */
const token = /^[\w-]{22}$/;
/** The whole link, pasted into the chat. */
const pasted = /^https:\/\/t\.me\/(\w+)\?start=([\w-]{22})$/i;

export function createInvitations(kit: Kit): Composer<CashierContext> {
  const { vocabulary } = kit;
  const { shops } = kit.engine;
  const composer = new Composer<CashierContext>();

  composer.command('invite', async (ctx) => {
    const wish = readWish(ctx.match);
    if (wish === null) {
      if ((await ownerOf(ctx)) !== null) await sayText(ctx, 'error-invalid-uses');
    } else await invite(ctx, wish);
  });
  onPress(composer, 'invite', (ctx, { role }) => invite(ctx, { role, uses: 1 }));
  onPress(composer, 'haveInvitation', (ctx) => sayText(ctx, 'invitation-ask'));

  composer.command('start', async (ctx, next) => {
    const payload = ctx.match.trim();
    if (payload === '') return await next();
    if (token.test(payload)) await join(ctx, payload);
    else await sayText(ctx, 'join-refused-unknown');
  });
  composer.chatType('private').hears(pasted, async (ctx, next) => {
    const [, bot = '', brought = ''] = ctx.match;
    if (bot.toLowerCase() !== ctx.me.username.toLowerCase()) return await next();
    await join(ctx, brought);
  });
  return composer;

  async function invite(
    ctx: CashierContext,
    { role, uses }: { role: MemberRole; uses: number },
  ): Promise<void> {
    const membership = await ownerOf(ctx);
    if (membership === null) return;
    const { shop, member } = membership;
    const { words } = ctx.asker;
    const invitation = await shops.invite({ shop: shop.id, by: member.id, role, uses });
    const url = `https://t.me/${ctx.me.username}?start=${invitation.token}`;
    const drawn = renderInvitation(words, invitation, url, kit.setting(), shop);
    if (role === 'owner') return await say(ctx, drawn);
    const text = `${drawn.text}\n${words.t('invite-more')}`;
    const owner = [button(words.t('button-invite-owner'), { do: 'invite', role: 'owner' })];
    await say(ctx, { ...drawn, text, buttons: [...drawn.buttons, owner] });
  }

  async function join(ctx: CashierContext, brought: string): Promise<void> {
    const { person } = ctx.asker;
    const spoken = spokenBy(ctx);
    if (person.language === null && spoken !== undefined) await shops.setLanguage(person.person, spoken);
    const joining = await shops.accept(brought, person.person, calledBy(ctx));
    const shopSpeaks = joining.kind === 'refused' ? undefined : joining.membership.shop.settings.language;
    const locale = person.language ?? spoken ?? shopSpeaks ?? localeOf(undefined);
    ctx.asker.words = vocabulary.of(locale);
    if (joining.kind !== 'refused') ctx.asker.membership = joining.membership;
    await say(ctx, renderJoining(ctx.asker.words, joining));
    if (joining.kind === 'joined') await tell(ctx, joining.membership, joining.notify);
  }

  /** Notifies the owners. One who cannot be reached sees the member in /staff. */
  async function tell(ctx: CashierContext, joined: Membership, owners: readonly string[]): Promise<void> {
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
function readWish(text: string): { role: MemberRole; uses: number } | null {
  const read = /^(?:(owner|cashier)\b)?\s*(\d{1,4})?$/i.exec(text.trim());
  if (read === null) return null;
  const role = read[1]?.toLowerCase() === 'owner' ? 'owner' : 'cashier';
  return { role, uses: Number(read[2] ?? 1) };
}

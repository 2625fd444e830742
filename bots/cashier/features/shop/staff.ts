/** /staff: lists, renames and removes members. A removal takes effect at the person's next message. */
import { Composer } from 'grammy';
import type { Member } from '../../../../src/engine/index.js';
import type { FeatureDeps } from '../../deps.js';
import type { CashierContext } from '../../identify.js';
import { cancelRow, nameOf, renderRemovalAsk, renderStaff, renderText } from '../../render/index.js';
import { ask, closePrompt, onAnswer } from '../prompt-answers.js';
import {
  editOrReply,
  onPress,
  ownerAt,
  ownerOf,
  reply,
  replyAbout,
  replyText,
  withShopName,
} from '../reply.js';

export function createStaff(deps: FeatureDeps): Composer<CashierContext> {
  const { shops } = deps.engine;
  const composer = new Composer<CashierContext>();

  composer.command('staff', async (ctx) => {
    const membership = await ownerOf(ctx);
    if (membership === null) return;
    const members = await shops.members(membership.shop.id);
    await replyAbout(ctx, membership, renderStaff(ctx.sender.words, members, deps.setting()));
  });

  onPress(composer, 'staffPage', async (ctx, { page }) => {
    const membership = await ownerOf(ctx);
    if (membership === null) return;
    const members = await shops.members(membership.shop.id);
    const list = renderStaff(ctx.sender.words, members, deps.setting(), Number(page));
    await editOrReply(ctx, withShopName(ctx, membership.shop, list));
  });

  onPress(composer, 'removeMember', async (ctx, { member }) => {
    const found = await find(ctx, member);
    if (found !== null) await reply(ctx, renderRemovalAsk(ctx.sender.words, found.member));
  });

  onPress(composer, 'confirmRemoval', async (ctx, { member }) => {
    const found = await find(ctx, member);
    if (found === null) return;
    const { words } = ctx.sender;
    const { name } = await shops.removeMember(found.shop, member);
    await editOrReply(ctx, renderText(words, 'removed', { who: nameOf(words, name) }));
  });

  onPress(composer, 'renameMember', async (ctx, { member }) => {
    const found = await find(ctx, member);
    if (found === null) return;
    await ask(deps, ctx, { what: 'memberName', about: { shop: found.shop, member } });
    const { words } = ctx.sender;
    const who = nameOf(words, found.member.name);
    await reply(ctx, renderText(words, 'rename-ask', { who }, [cancelRow(words)]));
  });

  onAnswer(composer, 'memberName', async (ctx, { shop, member = '' }, name) => {
    const membership = await ownerAt(ctx, shop);
    if (membership === null) return await closePrompt(deps, ctx);
    const renamed = await shops.renameMember(membership.shop.id, member, name);
    await closePrompt(deps, ctx);
    await replyText(ctx, 'renamed', { who: nameOf(ctx.sender.words, renamed.name) });
  });
  return composer;

  /** Finds a member in any shop the person owns: a notification may be about a shop that is not the chosen one. */
  async function find(ctx: CashierContext, id: string): Promise<{ shop: string; member: Member } | null> {
    const owned = ctx.sender.person.memberships.filter(({ member }) => member.role === 'owner');
    for (const { shop } of owned) {
      const member = (await shops.members(shop.id)).find((member) => member.id === id);
      if (member) return { shop: shop.id, member };
    }
    await replyText(ctx, owned.length > 0 ? 'error-unknown' : 'owner-only');
    return null;
  }
}

/** /staff: lists, renames and removes members. A removal takes effect at the person's next message. */
import { Composer } from 'grammy';
import type { Member } from '../../../src/engine/index.js';
import type { Kit } from '../deps.js';
import type { CashierContext } from '../identify.js';
import { nameOf, renderRemovalAsk, renderStaff, renderText } from '../render/index.js';
import { ask, over, typed } from './prompt-answers.js';
import { cancelRow, change, namedFor, onPress, ownerAt, ownerOf, say, sayOf, sayText } from './reply.js';

export function createStaff(kit: Kit): Composer<CashierContext> {
  const { shops } = kit.engine;
  const composer = new Composer<CashierContext>();

  composer.command('staff', async (ctx) => {
    const membership = await ownerOf(ctx);
    if (membership === null) return;
    const members = await shops.members(membership.shop.id);
    await sayOf(ctx, membership, renderStaff(ctx.asker.words, members, kit.setting()));
  });

  onPress(composer, 'staffPage', async (ctx, { page }) => {
    const membership = await ownerOf(ctx);
    if (membership === null) return;
    const members = await shops.members(membership.shop.id);
    const drawn = renderStaff(ctx.asker.words, members, kit.setting(), Number(page));
    await change(ctx, namedFor(ctx, membership.shop, drawn));
  });

  onPress(composer, 'removeMember', async (ctx, { member }) => {
    const found = await find(ctx, member);
    if (found !== null) await say(ctx, renderRemovalAsk(ctx.asker.words, found.member));
  });

  onPress(composer, 'confirmRemoval', async (ctx, { member }) => {
    const found = await find(ctx, member);
    if (found === null) return;
    const { words } = ctx.asker;
    const { name } = await shops.removeMember(found.shop, member);
    await change(ctx, renderText(words, 'removed', { who: nameOf(words, name) }));
  });

  onPress(composer, 'renameMember', async (ctx, { member }) => {
    const found = await find(ctx, member);
    if (found === null) return;
    await ask(kit, ctx, { what: 'memberName', about: { shop: found.shop, member } });
    const { words } = ctx.asker;
    const who = nameOf(words, found.member.name);
    await say(ctx, renderText(words, 'rename-ask', { who }, cancelRow(words)));
  });

  composer.use(
    typed('memberName', async (ctx, { shop, member = '' }, name) => {
      const membership = await ownerAt(ctx, shop);
      if (membership === null) return await over(kit, ctx);
      const renamed = await shops.renameMember(membership.shop.id, member, name);
      await over(kit, ctx);
      await sayText(ctx, 'renamed', { who: nameOf(ctx.asker.words, renamed.name) });
    }),
  );
  return composer;

  /** Finds a member in any shop the person owns: a notification may be about a shop that is not the chosen one. */
  async function find(ctx: CashierContext, id: string): Promise<{ shop: string; member: Member } | null> {
    const owned = ctx.asker.person.memberships.filter(({ member }) => member.role === 'owner');
    for (const { shop } of owned) {
      const member = (await shops.members(shop.id)).find((one) => one.id === id);
      if (member) return { shop: shop.id, member };
    }
    await sayText(ctx, owned.length > 0 ? 'error-unknown' : 'owner-only');
    return null;
  }
}

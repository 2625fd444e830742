/** /deleteme: what would go, the question, and what is left. The bot's own notes of the person go too. */
import { Composer } from 'grammy';
import { type CashierContext, chatOfPerson } from '../access.js';
import type { Kit } from '../kit.js';
import { renderDeleted, renderDeletionAsk } from '../render/index.js';
import { change, inPrivate, onPress, say } from './saying.js';

export function createDeletion({ engine, jobs, said, asks, alerts }: Kit): Composer<CashierContext> {
  const { shops } = engine;
  const composer = new Composer<CashierContext>();

  composer.command('deleteme', async (ctx) => {
    if (!(await inPrivate(ctx))) return;
    const { person, words } = ctx.asker;
    await say(ctx, renderDeletionAsk(words, await shops.deletion(person.person)));
  });

  onPress(composer, 'confirmDeletion', async (ctx) => {
    const { person, words } = ctx.asker;
    // The notes first: once the shops are left it is not known any more in which groups they stand.
    await forget(ctx);
    const deleted = await shops.deleteMe(person.person);
    ctx.asker = { ...ctx.asker, person: { ...person, memberships: [], current: null }, membership: null };
    await change(ctx, renderDeleted(words, deleted));
  });
  return composer;

  async function forget({ asker: { person }, from }: CashierContext): Promise<void> {
    await jobs.forget(person.person);
    await said.forget(person.person);
    const { closes } = await shops.deletion(person.person);
    for (const { id } of closes) await said.forget(id);
    await alerts.forget(
      person.person,
      closes.map(({ id }) => id),
    );
    const groups = await Promise.all(person.memberships.map(({ shop }) => shops.groups(shop.id)));
    const chats = [person.person, ...groups.flat()].map(chatOfPerson).filter((chat) => chat !== null);
    for (const chat of chats) if (from) await asks.over(chat, from.id);
  }
}

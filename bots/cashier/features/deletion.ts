/** /deleteme: lists what will be deleted, asks, deletes, and lists what remains. Deletes the bot's own records too. */
import { Composer } from 'grammy';
import type { Kit } from '../deps.js';
import { type CashierContext, chatOfPerson } from '../identify.js';
import { renderDeleted, renderDeletionAsk } from '../render/index.js';
import { change, inPrivate, onPress, say } from './reply.js';
import { createRests } from './rest.js';

export function createDeletion(kit: Kit): Composer<CashierContext> {
  const { engine, jobs, said, asks, alerts, bearers, questions } = kit;
  const { shops } = engine;
  const rests = createRests(kit);
  const composer = new Composer<CashierContext>();

  composer.command('deleteme', async (ctx) => {
    if (!(await inPrivate(ctx))) return;
    const { person, words } = ctx.asker;
    await say(ctx, renderDeletionAsk(words, await shops.deletion(person.person)));
  });

  onPress(composer, 'confirmDeletion', async (ctx) => {
    const { person, words } = ctx.asker;
    // The bot's records first: without memberships the groups with records can no longer be found.
    await forget(ctx);
    const deleted = await shops.deleteMe(person.person);
    ctx.asker = { ...ctx.asker, person: { ...person, memberships: [], current: null }, membership: null };
    await change(ctx, renderDeleted(words, deleted));
  });
  return composer;

  async function forget({ asker: { person }, from }: CashierContext): Promise<void> {
    const { closes } = await shops.deletion(person.person);
    const ended = closes.map(({ id }) => id);
    await jobs.forget(person.person);
    for (const owner of [person.person, ...ended]) await said.forget(owner, bearers.forget);
    await questions.forget(person.person, ended);
    await alerts.forget(person.person, ended);
    const groups = await Promise.all(person.memberships.map(({ shop }) => shops.groups(shop.id)));
    const chats = [person.person, ...groups.flat()].map(chatOfPerson).filter((chat) => chat !== null);
    if (!from) return;
    for (const chat of chats) {
      await asks.over(chat, from.id);
      await rests.forget(chat, from.id);
    }
  }
}

/** /deleteme: lists what will be deleted, asks, deletes, and lists what remains. Deletes the bot's own records too. */
import { Composer } from 'grammy';
import type { FeatureDeps } from '../../deps.js';
import { type CashierContext, chatOfPerson } from '../../identify.js';
import { renderDeleted, renderDeletionAsk } from '../../render/index.js';
import { createSplitPayments } from '../receipts/split-payments.js';
import { editOrReply, inPrivate, onPress, reply } from '../reply.js';

export function createDeletion(deps: FeatureDeps): Composer<CashierContext> {
  const { engine, jobs, answeredMessages, prompts, alerts, requestMessages, acceptanceMessages, questions } =
    deps;
  const { shops } = engine;
  const splitPayments = createSplitPayments(deps);
  const composer = new Composer<CashierContext>();

  composer.command('deleteme', async (ctx) => {
    if (!(await inPrivate(ctx))) return;
    const { person, words } = ctx.sender;
    await reply(ctx, renderDeletionAsk(words, await shops.deletion(person.person)));
  });

  onPress(composer, 'confirmDeletion', async (ctx) => {
    const { person, words } = ctx.sender;
    // The bot's records first: without memberships the groups with records can no longer be found.
    await forget(ctx);
    const deleted = await shops.deleteMe(person.person);
    ctx.sender = { ...ctx.sender, person: { ...person, memberships: [], current: null }, membership: null };
    await editOrReply(ctx, renderDeleted(words, deleted));
  });
  return composer;

  async function forget({ sender: { person }, from }: CashierContext): Promise<void> {
    const { closes } = await shops.deletion(person.person);
    const ended = closes.map(({ id }) => id);
    await jobs.forget(person.person);
    for (const owner of [person.person, ...ended])
      await answeredMessages.forget(owner, acceptanceMessages.forget);
    await questions.forget(person.person, ended);
    await alerts.forget(person.person, ended);
    await requestMessages.forget(person.person, ended);
    const groups = await Promise.all(person.memberships.map(({ shop }) => shops.groups(shop.id)));
    const chats = [person.person, ...groups.flat()].map(chatOfPerson).filter((chat) => chat !== null);
    if (!from) return;
    for (const chat of chats) {
      await prompts.close(chat, from.id);
      await splitPayments.forget(chat, from.id);
    }
  }
}

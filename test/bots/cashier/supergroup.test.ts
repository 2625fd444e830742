/** A group that becomes a supergroup has another id, and numbers its messages anew; what is late or under way is answered there. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { factsOf } from '../../../src/sandbox/fake-data.js';
import { telebirr } from '../../engine/support.js';
import type { Group, Scene, Shown } from '../../support/telegram/index.js';
import { type Counter, openCounter, type Shopkeeper, verdictOn, walletReceipt } from './counter.js';

let counter: Counter;
const references = Array.from({ length: 3 }, () => walletReceipt());
const [first = '', second = '', third = ''] = references;

beforeAll(async () => {
  counter = await openCounter();
});

afterAll(() => counter.close());

async function open(): Promise<{ owner: Shopkeeper; cashier: Shopkeeper; group: Group }> {
  const owner = await counter.shopPaidBy('Selam', references);
  const cashier = await counter.cashier('Abel', owner.membership);
  const group = counter.bot.group('Till', cashier.user);
  await counter.engine.shops.bind(`tg:${group.id}`, owner.membership.shop.id);
  return { owner, cashier, group };
}

const about = (scene: Scene, reference: string): Promise<Shown> =>
  scene.message(({ text }) => text.includes(`Reference: ${reference}`));

/** Resolves once every update is handled and no receipt is worked on. */
async function worked(): Promise<void> {
  const botStore = counter.engine.botStore('cashier');
  const left = async () => (await Promise.all([botStore.all('inbox'), botStore.all('job')])).flat();
  while (counter.bot.mailbox.pending().length > 0 || (await left()).length > 0) await sleep(5);
}

/** A receipt whose answer is under way when the group moves. */
async function moveWhileChecking(group: Group, reference: string): Promise<Group> {
  await counter.bankIs('telebirr', 'slow');
  const sent = group.sends.text(reference);
  await group.message(({ replyTo }) => replyTo === sent.id);
  const moved = group.migrates();
  await about(moved, reference);
  await counter.bankIs('telebirr', 'up');
  return moved;
}

it('what was written in the group is answered in the supergroup, though it is handled after the move', async () => {
  const { group } = await open();
  const moved = group.migrates();
  await worked();
  group.sends.text(first);
  const paid = await about(moved, first);
  expect(paid.text).toMatch(/^✅ .*amount not compared/u);
  // The message itself is not there; one with its id may be.
  expect(paid.replyTo).toBeNull();
  await worked();
  moved.sends.text(`${factsOf(first).amount / 100}`, { replyTo: paid });
  await moved.until(() => /^✅ .*as expected/u.test(paid.text));
  const late = group.sends.text(second);
  group.sends.edited(late, `/v 99999 ${second}`);
  await worked();
  expect((await about(moved, second)).text).toMatch(/SHORT/);
  group.sends.text('/today');
  await moved.message(/^Today, /);
  expect(moved.answers.filter((one) => one.text.includes(second))).toHaveLength(1);
});

it('what is written in the supergroup and arrives before the notice of it is answered once, after the notice', async () => {
  const { group, cashier } = await open();
  const moved = group.migrates({ late: true });
  const options = { as: cashier.user };
  const early = moved.sends.text(first, options);
  const mistyped = moved.sends.text(second.slice(0, -1), options);
  moved.sends.edited(mistyped, second);
  const command = moved.sends.text(`/v 99999 ${third}`, options);
  await worked();
  expect(moved.answers).toEqual([]);
  moved.announces();
  moved.announces();
  for (const sent of [early, mistyped]) expect((await verdictOn(moved, sent)).text).toMatch(/^✅/u);
  expect((await verdictOn(moved, command)).text).toMatch(/^⚠️ SHORT/u);
  await worked();
  expect(moved.answers).toHaveLength(3);
});

it('a group that is assigned to the shop while it moves is assigned after the move', async () => {
  const owner = await counter.shopPaidBy('Almaz', references);
  const group = counter.bot.group('New till', owner.user);
  const moved = group.migrates();
  await worked();
  group.adds(owner.user, owner.membership.shop.id);
  await moved.message(/This group now belongs to/);
  const answer = await verdictOn(moved, moved.sends.text(first));
  expect(answer.text).toMatch(/^✅/u);
});

it('what is said of a message of the supergroup changes no answer to a message of the group that has the same id', async () => {
  const { group } = await open();
  for (let nth = 0; nth < 5; nth += 1) group.sends.text('hello');
  const unpaid = telebirr('GONE');
  const moved = await moveWhileChecking(group, unpaid);
  await worked();
  const old = group.messages.find(({ text }) => text === unpaid)?.id ?? 0;
  let last = moved.messages.at(-1)?.id ?? 0;
  while (last < old - 1) last = moved.sends.text('hello').id;
  const same = moved.sends.text(second);
  expect(same.id).toBe(old);
  await about(moved, second);
  await worked();
  const refused = await about(moved, unpaid);
  moved.sends.text('99999', { replyTo: same });
  await moved.until(() => moved.answers.some(({ text }) => text.includes(second) && /SHORT/.test(text)));
  moved.sends.edited(same, `/v 88888 ${third}`);
  await about(moved, third);
  await worked();
  expect(refused.versions.map(({ text }) => text)).toEqual([expect.stringMatching(/^❌/u)]);
});

it("the owner's approval reaches a receipt whose answer is in the supergroup", async () => {
  const { owner, group } = await open();
  await counter.engine.shops.set(owner.membership.shop.id, { maxAgeHours: 1 });
  const moved = await moveWhileChecking(group, first);
  const answer = await about(moved, first);
  expect(answer.text).toMatch(/^⚠/u);
  await worked();
  moved.sends.press(answer, 'Ask the owner');
  const question = await owner.chat.message(/ asks at /);
  await worked();
  owner.chat.sends.press(question, 'Approve');
  await moved.until(() => moved.answers.some(({ text }) => /^⚠️ Approved by Selam/.test(text)));
  expect(moved.answers.filter(({ text }) => text.includes(first))).toHaveLength(1);
});

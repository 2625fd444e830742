/** A receipt is accepted once: by what was sent and by whom, whatever else the clock or the chat brings. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Counter, openCounter, signOf, verdictOn, walletReceipt } from './counter.js';

let counter: Counter;
const link = (reference: string) => `https://transactioninfo.ethiotelecom.et/receipt/${reference}`;

beforeAll(async () => {
  counter = await openCounter();
});

afterAll(() => counter.close());

it('a receipt that comes again in another form is not a second sale, a moment later neither', async () => {
  const reference = walletReceipt();
  const { chat, membership } = await counter.shopPaidBy('Selam', [reference]);
  const { sends } = chat;
  expect(signOf(await verdictOn(chat, sends.text(reference)))).toBe('✅');
  const picture = await counter.screenshot('telebirr', reference);
  for (const other of [
    sends.photo(picture),
    sends.forward(link(reference)),
    sends.text(`/v 500 ${reference}`),
  ]) {
    expect((await verdictOn(chat, other)).text).toMatch(/^⚠️ Already accepted/);
  }
  // The very same words, sent twice by mistake, get their answer again.
  expect(signOf(await verdictOn(chat, sends.text(` ${reference.toLowerCase()}\n`)))).toBe('✅');
  expect(await counter.engine.shops.day(membership.shop.id)).toMatchObject({ count: 1 });
});

it('the same photo gets its answer again from the same person, and nobody else’s does', async () => {
  const reference = walletReceipt();
  const selam = await counter.shopPaidBy('Selam', [reference]);
  const abel = await counter.cashier('Abel', selam.membership);
  const picture = await counter.screenshot('telebirr', reference);
  const first = selam.chat.sends.photo(picture);
  expect(signOf(await verdictOn(selam.chat, first))).toBe('✅');
  const again = selam.chat.sends.photo(picture, { sameAs: first });
  expect(signOf(await verdictOn(selam.chat, again))).toBe('✅');
  const another = abel.chat.sends.photo(picture, { sameAs: first });
  expect((await verdictOn(abel.chat, another)).text).toMatch(/^⚠️ Already accepted.*by Selam/);
});

it('in a group a colleague’s amount is said of the same acceptance, and approval leads the message', async () => {
  const [fitting, short] = [walletReceipt(), walletReceipt()];
  const selam = await counter.shopPaidBy('Selam', [fitting, short]);
  const abel = await counter.cashier('Abel', selam.membership);
  const group = counter.bot.group('The till', abel.user);
  await counter.engine.shops.bind(`tg:${group.id}`, selam.membership.shop.id);
  const answer = await verdictOn(group, group.sends.text(fitting));
  const amount = /Paid: ([\d,.]+) birr/.exec(answer.text)?.[1] ?? '';
  group.sends.text(amount, { replyTo: answer, as: selam.user });
  await group.until(() => answer.versions.length > 3);
  await group.message(({ id, text }) => id === answer.id && text !== 'Checking…');
  expect(signOf(answer)).toBe('✅');

  const look = await verdictOn(group, group.sends.text(`/v 99999 ${short}`));
  expect(look.text).toMatch(/^⚠️ .*SHORT/);
  group.sends.press(look, 'Approve anyway', { as: selam.user });
  await group.message(({ id, text }) => id === look.id && /^⚠️ Approved/.test(text));
  expect(look.text).toMatch(/^⚠️ Approved by Selam.*\nSHORT/);
  expect(look.text).not.toMatch(/Already accepted/);
  // Another message with it is not what the owner has looked at.
  const other = await verdictOn(group, group.sends.text(short, { as: selam.user }));
  expect(other.text).toMatch(/^⚠️ Already accepted/);
});

/** A receipt is accepted once: by what was sent and by whom, whatever else the clock or the chat brings. */
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { Failure, type FailureDetails, type FailureName } from '../../../src/engine/index.js';
import { factsOf } from '../../../src/sandbox/fake-data.js';
import { type Counter, openCounter, signOf, verdictOn, walletReceipt } from './counter.js';

let counter: Counter;
const link = (reference: string) => `https://transactioninfo.ethiotelecom.et/receipt/${reference}`;

beforeAll(async () => {
  counter = await openCounter();
});

afterEach(() => {
  vi.restoreAllMocks();
});

afterAll(() => counter.close());

/** From now on nothing can be checked, not even again. */
function fails(failure: FailureName, details: FailureDetails): void {
  const verify = () => Promise.reject(new Failure(failure, details));
  vi.spyOn(counter.engine, 'verify').mockImplementation(verify as never);
}

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

it('an accepted receipt that cannot be checked again with an amount stays accepted, and its answer says so', async () => {
  const reference = walletReceipt();
  const selam = await counter.shopPaidBy('Selam', [reference]);
  const abel = await counter.cashier('Abel', selam.membership);
  const shop = selam.membership.shop.id;
  const { sends } = abel.chat;
  const answer = await verdictOn(abel.chat, sends.text(reference));
  expect(signOf(answer)).toBe('✅');
  fails('rate_limited', { providerKey: 'telebirr', reference });
  sends.text(String(factsOf(reference).amount / 100), { replyTo: answer });
  await abel.chat.until(() => answer.text.startsWith('⏳'));
  expect(answer.text).toMatch(/It was accepted by Abel, .* today, and still counts/);
  expect(answer.text).not.toContain('Not confirmed');
  expect(await counter.engine.shops.day(shop)).toMatchObject({ count: 1, unresolved: [] });
  vi.restoreAllMocks();
  // It is nobody else's in the meantime.
  const again = await verdictOn(selam.chat, selam.chat.sends.text(reference));
  expect(again.text).toMatch(/^⚠️ Already accepted: .* by Abel/);
  sends.press(answer, 'Try again');
  await abel.chat.until(() => /^✅ .*as expected/u.test(answer.text));
});

it('a link that opens a few times, accepted and then not checked again, can be tried again unless the bank was asked', async () => {
  const reference = 'A35U2TB262260417';
  const selam = await counter.shopkeeper('Selam');
  const shop = selam.membership.shop.id;
  const { account: number, name: holder } = factsOf(reference).receiver;
  await counter.engine.shops.set(shop, { maxAgeHours: 8760 });
  await counter.engine.shops.saveAccount(shop, { provider: 'siinqee', number, holder });
  const sent = selam.chat.sends.text(`https://receipts.siinqeebank.com:871/generate/${reference}`);
  const answer = await verdictOn(selam.chat, sent);
  expect(signOf(answer)).toBe('✅');
  const fits = String(factsOf(reference).amount / 100);
  fails('rate_limited', { providerKey: 'siinqee', reference });
  selam.chat.sends.text('99999', { replyTo: answer });
  await selam.chat.until(() => answer.text.startsWith('⏳'));
  vi.restoreAllMocks();
  selam.chat.sends.press(answer, 'Try again');
  await selam.chat.until(() => /SHORT/.test(answer.text));
  selam.chat.sends.text(fits, { replyTo: answer });
  await selam.chat.until(() => /^✅ .*as expected/u.test(answer.text));
  fails('bank_unreachable', { providerKey: 'siinqee', reference });
  selam.chat.sends.text('88888', { replyTo: answer });
  await selam.chat.until(() => answer.text.startsWith('⏳'));
  expect(answer.text).toMatch(/It was accepted by Selam, .* and still counts/);
  expect(answer.keyboard.flat()).toEqual([]);
});

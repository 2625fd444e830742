/** Payment requests in the bot: asked for in a chat, paid on the page for customers, and counted in the shop's day. */

import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paidReceipt, receiver, runOut, takeUp } from '../../engine/payment-requests/support.js';
import { openApplication, telebirr } from '../../engine/support.js';
import { otherAddress } from '../../sidecar/environment.js';
import { freePort } from '../../support/ports.js';
import type { Scene, Shown } from '../../support/telegram/index.js';
import { type Counter, openCounter, type Shopkeeper, verdictOn } from './counter.js';
import { reaction } from './features/support.js';
import { payOnPage } from './people.js';

let counter: Counter;
let liya: Shopkeeper;
let selam: Shopkeeper;
/** The message of a request that stays open. */
let unchanged: Shown;
/** Where BASE_URL leads to here. */
let local: string;

const unclear = { name: 'Sara Test', account: null };

beforeAll(async () => {
  // The page is served by the process that runs the bot; links lead to BASE_URL.
  const port = await freePort();
  local = `http://127.0.0.1:${port}`;
  const env = { ROLES: 'api,cashier-bot', PORT: String(port), BASE_URL: 'https://pay.example' };
  counter = await openCounter(env);
  liya = await counter.shopkeeper('Liya');
  selam = await counter.cashier('Selam', liya.membership);
});
afterAll(() => counter.close());

const shopOf = ({ membership }: Shopkeeper) => membership.shop.id;
const saveAccount = (keeper: Shopkeeper) =>
  counter.engine.shops.saveAccount(shopOf(keeper), {
    provider: receiver.provider,
    number: receiver.account,
    holder: receiver.name,
  });
const total = async () => {
  const { count, total: sum } = await counter.engine.shops.day(shopOf(liya));
  return { count, sum };
};

/** Asks, and waits for the message with the link. */
async function request(chat: Scene, text: string, options: object = {}) {
  const sent = chat.sends.text(text, options);
  const shown = await chat.message(({ replyTo, file }) => replyTo === sent.id && file !== null);
  const id = /\/pay\/(pr_\w{26})/.exec(shown.text)?.[1] ?? '';
  return { shown, id };
}

const until = (chat: Scene, { id }: Shown, text: RegExp) =>
  chat.message((one) => one.id === id && text.test(one.text));

const handIn = (id: string, reference: string) =>
  counter.engine.payerRequests.submitReceipt(id, { reference }, { address: otherAddress(), waitMs: 30_000 });

async function codeOf({ file }: Shown): Promise<string> {
  const picture = sharp(file?.bytes).ensureAlpha().raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data });
}

it('who asks is told what is missing: an amount, or an account to pay to', async () => {
  const asks = ({ chat }: Shopkeeper, text: string) => reaction(chat, () => chat.sends.text(text));
  for (const text of ['/request', '/request order 17', '/request 0'])
    expect((await asks(selam, text)).text).toMatch(/\/request 500 order 17$/);
  expect((await asks(liya, '/request 500')).text).toMatch(/^No account is saved.*\n.*\/accounts$/);
  expect((await asks(selam, '/request 500')).text).toMatch(/^No account is saved.*\n.*owner/);
});

it('a shop with no programmer: asked in the bot, paid on the page with an SMS, ✅ under the cashier’s message, once in the day', async () => {
  await saveAccount(liya);
  const { shown } = await request(selam.chat, '/request 500 order 17');
  const link = await codeOf(shown);
  expect(shown.text).toMatch(/^🧾 Waiting for 500\.00 birr\nNote: order 17\n/u);
  expect(shown.text).toContain('To: Telebirr · …0002 · Sara Test Tadesse');
  expect(shown.text).toMatch(/Open until .*\d\d:\d\d( today)? \((60|59) min left\)/);
  expect(shown.text).toContain(link);
  expect(link).toMatch(/^https:\/\/pay\.example\/pay\/pr_\w{26}$/);

  const reference = await paidReceipt(counter.store, { amount: '500.00' });
  const sms = `You have transferred ETB 500.00 to Sara. Your transaction number is ${reference}. https://transactioninfo.ethiotelecom.et/receipt/${reference}`;
  expect(await payOnPage(link, local, sms)).not.toContain('class="problem"');
  await until(selam.chat, shown, /^✅ Paid: 500\.00 birr, as expected\n/);
  expect(shown.text).toContain(`Reference: ${reference}`);
  expect(shown.keyboard).toEqual([]);
  expect(await total()).toEqual({ count: 1, sum: '500.00' });

  const again = await verdictOn(selam.chat, selam.chat.sends.text(reference));
  expect(again.text).toMatch(/^⚠️ Already accepted: .* by Selam/);
  const undone = await reaction(selam.chat, () => selam.chat.sends.text(`/undo ${reference}`));
  selam.chat.sends.press(undone, 'Yes, undo');
  await until(selam.chat, undone, /can't be undone/);
  expect(await total()).toEqual({ count: 1, sum: '500.00' });
  const byReference = await reaction(liya.chat, () => liya.chat.sends.text(`/history ${reference}`));
  expect(byReference.text).toContain('order 17');
});

it('what the cashier has accepted before pays no request, and the message says what came', async () => {
  const reference = await paidReceipt(counter.store, { amount: '310.00' });
  await verdictOn(selam.chat, selam.chat.sends.text(reference));
  const { shown, id } = await request(selam.chat, '/request 310');
  unchanged = shown;
  await handIn(id, reference);
  await until(selam.chat, shown, /^🧾 Waiting for 310\.00 birr[\s\S]*a receipt came that was used before/u);
  await handIn(id, telebirr('GONE'));
  await until(selam.chat, shown, /a receipt came that the bank did not confirm/);
});

it('in a group with topics the request is answered where it was made; another cashier cannot cancel it, its maker can', async () => {
  const hana = await counter.cashier('Hana', liya.membership);
  const group = counter.bot.group('The till', selam.user);
  await counter.engine.shops.bind(`tg:${group.id}`, shopOf(liya));
  const { shown } = await request(group, '/request 90 table 4', { topic: 77 });
  const refused = group.sends.press(shown, 'Cancel the request', { as: hana.user });
  await counter.bot.mailbox.confirmed(refused.update);
  expect(shown.text).toMatch(/^🧾 Waiting/u);
  const stranger = counter.bot.person('Passer-by');
  await counter.bot.mailbox.confirmed(
    group.sends.press(shown, 'Cancel the request', { as: stranger }).update,
  );
  expect(shown.text).toMatch(/^🧾 Waiting/u);
  group.sends.press(shown, 'Cancel the request');
  await until(group, shown, /^🧾 The request was canceled: 90\.00 birr/u);
  expect(shown.keyboard).toEqual([]);
});

it('a payment in doubt waits for an owner, who is asked; only then it counts, under the owner’s name', async () => {
  const before = await total();
  const { shown, id } = await request(selam.chat, '/request 720');
  await handIn(id, await paidReceipt(counter.store, { amount: '720.00', to: unclear }));
  await until(selam.chat, shown, /^⚠️ Look first: 720\.00 birr/);
  expect(await total()).toEqual(before);
  const refused = selam.chat.sends.press(shown, 'Approve');
  await counter.bot.mailbox.confirmed(refused.update);
  const asked = await liya.chat.message(/^⚠️ Look first: 720\.00 birr/);
  expect(shown.text).toMatch(/^⚠️/);
  liya.chat.sends.press(asked, 'Refuse');
  await until(liya.chat, asked, /^Refused/);
  await until(selam.chat, shown, /^🧾 Waiting for 720\.00 birr[\s\S]*an owner refused this payment/u);

  await handIn(id, await paidReceipt(counter.store, { amount: '720.00', to: unclear, minutesAgo: 2 }));
  const second = await liya.chat.message((one) => one.id > asked.id && /^⚠️ Look first: 720/.test(one.text));
  liya.chat.sends.press(second, 'Approve');
  await until(selam.chat, shown, /^✅ Paid: 720\.00 birr[\s\S]*Approved by Liya despite the warning/);
  expect(await total()).toEqual({ count: before.count + 1, sum: `${Number(before.sum) + 720}.00` });
});

it('the buttons under a payment in doubt decide on that payment, and on no later one', async () => {
  const { paymentRequests } = counter.engine;
  const { shown, id } = await request(selam.chat, '/request 730');
  await handIn(id, await paidReceipt(counter.store, { amount: '730.00', to: unclear }));
  const first = await liya.chat.message(/^⚠️ Look first: 730\.00 birr/);
  // Another owner, on the dashboard.
  await paymentRequests.refuse(shopOf(liya), id, 'not ours');
  await handIn(id, await paidReceipt(counter.store, { amount: '730.00', to: unclear, minutesAgo: 2 }));
  const second = await liya.chat.message((one) => one.id > first.id && /^⚠️ Look first: 730/.test(one.text));
  await counter.bot.mailbox.confirmed(liya.chat.sends.press(first, 'Approve').update);
  liya.chat.sends.press(second, 'Refuse');
  await until(selam.chat, shown, /^🧾/u);
  selam.chat.sends.press(shown, 'Cancel the request');
  await until(selam.chat, shown, /^🧾 The request was canceled/u);
});

it('a receipt that an owner has refused pays nothing by itself: the owner is asked again', async () => {
  const reference = await paidReceipt(counter.store, { amount: '610.00' });
  const look = await verdictOn(selam.chat, selam.chat.sends.text(`/v 600 ${reference}`));
  selam.chat.sends.press(look, 'Ask the owner');
  liya.chat.sends.press(await liya.chat.message(/^Selam asks[\s\S]*610/), 'Refuse');
  await until(selam.chat, look, /^⚠️ REFUSED by Liya/);
  const { shown, id } = await request(selam.chat, '/request 610');
  await handIn(id, reference);
  await until(selam.chat, shown, /^⚠️ Look first: 610\.00 birr.*\nPerhaps this transfer was used already/);
  liya.chat.sends.press(await liya.chat.message(/^⚠️ Look first: 610/), 'Refuse');
  await until(selam.chat, shown, /^🧾/u);
  selam.chat.sends.press(shown, 'Cancel the request');
  await until(selam.chat, shown, /^🧾 The request was canceled/u);
});

it('whoever leaves is forgotten, with what a closed shop asked for; a request in the group of a shop goes on', async () => {
  const notes = () => counter.engine.botStore('cashier').all('request');
  const abel = await counter.shopkeeper('Abel');
  await saveAccount(abel);
  const own = await request(abel.chat, '/request 10');
  const hana = await counter.cashier('Hana', liya.membership);
  const group = counter.bot.group('The counter', hana.user);
  await counter.engine.shops.bind(`tg:${group.id}`, shopOf(liya));
  const { shown, id } = await request(group, '/request 20');
  for (const { chat } of [abel, hana]) {
    const asked = await reaction(chat, () => chat.sends.text('/deleteme'));
    chat.sends.press(asked, 'Yes, delete my data');
    await until(chat, asked, /^Deleted/);
  }
  const left = JSON.stringify(await notes());
  expect(left).toContain(id);
  expect(left).not.toMatch(new RegExp(`${own.id}|tg:(${abel.user.id}|${hana.user.id})`));
  await handIn(id, await paidReceipt(counter.store, { amount: '20.00' }));
  await until(group, shown, /^✅ Paid: 20\.00 birr/);
});

it('a request is followed by the next process, also one that was paid and one that ran out while no bot ran', async () => {
  const paid = await request(selam.chat, '/request 830 order 18');
  const late = await request(selam.chat, '/request 840');
  const open = await request(selam.chat, '/request 850');
  const before = await total();
  // Made three minutes ago: what comes now makes a sound.
  const botStore = counter.engine.botStore('cashier');
  const note = (await botStore.get(`request:${paid.id}`)) as object;
  await botStore.put(`request:${paid.id}`, { ...note, at: Date.now() - 180_000 });
  await counter.stops();
  const other = await openApplication(counter.store);
  other.engine.startRecovery();
  const reference = await paidReceipt(counter.store, { amount: '830.00' });
  await other.engine.payerRequests.submitReceipt(
    paid.id,
    { reference },
    { address: otherAddress(), waitMs: 30_000 },
  );
  await runOut(counter.store, shopOf(liya), late.id);
  await takeUp(counter.store, shopOf(liya), late.id);
  await expect
    .poll(async () => (await other.engine.paymentRequests.get(shopOf(liya), late.id)).status)
    .toBe('expired');
  selam.chat.deletes(open.shown);
  const edits = () =>
    counter.bot.callsOf('editMessageCaption').filter(({ payload }) => payload.message_id === unchanged.id);
  const drawn = edits().length;
  await counter.starts();
  await until(selam.chat, paid.shown, /^✅ Paid: 830\.00 birr/);
  await selam.chat.message(
    ({ replyTo, text }) =>
      replyTo === paid.shown.id && text === '✅ Paid: 830.00 birr, as expected\nNote: order 18',
  );
  await until(selam.chat, late.shown, /^🧾 Time is up: 840\.00 birr/u);
  expect((await total()).count).toBe(before.count + 1);
  expect(edits()).toHaveLength(drawn);

  // Paid in another process than the bot's, and its message was deleted: the cashier is told all the same.
  const last = await paidReceipt(counter.store, { amount: '850.00' });
  await other.engine.payerRequests.submitReceipt(
    open.id,
    { reference: last },
    { address: otherAddress(), waitMs: 30_000 },
  );
  await selam.chat.message(/^✅ Paid: 850\.00 birr/);
  // Of all requests only the one of 310 birr is still open.
  await expect.poll(async () => (await counter.engine.botStore('cashier').all('request')).length).toBe(1);
  await other.close();
});

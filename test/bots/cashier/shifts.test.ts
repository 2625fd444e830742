/** Own totals, shifts, reports, several shops: each sees what is theirs, by command and by button. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dateOf, periodAround } from '../../../src/engine/shops/calendar.js';
import * as names from '../../../src/engine/store/key-names.js';
import type { Shown } from '../../support/telegram/index.js';
import { type Counter, openCounter, type Shopkeeper, signOf, verdictOn, walletReceipt } from './counter.js';
import { closesNow } from './features/support.js';

let counter: Counter;
let almaz: Shopkeeper;
let selam: Shopkeeper;
let abel: Shopkeeper;
const receipts = Array.from({ length: 4 }, () => walletReceipt());
const [before = '', within = '', others = '', after = ''] = receipts;
const ownersOnly = "Only the shop's owner can do this.";

beforeAll(async () => {
  counter = await openCounter();
  almaz = await counter.shopPaidBy('Almaz', receipts);
  selam = await counter.cashier('Selam', almaz.membership);
  abel = await counter.cashier('Abel', almaz.membership);
});

afterAll(() => counter.close());

async function asks({ chat }: Shopkeeper, act: string | (() => unknown)): Promise<Shown> {
  const count = chat.answers.length;
  if (typeof act === 'string') chat.sends.text(act, { replyTo: null });
  else act();
  await chat.until(() => chat.answers.length > count);
  return chat.answers[count] as Shown;
}

const says = ({ chat }: Shopkeeper, message: Shown, text: RegExp) =>
  chat.message((one) => one.id === message.id && text.test(one.text));

async function accepts({ chat }: Shopkeeper, reference: string): Promise<void> {
  expect(signOf(await verdictOn(chat, chat.sends.text(reference, { replyTo: null })))).toBe('✅');
}

/** The buttons of a message in somebody else's hands. */
async function forged(by: Shopkeeper, keyboard: Shown['keyboard']): Promise<Shown> {
  return Object.create(await asks(by, '/help'), { keyboard: { value: keyboard } }) as Shown;
}

it('a cashier starts and ends a shift by button; cashier and owner get what it added up to', async () => {
  await accepts(selam, before);
  const page = await asks(selam, '/shift');
  expect(page.text).toMatch(/^No shift is running/);
  selam.chat.sends.press(page, 'Start a shift');
  await says(selam, page, /^Your shift, since \d\d:\d\d:\nNo payment accepted\./);
  const end = page.keyboard;
  await accepts(selam, within);
  await accepts(abel, others);

  const mine = await asks(selam, '/mytotal');
  expect(mine.text).toMatch(
    /^Your own total, \d\d\/\d\d\/\d{4}\nAccepted: 2 payments[\s\S]*Your shift, since \d\d:\d\d:\nAccepted: 1 payment,/,
  );
  expect(mine.text).not.toContain('Abel');

  // Somebody else's shift is nobody's to end.
  const theirs = await forged(abel, end);
  abel.chat.sends.press(theirs, 'End the shift');
  await says(abel, theirs, /^This button no longer works/);
  selam.chat.sends.press(page, 'End the shift');
  const over = /^Your shift \d\d:\d\d–\d\d:\d\d\nAccepted: 1 payment,/;
  await says(selam, page, over);
  const told = await almaz.chat.message(/^Selam ended a shift: \d\d:\d\d–\d\d:\d\d\nAccepted: 1 payment,/);
  // Pressed once more in an old message, or handled again.
  selam.chat.sends.press(await forged(selam, end), 'End the shift');
  await accepts(selam, after);
  expect((await asks(selam, '/shift end')).text).toMatch(over);
  expect(almaz.chat.answers.filter(({ text }) => text.startsWith('Selam ended a shift'))).toEqual([told]);
  expect(abel.chat.answers.filter(({ text }) => text.includes('ended a shift'))).toEqual([]);

  const day = await asks(almaz, '/today');
  expect(day.text).toMatch(/Shifts:\n• Selam \d\d:\d\d–\d\d:\d\d: [\d,.]+ birr \(1\)/);
  expect((await asks(abel, '/today')).text).not.toMatch(/Shifts|Selam/);
});

it('/shift start and /shift end do the same as the buttons', async () => {
  expect((await asks(abel, '/shift start')).text).toMatch(/^Your shift, since/);
  expect((await asks(abel, '/shift start')).text).toMatch(/^Your shift, since/);
  expect((await asks(abel, '/shift end')).text).toMatch(/^Your shift \d\d:\d\d–\d\d:\d\d\n/);
  await almaz.chat.message(/^Abel ended a shift/);
  const { shifts } = await counter.engine.shops.memberDay(
    almaz.membership.shop.id,
    abel.membership.member.id,
  );
  expect(shifts).toHaveLength(1);
});

it('a shift that is left open is reported when the shop closes, to its member and to the owner', async () => {
  const shop = almaz.membership.shop.id;
  await asks(abel, '/shift start');
  const date = await counter.engine.shops.today(shop);
  await counter.store.client.hset(names.shifts(shop, date), 'ends', Date.now() - 1);
  await closesNow(counter, shop);
  await abel.chat.message(/^Your shift \d\d:\d\d–\d\d:\d\d \(ended with the day\)\n/);
  const summary = await almaz.chat.message(/^Summary for /);
  expect(summary.text).toMatch(/• Abel \d\d:\d\d–\d\d:\d\d \(ended with the day\): /);
});

it('the menu of an earlier version gets the commands that are new', async () => {
  const sets = () =>
    counter.bot
      .callsOf('setMyCommands')
      .filter(({ payload }) => JSON.stringify(payload).includes(String(abel.user.id)));
  await asks(abel, '/help');
  const count = sets().length;
  await counter.engine.botStore('cashier').setTemporary(`menu:${abel.user.id}`, 'cashier:en', 60_000);
  await asks(abel, '/help');
  await expect.poll(() => sets().length).toBe(count + 1);
  expect(JSON.stringify(sets().at(-1)?.payload)).toContain('mytotal');
});

it('own totals are not shown in groups', async () => {
  const group = counter.bot.group('The till', almaz.user);
  await counter.engine.shops.bind(`tg:${group.id}`, almaz.membership.shop.id);
  for (const command of ['/mytotal', '/shift', '/report', '/export week']) {
    const count = group.answers.length;
    group.sends.text(command, { as: almaz.user });
    await group.until(() => group.answers.length > count);
    expect(group.answers[count]?.text).toBe('Please do this in a private chat with me.');
  }
  group.sends.text('/today', { as: almaz.user });
  const day = await group.message(/^Today/);
  expect(day.text).toMatch(/Accepted: 4 payments/);
  expect(day.text).not.toMatch(/By cashier|Shifts|Selam/);
});

it('a week and a month are added up for owners, with the ones before and their spreadsheets', async () => {
  const today = dateOf(Date.now(), 'Africa/Addis_Ababa');
  const { from, to } = periodAround('week', today);
  const shown = (date: string) => date.split('-').reverse().join('/');
  const report = await asks(almaz, '/report');
  expect(report.text).toMatch(new RegExp(`^Week ${shown(from)} – ${shown(to)}\\nAccepted: 4 payments`));
  expect(report.text).toMatch(/By cashier:\n• Selam: [\d,.]+ birr \(3\)\n• Abel: [\d,.]+ birr \(1\)\n/);
  expect(report.text).toMatch(new RegExp(`By day:\\n• ${shown(today)}: [\\d,.]+ birr \\(4\\)`));
  almaz.chat.sends.press(report, 'By month');
  await says(almaz, report, /^Month 01\//);
  almaz.chat.sends.press(report, '‹ Back');
  await says(almaz, report, /^Month [^\n]*\nNo payment accepted\./);
  const empty = await asks(almaz, () => almaz.chat.sends.press(report, 'Spreadsheet'));
  expect(empty.text).toMatch(/^No receipts between 01\//);
  almaz.chat.sends.press(report, 'More ›');
  await says(almaz, report, /^Month [^\n]*\nAccepted: 4 payments/);
  const sheet = await asks(almaz, '/export week');
  expect(sheet.file?.name).toBe(`${from}-${to}.csv`);
  expect(sheet.file?.bytes.toString()).toContain(within);

  for (const command of ['/report', '/report month', '/export week', '/export']) {
    expect((await asks(selam, command)).text).toBe(ownersOnly);
  }
  const theirs = await forged(selam, report.keyboard);
  for (const button of ['‹ Back', 'By week', 'Spreadsheet']) {
    expect((await asks(selam, () => selam.chat.sends.press(theirs, button))).text).toBe(ownersOnly);
  }
  expect(selam.chat.answers.filter(({ file }) => file !== null)).toEqual([]);
});

it('an owner opens another shop and switches; nothing of one shows in the other', async () => {
  const list = await asks(almaz, '/shop');
  expect(list.text).toBe("You are in one shop: Almaz's shop");
  expect((await asks(selam, '/shop')).keyboard).toEqual([]);
  await asks(almaz, () => almaz.chat.sends.press(list, 'Open another shop'));
  // A name that is taken by the first is another shop all the same.
  expect((await asks(almaz, "Almaz's shop")).text).toMatch(/^Almaz's shop is set up/);
  const { memberships, current } = await counter.engine.shops.ofPerson(`tg:${almaz.user.id}`);
  expect(memberships).toHaveLength(2);
  expect(current?.shop.id).not.toBe(almaz.membership.shop.id);
  await counter.engine.shops.rename(current?.shop.id ?? '', 'The kiosk');

  expect((await asks(almaz, '/today')).text).toMatch(/^Shop: The kiosk\nToday, .*\nNo payment accepted\.$/);
  expect((await asks(almaz, '/report')).text).toMatch(/^Shop: The kiosk\nWeek .*\nNo payment accepted\.$/);
  expect((await asks(almaz, '/accounts')).text).toMatch(/^Shop: The kiosk\nNo account is saved/);
  expect((await asks(almaz, '/staff')).text).toMatch(/^Shop: The kiosk\nStaff \(1\)/);
  const kioskSettings = await asks(almaz, '/settings');
  expect((await asks(almaz, `/history ${within}`)).text).toContain('Nothing found');
  expect((await asks(almaz, '/export')).text).toMatch(/^No receipts between/);
  const elsewhere = await verdictOn(almaz.chat, almaz.chat.sends.text(before, { replyTo: null }));
  expect(elsewhere.text).toMatch(/no account is saved yet/);
  expect(elsewhere.text).not.toContain('Already accepted');
  expect(elsewhere.text).toMatch(/\nShop: The kiosk$/);

  const choice = await asks(almaz, '/shop');
  almaz.chat.sends.press(choice, "Almaz's shop");
  await says(almaz, choice, /^Switched to Almaz's shop/);
  expect((await asks(almaz, '/today')).text).toMatch(/^Shop: Almaz's shop\nToday, .*\nAccepted: 4 payments/);
  // A button of the kiosk's page is the kiosk's, whichever shop is chosen since.
  const saved = await asks(almaz, () => almaz.chat.sends.press(kioskSettings, 'Turn alerts off'));
  expect(saved.text).toMatch(/^Saved\.\nSettings of The kiosk\n/);
  expect((await counter.engine.shops.get(current?.shop.id ?? '')).settings.alerts).toBe(false);
  expect((await counter.engine.shops.get(almaz.membership.shop.id)).settings.alerts).toBe(true);
  const question = await asks(almaz, () => almaz.chat.sends.press(kioskSettings, 'Name'));
  await asks(almaz, 'The other kiosk');
  expect(question.text).toMatch(/^Type the shop's name/);
  expect((await counter.engine.shops.get(almaz.membership.shop.id)).name).toBe("Almaz's shop");
  expect((await counter.engine.shops.get(current?.shop.id ?? '')).name).toBe('The other kiosk');
  const theirsToo = [[{ text: 'Off', data: `G:off@${current?.shop.id}`, url: null }]];
  selam.chat.sends.press(await forged(selam, theirsToo), 'Off');
  const strangers = () => selam.chat.answers.filter(({ text }) => text === 'You are no longer in this shop.');
  await selam.chat.until(() => strangers().length === 1);
  // Whoever works in the first knows nothing of the second.
  const kiosk = [[{ text: 'The kiosk', data: `s:${current?.shop.id}`, url: null }]];
  selam.chat.sends.press(await forged(selam, kiosk), 'The kiosk');
  await selam.chat.until(() => strangers().length === 2);
});

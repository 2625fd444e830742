/** docs/cashier-bot.md shows what the bot really says on a working day: recorded here, and compared each time. */
import { afterAll, beforeAll, it } from 'vitest';
import type { ChatLine } from '../../../../docs/draw-chat.js';
import { paidReceipt } from '../../../engine/payment-requests/support.js';
import type { Shown } from '../../../support/telegram/index.js';
import { type BotEnvironment, openBotEnvironment, verdictOn } from '../environment.js';
import { expectRecorded, type Phone, phoneOf } from './recorder.js';
import { closesNow, saying } from './support.js';

/** A zone in which it is between nine and ten in the evening now: after closing time, and well before midnight. */
const timeZone = zoneWhereItIs(21);
const wallet = { name: 'Liya Test Alemu', account: '251956238676' };

let environment: BotEnvironment;
let liya: Phone;
let selam: Phone;
let shop: string;

beforeAll(async () => {
  environment = await openBotEnvironment({ TIME_ZONE: timeZone });
  const owner = await environment.shopkeeper('Liya');
  shop = owner.membership.shop.id;
  const { shops } = environment.engine;
  await shops.rename(shop, 'Liya Café');
  await shops.saveAccount(shop, { provider: 'telebirr', number: '0956238676', holder: wallet.name });
  liya = phoneOf(environment, 'Liya', owner);
  selam = phoneOf(environment, 'Selam', await environment.cashier('Selam', owner.membership));
  await environment.startBot();
});

afterAll(() => environment.close());

/** Paid to the shop a few minutes ago. */
async function paid(reference: string, payer: string, amount: string): Promise<string> {
  return await paidReceipt(environment.store, { reference, payer, amount, to: wallet });
}

const checked = ({ chat }: Phone, text: string): Promise<Shown> => verdictOn(chat, chat.sends.text(text));

it('shows amounts, shifts, parts, reports, closing time, undo, several shops and the menus', async () => {
  const lines: ChatLine[] = [
    ...(await amountsAreAskedFor()),
    ...(await shift()),
    ...(await weekAndMonth()),
    ...(await saleAfterClosing()),
    ...(await anotherShop()),
    ...(await menus()),
  ];
  await expectRecorded(lines, 'cashier-bot-working-day.jsonl');
});

async function amountsAreAskedFor(): Promise<ChatLine[]> {
  const settings = await liya.sends('/settings');
  await liya.press(settings, 'Always ask for the amount');
  liya.lines('7-report');
  const reference = await paid('DKK4A1B3C1', 'Yonas Test Tesfaye', '850.00');
  const answer = await checked(selam, reference);
  const lines = selam.lines('4-amount');
  selam.chat.sends.text('850 table 4', { replyTo: answer });
  await saying(selam.chat, answer, /^✅/);
  lines.push(...selam.lines('4-amount'), selam.line(answer, '4-amount'));
  await selam.sends(`/history ${reference}`);
  return [...lines, ...selam.lines('4-amount')];
}

async function shift(): Promise<ChatLine[]> {
  const page = await selam.sends('/shift');
  const lines = selam.lines('7-shift');
  await selam.changes(page, 'Start a shift', /^Your shift, since/);
  lines.push(selam.line(page, '7-shift'), ...(await anotherReceiptPaysTheRest()));
  await selam.sends('/mytotal');
  lines.push(...selam.lines('7-shift'));
  await selam.changes(page, 'End the shift', /^Your shift \d\d:\d\d–/);
  return [...lines, selam.line(page, '7-shift')];
}

async function anotherReceiptPaysTheRest(): Promise<ChatLine[]> {
  const one = await paid('DKK4A1B3C2', 'Hanna Test Worku', '1000.00');
  const other = await paid('DKK4A1B3C3', 'Dawit Test Haile', '400.00');
  const first = await checked(selam, `/v 1400 ${one}`);
  await selam.changes(first, 'Another receipt pays the rest', /Send the other receipt now/);
  const lines = selam.lines('4-split');
  await checked(selam, other);
  await saying(selam.chat, first, /^✅/);
  return [...lines, ...selam.lines('4-split')];
}

async function weekAndMonth(): Promise<ChatLine[]> {
  await liya.chat.message(/^Selam ended a shift/);
  const report = await liya.sends('/report');
  const lines = liya.lines('7-report');
  await liya.changes(report, 'By month', /^Month/);
  return [...lines, liya.line(report, '7-report')];
}

async function saleAfterClosing(): Promise<ChatLine[]> {
  const settings = await liya.sends('/settings');
  await liya.press(settings, 'Closing time');
  await liya.sends('20:30');
  liya.lines('5-after-closing');
  await closesNow(environment, shop, timeZone);
  await liya.chat.message(/^Summary for /);
  const answer = await checked(selam, `/v 600 ${await paid('DKK4A1B3C4', 'Girma Test Desta', '600.00')}`);
  await liya.sends('/today');
  return [...liya.lines('5-after-closing'), ...(await undone(answer))];
}

async function undone(answer: Shown): Promise<ChatLine[]> {
  selam.chat.sends.press(answer, 'Undo');
  await selam.chat.until(() => answer.keyboard.flat().some(({ text }) => text === 'Yes, undo'));
  const lines = selam.lines('4-undo');
  await selam.changes(answer, 'Yes, undo', /^⚠️ Acceptance undone by Selam/);
  return [...lines, selam.line(answer, '4-undo')];
}

async function anotherShop(): Promise<ChatLine[]> {
  const list = await liya.sends('/shop');
  await liya.press(list, 'Open another shop');
  await liya.sends('Liya Kiosk');
  await liya.sends('/today');
  const choice = await liya.sends('/shop');
  const lines = liya.lines('7-shops');
  await liya.changes(choice, 'Liya Café', /^Switched to Liya Café/);
  return [...lines, liya.line(choice, '7-shops')];
}

async function menus(): Promise<ChatLine[]> {
  selam.lines('8-cashier');
  await liya.sends('/help');
  await selam.sends('/help');
  return [...liya.lines('8-owner'), ...selam.lines('8-cashier')];
}

function zoneWhereItIs(hour: number): string {
  const east = (((hour - new Date().getUTCHours()) % 24) + 24) % 24;
  // POSIX counts to the west.
  return east <= 12 ? `Etc/GMT-${east}` : `Etc/GMT+${24 - east}`;
}

/** The shop's day and its housekeeping: /today, /history, /export, closing time, /usage, /settings, /dashboard. */
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sha256 } from '../../../../src/engine/shared/secrets.js';
import { dateOf } from '../../../../src/engine/shops/calendar.js';
import * as names from '../../../../src/engine/store/key-names.js';
import { telebirr } from '../../../engine/support.js';
import type { TestProcess } from '../../../support/processes.js';
import { type Shown, tooManyRequests } from '../../../support/telegram/index.js';
import { type BotEnvironment, openBotEnvironment, type Shopkeeper, verdictOn } from '../environment.js';
import { closesNow, handled, paidTo, reaction, saying, saysNothingOf, walletReceipt } from './support.js';

let environment: BotEnvironment;
let service: TestProcess;
let almaz: Shopkeeper;
let selam: Shopkeeper;
const accepted = walletReceipt();
const refused = telebirr();
const links: string[] = [];

beforeAll(async () => {
  environment = await openBotEnvironment({ BASE_URL: 'http://shop.test' });
  almaz = await environment.shopkeeper('አልማዝ');
  selam = await environment.cashier('ሰላም', almaz.membership);
  const { shop } = almaz.membership;
  await environment.engine.shops.set(shop.id, { maxAgeHours: 8760 });
  await environment.engine.shops.saveAccount(shop.id, { provider: 'telebirr', ...paidTo(accepted) });
  service = await environment.startBot();
  await verdictOn(selam.chat, selam.chat.sends.text(accepted));
  await verdictOn(selam.chat, selam.chat.sends.text(refused));
  await almaz.chat.message(/^🔔 A payment was brought that is real, but NOT to you/);
  await verdictOn(selam.chat, selam.chat.sends.text(telebirr('WALL')));
});

afterAll(() => environment.close());

const asks = (text: string, { chat }: Shopkeeper = almaz) => reaction(chat, () => chat.sends.text(text));

it('/today counts what was accepted, by bank and by cashier, and names what could not be checked', async () => {
  const { text } = await asks('/today');
  expect(text).toMatch(/Accepted: 1 payment, [\d,.]+ birr/);
  expect(text).toMatch(/By bank:\n• Telebirr: [\d,.]+ birr \(1\)/);
  expect(text).toMatch(/By cashier:\n• ሰላም: [\d,.]+ birr \(1\)/);
  expect(text).toContain('Checked, not accepted: 1');
  expect(text).toMatch(/Not checked yet \(1\):\n⏳ \d\d:\d\d Telebirr \S+ \(bank did not answer\)/);
});

it('/history finds by reference, amount and name, for every member of the shop, and says when there is nothing', async () => {
  const byReference = await asks(`/history ${accepted}`, selam);
  expect(byReference.text).toContain(accepted);
  expect(byReference.text).not.toContain(refused);
  const amount = /([\d,]+\.\d\d) birr/.exec(byReference.text)?.[1] ?? '';
  expect((await asks(`/history ${amount}`)).text).toContain(accepted);
  expect((await asks('/history ሰላም')).text).toContain(accepted);
  expect((await asks('/history Nobody At All')).text).toBe('Nothing found for Nobody At All.');
  expect((await asks('/history')).text).toMatch(/^What are you looking for/);
});

it('/export is a CSV document that a spreadsheet opens, Amharic names intact', async () => {
  const sent = await asks('/export');
  expect(sent.file?.name).toMatch(/^\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  const bytes = sent.file?.bytes ?? Buffer.alloc(0);
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const rows = parse(bytes, { bom: true, columns: true }) as Record<string, string>[];
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({ Verdict: 'accept', Bank: 'Telebirr', Reference: accepted, Cashier: 'ሰላም' });
  expect(rows[1]).toMatchObject({ Verdict: 'refuse', Reference: refused });
  expect((await asks('/export 2020-01-01 2020-01-31')).text).toMatch(/^No receipts between/);
  expect((await asks('/export 1/1/2020 31/01/2020')).text).toBe(
    'No receipts between 01/01/2020 and 31/01/2020.',
  );
  const [year, month, date] = dateOf(Date.now(), 'Africa/Addis_Ababa').split('-');
  const typed = await asks(`/export 01/${month}/${year} ${date}.${month}.${year}`);
  expect(typed.file?.name).toBe(`${year}-${month}-01-${year}-${month}-${date}.csv`);
  for (const wrong of ['yesterday', '31/02/2026', '11/20/2026']) {
    expect((await asks(`/export ${wrong}`)).text).toMatch(/^That's not a date.*20\/11\/2026/);
  }
});

it('the same document is sent once more where Telegram asks to be asked again', async () => {
  environment.bot.fails('sendDocument', {
    refusal: tooManyRequests(1),
  });
  const sent = await asks('/export');
  expect(parse(sent.file?.bytes ?? '', { bom: true })).toHaveLength(3);
});

it("at closing time the owner gets the day's summary, once, also when the process dies", async () => {
  const shop = almaz.membership.shop.id;
  // Twelve hours from now, so that the day is not closed once more meanwhile.
  const hour = (new Date().getUTCHours() + 12) % 24;
  await environment.engine.shops.set(shop, { closingTime: `${hour}`.padStart(2, '0').concat(':30') });
  await closesNow(environment, shop);
  const told = await almaz.chat.message(/^Summary for /);
  expect(told.text).toContain('Accepted: 1 payment');
  const scheduled = async () => Number(await environment.store.client.zscore(names.closings(), shop));
  while ((await scheduled()) < Date.now() + 300_000) await new Promise((resolve) => setTimeout(resolve, 20));
  await handled(environment);
  await service.end('SIGKILL');
  service = await environment.startBot();
  await asks('/help');
  expect(almaz.chat.answers.filter(({ text }) => text.startsWith('Summary for'))).toHaveLength(1);
  expect(selam.chat.answers.filter(({ text }) => text.startsWith('Summary for'))).toHaveLength(0);
});

it('/usage says the plan, what is used and when there is more', async () => {
  const { text } = await asks('/usage', selam);
  expect(text).toMatch(
    /^Plan: Free\nChecks this month: \d+ of \d+\nRenews on \d\d\/\d\d\/\d{4}\nPhoto checks this month: 0 of \d+/,
  );
});

it('/banks says which banks answer', async () => {
  const { text } = await asks('/banks');
  expect(text).toMatch(/^Banks now:/);
  expect(text.split('\n').length).toBeGreaterThan(10);
});

it('/accounts shows the last digits alone, to cashiers without buttons; an owner removes one', async () => {
  const number = '1000222333444';
  await environment.engine.shops.saveAccount(almaz.membership.shop.id, { provider: 'cbe', number });
  const seen = await asks('/accounts', selam);
  expect(seen.text).toContain('Commercial Bank of Ethiopia · …3444');
  expect(seen.text).not.toContain(number);
  expect(seen.keyboard).toEqual([]);
  const list = await asks('/accounts');
  const accounts = () => environment.engine.shops.accounts(almaz.membership.shop.id);
  const first = await reaction(almaz.chat, () => almaz.chat.sends.press(list, /Remove Commercial/));
  expect(first.text).toBe('Remove Commercial Bank of Ethiopia · …3444 from the list?');
  almaz.chat.sends.press(first, 'Cancel');
  await saying(almaz.chat, first, 'Cancelled.');
  expect(await accounts()).toHaveLength(2);
  const question = await reaction(almaz.chat, () => almaz.chat.sends.press(list, /Remove Commercial/));
  const left = await reaction(almaz.chat, () => almaz.chat.sends.press(question, 'Remove'));
  await saying(almaz.chat, question, 'Removed.');
  expect(left.text).toMatch(/^Accounts you receive money on:\n• Telebirr/);
  expect(await accounts()).toHaveLength(1);
});

it('/settings takes what is valid, says what is wrong with the rest and asks again', async () => {
  const shop = almaz.membership.shop.id;
  const tries: [string, string, string, Record<string, unknown>][] = [
    ['Allowed difference', 'much', '5', { tolerance: '5.00' }],
    ['Maximum age', '0', '48', { maxAgeHours: 48 }],
    ['Closing time', '25:00', '21:15', { closingTime: '21:15' }],
  ];
  for (const [button, wrong, right, settings] of tries) {
    const page = await asks('/settings');
    await reaction(almaz.chat, () => almaz.chat.sends.press(page, button));
    expect((await asks(wrong)).text).toMatch(/^That's not a/);
    expect((await asks(right)).text).toMatch(/^Saved\.\nSettings of/);
    expect((await environment.engine.shops.get(shop)).settings).toMatchObject(settings);
  }
  const page = await asks('/settings');
  await reaction(almaz.chat, () => almaz.chat.sends.press(page, 'Closing time'));
  expect((await asks('-')).text).toMatch(/^Saved\.\nSettings of/);
  expect(await closingTime()).toBeNull();
  const named = await reaction(almaz.chat, () => almaz.chat.sends.press(page, 'Name'));
  expect(named.text).toBe("Type the shop's name.");
  almaz.chat.sends.press(named, 'Cancel');
  await saying(almaz.chat, named, 'Cancelled.');
  expect((await asks('A new name')).text).toMatch(/^Send me a receipt/);
});

it('a closing time of a twelve-hour clock is asked about, not assumed, and a button turns it off', async () => {
  const { sends } = almaz.chat;
  const page = await asks('/settings');
  const question = await reaction(almaz.chat, () => sends.press(page, 'Closing time'));
  const which = await asks('2:30');
  expect(await closingTime()).toBeNull();
  expect(which.keyboard.flat().map(({ text }) => text)).toEqual([
    '14:30 (2:30 in the afternoon)',
    '20:30 (8:30 in the evening)',
    '02:30 (2:30 at night)',
    '08:30 (8:30 in the morning)',
    'Cancel',
  ]);
  const saved = await reaction(almaz.chat, () => sends.press(which, /^20:30/));
  expect(saved.text).toMatch(/^Saved\.\n.*Closing time: 20:30 \(8:30 in the evening\)$/ms);
  expect(await closingTime()).toBe('20:30');
  const none = await reaction(almaz.chat, () => sends.press(question, 'Turn off'));
  expect(none.text).toMatch(/^Saved\.\n.*Closing time: off$/ms);
  expect(await closingTime()).toBeNull();
  await environment.engine.shops.setLanguage(`tg:${selam.user.id}`, 'en');
  const own = await asks('/help', selam);
  const forged = Object.create(own, { keyboard: { value: which.keyboard } }) as Shown;
  const refused = await reaction(selam.chat, () => selam.chat.sends.press(forged, /^20:30/));
  expect(refused.text).toBe("Only the shop's owner can do this.");
  expect(await closingTime()).toBeNull();
});

async function closingTime(): Promise<string | null> {
  return (await environment.engine.shops.get(almaz.membership.shop.id)).settings.closingTime;
}

it('/dashboard gives the owner alone a link that is kept as a digest, for ten minutes, and signs in once', async () => {
  const told = await asks('/dashboard');
  const url = /https?:\/\/\S+/.exec(told.text)?.[0] ?? '';
  links.push(url);
  expect(url).toMatch(/^http:\/\/shop\.test\/dashboard\/login\?token=[\w-]{20,}$/);
  const token = new URL(url).searchParams.get('token') ?? '';
  links.push(token);
  expect(await environment.store.client.keys(`*${token}*`)).toEqual([]);
  const left = await environment.store.client.pttl(names.loginToken(sha256(token)));
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(600_000);
  const { sessions } = environment.engine;
  expect((await sessions.redeem(token))?.session.account).toBe(almaz.membership.shop.id);
  expect(await sessions.redeem(token)).toBeNull();
  expect((await asks('/dashboard', selam)).text).toBe("Only the shop's owner can do this.");
  const sent = environment.bot.callsOf('sendMessage').find(({ payload }) => payload.text === told.text);
  expect(sent?.payload.protect_content).toBeTruthy();
});

it('an unexpected error is answered with a text of the bot', async () => {
  const shop = almaz.membership.shop.id;
  const key = names.account(shop);
  const account = await environment.store.client.hgetall(key);
  await environment.store.client.hset(key, 'plan', 'no such plan');
  const answer: Shown = await asks('/usage');
  await environment.store.client.hset(key, account);
  expect(answer.text).toMatch(/^We have a problem on our side\./);
});

it('nothing of all this is in the log', () => {
  const { number, holder } = paidTo(accepted);
  saysNothingOf(environment, [...links, accepted, refused, number, holder, 'ሰላም', 'አልማዝ', 'Nobody']);
});

/** A verdict reaches whoever waits for it, whatever became of the message that promised it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { User } from 'grammy/types';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type CashierBot, createCashierBot } from '../../../bots/cashier/bot.js';
import type { Application } from '../../../src/app.js';
import { loadConfig } from '../../../src/config/index.js';
import { Failure, type Membership } from '../../../src/engine/index.js';
import { createLog } from '../../../src/log.js';
import { factsOf, seededInt } from '../../../src/sandbox/fake-data.js';
import { openApplication, telebirr } from '../../engine/support.js';
import { collectLog } from '../../support/log.js';
import { openTestStore, type TestStore } from '../../support/store.js';
import {
  badRequest,
  blockedByUser,
  type FakeBot,
  type FakeTelegram,
  type Group,
  type Scene,
  type Shown,
  startTelegram,
} from '../../support/telegram/index.js';

const token = '777000:AAHtokenThatNobodyMaySee_0123456789';

let store: TestStore;
let application: Application;
let telegram: FakeTelegram;
let bot: FakeBot;
let playing: CashierBot;
/** What the bot has written. */
let logged = '';

beforeAll(async () => {
  store = await openTestStore();
  telegram = await startTelegram();
  bot = telegram.bot(token);
  application = await openApplication(store);
  const env = { LOG_LEVEL: 'silent', CASHIER_BOT_TOKEN: token, TELEGRAM_API_ROOT: telegram.root };
  const log = createLog('trace', {
    write(line) {
      logged += line;
      collectLog(line);
    },
  });
  const config = loadConfig({ REDIS_URL: store.url, ...env }, null);
  playing = createCashierBot({ engine: application.engine, config, log });
  playing.start();
});

afterEach(async () => {
  vi.restoreAllMocks();
  bot.heals('editMessageText');
  await application.engine.sandbox.set('telebirr', null, 'up');
});

afterAll(async () => {
  await playing.stop();
  await application.close();
  await telegram.close();
  await store.close();
});

interface Keeper {
  user: User;
  chat: Scene;
  membership: Membership;
  /** A receipt that is paid to the shop. */
  reference: string;
}

/** A receipt of money that went to a wallet; one in three goes on to a bank. */
function walletReceipt(): string {
  const reference = telebirr();
  return seededInt(reference, 'wallet to bank', 3) === 0 ? walletReceipt() : reference;
}

/** Somebody with a shop to which a receipt is paid. */
async function keeper(name: string): Promise<Keeper> {
  const user = bot.person(name);
  const request = { person: `tg:${user.id}`, name, shopName: `${name}'s shop`, language: 'en' } as const;
  const { shops } = application.engine;
  const membership = await shops.open(request);
  const reference = walletReceipt();
  const { receiver } = factsOf(reference);
  const { shop } = membership;
  await shops.set(shop.id, { maxAgeHours: 8760 });
  const account = { number: receiver.phone.replace(/^251/, '0'), holder: receiver.name };
  await shops.saveAccount(shop.id, { provider: 'telebirr', ...account });
  return { user, chat: bot.chat(user), membership, reference };
}

async function groupOf({ user, membership }: Keeper): Promise<Group> {
  const group = bot.group('Till', user);
  await application.engine.shops.bind(`tg:${group.id}`, membership.shop.id);
  return group;
}

/** The answer to a message once it bears a sign. */
const verdictOn = (chat: Scene, sent: { id: number }): Promise<Shown> =>
  chat.message(({ replyTo, text }) => replyTo === sent.id && /^[✅⚠❌⏳]/u.test(text));
const signOf = ({ text }: Shown): string => [...text][0] ?? '';
const answersTo = (chat: Scene, sent: { id: number }) =>
  chat.answers.filter(({ replyTo }) => replyTo === sent.id);
/** Resolves once no receipt is worked on. */
async function worked(): Promise<void> {
  const botStore = application.engine.botStore('cashier');
  while ((await botStore.all('inbox')).length + (await botStore.all('job')).length > 0) await sleep(10);
}
/** Makes everybody believe that so much time has passed. */
function timePasses(ms: number): void {
  const real = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => real() + ms);
}
/** Sends a receipt and waits until the bot says that it is looked at, while the bank does not answer yet. */
async function begin(chat: Scene, reference: string): Promise<{ sent: Shown; checking: Shown }> {
  await application.engine.sandbox.set('telebirr', null, 'slow');
  const sent = chat.sends.text(reference);
  const checking = await chat.message(({ replyTo }) => replyTo === sent.id);
  return { sent, checking };
}

it('a verdict whose edit Telegram refuses is sent once as a new message, and that is logged', async () => {
  const selam = await keeper('Selam');
  bot.fails('editMessageText', { refusal: badRequest('ENTITY_BOUNDS_INVALID'), times: 100 });
  const sent = selam.chat.sends.text(selam.reference);
  const verdict = await verdictOn(selam.chat, sent);
  expect(signOf(verdict)).toBe('✅');
  await worked();
  expect(answersTo(selam.chat, sent)).toHaveLength(2);
  expect(logged).toContain('Telegram does not take a message as it is');
});

it('a verdict is sent although "Checking…" was deleted, and a later amount applies to the same acceptance', async () => {
  const selam = await keeper('Selam');
  const { sent, checking } = await begin(selam.chat, selam.reference);
  selam.chat.deletes(checking);
  const verdict = await verdictOn(selam.chat, sent);
  expect(verdict.id).not.toBe(checking.id);
  expect(signOf(verdict)).toBe('✅');
  await worked();
  selam.chat.sends.text('99999', { replyTo: verdict });
  await selam.chat.until(() => /SHORT/.test(verdict.text));
  expect(verdict.text).not.toContain('Already accepted');
});

it('a receipt whose verdict could not be delivered is not accepted in the ledger, and is once the chat is open again', async () => {
  const selam = await keeper('Selam');
  const { shop } = selam.membership;
  await begin(selam.chat, selam.reference);
  selam.chat.shutsOut();
  await worked();
  expect(await application.engine.shops.day(shop.id)).toMatchObject({ count: 0, notAccepted: 1 });
  selam.chat.letsIn();
  const verdict = await verdictOn(selam.chat, selam.chat.sends.text(selam.reference));
  expect(signOf(verdict)).toBe('✅');
  expect(await application.engine.shops.day(shop.id)).toMatchObject({ count: 1 });
});

it('a verdict that was delivered before the chat closed stays in the ledger', async () => {
  const selam = await keeper('Selam');
  const { shop } = selam.membership;
  const verdict = await verdictOn(selam.chat, selam.chat.sends.text(selam.reference));
  const amount = /Paid: ([\d,.]+) birr/.exec(verdict.text)?.[1] ?? '';
  await worked();
  // The answer to this finds the chat closed.
  const { update } = selam.chat.sends.text(amount, { replyTo: verdict });
  bot.fails('editMessageText', { refusal: blockedByUser(), times: 100 });
  await bot.mailbox.confirmed(update);
  await worked();
  expect(await application.engine.shops.day(shop.id)).toMatchObject({ count: 1 });
});

it('a receipt of a shop at its limit of waiting calls says so once, and is checked by itself as soon as a call ends', async () => {
  const selam = await keeper('Selam');
  const verify = application.engine.verify.bind(application.engine);
  let isFull = true;
  const asked = vi.spyOn(application.engine, 'verify').mockImplementation((async (
    ...args: Parameters<typeof verify>
  ) => {
    if (isFull) throw new Failure('too_many_waiting', { retryAfterSeconds: 0.01 });
    return await verify(...args);
  }) as never);
  const sent = selam.chat.sends.text(selam.reference);
  const waits = ({ text }: { text: string }) => /as soon as there is room/.test(text);
  const waiting = await selam.chat.message((message) => message.replyTo === sent.id && waits(message));
  const before = asked.mock.calls.length;
  await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(before + 3);
  isFull = false;
  const verdict = await verdictOn(selam.chat, sent);
  expect(signOf(verdict)).toBe('✅');
  expect(verdict.id).toBe(waiting.id);
  expect(verdict.versions.filter(waits)).toHaveLength(1);
});

it('a receipt that has waited too long for the limit is given up, with a button to try again', async () => {
  const selam = await keeper('Selam');
  const full = () => Promise.reject(new Failure('too_many_waiting', { retryAfterSeconds: 0.01 }));
  vi.spyOn(application.engine, 'verify').mockImplementation(full as never);
  const sent = selam.chat.sends.text(selam.reference);
  await selam.chat.message(
    ({ replyTo, text }) => replyTo === sent.id && /as soon as there is room/.test(text),
  );
  timePasses(11 * 60_000);
  const verdict = await verdictOn(selam.chat, sent);
  expect(signOf(verdict)).toBe('⏳');
  expect(verdict.text).toContain('Too many checks of your shop are waiting');
  vi.restoreAllMocks();
  selam.chat.sends.press(verdict, 'Try again');
  await selam.chat.until(() => answersTo(selam.chat, sent).some((answer) => signOf(answer) === '✅'));
});

it('a group that becomes a supergroup while a receipt is checked reads the verdict', async () => {
  const selam = await keeper('Selam');
  const group = await groupOf(selam);
  await begin(group, selam.reference);
  const moved = group.migrates();
  const verdict = await moved.message(/^✅/u);
  expect(moved.answers).toEqual([verdict]);
});

it('a verdict that is more than two minutes late is a new message, and the old one no longer says "Checking…"', async () => {
  const selam = await keeper('Selam');
  const { sent, checking } = await begin(selam.chat, selam.reference);
  timePasses(121_000);
  const verdict = await verdictOn(selam.chat, sent);
  expect(signOf(verdict)).toBe('✅');
  expect(verdict).toMatchObject({ silent: false, replyTo: sent.id });
  expect(verdict.id).not.toBe(checking.id);
  await selam.chat.until(() => checking.text === 'The answer is below.');
  await worked();
  // An amount in reply to either of them changes the answer.
  for (const [message, owed] of [
    [verdict, '77777'],
    [checking, '88888'],
  ] as const) {
    selam.chat.sends.text(owed, { replyTo: message });
    await selam.chat.until(() =>
      answersTo(selam.chat, sent).some(({ text }) => text.includes(`${owed.slice(0, 2)},`)),
    );
  }
  expect(answersTo(selam.chat, sent).every(({ text }) => !text.includes('Already accepted'))).toBe(true);
});

it('"Try again" on the receipt of a cashier who was removed does not stay "Checking…"', async () => {
  const selam = await keeper('Selam');
  const group = await groupOf(selam);
  const { shops } = application.engine;
  const { shop, member } = selam.membership;
  const abel = bot.person('Abel');
  const { token: invitation } = await shops.invite({ shop: shop.id, by: member.id });
  const joining = await shops.accept(invitation, `tg:${abel.id}`, 'Abel');
  if (joining.kind !== 'joined') throw new Error('Abel did not join');
  const answer = await verdictOn(group, group.sends.text(telebirr('WALL'), { as: abel }));
  await shops.removeMember(shop.id, joining.membership.member.id);
  const before = answer.versions.length;
  group.sends.press(answer, /Try again|እንደገና/, { as: selam.user });
  await group.until(() => answer.versions.length >= before + 2);
  expect(answer.text).toMatch(/^⏳ Telebirr did not give an answer/);
});

it('a picture of an album that comes late joins it, or is answered by itself', async () => {
  const selam = await keeper('Selam');
  const { sends } = selam.chat;
  const picture = async (reference: string) =>
    Buffer.from((await application.screenshots.draw('telebirr', reference, 'screen')) ?? []);
  // The first shows nothing: what comes after that is the receipt.
  const blank = await sharp({ create: { width: 300, height: 300, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
  const first = sends.photo(blank, { album: 'a' });
  await verdictOn(selam.chat, first);
  sends.photo(await picture(selam.reference), { album: 'a' });
  const paid = await selam.chat.message(/^✅/u);
  // The first is a receipt that is answered: the second is one too.
  const other = telebirr();
  await verdictOn(selam.chat, sends.photo(await picture(telebirr()), { album: 'b' }));
  sends.photo(await picture(other), { album: 'b' });
  await selam.chat.message(({ text }) => text.includes(other));
  expect(paid.text).toContain(selam.reference);
});

// Must be the last: the simulated bank hangs on.
it('20 receipts of one chat at a bank that hangs delay no other bank there', async () => {
  const selam = await keeper('Selam');
  for (let nth = 0; nth < 20; nth += 1) selam.chat.sends.text(telebirr('HANG'));
  const other = await verdictOn(selam.chat, selam.chat.sends.text('ZZZWDTS26267A000'));
  expect(other.text).toContain('Amount:');
  expect(selam.chat.answers.filter(({ text }) => /^[✅⚠❌⏳]/u.test(text))).toEqual([other]);
});

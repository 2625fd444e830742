/** Sequences in which a wrong ✅ would cost money, step by step as a till and its customers would go through them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { albumMs } from '../../../bots/cashier/jobs/types.js';
import { factsOf } from '../../../src/sandbox/fake-data.js';
import { telebirr } from '../../engine/support.js';
import type { Scene, Sent, Shown } from '../../support/telegram/index.js';
import { type Counter, openCounter, signOf, verdictOn, walletReceipt } from './counter.js';

let counter: Counter;

beforeAll(async () => {
  counter = await openCounter();
});

afterAll(() => counter.close());

/** Resolves once every update is handled and no receipt is worked on. */
async function worked(): Promise<void> {
  const botStore = counter.engine.botStore('cashier');
  const left = async () => (await Promise.all([botStore.all('inbox'), botStore.all('job')])).flat();
  while (counter.bot.mailbox.pending().length > 0 || (await left()).length > 0) await sleep(5);
}

const answersTo = (chat: Scene, { id }: { id: number }) =>
  chat.answers.filter(({ replyTo }) => replyTo === id);
const link = (reference: string) => `https://transactioninfo.ethiotelecom.et/receipt/${reference}`;
const sms = (reference: string) =>
  `Dear Selam, You have transferred ETB 77.00 to Almaz. Your transaction number is ${reference}.`;
const short = /^⚠️ SHORT .*expected 99,999\.00/;

it('one receipt, in every form, by every member and in every chat at the same moment, is one ✅', async () => {
  const reference = walletReceipt();
  const selam = await counter.shopPaidBy('Selam', [reference]);
  const abel = await counter.cashier('Abel', selam.membership);
  const group = counter.bot.group('The till', abel.user);
  await counter.engine.shops.bind(`tg:${group.id}`, selam.membership.shop.id);
  const picture = await counter.screenshot('telebirr', reference);
  const all: [Scene, Sent][] = [];
  for (const [scene, as] of [
    [selam.chat, selam.user],
    [abel.chat, abel.user],
    [group, abel.user],
  ] as const) {
    const { sends } = scene;
    for (const sent of [
      sends.forward(`${reference} ${scene.id}`, { as }),
      sends.forward(link(reference), { as }),
      sends.forward(sms(reference), { as }),
      sends.photo(picture, { as, forwardFrom: 'A customer' }),
      sends.document(picture, { as }),
      ...sends.album([picture, picture], { as }).slice(0, 1),
      sends.text(`/v ${reference}`, { as }),
    ])
      all.push([scene, sent]);
  }
  const verdicts = await Promise.all(all.map(([scene, sent]) => verdictOn(scene, sent)));
  await worked();
  // The same words of the same person within a minute have their answer again: Abel's, in the group and not there.
  const ticked = verdicts.filter((verdict) => signOf(verdict) === '✅');
  const contents = new Set(
    ticked.map((verdict) => all[verdicts.indexOf(verdict)]?.[1]).map((sent) => sent?.text),
  );
  expect(contents.size).toBe(1);
  expect(verdicts.filter((verdict) => /^⚠️ Already accepted/.test(verdict.text))).toHaveLength(
    all.length - ticked.length,
  );
  expect(await counter.engine.shops.day(selam.membership.shop.id)).toMatchObject({ count: 1 });
});

it('an amount said in reply to a picture outlives what Telegram calls an edit of the picture, and an edit of its words', async () => {
  const reference = walletReceipt();
  const { chat } = await counter.shopPaidBy('Marta', [reference]);
  const photo = chat.sends.photo(await counter.screenshot('telebirr', reference));
  const answer = await verdictOn(chat, photo);
  expect(signOf(answer)).toBe('✅');
  chat.sends.text('99999', { replyTo: answer });
  await chat.until(() => short.test(answer.text));
  for (const edit of [() => chat.sends.touched(photo), () => chat.sends.edited(photo, 'thanks')]) {
    edit();
    await worked();
    expect(answer.text).toMatch(short);
  }
  expect(answersTo(chat, photo)).toHaveLength(1);
});

it('an album captioned with an amount keeps it when words come under its second picture', async () => {
  const reference = walletReceipt();
  const { chat } = await counter.shopPaidBy('Hanna', [reference]);
  const picture = await counter.screenshot('telebirr', reference);
  const [first, second] = chat.sends.album([picture, picture], { captions: ['99999', ''] }) as [Sent, Sent];
  const answer = await verdictOn(chat, first);
  expect(answer.text).toMatch(short);
  chat.sends.edited(second, 'from Abebe');
  await worked();
  expect(answer.text).toMatch(short);
  expect(answersTo(chat, first)).toHaveLength(1);
});

it('an album whose caption is edited before its pictures are handled waits for them: its one amount is of none', async () => {
  const [one, other] = [walletReceipt(), walletReceipt()];
  const { chat, membership } = await counter.shopPaidBy('Bruk', [one, other]);
  const pictures = [await counter.screenshot('telebirr', one), await counter.screenshot('telebirr', other)];
  const { mailbox } = counter.bot;
  const held: Parameters<typeof mailbox.put>[0][] = [];
  const put = vi.spyOn(mailbox, 'put').mockImplementation((update) => held.push(structuredClone(update)));
  const [first] = chat.sends.album(pictures) as [Sent];
  chat.sends.edited(first, (factsOf(one).amount / 100).toFixed(2));
  put.mockRestore();
  const readBefore = counter.bot.callsOf('getFile').length;
  const putAt = Date.now();
  for (const update of [...held.splice(-1), ...held]) mailbox.put(update);
  const answer = await verdictOn(chat, first);
  await worked();
  const read = counter.bot.callsOf('getFile').slice(readBefore);
  expect((read[0]?.at ?? 0) - putAt).toBeGreaterThanOrEqual(albumMs);
  expect(read).toHaveLength(pictures.length);
  expect(chat.answers).toEqual([answer]);
  expect(answer.text).toMatch(/^⏳ One amount.*several receipts/);
  expect((await counter.engine.shops.day(membership.shop.id)).count).toBe(0);
});

it.each([
  'total 99999',
  '99999 birr paid',
  '99999 ብር ነው',
  '99999 for table 4',
  '99999 bir',
  '99999?',
  '99k',
  'ETB 99,999.00',
  '99 999',
  '/v 99999',
])('the caption "%s" is compared or asked about, and so it is in reply to a ✅', async (amount) => {
  const [shown, said] = [walletReceipt(), walletReceipt()];
  const { chat } = await counter.shopPaidBy('Liya', [shown, said]);
  const caption = chat.sends.photo(await counter.screenshot('telebirr', shown), { caption: amount });
  expect((await verdictOn(chat, caption)).text).toMatch(
    /expected 99,999\.00|^⏳ I could not read this amount/,
  );
  const answer = await verdictOn(chat, chat.sends.text(said));
  const reply = chat.sends.text(amount, { replyTo: answer });
  await worked();
  const asked = answersTo(chat, reply).some(({ text }) => /I could not read this amount/.test(text));
  if (!asked) expect(answer.text).toMatch(short);
});

it('an amount said while the receipt is checked is compared before anything is accepted', async () => {
  const reference = walletReceipt();
  const { chat, membership } = await counter.shopPaidBy('Sara', [reference]);
  await counter.bankIs('telebirr', 'slow');
  const sent = chat.sends.text(reference);
  const answer = await chat.message(({ replyTo }) => replyTo === sent.id);
  chat.sends.text('99999', { replyTo: answer });
  await worked();
  await counter.bankIs('telebirr', 'up');
  await chat.until(() => short.test(answer.text));
  expect(answer.versions.filter(({ text }) => text.startsWith('✅'))).toEqual([]);
  expect(await counter.engine.shops.day(membership.shop.id)).toMatchObject({ count: 0 });
});

it('an old "Open a shop" takes no receipt for a name, and the shop stays the chosen one', async () => {
  const reference = walletReceipt();
  const owner = await counter.shopPaidBy('Rahel', [reference]);
  const user = counter.bot.person('Dawit', { language_code: 'en' });
  const chat = counter.bot.chat(user);
  chat.sends.text('/start');
  const welcome: Shown = await chat.message(({ keyboard }) =>
    keyboard.flat().some(({ text }) => text === 'Open a shop'),
  );
  const { shops } = counter.engine;
  const { token } = await shops.invite({ shop: owner.membership.shop.id, by: owner.membership.member.id });
  await shops.accept(token, `tg:${user.id}`, 'Dawit');
  chat.sends.press(welcome, 'Open a shop');
  await chat.message(/What is your shop called/);
  for (const receipt of [reference, telebirr('GONE')]) {
    const sent = chat.sends.text(receipt, { replyTo: null });
    expect((await verdictOn(chat, sent)).text).toContain(`Reference: ${receipt}`);
  }
  const { memberships, current } = await shops.ofPerson(`tg:${user.id}`);
  expect(memberships).toHaveLength(1);
  expect(current?.shop.id).toBe(owner.membership.shop.id);
});

it.each(['text', 'album'] as const)(
  'of amounts in replies the last one said counts, though they and their %s come in the wrong order',
  async (form) => {
    const reference = walletReceipt();
    const { chat, membership } = await counter.shopPaidBy('Aster', [reference]);
    const { mailbox } = counter.bot;
    const held: Parameters<typeof mailbox.put>[0][] = [];
    // Each a second after the one before.
    const put = vi.spyOn(mailbox, 'put').mockImplementation(({ message, edited_message: edited }) => {
      const nth = held.length;
      const edit = edited && { edited_message: { ...edited, edit_date: edited.date + nth } };
      return held.push(message ? { message: { ...message, date: message.date + nth } } : { ...edit });
    });
    const sent =
      form === 'text'
        ? chat.sends.text(reference)
        : chat.sends.photo(await counter.screenshot('telebirr', reference), { album: 'an album' });
    const corrected = chat.sends.text('88888', { replyTo: sent });
    chat.sends.edited(corrected, (factsOf(reference).amount / 100).toFixed(2));
    chat.sends.text('99999', { replyTo: sent });
    put.mockRestore();
    for (const update of held.toReversed()) await mailbox.confirmed(mailbox.put(update));
    expect((await verdictOn(chat, sent)).text).toMatch(short);
    await worked();
    expect(chat.answers.map(({ text }) => text)).toEqual([expect.stringMatching(short)]);
    expect((await counter.engine.shops.day(membership.shop.id)).count).toBe(0);
  },
);

it('a receipt that is accepted by itself the moment its sale ends keeps its ✅ and its line in the book', async () => {
  const [one, other] = [walletReceipt(), walletReceipt()];
  const { chat, membership } = await counter.shopPaidBy('Tigist', [one, other]);
  const abel = await counter.cashier('Abel', membership);
  const [whole, part] = [factsOf(one).amount + factsOf(other).amount, factsOf(one).amount].map((cents) =>
    (cents / 100).toFixed(2),
  );
  const first = await verdictOn(chat, chat.sends.text(`/v ${whole} ${one}`));
  chat.sends.press(first, 'Another receipt pays the rest');
  await chat.message((shown) => shown.id === first.id && /Send the other receipt now/.test(shown.text));
  const second = await verdictOn(chat, chat.sends.text(other));
  await chat.message((shown) => shown.id === first.id && /^✅ .* in 2 receipts/.test(shown.text));
  const { shops } = counter.engine;
  const submit = shops.submitReceipt.bind(shops);
  let alone: Shown | undefined;
  const submitted = vi.spyOn(shops, 'submitReceipt').mockImplementation(async (request) => {
    const result = await submit(request);
    if (request.expected === part && alone === undefined) {
      alone = await verdictOn(abel.chat, abel.chat.sends.text(other));
    }
    return result;
  });
  chat.sends.text(part ?? '', { replyTo: first });
  await chat.message((shown) => shown.id === second.id && /^⚠️ Acceptance undone/.test(shown.text));
  await worked();
  submitted.mockRestore();
  expect([first.text, alone?.text]).toEqual([expect.stringMatching(/^✅/), expect.stringMatching(/^✅/)]);
  expect((await shops.day(membership.shop.id)).total).toBe(whole);
});

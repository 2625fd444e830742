/** The sign after every sequence a till sees: what was typed, forwarded, edited, asked in between, or sent late. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { factsOf } from '../../../src/sandbox/fake-data.js';
import { telebirr } from '../../engine/support.js';
import type { Scene, Sent, Shown } from '../../support/telegram/index.js';
import { type Counter, openCounter, type Shopkeeper, signOf, verdictOn, walletReceipt } from './counter.js';

let counter: Counter;
/** Paid to an account of Selam's shop. */
const receipts = Array.from({ length: 16 }, () => walletReceipt());
let selam: Shopkeeper;
const link = (reference: string) => `https://transactioninfo.ethiotelecom.et/receipt/${reference}`;
const next = () => receipts.pop() ?? '';

beforeAll(async () => {
  counter = await openCounter();
  selam = await counter.shopPaidBy('Selam', receipts);
});

afterAll(() => counter.close());

const until = (chat: Scene, answer: Shown, text: RegExp) =>
  chat.message((one) => one.id === answer.id && text.test(one.text));

/** Resolves when the bot has handled an update and nothing is left to be worked on. */
async function settled({ update }: { update: number }): Promise<void> {
  await counter.bot.mailbox.confirmed(update);
  const botStore = counter.engine.botStore('cashier');
  for (const section of ['inbox', 'job']) {
    await expect.poll(async () => (await botStore.all(section)).length).toBe(0);
  }
}

const answersTo = (chat: Scene, ...sent: Sent[]) =>
  chat.answers.filter(({ replyTo }) => sent.some(({ id }) => id === replyTo));

describe('an amount that was given stays', () => {
  it('whatever is edited, and whatever Telegram calls an edit', async () => {
    const { chat } = selam;
    const short = /^⚠️ SHORT .*expected 99,999\.00/;
    const sent = chat.sends.text(next());
    const answer = await verdictOn(chat, sent);
    expect(answer.text).toMatch(/^✅ Paid: [\d,.]+ birr \(amount not compared\)\n/);
    const said = chat.sends.text('99999', { replyTo: answer });
    await until(chat, answer, short);
    await settled({ update: chat.sends.touched(sent) });
    await settled(chat.sends.edited(sent, `${sent.text} thanks`));
    await settled({ update: chat.sends.touched(said) });
    expect(answer.text).toMatch(short);

    const photo = chat.sends.photo(await counter.screenshot('telebirr', next()), { caption: 'total 99999' });
    const shown = await verdictOn(chat, photo);
    await settled({ update: chat.sends.touched(photo) });
    expect(shown.text).toMatch(short);
    expect(answersTo(chat, sent, photo)).toHaveLength(2);
  });

  it('and the ledger follows: a receipt that no longer fits is not accepted, one that fits is again', async () => {
    const [receipt, edited] = [walletReceipt(), walletReceipt()];
    const { chat, membership } = await counter.shopPaidBy('Hanna', [receipt, edited]);
    const count = async () => (await counter.engine.shops.day(membership.shop.id)).count;
    const answer = await verdictOn(chat, chat.sends.text(receipt));
    const [, amount = ''] = /Paid: ([\d,.]+) birr/.exec(answer.text) ?? [];
    expect(await count()).toBe(1);
    for (const [said, sign, accepted] of [
      ['99999', /^⚠️ SHORT/, 0],
      [amount, /^✅ .*as expected/, 1],
      ['5k', /^✅ .*as expected/, 1],
    ] as const) {
      await settled(chat.sends.text(said, { replyTo: answer }));
      expect(answer.text).toMatch(sign);
      expect(await count()).toBe(accepted);
    }
    const sent = chat.sends.text(edited);
    const other = await verdictOn(chat, sent);
    expect(signOf(other)).toBe('✅');
    for (const [said, sign] of [
      [`/v 99999 ${edited}`, /^⚠️ SHORT/],
      [`/v 5k ${edited}`, /^⏳ I could not read this amount/],
    ] as const) {
      await settled(chat.sends.edited(sent, said));
      expect(other.text).toMatch(sign);
      expect(await count()).toBe(1);
    }
  });

  it('of the receipt that a reply quotes, where its message names several', async () => {
    const [one, other] = [walletReceipt(), walletReceipt()];
    const { chat } = await counter.shopPaidBy('Marta', [one, other]);
    const sent = chat.sends.text(`${one}\n${other}`);
    const answer = (reference: string) =>
      answersTo(chat, sent).find(({ text }) => /^[✅⚠]/u.test(text) && text.includes(reference));
    await chat.until(() => [one, other].every(answer));
    const quote = { quote: { text: other, position: one.length + 1 } } as never;
    await settled(chat.sends.text('99999', { replyTo: sent, more: quote }));
    expect(answer(other)?.text).toMatch(/^⚠️ SHORT .*expected 99,999\.00/);
    expect(answer(one)?.text).toMatch(/^✅/);
    // Each keeps its answer, in whatever order the message names them now.
    const third = telebirr('GONE');
    await settled(chat.sends.edited(sent, `${third}\n${other}\n${one}`));
    await chat.until(() => answersTo(chat, sent).some(({ text }) => text.includes(third)));
    expect(answer(other)?.text).toMatch(/^⚠️ SHORT/);
    expect(answer(one)?.text).toMatch(/^✅/);
    expect(answersTo(chat, sent)).toHaveLength(3);
  });

  it('of a picture that comes late, too: it has the amount of its album', async () => {
    const { chat } = selam;
    const first = chat.sends.photo(await counter.screenshot('telebirr', next()), {
      caption: '99999',
      album: 'late',
    });
    expect((await verdictOn(chat, first)).text).toMatch(/^⚠️ SHORT/);
    const late = chat.sends.photo(await counter.screenshot('telebirr', next()), { album: 'late' });
    expect((await verdictOn(chat, late)).text).toMatch(/^⚠️ SHORT .*expected 99,999\.00/);

    const plain = chat.sends.photo(await counter.screenshot('telebirr', next()), { album: 'plain' });
    const answer = await verdictOn(chat, plain);
    expect(signOf(answer)).toBe('✅');
    const picture = await counter.screenshot('telebirr', next());
    const other = chat.sends.photo(picture, { caption: '99999', album: 'plain' });
    await until(chat, answer, /^⚠️ SHORT .*expected 99,999\.00/);
    // It stays a receipt of its own, whatever Telegram calls an edit of it.
    await verdictOn(chat, other);
    await settled({ update: chat.sends.touched(other) });
    await settled(chat.sends.edited(other, '88888'));
    expect(answersTo(chat, plain, other).map(({ text }) => /expected ([\d,]+)/.exec(text)?.[1])).toEqual([
      '99,999',
      '88,888',
    ]);
  });

  it('under whichever picture of an album it stands', async () => {
    const { chat } = selam;
    const picture = await counter.screenshot('telebirr', next());
    const [first, second] = chat.sends.album([picture, picture], { captions: ['', '99999'] });
    const answer = await verdictOn(chat, first as Sent);
    expect(answer.text).toMatch(/^⚠️ SHORT .*expected 99,999\.00/);
    await settled(chat.sends.edited(first as Sent, 'from Abebe'));
    await settled(chat.sends.edited(second as Sent, 'from Abebe'));
    expect(answer.text).toMatch(/^⚠️ SHORT .*expected 99,999\.00/);
  });
});

describe('an edit that names another receipt', () => {
  const answerOf = (chat: Scene, sent: Sent, reference: string) =>
    answersTo(chat, sent).find(({ text }) => text.includes(reference));

  it('leaves a ✅ where it is: the other receipt gets its own, and only Undo opens the first again', async () => {
    const [one, other] = [walletReceipt(), walletReceipt()];
    const { chat, membership } = await counter.shopPaidBy('Rahel', [one, other]);
    const { day } = counter.engine.shops;
    const sent = chat.sends.text(one);
    const first = await verdictOn(chat, sent);
    await settled(chat.sends.edited(sent, other));
    const second = answerOf(chat, sent, other);
    expect([first, second].map((shown) => shown && signOf(shown))).toEqual(['✅', '✅']);
    expect(first.text).toContain(one);
    expect((await day(membership.shop.id)).count).toBe(2);
    // Nobody else is paid by the first, nor by the message once it names it again.
    const abel = await counter.cashier('Abel', membership);
    expect((await verdictOn(abel.chat, abel.chat.sends.text(one))).text).toMatch(/^⚠️ Already accepted/);
    await settled(chat.sends.edited(sent, one));
    await settled(chat.sends.edited(sent, link(other)));
    expect(answersTo(chat, sent).map(signOf)).toEqual(['✅', '✅']);
    // What is said of the message now is said of what it names now.
    await settled(chat.sends.text('99999', { replyTo: sent }));
    expect([first, second].map((shown) => shown && signOf(shown))).toEqual(['✅', '⚠']);
    chat.sends.press(first, 'Undo');
    await chat.until(() => first.keyboard.flat().some(({ text }) => text === 'Yes, undo'));
    chat.sends.press(first, 'Yes, undo');
    await until(chat, first, /^⚠️ Acceptance undone by Rahel/);
    expect(signOf(await verdictOn(abel.chat, abel.chat.sends.text(`now ${one}`)))).toBe('✅');
    expect(answersTo(chat, sent)).toHaveLength(2);
  });

  it('and names the first again leaves no other verdict: the answer to the other says that it is no longer named', async () => {
    const [one, gone] = [walletReceipt(), telebirr('GONE')];
    const { chat } = await counter.shopPaidBy('Senait', [one]);
    const sent = chat.sends.text(one);
    const first = await verdictOn(chat, sent);
    await settled(chat.sends.edited(sent, gone));
    const second = answerOf(chat, sent, gone);
    expect(second?.text).toMatch(/^❌/);
    await settled(chat.sends.edited(sent, `${one} thanks`));
    expect(signOf(first)).toBe('✅');
    expect(second?.text).toBe("Your message doesn't name this receipt any more.");
    expect(second?.keyboard).toEqual([]);
    await settled(chat.sends.edited(sent, gone));
    expect(answersTo(chat, sent).map(signOf)).toEqual(['✅', '❌']);
  });

  it('and the amount said of it is said of the other, too', async () => {
    const [one = '', other = '', shown = '', replaced = ''] = Array.from({ length: 4 }, () =>
      walletReceipt(),
    );
    const { chat } = await counter.shopPaidBy('Genet', [one, other, shown, replaced]);
    const amountOf = (reference: string) => (factsOf(reference).amount / 100).toFixed(2);
    const sent = chat.sends.text(`/v ${amountOf(one)} ${one}`);
    expect((await verdictOn(chat, sent)).text).toMatch(/^✅ .*as expected/);
    await settled(chat.sends.edited(sent, other));
    expect(answerOf(chat, sent, other)?.text).toMatch(/^⚠️ (SHORT|OVER) /);

    const photo = chat.sends.photo(await counter.screenshot('telebirr', shown), {
      caption: amountOf(shown),
    });
    expect((await verdictOn(chat, photo)).text).toMatch(/^✅ .*as expected/);
    const elsewhere = counter.bot.chat(counter.bot.person('Elsewhere'));
    const picture = elsewhere.sends.photo(await counter.screenshot('telebirr', replaced)).raw.photo;
    const edited_message = { ...photo.raw, photo: picture, caption: '', edit_date: photo.raw.date } as never;
    await settled({ update: counter.bot.mailbox.put({ edited_message }) });
    expect(answerOf(chat, photo, replaced)?.text).toMatch(/^⚠️ (SHORT|OVER) /);
  });

  it('and so does a picture that is replaced', async () => {
    const [one, other] = [walletReceipt(), walletReceipt()];
    const { chat, membership } = await counter.shopPaidBy('Liya', [one, other]);
    const sent = chat.sends.photo(await counter.screenshot('telebirr', one));
    const first = await verdictOn(chat, sent);
    const elsewhere = counter.bot.chat(counter.bot.person('Elsewhere'));
    const { photo } = elsewhere.sends.photo(await counter.screenshot('telebirr', other)).raw;
    const edited_message = { ...sent.raw, photo, edit_date: sent.raw.date } as never;
    for (const _ of ['replaced', 'touched']) {
      await settled({ update: counter.bot.mailbox.put({ edited_message }) });
      expect(answersTo(chat, sent).map(signOf)).toEqual(['✅', '✅']);
    }
    const captioned = { ...(edited_message as object), caption: '99999' } as never;
    await settled({ update: counter.bot.mailbox.put({ edited_message: captioned }) });
    expect(signOf(first)).toBe('✅');
    expect(answerOf(chat, sent, other)?.text).toMatch(/^⚠️ SHORT .*expected 99,999\.00/);
    expect((await counter.engine.shops.day(membership.shop.id)).count).toBe(1);
  });

  it('leaves a receipt that an owner is asked about with the cashier until it is decided', async () => {
    const [one, other] = [walletReceipt(), walletReceipt()];
    const { chat, membership } = await counter.shopPaidBy('Meron', [one, other]);
    const abel = await counter.cashier('Abel', membership);
    const sent = abel.chat.sends.text(`/v 99999 ${one}`);
    const first = await verdictOn(abel.chat, sent);
    abel.chat.sends.press(first, 'Ask the owner');
    const question = await chat.message(/^Abel asks/);
    await settled(abel.chat.sends.edited(sent, other));
    expect(answerOf(abel.chat, sent, other)?.text).toMatch(/^⚠️ (SHORT|OVER) .*expected 99,999\.00/);
    chat.sends.press(question, 'Approve');
    await until(abel.chat, first, /^⚠️ Approved by Meron/);
    expect(first.text).toContain(one);
    expect((await counter.engine.shops.day(membership.shop.id)).count).toBe(1);
  });

  it('corrects a mistyped receipt that pays the rest of another, and it still pays that', async () => {
    const [one, other] = [walletReceipt(), walletReceipt()];
    const { chat, membership } = await counter.shopPaidBy('Sara', [one, other]);
    const whole = (factsOf(one).amount + factsOf(other).amount) / 100;
    const first = await verdictOn(chat, chat.sends.text(`/v ${whole.toFixed(2)} ${one}`));
    chat.sends.press(first, 'Another receipt pays the rest');
    await until(chat, first, /Send the other receipt now/);
    const sent = chat.sends.text(telebirr('GONE'));
    const second = await verdictOn(chat, sent);
    expect(signOf(second)).toBe('❌');
    chat.sends.edited(sent, other);
    for (const answer of [first, second]) await until(chat, answer, /^✅ Paid: [\d,.]+ birr in 2 receipts/);
    expect((await counter.engine.shops.day(membership.shop.id)).count).toBe(2);
  });
});

it('a tick says whether the amount was compared; an amount in a sentence is', async () => {
  const { chat } = selam;
  const reference = next();
  const plain = await verdictOn(chat, chat.sends.text(reference));
  const [, amount = ''] = /Paid: ([\d,.]+) birr/.exec(plain.text) ?? [];
  chat.sends.text(`${amount} birr`, { replyTo: plain });
  await until(chat, plain, /^✅ Paid: [\d,.]+ birr, as expected\n/);
  const picture = await counter.screenshot('telebirr', next());
  for (const caption of ['total 99999', '99999 ብር ነው', '99999 for table 4']) {
    expect((await verdictOn(chat, chat.sends.photo(picture, { caption }))).text).toMatch(
      /expected 99,999\.00/,
    );
  }
  const unclear = await verdictOn(chat, chat.sends.photo(picture, { caption: '5k' }));
  expect(unclear.text).toMatch(/^⏳ I could not read this amount/);
});

it('what a bank wrote, and what only stands in a topic, is never what the customer owes', async () => {
  const { chat } = selam;
  const notCompared = /^✅ Paid: [\d,.]+ birr \(amount not compared\)/;
  const pasted = `Total paid amount\n99.00 Birr\nTransaction number\n${next()}`;
  expect((await verdictOn(chat, chat.sends.text(pasted))).text).toMatch(notCompared);
  expect((await verdictOn(chat, chat.sends.text(`-500.00 ETB\n${next()}`))).text).toMatch(notCompared);
  const theirs = { caption: '99999', forwardFrom: 'A customer' };
  const forwarded = chat.sends.photo(await counter.screenshot('telebirr', next()), theirs);
  expect((await verdictOn(chat, forwarded)).text).toMatch(notCompared);

  const group = counter.bot.group('The counter', selam.user);
  await counter.engine.shops.bind(`tg:${group.id}`, selam.membership.shop.id);
  const root = group.sends.text(next());
  const answer = await verdictOn(group, root);
  await settled(group.sends.text('12', { topic: 77 }));
  expect(answer.text).toMatch(notCompared);
  expect(group.answers).toHaveLength(1);
});

it('every receipt of an album, and one its caption names, has an answer of its own', async () => {
  const { chat } = selam;
  const [one, other, named] = [next(), next(), telebirr('GONE')];
  const pictures = [await counter.screenshot('telebirr', one), await counter.screenshot('telebirr', other)];
  const [first] = chat.sends.album(pictures, { caption: `also ${named}` });
  const sent = first as Sent;
  await chat.until(() => answersTo(chat, sent).filter(({ text }) => /^[✅⚠❌⏳]/u.test(text)).length === 3);
  for (const [reference, sign] of [
    [one, '✅'],
    [other, '✅'],
    [named, '❌'],
  ] as const) {
    const answer = answersTo(chat, sent).find(({ text }) => text.includes(reference));
    expect(answer && signOf(answer)).toBe(sign);
  }
  const shared = chat.sends.text('500', { replyTo: sent });
  await chat.message(({ replyTo, text }) => replyTo === shared.id && /several receipts/.test(text));

  const [again] = chat.sends.album(pictures, { caption: '500 birr' });
  expect((await verdictOn(chat, again as Sent)).text).toMatch(/^⏳ One amount.*several receipts/);
  expect(answersTo(chat, again as Sent)).toHaveLength(1);
});

it('no open question consumes a receipt; digits answer one only in reply to it', async () => {
  const reference = walletReceipt();
  const { chat, membership } = await counter.shopPaidBy('Marta', [reference]);
  const { accounts } = counter.engine.shops;
  chat.sends.text('/accounts');
  chat.sends.press(await chat.message(/^Accounts/), 'Add an account');
  const banks = await chat.message(({ keyboard }) => keyboard.length > 5);
  chat.sends.press(banks, 'Commercial Bank of Ethiopia');
  await until(chat, banks, /Type your account number/);
  const before = await accounts(membership.shop.id);
  const ft = chat.sends.text('FT26140CA1B2');
  const which = await verdictOn(chat, ft);
  expect(which.text).toMatch(/Which bank/);
  expect(await accounts(membership.shop.id)).toEqual(before);
  chat.sends.text('1000123456789');
  await chat.message(/In whose name/);
  expect(signOf(await verdictOn(chat, chat.sends.text(reference)))).toBe('✅');
  chat.sends.text('Selam Test Tadesse');
  await chat.message(/^Saved:.*Selam Test Tadesse/);

  const tt = chat.sends.text('TT26320AAA01');
  const asked = await chat.message(({ replyTo, keyboard }) => replyTo === tt.id && keyboard.length > 0);
  chat.sends.press(asked, /^Type/);
  const question = await chat.message(({ asksReply }) => asksReply);
  const awash = chat.sends.text('260809093300000', { replyTo: null });
  expect((await verdictOn(chat, awash)).text).toMatch(/Awash/);
  chat.sends.text('00012', { replyTo: null });
  await chat.until(() => chat.answers.filter(({ asksReply }) => asksReply).length === 2);
  expect(asked.text).toMatch(/^⏳/);
  chat.sends.text('00012', { replyTo: question });
  await until(chat, asked, /From:/);
});

it('hidden links are read: in words, on a button, in a quote', async () => {
  const { chat } = selam;
  const [behind, button, quoted] = [telebirr(), telebirr(), telebirr()];
  const entities = [{ type: 'text_link' as const, offset: 0, length: 7, url: link(behind) }];
  const markup = {
    inline_keyboard: [
      [
        { text: 'Help', url: 'https://t.me/help' },
        { text: 'See', url: link(button) },
      ],
    ],
  };
  const external = {
    external_reply: { origin: { type: 'hidden_user', date: 1, sender_user_name: 'A customer' } },
  };
  for (const [reference, sent] of [
    [behind, chat.sends.forward('Receipt of your payment', { more: { entities } })],
    [button, chat.sends.forward('Paid, thank you', { more: { reply_markup: markup } })],
    [
      quoted,
      chat.sends.text('99999', { more: { ...external, quote: { text: quoted, position: 0 } } as never }),
    ],
  ] as const) {
    const answer = await verdictOn(chat, sent);
    expect(answer.text).toContain(`Reference: ${reference}`);
    expect(answersTo(chat, sent)).toHaveLength(1);
    expect(/expected 99,999\.00/.test(answer.text)).toBe(reference === quoted);
  }
});

it('an answer can be corrected after many others, and after another shop was chosen', async () => {
  const [receipt, short] = [walletReceipt(), walletReceipt()];
  const { user, chat, membership } = await counter.shopPaidBy('Hirut', [receipt, short]);
  const sent = chat.sends.text(receipt);
  const answer = await verdictOn(chat, sent);
  const look = await verdictOn(chat, chat.sends.text(`/v 99999 ${short}`));
  const references = Array.from({ length: 45 }, () => telebirr('GONE'));
  const rest = [references.slice(0, 20), references.slice(20, 40), references.slice(40)].map((part) =>
    chat.sends.text(part.join('\n')),
  );
  await chat.until(() => answersTo(chat, ...rest).filter(({ text }) => text.startsWith('❌')).length === 45);

  const open = { person: `tg:${user.id}`, name: 'Hirut', shopName: 'Another', language: 'en' } as const;
  const { shop } = await counter.engine.shops.open(open);
  await counter.engine.shops.switchShop(`tg:${user.id}`, shop.id);
  const count = chat.answers.length;
  chat.sends.text('99999', { replyTo: answer });
  await until(chat, answer, /^⚠️ SHORT .*expected 99,999\.00/);
  chat.sends.press(look, 'Approve anyway');
  await until(chat, look, /^⚠️ Approved by Hirut/);
  expect(look.text).not.toMatch(/Already accepted/);
  const gone = answersTo(chat, ...rest)[0] as Shown;
  const versions = gone.versions.length;
  chat.sends.press(gone, 'Try again');
  await chat.until(() => gone.versions.length >= versions + 2);
  expect(signOf(gone)).toBe('❌');
  expect(chat.answers).toHaveLength(count);
  // What was approved counts; what is short since the amount was said does not.
  expect((await counter.engine.shops.day(membership.shop.id)).count).toBe(1);
});

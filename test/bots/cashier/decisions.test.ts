/** What people decide about a receipt at the till: asking an owner, undoing, naming the amount, paying it in parts. */
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locales } from '../../../bots/cashier/render/index.js';
import { factsOf } from '../../../src/sandbox/fake-data.js';
import type { Scene, Shown } from '../../support/telegram/index.js';
import { type Counter, openCounter, type Shopkeeper, signOf, verdictOn, walletReceipt } from './counter.js';
import { reaction, wordsOf } from './features/support.js';
import { paidTo } from './people.js';

let counter: Counter;

beforeAll(async () => {
  counter = await openCounter();
});

afterAll(() => counter.close());

const until = (chat: Scene, answer: Shown, text: RegExp) =>
  chat.message((one) => one.id === answer.id && text.test(one.text));
const buttons = ({ keyboard }: Shown) => keyboard.flat().map(({ text }) => text);
const birr = (cents: number) => (cents / 100).toFixed(2);
const amountOf = (reference: string) => factsOf(reference).amount;

/** A press somebody makes under a message of their own with data that was made up, or seen elsewhere. */
function forged(own: Shown, from: Shown): Shown {
  return Object.create(own, { keyboard: { value: from.keyboard } }) as Shown;
}

/** A shop with an owner, another owner and two cashiers. */
async function staffed(receipts: readonly string[]) {
  const almaz = await counter.shopPaidBy('Almaz', receipts);
  const shop = almaz.membership.shop.id;
  const bekele = await counter.cashier('Bekele', almaz.membership);
  const selam = await counter.cashier('Selam', almaz.membership);
  const dawit = await counter.cashier('Dawit', almaz.membership);
  return { almaz, bekele, selam, dawit, shop };
}

/** Somebody else's shop, with whatever message of the bot. */
async function stranger(): Promise<{ keeper: Shopkeeper; own: Shown }> {
  const keeper = await counter.shopkeeper('Hirut');
  keeper.chat.sends.text('/help');
  return { keeper, own: await keeper.chat.message(/./) };
}

describe('ask the owner', () => {
  it('an owner approves from their own chat; the cashier’s message and the ledger say so', async () => {
    const reference = walletReceipt();
    const { almaz, selam, shop } = await staffed([reference]);
    const { chat } = selam;
    const answer = await verdictOn(chat, chat.sends.text(`/v 99999 ${reference}`));
    expect(buttons(answer)).toContain('Ask the owner');
    expect(buttons(answer)).not.toContain('Approve anyway');
    chat.sends.press(answer, 'Ask the owner');
    const question = await almaz.chat.message(/^Selam asks at Almaz's shop/);
    expect(question.text).toMatch(/⚠️ SHORT by .*expected 99,999\.00/);
    expect(question.text).toContain(reference);
    await until(chat, answer, /Waiting for the answer of Almaz\./);
    expect(buttons(answer)).not.toContain('Ask the owner');
    almaz.chat.sends.press(question, 'Approve');
    await until(chat, answer, /^⚠️ Approved by Almaz/);
    await until(almaz.chat, question, /^Approved by Almaz/);
    expect(question.keyboard).toEqual([]);
    expect(await counter.engine.shops.day(shop)).toMatchObject({ count: 1, byCashier: [{ name: 'Almaz' }] });
  });

  it('of two owners the first decides, the other is shown who did; a refused receipt stays so', async () => {
    const reference = walletReceipt();
    const { almaz, selam, dawit, shop } = await staffed([reference]);
    const { engine } = counter;
    const { token } = await engine.shops.invite({ shop, by: almaz.membership.member.id, role: 'owner' });
    const marta = counter.bot.person('Marta');
    const martas = counter.bot.chat(marta);
    await engine.shops.accept(token, `tg:${marta.id}`, 'Marta');
    await engine.shops.setLanguage(`tg:${marta.id}`, 'en');
    const { chat } = selam;
    const answer = await verdictOn(chat, chat.sends.text(`/v 99999 ${reference}`));
    chat.sends.press(answer, 'Ask the owner');
    const [one, other] = [await almaz.chat.message(/^Selam asks/), await martas.message(/^Selam asks/)];
    const late = forged(one, one);
    // One of them twice, the other too late.
    martas.sends.press(other, 'Refuse');
    martas.sends.press(other, 'Refuse');
    await until(chat, answer, /^⚠️ REFUSED by Marta, .* Do not accept\./);
    await until(almaz.chat, one, /^Refused by Marta/);
    almaz.chat.sends.press(late, 'Approve');
    expect(buttons(answer)).toEqual([]);
    for (const again of [dawit, selam]) {
      const second = await verdictOn(again.chat, again.chat.sends.text(`again: ${reference}`));
      expect(second.text).toMatch(/^⚠️ REFUSED by Marta/);
    }
    expect(await engine.shops.day(shop)).toMatchObject({ count: 0 });
    almaz.chat.sends.text(`/history ${reference}`);
    await almaz.chat.message(/Refused by Marta/);
  });

  it('an owner who cannot be reached is named to the cashier', async () => {
    const references = [walletReceipt(), walletReceipt()];
    const { almaz, selam } = await staffed(references);
    almaz.chat.shutsOut();
    const { chat } = selam;
    const answer = await verdictOn(chat, chat.sends.text(`/v 99999 ${references[0]}`));
    chat.sends.press(answer, 'Ask the owner');
    await until(chat, answer, /I can't reach the owner in Telegram/);
    almaz.chat.letsIn();
    chat.sends.press(answer, 'Ask the owner');
    await almaz.chat.message(/^Selam asks/);
  });

  it('another amount given meanwhile changes the question; one that fits ends it', async () => {
    const reference = walletReceipt();
    const { almaz, selam, shop } = await staffed([reference]);
    const { chat } = selam;
    const answer = await verdictOn(chat, chat.sends.text(`/v 99999 ${reference}`));
    chat.sends.press(answer, 'Ask the owner');
    const question = await almaz.chat.message(/^Selam asks/);
    await until(chat, answer, /Waiting for the answer/);
    chat.sends.text('88888', { replyTo: answer });
    await until(almaz.chat, question, /expected 88,888\.00/);
    chat.sends.text(birr(amountOf(reference)), { replyTo: answer });
    await until(chat, answer, /^✅/);
    await until(almaz.chat, question, /^Already accepted\. No answer is needed/);
    expect(question.keyboard).toEqual([]);
    expect(almaz.chat.answers).toHaveLength(1);
    expect(await counter.engine.shops.day(shop)).toMatchObject({ count: 1, byCashier: [{ name: 'Selam' }] });
  });

  it('a question about a receipt that was accepted elsewhere ends once an owner answers, and can be asked again', async () => {
    const reference = walletReceipt();
    const { almaz, selam, dawit, shop } = await staffed([reference]);
    const { chat } = selam;
    const answer = await verdictOn(chat, chat.sends.text(`/v 99999 ${reference}`));
    chat.sends.press(answer, 'Ask the owner');
    const question = await almaz.chat.message(/^Selam asks/);
    await until(chat, answer, /Waiting for the answer/);
    expect(signOf(await verdictOn(dawit.chat, dawit.chat.sends.text(reference)))).toBe('✅');
    almaz.chat.sends.press(question, 'Refuse');
    await until(chat, answer, /^⚠️ Already accepted: .* by Dawit/);
    await chat.until(() => buttons(answer).includes('Ask the owner'));
    expect(answer.text).not.toMatch(/Waiting for the answer/);
    expect(question.text).toMatch(/^Already accepted\. No answer is needed/);
    expect(question.keyboard).toEqual([]);
    expect(await counter.engine.shops.day(shop)).toMatchObject({ count: 1, byCashier: [{ name: 'Dawit' }] });

    // Of one that fitted and fits no longer the old question stays shut, and the new one is answered.
    const other = walletReceipt();
    await counter.engine.shops.saveAccount(shop, { provider: 'telebirr', ...paidTo(other) });
    const short = await verdictOn(chat, chat.sends.text(`/v 99999 ${other}`));
    chat.sends.press(short, 'Ask the owner');
    const first = await almaz.chat.message(({ text }) => /^Selam asks/.test(text) && text.includes(other));
    chat.sends.text(birr(amountOf(other)), { replyTo: short });
    await until(almaz.chat, first, /^Already accepted/);
    chat.sends.text('88888', { replyTo: short });
    await until(chat, short, /expected 88,888\.00/);
    await chat.until(() => buttons(short).includes('Ask the owner'));
    expect(first.keyboard).toEqual([]);
    chat.sends.press(short, 'Ask the owner');
    const second = await almaz.chat.message(/^Selam asks.*\n.*expected 88,888\.00/);
    almaz.chat.sends.press(second, 'Approve');
    await until(chat, short, /^⚠️ Approved by Almaz/);
  });

  it('nobody else answers for an owner, whatever data a press carries', async () => {
    const reference = walletReceipt();
    const { almaz, selam, shop } = await staffed([reference]);
    const { chat } = selam;
    const answer = await verdictOn(chat, chat.sends.text(`/v 99999 ${reference}`));
    chat.sends.press(answer, 'Ask the owner');
    const question = await almaz.chat.message(/^Selam asks/);
    const { keeper, own } = await stranger();
    keeper.chat.sends.press(forged(own, question), 'Approve');
    await keeper.chat.message(/You are no longer in this shop/);
    chat.sends.press(forged(answer, question), 'Approve');
    await chat.message(/Only the shop's owner can do this/);
    // A button of Selam's in a chat of somebody else's.
    const presses = counter.bot.pressAnswers.length;
    keeper.chat.sends.press(
      forged(own, { keyboard: [[{ data: askData(answer), text: 'x' }]] } as never),
      'x',
    );
    await keeper.chat.until(() => counter.bot.pressAnswers.length > presses);
    expect(await counter.engine.shops.day(shop)).toMatchObject({ count: 0 });
    expect(keeper.chat.answers.some(({ text }) => text.includes(reference))).toBe(false);
  });

  function askData(answer: Shown): string {
    const shown = answer.versions.map(({ keyboard }) => keyboard ?? []).flat(2) as {
      text: string;
      data: string;
    }[];
    return shown.find(({ text }) => text === 'Ask the owner')?.data ?? 'e:none';
  }
});

describe('undo', () => {
  it('asks whether one is sure, takes the sale out of the day, and the receipt can be accepted again', async () => {
    const reference = walletReceipt();
    const { almaz, selam, dawit, shop } = await staffed([reference]);
    const { chat } = selam;
    const answer = await verdictOn(chat, chat.sends.text(reference));
    expect(buttons(answer)).toEqual(['Undo']);
    chat.sends.press(answer, 'Undo');
    await chat.until(() => buttons(answer).includes('Yes, undo'));
    chat.sends.press(answer, 'No');
    await chat.until(() => buttons(answer).join() === 'Undo');
    expect(await counter.engine.shops.day(shop)).toMatchObject({ count: 1 });
    chat.sends.press(answer, 'Undo');
    await chat.until(() => buttons(answer).includes('Yes, undo'));
    chat.sends.press(answer, 'Yes, undo');
    await until(chat, answer, /^⚠️ Acceptance undone by Selam/);
    expect(await counter.engine.shops.day(shop)).toMatchObject({ count: 0, total: '0.00' });
    almaz.chat.sends.text(`/history ${reference}`);
    await almaz.chat.message(/Acceptance undone by Selam/);
    const again = await verdictOn(dawit.chat, dawit.chat.sends.text(reference));
    expect(signOf(again)).toBe('✅');
    expect(signOf(answer)).toBe('⚠');
    expect(await counter.engine.shops.day(shop)).toMatchObject({ count: 1, byCashier: [{ name: 'Dawit' }] });
  });

  it('counts once in each report and in the spreadsheet, in three languages; accepted again, as accepted', async () => {
    const receipts = [walletReceipt(), walletReceipt(), walletReceipt()];
    const [undone = '', warned = '', kept = ''] = receipts;
    const { almaz, selam, shop } = await staffed(receipts);
    const { engine } = counter;
    const answer = await verdictOn(selam.chat, selam.chat.sends.text(undone));
    await verdictOn(selam.chat, selam.chat.sends.text(`/v 9999999 ${warned}`));
    await verdictOn(selam.chat, selam.chat.sends.text(kept));
    selam.chat.sends.press(answer, 'Undo');
    await selam.chat.until(() => buttons(answer).includes('Yes, undo'));
    selam.chat.sends.press(answer, 'Yes, undo');
    await until(selam.chat, answer, /^⚠️ Acceptance undone by Selam/);

    const owner = (text: string) => reaction(almaz.chat, () => almaz.chat.sends.text(text));
    /** The word of each receipt in the column "Verdict". */
    async function exported(): Promise<(string | undefined)[]> {
      const { file } = await owner('/export');
      const [, ...rows] = parse(file?.bytes ?? '', { bom: true }) as string[][];
      return receipts.map((reference) => rows.find((row) => row.includes(reference))?.[1]);
    }
    for (const locale of locales) {
      const words = wordsOf(locale);
      await engine.shops.setLanguage(almaz.membership.member.person, locale);
      await engine.shops.setLanguage(selam.membership.member.person, locale);
      const counted = ['day-not_accepted', 'day-undone'].map((key) => words.t(key, { count: 1 }));
      const reports = [await reaction(selam.chat, () => selam.chat.sends.text('/today'))];
      for (const command of ['/today', '/report', '/report month']) reports.push(await owner(command));
      for (const { text } of reports) expect(text.split('\n')).toEqual(expect.arrayContaining(counted));
      const verdicts = ['undone', 'look', 'accept'].map((key) => words.t(`csv-answer-${key}`));
      expect(await exported()).toEqual(verdicts);
    }
    await engine.shops.setLanguage(almaz.membership.member.person, 'en');
    await engine.shops.setLanguage(selam.membership.member.person, 'en');
    expect(signOf(await verdictOn(selam.chat, selam.chat.sends.text(undone)))).toBe('✅');
    const { text } = await owner('/report');
    expect(text).toContain('Accepted: 2 payments');
    expect(text).toContain('Checked, not accepted: 1');
    expect(text).not.toContain('undone');
    expect(await exported()).toEqual(['accept', 'look first', 'accept']);
    expect(await engine.shops.day(shop)).toMatchObject({ count: 2, notAccepted: 1, undone: 0 });
  });

  it('an owner undoes by reference, and the cashier’s ✅ is removed; nobody else can, by any means', async () => {
    const reference = walletReceipt();
    const { almaz, selam, dawit, shop } = await staffed([reference]);
    const answer = await verdictOn(selam.chat, selam.chat.sends.text(reference));
    dawit.chat.sends.text(`/undo ${reference}`);
    await dawit.chat.message(/Only whoever accepted it, or the shop's owner/);
    const { keeper, own } = await stranger();
    keeper.chat.sends.text(`/undo ${reference}`);
    await keeper.chat.message(/Reply to a receipt with \/undo/);
    almaz.chat.sends.text(`/undo ${reference}`);
    const question = await almaz.chat.message(/^Undo the acceptance of/);
    for (const { chat } of [keeper, dawit]) {
      const theirs = chat === keeper.chat ? own : (chat.answers[0] as Shown);
      const presses = counter.bot.pressAnswers.length;
      chat.sends.press(forged(theirs, question), 'Yes, undo');
      await chat.until(() => counter.bot.pressAnswers.length > presses);
    }
    expect(await counter.engine.shops.day(shop)).toMatchObject({ count: 1 });
    expect(signOf(answer)).toBe('✅');
    almaz.chat.sends.press(question, 'Yes, undo');
    await until(selam.chat, answer, /^⚠️ Acceptance undone by Almaz/);
    await until(almaz.chat, question, /^Undone\./);
    expect(await counter.engine.shops.day(shop)).toMatchObject({ count: 0 });
  });
});

it('in a group only those who may approve, ask or undo can do so', async () => {
  const receipts = [walletReceipt(), walletReceipt()];
  const { almaz, selam, dawit, shop } = await staffed(receipts);
  const group = counter.bot.group('The till', almaz.user);
  await counter.engine.shops.bind(`tg:${group.id}`, shop);
  const sold = await verdictOn(group, group.sends.text(`${receipts[0]}`, { as: selam.user }));
  const told = () => counter.bot.pressAnswers.map(({ text }) => text);
  group.sends.press(sold, 'Undo', { as: dawit.user });
  await group.until(() => told().some((text) => /Only whoever accepted it/.test(text ?? '')));
  const look = await verdictOn(group, group.sends.text(`/v 99999 ${receipts[1]}`, { as: selam.user }));
  expect(buttons(look)).toEqual(['Approve anyway', 'Ask the owner', 'Another receipt pays the rest']);
  group.sends.press(look, 'Ask the owner', { as: almaz.user });
  await group.until(() => told().some((text) => /You may approve it yourself/.test(text ?? '')));
  group.sends.press(look, 'Ask the owner', { as: dawit.user });
  await almaz.chat.message(/^Dawit asks/);
  const question = await almaz.chat.message(/^Dawit asks/);
  // An owner who sees it in the group decides there: the question is over.
  await until(group, look, /Waiting for the answer of Almaz/);
  group.sends.press(look, 'Approve anyway', { as: almaz.user });
  await until(group, look, /^⚠️ Approved by Almaz/);
  await until(almaz.chat, question, /^(Approved by Almaz|Already accepted)/);
  group.sends.press(sold, 'Undo', { as: almaz.user });
  await group.until(() => buttons(sold).includes('Yes, undo'));
  const answered = told().length;
  group.sends.press(sold, 'Yes, undo', { as: dawit.user });
  await group.until(() => told().length > answered);
  expect(await counter.engine.shops.day(shop)).toMatchObject({ count: 2 });
  group.sends.press(sold, 'Yes, undo', { as: almaz.user });
  await until(group, sold, /^⚠️ Acceptance undone by Almaz/);
  expect(await counter.engine.shops.day(shop)).toMatchObject({ count: 1 });
});

it('other words added to an undone receipt do not accept it again; an amount does', async () => {
  const reference = walletReceipt();
  const { selam, shop } = await staffed([reference]);
  const { chat } = selam;
  const sent = chat.sends.text(`/v ${birr(amountOf(reference))} ${reference}`);
  const answer = await verdictOn(chat, sent);
  chat.sends.press(answer, 'Undo');
  await chat.until(() => buttons(answer).includes('Yes, undo'));
  chat.sends.press(answer, 'Yes, undo');
  await until(chat, answer, /^⚠️ Acceptance undone/);
  const edited = chat.sends.edited(sent, `${sent.text} for table 4`);
  await counter.bot.mailbox.confirmed(edited.update);
  const botStore = counter.engine.botStore('cashier');
  for (const section of ['inbox', 'job']) {
    await expect.poll(async () => (await botStore.all(section)).length).toBe(0);
  }
  expect(await counter.engine.shops.day(shop)).toMatchObject({ count: 0 });
  expect(answer.text).toMatch(/^⚠️ Acceptance undone/);
  chat.sends.text(birr(amountOf(reference)), { replyTo: answer });
  await until(chat, answer, /^✅/);
  expect(await counter.engine.shops.day(shop)).toMatchObject({ count: 1 });
});

it('/undo in reply takes back what was sent twice by mistake, in both messages', async () => {
  const reference = walletReceipt();
  const { selam, shop } = await staffed([reference]);
  const { chat } = selam;
  const [one, same] = [chat.sends.text(reference), chat.sends.text(` ${reference} `)];
  const answers = [await verdictOn(chat, one), await verdictOn(chat, same)];
  for (const answer of answers) expect(signOf(answer)).toBe('✅');
  chat.sends.text('/undo', { replyTo: answers[0] as Shown });
  const question = await chat.message(/^Undo the acceptance of/);
  const pressed = chat.sends.press(question, 'Yes, undo');
  for (const answer of answers) await until(chat, answer, /^⚠️ Acceptance undone by Selam/);
  counter.bot.mailbox.again(pressed.update);
  const again = await verdictOn(chat, chat.sends.text(`once more ${reference}`));
  expect(signOf(again)).toBe('✅');
  counter.bot.mailbox.again(pressed.update);
  chat.sends.text('/help');
  await chat.message(/^Send a receipt/);
  expect(await counter.engine.shops.day(shop)).toMatchObject({ count: 1 });
  expect(signOf(again)).toBe('✅');
});

describe('a shop that always asks for the amount', () => {
  it('says no ✅ and no figure before it is named; a receipt sent meanwhile is a receipt', async () => {
    const receipts = [walletReceipt(), walletReceipt(), walletReceipt()];
    const [first = '', second = '', third = ''] = receipts;
    const { almaz, selam } = await staffed(receipts);
    almaz.chat.sends.text('/settings');
    almaz.chat.sends.press(
      await almaz.chat.message(/Always ask for the amount: off/),
      'Always ask for the amount',
    );
    await almaz.chat.message(/Always ask for the amount: on/);
    const page = await almaz.chat.message(/Always ask for the amount: on/);
    selam.chat.sends.text('/help');
    const own = await selam.chat.message(/./);
    selam.chat.sends.press(forged(own, page), "Don't ask for the amount");
    await selam.chat.message(/Only the shop's owner can do this/);
    const { chat } = selam;
    const answer = await verdictOn(chat, chat.sends.text(first));
    expect(answer.text).toMatch(/^⏳ How much should the customer pay\?/);
    expect(answer.text).not.toContain(birr(amountOf(first)));
    chat.sends.press(answer, 'Type the amount');
    const question = await chat.message(({ asksReply }) => asksReply);
    const other = await verdictOn(chat, chat.sends.text(second, { replyTo: null }));
    expect(other.text).toMatch(/^⏳ How much/);
    chat.sends.text(birr(amountOf(first)), { replyTo: question });
    await until(chat, answer, /^✅ Paid: .*, as expected/);
    chat.sends.text('99999', { replyTo: other });
    await until(chat, other, /^⚠️ SHORT/);
    const named = await verdictOn(chat, chat.sends.text(`/v ${birr(amountOf(third))} ${third}`));
    expect(named.text).toMatch(/^✅ Paid: .*, as expected/);
  });
});

describe('another receipt pays the rest', () => {
  it('two receipts for one amount are accepted together, each once', async () => {
    const [one, other] = [walletReceipt(), walletReceipt()];
    const { almaz, selam, dawit, shop } = await staffed([one, other]);
    const { chat } = selam;
    const whole = amountOf(one) + amountOf(other);
    const answer = await verdictOn(chat, chat.sends.text(`/v ${birr(whole)} ${one}`));
    expect(answer.text).toMatch(/^⚠️ SHORT/);
    chat.sends.press(answer, 'Another receipt pays the rest');
    await until(chat, answer, /Send the other receipt now/);
    // The same receipt pays nothing twice.
    const same = await verdictOn(chat, chat.sends.text(one));
    expect(same.text).toMatch(/^⚠️ SHORT/);
    const second = await verdictOn(chat, chat.sends.text(other, { replyTo: answer }));
    expect(second.text).toMatch(/^✅ Paid: [\d,.]+ birr in 2 receipts, as expected/);
    expect(second.text).toContain(one);
    await until(chat, answer, /^✅ Paid: [\d,.]+ birr in 2 receipts, as expected/);
    expect(answer.text).toContain(other);
    expect(await counter.engine.shops.day(shop)).toMatchObject({ count: 2, total: birr(whole) });
    expect((await verdictOn(dawit.chat, dawit.chat.sends.text(other))).text).toMatch(/^⚠️ Already accepted/);
    almaz.chat.sends.text(`/history ${one}`);
    await almaz.chat.message(new RegExp(`Paid together with ${other}`));
    chat.sends.press(second, 'Undo');
    await chat.until(() => buttons(second).includes('Yes, undo'));
    chat.sends.press(second, 'Yes, undo');
    await until(chat, second, /^⚠️ Acceptance undone by Selam/);
    await until(chat, answer, /^⚠️ Acceptance undone by Selam/);
    expect(await counter.engine.shops.day(shop)).toMatchObject({ count: 0 });
  });

  it('two phones that pay the rest at once make one sale, delivered twice or not', async () => {
    const receipts = [walletReceipt(), walletReceipt(), walletReceipt()];
    const [one = '', two = '', three = ''] = receipts;
    const { almaz, selam, dawit, shop } = await staffed(receipts);
    await counter.engine.shops.set(shop, { tolerance: '99999' });
    const group = counter.bot.group('The till', almaz.user);
    await counter.engine.shops.bind(`tg:${group.id}`, shop);
    // So much that one receipt is too little by more than the tolerance, and any two are not.
    const whole = birr(amountOf(one) + 10_000_000);
    const short = await verdictOn(group, group.sends.text(`/v ${whole} ${one}`, { as: selam.user }));
    group.sends.press(short, 'Another receipt pays the rest', { as: selam.user });
    await until(group, short, /Send the other receipt now/);
    const sent = [
      group.sends.text(two, { as: selam.user, replyTo: short }),
      group.sends.text(three, { as: dawit.user, replyTo: short }),
    ];
    for (const { update } of sent) counter.bot.mailbox.again(update);
    const answers = await Promise.all(sent.map((message) => verdictOn(group, message)));
    expect(answers.map(signOf).toSorted()).toEqual(['⚠', '✅'].toSorted());
    expect(answers.find((answer) => signOf(answer) === '⚠')?.text).toMatch(
      new RegExp(`^⚠️ ${one} can't be counted with it: already accepted`),
    );
    expect(await counter.engine.shops.day(shop)).toMatchObject({ count: 2 });
  });

  it('another amount for one of them undoes the whole sale, in all messages', async () => {
    const [one, other] = [walletReceipt(), walletReceipt()];
    const { selam, shop } = await staffed([one, other]);
    const { chat } = selam;
    const whole = birr(amountOf(one) + amountOf(other));
    const first = await verdictOn(chat, chat.sends.text(`/v ${whole} ${one}`));
    chat.sends.press(first, 'Another receipt pays the rest');
    await until(chat, first, /Send the other receipt now/);
    const second = await verdictOn(chat, chat.sends.text(other));
    await until(chat, first, /^✅/);
    chat.sends.text(whole, { replyTo: second });
    await chat.until(() => second.versions.length > 3 && signOf(second) === '✅');
    chat.sends.text('99999', { replyTo: first });
    await until(chat, first, /^⚠️ SHORT .*expected 99,999\.00/);
    await until(chat, second, /^⚠️ Acceptance undone by Selam/);
    expect(await counter.engine.shops.day(shop)).toMatchObject({ count: 0, total: '0.00' });
  });

  it("an owner's approval covers all receipts of the sale, so that none of them pays twice", async () => {
    const [one, other, third] = [walletReceipt(), walletReceipt(), walletReceipt()];
    const { almaz, selam, shop } = await staffed([one, other, third]);
    const { chat } = selam;
    const first = await verdictOn(chat, chat.sends.text(`/v 99999 ${one}`));
    chat.sends.press(first, 'Another receipt pays the rest');
    await until(chat, first, /Send the other receipt now/);
    const second = await verdictOn(chat, chat.sends.text(other));
    expect(second.text).toMatch(/^⚠️ SHORT/);
    chat.sends.press(second, 'Ask the owner');
    const question = await almaz.chat.message(/^Selam asks/);
    expect(question.text).toContain(one);
    almaz.chat.sends.press(question, 'Approve');
    for (const answer of [first, second]) await until(chat, answer, /^⚠️ Approved by Almaz/);
    expect(await counter.engine.shops.day(shop)).toMatchObject({
      count: 2,
      total: birr(amountOf(one) + amountOf(other)),
    });
    expect((await verdictOn(chat, chat.sends.text(`again ${one}`))).text).toMatch(/^⚠️ Already accepted/);
    // Nor does a receipt that says an amount of its own pay anybody's rest.
    const own = await verdictOn(chat, chat.sends.text(`/v ${birr(amountOf(third))} ${third}`));
    expect(own.text).toMatch(/^✅ Paid: [\d,.]+ birr, as expected/);
  });

  it('the next receipt of the person counts, the open amount is shown, and a third one pays it', async () => {
    const receipts = [walletReceipt(), walletReceipt(), walletReceipt()];
    const [one = '', two = '', three = ''] = receipts;
    const { selam, shop } = await staffed(receipts);
    const { chat } = selam;
    const whole = receipts.reduce((sum, reference) => sum + amountOf(reference), 0);
    const first = await verdictOn(chat, chat.sends.text(`/v ${birr(whole)} ${one}`));
    chat.sends.press(first, 'Another receipt pays the rest');
    await until(chat, first, /Send the other receipt now/);
    const second = await verdictOn(chat, chat.sends.text(two));
    const left = (amountOf(three) / 100).toLocaleString('en', { minimumFractionDigits: 2 });
    expect(second.text.startsWith(`⚠️ SHORT by ${left} birr`)).toBe(true);
    expect(second.text).toContain(one);
    chat.sends.press(second, 'Another receipt pays the rest');
    await until(chat, second, /Send the other receipt now/);
    const third = await verdictOn(chat, chat.sends.photo(await counter.screenshot('telebirr', three)));
    expect(third.text).toMatch(/^✅ Paid: [\d,.]+ birr in 3 receipts, as expected/);
    for (const answer of [first, second]) await until(chat, answer, /^✅ Paid: [\d,.]+ birr in 3 receipts/);
    expect(await counter.engine.shops.day(shop)).toMatchObject({ count: 3, total: birr(whole) });
  });
});

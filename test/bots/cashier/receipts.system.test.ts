/** Whatever a cashier sends is acknowledged by one message, and that same message becomes the answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { windowAt } from '../../../src/engine/shared/windows.js';
import * as names from '../../../src/engine/store/key-names.js';
import { telebirr } from '../../engine/support.js';
import { badRequest, type Sent, type Shown } from '../../support/telegram/index.js';
import {
  type BotEnvironment,
  hintOn,
  openBotEnvironment,
  type Shopkeeper,
  signOf,
  verdictOn,
  wordings,
} from './environment.js';

let environment: BotEnvironment;
let selam: Shopkeeper;

beforeAll(async () => {
  environment = await openBotEnvironment();
  selam = await environment.shopkeeper('Selam');
  await environment.engine.shops.set(selam.membership.shop.id, { maxAgeHours: 8760 });
  await environment.startBot();
});

afterAll(() => environment.close());

const link = (reference: string) => `https://transactioninfo.ethiotelecom.et/receipt/${reference}`;

function pdf(text: string): Promise<Buffer> {
  const document = new PDFDocument();
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  document.text(text).end();
  return new Promise((resolve) => document.once('end', () => resolve(Buffer.concat(chunks))));
}

/** "Checking…", then the verdict on this receipt, and nothing else in answer to the message. */
async function isAnswered(sent: Sent, reference: string): Promise<void> {
  const answer = await verdictOn(selam.chat, sent);
  expect(wordings(answer)[0]).toBe('Checking…');
  expect(answer.text).toContain(`Reference: ${reference}`);
  expect(answer.text).toContain('birr');
  expect(selam.chat.answers.filter(({ replyTo }) => replyTo === sent.id)).toHaveLength(1);
}

/** Resolves once the bot has heard from Telegram which message it has sent. */
async function knows({ id }: Shown): Promise<void> {
  const botStore = environment.engine.botStore('cashier');
  const isOf = ({ value }: { value: unknown }) => (value as { answer: number | null }).answer === id;
  while (!(await botStore.all('job')).some(isOf)) await sleep(10);
}

it('a bare reference, a link, a pasted and a forwarded SMS', async () => {
  const { sends } = selam.chat;
  const [bare, linked, pasted, forwarded] = [telebirr(), telebirr(), telebirr(), telebirr()];
  const sms = (reference: string) =>
    `Dear Selam, You have transferred ETB 500.00. Your transaction number is ${reference}. ${link(reference)}`;
  await isAnswered(sends.text(bare), bare);
  await isAnswered(sends.text(`see ${link(linked)}`), linked);
  await isAnswered(sends.text(sms(pasted)), pasted);
  await isAnswered(sends.forward(sms(forwarded)), forwarded);
});

it('no bank is called slow that answers at once, also where the lookup is answered 202 first', async () => {
  const answer = await verdictOn(
    selam.chat,
    selam.chat.sends.text('https://siinqeebank.com/receipt/AAAABBBBQUICK'),
  );
  expect(wordings(answer)).toEqual(['Checking…', answer.text]);
});

it('a photo, an album, a picture sent as a file, a PDF', async () => {
  const { sends } = selam.chat;
  const [photo, album, file, document] = [telebirr(), telebirr(), telebirr(), telebirr()];
  await isAnswered(sends.photo(await environment.screenshot('telebirr', photo)), photo);
  const blank = await environment.screenshot('telebirr', album);
  const [first] = sends.album([blank, blank], { caption: 'two halves' });
  await isAnswered(first as Sent, album);
  await isAnswered(sends.document(await environment.screenshot('telebirr', file)), file);
  await isAnswered(sends.pdf(await pdf(link(document))), document);
});

it('the pictures of an album are one receipt and get one message', async () => {
  const picture = await environment.screenshot('telebirr', telebirr());
  const before = selam.chat.answers.length;
  const [first, ...others] = selam.chat.sends.album([picture, picture, picture]);
  await verdictOn(selam.chat, first as Sent);
  for (const { update } of others) await environment.bot.mailbox.confirmed(update);
  expect(selam.chat.answers.length - before).toBe(1);
});

it('several references in one message are as many receipts, in their order', async () => {
  const references = [telebirr(), telebirr(), telebirr('GONE')];
  const sent = selam.chat.sends.text(references.join('\n'));
  const mine = () => selam.chat.answers.filter(({ replyTo }) => replyTo === sent.id);
  await selam.chat.until(() => mine().filter(({ text }) => /^[✅⚠❌⏳]/u.test(text)).length === 3);
  for (const [nth, reference] of references.entries()) {
    expect(mine()[nth]?.text).toContain(reference);
  }
  expect(mine().map(signOf).at(-1)).toBe('❌');
});

it('an amount under the picture, in answer to the verdict, or with /v, is compared', async () => {
  const { sends } = selam.chat;
  const pictured = sends.photo(await environment.screenshot('telebirr', telebirr()), {
    caption: '99,999 birr',
  });
  const answer = await verdictOn(selam.chat, pictured);
  expect(answer.text).toMatch(/SHORT by .+ \(expected 99,999\.00\)/);

  const count = selam.chat.answers.length;
  sends.text('0.50', { replyTo: answer });
  await selam.chat.message(({ id, text }) => id === answer.id && /OVER by .+ \(expected 0\.50\)/.test(text));
  sends.text('88888', { replyTo: pictured });
  await selam.chat.message(({ id, text }) => id === answer.id && /expected 88,888\.00/.test(text));
  expect(selam.chat.answers).toHaveLength(count);

  const commanded = await verdictOn(selam.chat, sends.text(`/v 77777 ${telebirr()}`));
  expect(commanded.text).toMatch(/SHORT by .+ \(expected 77,777\.00\)/);
});

it('an amount that cannot be read is asked for in the one message, and nothing is ✅ before it is said', async () => {
  const { sends } = selam.chat;
  const unclear = /^⏳ I could not read this amount\..*Reply to the receipt/s;
  const reference = telebirr();
  const picture = await environment.screenshot('telebirr', reference);
  const pictured = sends.photo(picture, { caption: '1.500,50' });
  const told = await selam.chat.message(({ replyTo, text }) => replyTo === pictured.id && unclear.test(text));
  expect(await environment.engine.sandbox.hits('telebirr', reference)).toBe(0);
  sends.text('99999', { replyTo: told });
  await selam.chat.message(
    ({ id, text }) => id === told.id && /SHORT by .+ \(expected 99,999\.00\)/.test(text),
  );

  const [first] = sends.album([picture, picture], { caption: '5 00' });
  const album = await verdictOn(selam.chat, first as Sent);
  expect(album.text).toMatch(unclear);
  sends.edited(first as Sent, '88888');
  await selam.chat.message(({ id, text }) => id === album.id && /expected 88,888\.00/.test(text));

  const count = selam.chat.answers.length;
  const written = sends.text(`/v ፭፻ ${telebirr()}`);
  const asked = await verdictOn(selam.chat, written);
  expect(asked.text).toMatch(unclear);
  sends.text('77777', { replyTo: written });
  await selam.chat.message(({ id, text }) => id === asked.id && /expected 77,777\.00/.test(text));
  expect(selam.chat.answers).toHaveLength(count + 1);

  const late = sends.text('1.500,50', { replyTo: asked });
  expect((await hintOn(selam.chat, late)).text).toMatch(/^I could not read this amount\./);
  expect(asked.text).toMatch(/expected 77,777\.00/);
});

it('an amount that cannot be read is reported in a group too, where it is about a receipt', async () => {
  const abel = await environment.cashier('Abel', selam.membership);
  const group = environment.bot.group('The till', abel.user);
  await environment.engine.shops.bind(`tg:${group.id}`, selam.membership.shop.id);
  const { sends } = group;
  const talk = sends.text('how many?');
  sends.text('10-12', { replyTo: talk });
  const pictured = sends.photo(await environment.screenshot('telebirr', telebirr()), { caption: '500,50' });
  expect((await verdictOn(group, pictured)).text).toMatch(/could not read this amount/);
  const answer = await verdictOn(group, sends.text(telebirr()));
  const late = sends.text('፭፻', { replyTo: answer });
  expect((await hintOn(group, late)).text).toMatch(/^I could not read this amount/);
  expect(group.answers).toHaveLength(3);
});

it('an amount with several receipts is asked for one by one: none of them is ✅ without it', async () => {
  const { sends } = selam.chat;
  const [one, other] = [telebirr(), telebirr()];
  const several = /^⏳ One amount but several receipts.*Send each receipt with its own amount/s;
  expect((await verdictOn(selam.chat, sends.text(`/v 500 ${one} ${other}`))).text).toMatch(several);
  const sent = sends.text(`500 birr\n${one}\n${other}`);
  expect((await verdictOn(selam.chat, sent)).text).toMatch(several);
  const said = await hintOn(selam.chat, sends.text('500', { replyTo: sent }));
  expect(said.text).toMatch(/^One amount but several receipts/);
  for (const reference of [one, other]) {
    expect(await environment.engine.sandbox.hits('telebirr', reference)).toBe(0);
  }

  const abel = await environment.cashier('Abel', selam.membership);
  const group = environment.bot.group('The till', abel.user);
  await environment.engine.shops.bind(`tg:${group.id}`, selam.membership.shop.id);
  const shared = group.sends.text(`500 birr\n${one}\n${other}`);
  expect((await verdictOn(group, shared)).text).toMatch(several);
});

it('a photo is read once, whatever amount is given later and however an owner decides', async () => {
  const { chat, membership } = await environment.shopkeeper('Tsehay');
  const pictured = chat.sends.photo(await environment.screenshot('telebirr', telebirr()));
  const answer = await verdictOn(chat, pictured);
  // Telegram hands out files for a while only.
  environment.bot.fails('getFile', {
    refusal: badRequest('wrong file_id or the file is temporarily unavailable'),
  });
  chat.sends.text('88888', { replyTo: answer });
  await chat.message(({ id, text }) => id === answer.id && /expected 88,888\.00/.test(text));
  chat.sends.press(answer, 'Approve anyway');
  await chat.message(({ id, text }) => id === answer.id && /Approved by Tsehay/.test(text));
  environment.bot.heals('getFile');
  expect((await environment.engine.accountUsage(membership.shop.id)).screenshots.used).toBe(1);
});

it('an amount said while the bank is still asked is compared in the one message there is', async () => {
  const { sends } = selam.chat;
  for (const answered of ['the receipt', 'what the bot says of it']) {
    const sent = sends.text(telebirr('SLOW'));
    const checking = await selam.chat.message(({ replyTo }) => replyTo === sent.id);
    await knows(checking);
    const count = selam.chat.answers.length;
    sends.text('99999', { replyTo: answered === 'the receipt' ? sent : checking });
    const answer = await verdictOn(selam.chat, sent);
    expect(answer.text).toMatch(/SHORT by .+ \(expected 99,999\.00\)/);
    expect(selam.chat.answers).toHaveLength(count);
  }
});

it('a corrected message corrects its answer', async () => {
  const [wrong, right] = [telebirr('GONE'), telebirr()];
  const sent = selam.chat.sends.text(wrong);
  const answer = await verdictOn(selam.chat, sent);
  expect(signOf(answer)).toBe('❌');
  const count = selam.chat.answers.length;
  selam.chat.sends.edited(sent, right);
  await selam.chat.message(({ id, text }) => id === answer.id && text.includes(right));
  expect(selam.chat.answers).toHaveLength(count);
});

it('a photo that is replaced, or what is written under it, is answered anew in the same message', async () => {
  const [first, second, written] = [telebirr(), telebirr(), telebirr()];
  const sent = selam.chat.sends.photo(await environment.screenshot('telebirr', first));
  const answer = await verdictOn(selam.chat, sent);
  const count = selam.chat.answers.length;
  const stranger = environment.bot.chat(environment.bot.person('Elsewhere'));
  const { photo } = stranger.sends.photo(await environment.screenshot('telebirr', second)).raw;
  const edited_message = { ...sent.raw, photo, edit_date: sent.raw.date } as never;
  environment.bot.mailbox.put({ edited_message });
  await selam.chat.message(({ id, text }) => id === answer.id && text.includes(`Reference: ${second}`));

  // Nothing can be read in this one: what stands under it is what is asked for.
  const plain = selam.chat.sends.pdf(await pdf('Thank you'), { caption: telebirr('GONE') });
  const refused = await verdictOn(selam.chat, plain);
  expect(signOf(refused)).toBe('❌');
  selam.chat.sends.edited(plain, written);
  await selam.chat.message(({ id, text }) => id === refused.id && text.includes(`Reference: ${written}`));
  expect(selam.chat.answers).toHaveLength(count + 1);
});

it('a message without a receipt gets a hint without a sign, an unreadable receipt ⏳, each with what to do', async () => {
  const { sends } = selam.chat;
  const said = async (sent: Sent) => (await verdictOn(selam.chat, sent)).text;
  const hint = async (sent: Sent) => (await hintOn(selam.chat, sent)).text;
  for (const text of ['good morning', 'thanks', '/foo', '/v lots']) {
    const plain = await hint(sends.text(text));
    expect(plain).toMatch(/^(Send me a receipt|I could not read this amount)/);
    expect(plain).not.toMatch(/[✅⚠❌⏳]|Not confirmed/u);
  }
  const zip = sends.document(Buffer.from('PK'), { name: 'a.zip', type: 'application/zip' });
  expect(await hint(zip)).toMatch(/^I can't read this\.\nSend a photo or a PDF/);
  const heic = sends.document(Buffer.from('ftypheic'), { name: 'a.heic', type: 'image/heic' });
  expect(await hint(heic)).toMatch(/Send it as a photo, not as a file/);
  expect(await said(sends.photo(Buffer.from('no picture at all')))).toMatch(
    /^⏳ This picture or file is damaged/,
  );
  const berhan = sends.text('https://transactioninfo.berhanonline.et/ereceipt/99921032026000000.pdf');
  expect(await said(berhan)).toMatch(/^⏳ I can't check this kind of Berhan Bank receipt yet\./);
  const large = sends.document(Buffer.from('%PDF'), { type: 'application/pdf', size: 6 * 1024 * 1024 });
  expect(await said(large)).toMatch(/too big/);
  expect(await said(sends.text('/v lots DKK4A1B2C3'))).toMatch(/could not read this amount/);
});

it('a bank that wants account digits is asked with those the shop has saved, else a button asks', async () => {
  const reference = 'FT26140CA1B2';
  const sent = selam.chat.sends.text(reference);
  const which = await selam.chat.message(
    ({ replyTo, keyboard }) => replyTo === sent.id && keyboard.length > 1,
  );
  selam.chat.sends.press(which, /Commercial/);
  await selam.chat.message(({ id, text }) => id === which.id && /needs the account number/.test(text));
  selam.chat.sends.press(which, 'Type account number');
  await selam.chat.message(/Type the account number/);
  selam.chat.sends.text('10000012');
  await selam.chat.message(({ id, text }) => id === which.id && /Paid at:/.test(text));
});

it('an amount said in answer to a receipt is that, whatever the bot has asked about something else', async () => {
  const { sends } = selam.chat;
  const { id: shop, settings } = await environment.engine.shops.get(selam.membership.shop.id);
  const answer = await verdictOn(selam.chat, sends.text(telebirr()));

  sends.text('/settings');
  sends.press(await selam.chat.message(/^Settings of/), 'Allowed difference');
  const question = await selam.chat.message(/By how many birr/);
  sends.text('90001', { replyTo: answer });
  await selam.chat.message(({ id, text }) => id === answer.id && /expected 90,001\.00/.test(text));
  expect((await environment.engine.shops.get(shop)).settings).toEqual(settings);
  sends.press(question, 'Cancel');

  const sent = sends.text('TT26320AAA01');
  const asked = selam.chat.message(({ replyTo, keyboard }) => replyTo === sent.id && keyboard.length > 0);
  sends.press(await asked, 'Type account number');
  await selam.chat.message(/Type the account number at Bank of Abyssinia/);
  sends.text('90002', { replyTo: answer });
  await selam.chat.message(({ id, text }) => id === answer.id && /expected 90,002\.00/.test(text));
  // To the receipt it is about the digits may be said in answer.
  sends.text('00012', { replyTo: await asked });
  await selam.chat.message(({ replyTo, text }) => replyTo === sent.id && /Paid at:/.test(text));
});

it('a receipt that is sent while the bot has asked for a figure is checked, and the question stays', async () => {
  const { chat, membership } = await environment.shopkeeper('Hirut');
  const shop = async () => (await environment.engine.shops.get(membership.shop.id)).settings;
  const before = await shop();
  for (const [setting, question, answer] of [
    ['Allowed difference', /By how many birr/, '5'],
    ['Maximum age', /After how many hours/, '48'],
    ['Closing time', /When do you close/, '20:30'],
  ] as const) {
    chat.sends.text('/settings');
    chat.sends.press(await chat.message(/^Settings of/), setting);
    await chat.message(question);
    const reference = telebirr();
    expect((await verdictOn(chat, chat.sends.text(reference))).text).toContain(`Reference: ${reference}`);
    chat.sends.text(answer);
  }
  await chat.message(/^Saved.*20:30/s);
  expect(await shop()).toEqual({ ...before, tolerance: '5.00', maxAgeHours: 48, closingTime: '20:30' });
});

it('a stranger is shown how to start; in the group of a shop strangers and small talk get no reply', async () => {
  const stranger = environment.bot.chat(environment.bot.person('Stranger', { language_code: 'en' }));
  stranger.sends.text(telebirr());
  await stranger.message(/not in a shop/);

  const abel = await environment.cashier('Abel', selam.membership);
  const group = environment.bot.group('The till', abel.user);
  await environment.engine.shops.bind(`tg:${group.id}`, selam.membership.shop.id);
  group.sends.text(telebirr(), { as: environment.bot.person('Passer-by') });
  group.sends.text('shall we have lunch?');
  const answer = await verdictOn(group, group.sends.text(telebirr()));
  group.sends.text('thanks', { replyTo: answer });
  await verdictOn(group, group.sends.text(telebirr()));
  expect(group.answers).toHaveLength(2);
});

it('in a group with topics a command is answered in the topic it was given in', async () => {
  const group = environment.bot.group('The counter', selam.user);
  await environment.engine.shops.bind(`tg:${group.id}`, selam.membership.shop.id);
  const other = environment.bot.group('Elsewhere', selam.user).sends.text('/today').raw;
  const message = {
    ...other,
    chat: { id: group.id, type: 'supergroup', title: 'The counter', is_forum: true },
  };
  environment.bot.mailbox.put({
    message: { ...message, is_topic_message: true, message_thread_id: 77 } as never,
  });
  await group.message(/accepted|Accepted/);
  const [sent] = environment.bot.callsOf('sendMessage').filter(({ payload }) => payload.chat_id === group.id);
  expect(sent?.payload.message_thread_id).toBe(77);
});

it('an owner may override the sign, a cashier may not, and the message says who did', async () => {
  const abel = await environment.cashier('Abel', selam.membership);
  const group = environment.bot.group('The till', abel.user);
  await environment.engine.shops.bind(`tg:${group.id}`, selam.membership.shop.id);
  const answer = await verdictOn(group, group.sends.text(`/v 99,999 ${telebirr()}`));
  const { press } = group.sends.press(answer, 'Approve anyway');
  const answered = () => environment.bot.pressAnswers.find((one) => one.callback_query_id === press);
  await group.until(() => answered() !== undefined);
  expect(answered()?.text).toMatch(/Only the shop's owner/);
  group.sends.press(answer, 'Approve anyway', { as: selam.user });
  await group.message(({ id, text }) => id === answer.id && /Approved by Selam/.test(text));
  expect(answer.keyboard.flat().map(({ text }) => text)).toEqual(['Undo']);
});

it('when the verifications of a shop are used up, cashiers see whom to ask, and the owner is notified once a day', async () => {
  const makeda = await environment.shopkeeper('Makeda');
  const abel = await environment.cashier('Abel', makeda.membership);
  const { id } = makeda.membership.shop;
  const { startsAt, cap } = (await environment.engine.accountUsage(id)).verifications;
  const { name } = windowAt('month', Date.parse(startsAt), 'Africa/Addis_Ababa');
  await environment.store.client.hset(names.verifications(id, 'all', name), 'used', Number(cap));
  for (let nth = 0; nth < 2; nth += 1) {
    const answer = await verdictOn(abel.chat, abel.chat.sends.text(telebirr()));
    expect(answer.text).toMatch(/^⏳ Your shop has used all its checks.*Ask the shop owner/s);
  }
  const notice = await makeda.chat.message(/has used all its checks/);
  expect(notice.text).toContain(`Used: ${cap} of ${cap}`);
  expect(makeda.chat.answers).toHaveLength(1);
});

it('a removed cashier is a stranger at the next message', async () => {
  const hana = await environment.cashier('Hana', selam.membership);
  await verdictOn(hana.chat, hana.chat.sends.text(telebirr()));
  await environment.engine.shops.removeMember(selam.membership.shop.id, hana.membership.member.id);
  hana.chat.sends.text(telebirr());
  await hana.chat.message(/not in a shop/);
});

/** Who belongs to a shop: invitations, staff, several shops, groups. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sha256 } from '../../../../src/engine/shared/secrets.js';
import * as names from '../../../../src/engine/store/key-names.js';
import { telebirr } from '../../../engine/support.js';
import type { Scene, Shown } from '../../../support/telegram/index.js';
import { type BotEnvironment, openBotEnvironment, type Shopkeeper, verdictOn } from '../environment.js';
import { reaction, saying, saysNothingOf, tokenIn, wordsOf } from './support.js';

let environment: BotEnvironment;
let almaz: Shopkeeper;
const tokens: string[] = [];

beforeAll(async () => {
  environment = await openBotEnvironment();
  almaz = await environment.shopkeeper('Almaz');
  await environment.engine.shops.set(almaz.membership.shop.id, { maxAgeHours: 8760 });
  await environment.startBot();
});

afterAll(() => environment.close());

function newcomer(name: string): Scene {
  return environment.bot.chat(environment.bot.person(name, { language_code: 'en' }));
}

async function invite(text = '/invite'): Promise<string> {
  const invitation = await reaction(almaz.chat, () => almaz.chat.sends.text(text));
  tokens.push(tokenIn(invitation));
  return tokenIn(invitation);
}

const brings = (chat: Scene, token: string) => reaction(chat, () => chat.sends.text(`/start ${token}`));

it('an invitation admits one person, the owner is notified with a button to remove them, and a second use is refused', async () => {
  const token = await invite();
  const hana = newcomer('Hana');
  expect((await brings(hana, token)).text).toContain("You are now in Almaz's shop");
  const notice = await almaz.chat.message(/^Hana joined/);
  expect(notice.keyboard.flat().map(({ text }) => text)).toEqual(['Remove']);
  const late = newcomer('Late');
  expect((await brings(late, token)).text).toMatch(/has been used/);
  expect((await brings(hana, token)).text).toMatch(/already in/);

  await verdictOn(hana, hana.sends.text(telebirr()));
  const question = await reaction(almaz.chat, () => almaz.chat.sends.press(notice, 'Remove'));
  expect(question.text).toBe('Remove Hana?');
  almaz.chat.sends.press(question, 'Remove');
  await saying(almaz.chat, question, 'Hana was removed.');
  const refused = await reaction(hana, () => hana.sends.text(telebirr()));
  expect(refused.text).toMatch(/not in a shop/);
});

it('an invitation can be shared with a press', async () => {
  const invitation = await reaction(almaz.chat, () => almaz.chat.sends.text('/invite'));
  tokens.push(tokenIn(invitation));
  const [share] = invitation.keyboard.flat();
  const url = new URL(share?.url ?? '');
  expect([share?.text, url.origin + url.pathname]).toEqual(['Share', 'https://t.me/share/url']);
  expect(url.searchParams.get('url')).toBe(
    `https://t.me/${environment.bot.username}?start=${tokenIn(invitation)}`,
  );
  expect(url.searchParams.get('text')).toBe("You are invited to check payments for Almaz's shop.");
  expect(share?.url).not.toContain('+');
});

it('the last of forty members can be removed too', async () => {
  const shop = await environment.shopkeeper('Worknesh');
  const members = await Promise.all(
    Array.from({ length: 41 }, (_, nth) => environment.cashier(`Cashier ${nth + 1}`, shop.membership)),
  );
  expect(members).toHaveLength(41);
  const { chat } = shop;
  const list = await reaction(chat, () => chat.sends.text('/staff'));
  expect(list.text).toMatch(/^Staff \(42\):/);
  chat.sends.press(list, 'More ›');
  await chat.until(() => list.keyboard.at(-1)?.length === 2);
  chat.sends.press(list, 'More ›');
  await chat.until(() => list.keyboard.at(-1)?.[0]?.text === '‹ Back' && list.keyboard.at(-1)?.length === 1);
  const last = list.keyboard.flat().findLast(({ text }) => text.startsWith('Remove'))?.text ?? '';
  const question = await reaction(chat, () => chat.sends.press(list, last));
  chat.sends.press(question, 'Remove');
  await saying(chat, question, / was removed\.$/);
  expect(await environment.engine.shops.members(shop.membership.shop.id)).toHaveLength(41);
  chat.sends.press(list, '‹ Back');
  await chat.until(() => list.keyboard.at(-1)?.length === 2);
});

it('a press is always answered: forged, of a stranger in the group, of somebody who was removed', async () => {
  const shop = await environment.shopkeeper('Fana');
  const gone = await environment.cashier('Gone', shop.membership);
  const group = environment.bot.group('The till', shop.user);
  await environment.engine.shops.bind(`tg:${group.id}`, shop.membership.shop.id);
  const verdict = await verdictOn(group, group.sends.text(telebirr(), { as: gone.user }));
  await environment.engine.shops.removeMember(shop.membership.shop.id, gone.membership.member.id);
  const own = await reaction(gone.chat, () => gone.chat.sends.text('/help'));
  const forged = Object.create(own, { keyboard: { value: verdict.keyboard } }) as Shown;
  const stranger = environment.bot.person('Passer-by', { language_code: 'en' });
  const presses = [
    gone.chat.sends.press(forged, 'Approve anyway'),
    group.sends.press(verdict, 'Approve anyway', { as: gone.user }),
    group.sends.press(verdict, 'Approve anyway', { as: stranger }),
  ].map(({ press }) => press);
  await gone.chat.until(() =>
    presses.every((press) => environment.bot.pressAnswers.some((one) => one.callback_query_id === press)),
  );
  const { rows } = await environment.engine.shops.history(shop.membership.shop.id, verdict.text.slice(-10));
  expect(rows.map(({ acceptance }) => acceptance)).toEqual([null]);
});

it('an invitation says for how many it is and until when; one of an owner makes an owner', async () => {
  const shared = await reaction(almaz.chat, () => almaz.chat.sends.text('/invite 2'));
  expect(shared.text).toMatch(/For up to 2 people, valid until /);
  const token = tokenIn(shared);
  expect((await brings(newcomer('One'), token)).text).toMatch(/now in/);
  expect((await brings(newcomer('Two'), token)).text).toMatch(/now in/);
  expect((await brings(newcomer('Three'), token)).text).toMatch(/has been used/);
  await brings(newcomer('Partner'), await invite('/invite owner'));
  await almaz.chat.message(/^Partner joined/);
  const partner = (await environment.engine.shops.members(almaz.membership.shop.id)).find(
    ({ name }) => name === 'Partner',
  );
  expect(partner?.role).toBe('owner');
  const wrong = await reaction(almaz.chat, () => almaz.chat.sends.text('/invite everybody'));
  expect(wrong.text).toBe('An invitation can be used 1 to 50 times.');
  const many = await reaction(almaz.chat, () => almaz.chat.sends.text('/invite 51'));
  expect(many.text).toBe('An invitation can be used 1 to 50 times.');
});

it('an invitation that is over, or made up, is refused', async () => {
  await almaz.chat.until(() => almaz.chat.answers.filter(({ text }) => / joined /.test(text)).length === 4);
  const token = await invite();
  const hash = sha256(token);
  const shop = almaz.membership.shop.id;
  await environment.store.client.hset(names.invitation(shop, hash), 'expiresAt', Date.now() - 1_000);
  expect((await brings(newcomer('Slow'), token)).text).toMatch(/has expired/);
  expect((await brings(newcomer('Thief'), 'A'.repeat(22))).text).toMatch(/not known/);
  expect((await brings(newcomer('Thief'), 'what-is-this')).text).toMatch(/not known/);
});

it('the link of an invitation may also be pasted', async () => {
  const guest = newcomer('Guest');
  const welcome = await reaction(guest, () => guest.sends.text('/start'));
  const how = await reaction(guest, () => guest.sends.press(welcome, 'I have an invitation'));
  expect(how.text).toMatch(/Open the invitation link/);
  const link = `https://t.me/${environment.bot.username}?start=${await invite()}`;
  expect((await reaction(guest, () => guest.sends.text(link))).text).toMatch(/now in/);
  await almaz.chat.message(/^Guest joined/);
});

it('staff are listed, renamed and removed by owners alone; the last owner stays', async () => {
  const shop = await environment.shopkeeper('Tsehay');
  const abel = await environment.cashier('Abel', shop.membership);
  const list = await reaction(shop.chat, () => shop.chat.sends.text('/staff'));
  expect(list.text).toMatch(/• Tsehay \(owner\), since .+\n• Abel, since/);
  await reaction(shop.chat, () => shop.chat.sends.press(list, 'Rename Abel'));
  const renamed = await reaction(shop.chat, () => shop.chat.sends.text('Abel ከበደ'));
  expect(renamed.text).toBe('Renamed to Abel ከበደ');
  const question = await reaction(shop.chat, () => shop.chat.sends.press(list, 'Remove Tsehay'));
  const refused = await reaction(shop.chat, () => shop.chat.sends.press(question, 'Remove'));
  expect(refused.text).toMatch(/needs an owner/);
  for (const command of ['/staff', '/invite', '/settings', '/export']) {
    const no = await reaction(abel.chat, () => abel.chat.sends.text(command));
    expect(no.text).toBe("Only the shop's owner can do this.");
  }
  const own = await reaction(abel.chat, () => abel.chat.sends.text('/help'));
  const forgery = Object.create(own, { keyboard: { value: list.keyboard } }) as Shown;
  const forged = await reaction(abel.chat, () => abel.chat.sends.press(forgery, 'Remove Tsehay'));
  expect(forged.text).toBe("Only the shop's owner can do this.");
});

it('a member renamed by a former owner keeps the name', async () => {
  const shop = await environment.shopkeeper('Mulu');
  const other = await environment.cashier('Kebede', shop.membership);
  const { token } = await environment.engine.shops.invite({
    shop: shop.membership.shop.id,
    by: shop.membership.member.id,
    role: 'owner',
  });
  const second = newcomer('Second');
  await brings(second, token);
  const list = await reaction(second, () => second.sends.text('/staff'));
  await reaction(second, () => second.sends.press(list, 'Rename Kebede'));
  const members = await environment.engine.shops.members(shop.membership.shop.id);
  const id = members.find(({ name }) => name === 'Second')?.id ?? '';
  await environment.engine.shops.removeMember(shop.membership.shop.id, id);
  const no = await reaction(second, () => second.sends.text('Somebody'));
  expect(no.text).toBe('You are no longer in this shop.');
  const { member } = other.membership;
  const now = await environment.engine.shops.members(shop.membership.shop.id);
  expect(now.find((one) => one.id === member.id)?.name).toBe('Kebede');
});

it('somebody of two shops is asked once for which one, and /shop switches', async () => {
  const [one, two] = [await environment.shopkeeper('Aster'), await environment.shopkeeper('Biruk')];
  const dawit = await environment.cashier('Dawit', one.membership);
  await environment.engine.shops.accept(await inviteTo(two), `tg:${dawit.user.id}`, 'Dawit');
  await environment.store.client.hdel(names.person(`tg:${dawit.user.id}`), 'current');
  const { sends } = dawit.chat;
  const which = await reaction(dawit.chat, () => sends.text(telebirr()));
  expect(which.text).toMatch(/in several shops/);
  sends.press(which, "Biruk's shop");
  await saying(dawit.chat, which, "Switched to Biruk's shop.");
  await verdictOn(dawit.chat, sends.text(telebirr()));
  const choice = await reaction(dawit.chat, () => sends.text('/shop'));
  sends.press(choice, "Aster's shop");
  await saying(dawit.chat, choice, "Switched to Aster's shop.");
  await verdictOn(dawit.chat, sends.text(telebirr()));
  const today = await reaction(dawit.chat, () => sends.text('/today'));
  expect(today.text).toMatch(/Checked, not accepted: 1/);
  const only = await reaction(almaz.chat, () => almaz.chat.sends.text('/shop'));
  expect(only.text).toBe("You are in one shop: Almaz's shop");
});

async function inviteTo({ membership: { shop, member } }: Shopkeeper): Promise<string> {
  return (await environment.engine.shops.invite({ shop: shop.id, by: member.id })).token;
}

it('a group is assigned to the shop by its owner; strangers get no reply, also after it has migrated', async () => {
  const abel = await environment.cashier('Abel', almaz.membership);
  const home = await reaction(almaz.chat, () => almaz.chat.sends.text('/start'));
  const link = new URL(home.keyboard.flat()[0]?.url ?? '');
  const payload = link.searchParams.get('startgroup') ?? '';
  const group = environment.bot.group('The till', almaz.user);
  const stranger = environment.bot.person('Passer-by', { language_code: 'en' });

  group.adds(stranger, payload);
  expect((await group.message(/./)).text).toBe("Only a shop's owner can add me to a group.");
  group.sends.text(telebirr(), { as: abel.user });
  const bound = await reaction(group, () => group.adds(almaz.user, payload));
  expect(bound.text).toMatch(/This group now belongs to Almaz's shop/);

  const supergroup = group.migrates();
  for (const text of [
    telebirr(),
    '/start',
    '/today',
    `/start@${environment.bot.username} ${payload}`,
    'hello',
  ]) {
    supergroup.sends.text(text, { as: stranger });
  }
  const sent = supergroup.sends.text(telebirr(), { as: abel.user });
  await verdictOn(supergroup, sent);
  expect(supergroup.answers).toHaveLength(1);
  const today = await reaction(supergroup, () => supergroup.sends.text('/today', { as: abel.user }));
  expect(today.text).toMatch(/Checked, not accepted/);
  const privately = await reaction(supergroup, () => supergroup.sends.text('/invite', { as: almaz.user }));
  expect(privately.text).toMatch(/private chat/);
  const link2 = await reaction(supergroup, () => supergroup.sends.text('/dashboard', { as: almaz.user }));
  expect(link2.text).toMatch(/only in a private chat/);
});

it('an owner who writes as the group is told why nothing happens', async () => {
  const group = environment.bot.group('Anonymous', almaz.user).migrates();
  for (const text of ['hello', '/start@another_bot', '/start']) group.sends.text(text, { anonymous: true });
  const told = await group.message(({ byBot }) => byBot);
  expect(told.text).toBe(wordsOf('am').t('group-anonymous'));
  expect(group.answers).toHaveLength(1);
});

it('a group of one shop cannot be taken by another, until the bot was removed and added again', async () => {
  const other = await environment.shopkeeper('Rahel');
  const group = environment.bot.group('Two tills', almaz.user);
  group.adds(almaz.user, almaz.membership.shop.id);
  await group.message(/now belongs to Almaz/);
  group.sends.text(`/start@${environment.bot.username} ${other.membership.shop.id}`, { as: other.user });
  await reaction(group, () => group.sends.text('/help'));
  expect(group.answers).toHaveLength(2);
  group.shutsOut();
  group.letsIn();
  group.sends.text(`/start@${environment.bot.username} ${other.membership.shop.id}`, { as: other.user });
  await group.message(/now belongs to Rahel/);
});

it('nothing of all this is in the log', () => {
  expect(tokens.length).toBeGreaterThan(3);
  saysNothingOf(environment, [...tokens, 'Almaz', 'Hana', 'Passer-by', 'The till']);
});

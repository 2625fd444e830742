/** /deleteme does what it says: asked first, the answer lists what is left, and nothing else is. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { telebirr } from '../../../engine/support.js';
import { type BotHouse, openBotHouse, type Shopkeeper, verdictOn } from '../house.js';
import { handled, reaction, saying, saysNothingOf } from './support.js';

let house: BotHouse;
let almaz: Shopkeeper;

beforeAll(async () => {
  house = await openBotHouse();
  almaz = await house.shopkeeper('Almaz');
  await house.play();
});

afterAll(() => house.close());

/** Every name and value in the store in which this occurs. */
async function placesOf(needle: string): Promise<string[]> {
  const { client } = house.store;
  const found: string[] = [];
  for (const key of await client.keys('*')) {
    const type = await client.type(key);
    const values =
      type === 'hash'
        ? Object.entries(await client.hgetall(key)).flat()
        : type === 'set'
          ? await client.smembers(key)
          : type === 'zset'
            ? await client.zrange(key, 0, -1)
            : type === 'string'
              ? [(await client.get(key)) ?? '']
              : type === 'stream'
                ? JSON.stringify(await client.xrange(key, '-', '+'))
                : [];
    if ([key, ...values].some((text) => text.includes(needle))) found.push(key);
  }
  return found;
}

it('a cashier leaves: number and notes are gone, what is left is what the answer says', async () => {
  const user = house.bot.person('Unforgettable', { id: 912_345_678, language_code: 'en' });
  const { token } = await house.engine.shops.invite({
    shop: almaz.membership.shop.id,
    by: almaz.membership.member.id,
  });
  const chat = house.bot.chat(user);
  await reaction(chat, () => chat.sends.text(`/start ${token}`));
  const group = house.bot.group('The till', user);
  await house.engine.shops.bind(`tg:${group.id}`, almaz.membership.shop.id);
  await verdictOn(chat, chat.sends.text(telebirr()));
  await verdictOn(chat, chat.sends.text(telebirr('WALL')));
  await verdictOn(group, group.sends.text(telebirr()));
  await handled(house);
  expect(await placesOf('912345678')).not.toEqual([]);

  const question = await reaction(chat, () => chat.sends.text('/deleteme'));
  expect(question.text).toBe(
    "Delete all your data? This cannot be undone.\n• You leave Almaz's shop; it continues without you.",
  );
  chat.sends.press(question, 'Yes, delete my data');
  await saying(chat, question, /^Deleted\./);
  expect(question.text).toContain("• You have left Almaz's shop.");
  expect(question.text).toContain('What stays:');
  expect(question.text).toContain('receipts you checked in shops that continue, without your name');
  expect(question.keyboard).toEqual([]);
  await handled(house);
  expect(await placesOf('912345678')).toEqual([]);
  expect((await placesOf('Unforgettable')).filter((key) => !key.includes('request'))).toEqual([]);
  const again = await reaction(chat, () => chat.sends.text(telebirr()));
  expect(again.text).toMatch(/not in a shop/);
});

it('the only owner closes the shop with it; whoever thinks better of it keeps everything', async () => {
  const { user, chat, membership } = await house.shopkeeper('Tsehay');
  const cashier = await house.cashier('Abel', membership);
  const first = await reaction(chat, () => chat.sends.text('/deleteme'));
  expect(first.text).toContain("• Tsehay's shop has no other owner: it will be closed");
  chat.sends.press(first, 'Cancel');
  await saying(chat, first, 'Cancelled.');
  expect((await house.engine.shops.ofPerson(`tg:${user.id}`)).memberships).toHaveLength(1);

  const second = await reaction(chat, () => chat.sends.text('/deleteme'));
  chat.sends.press(second, 'Yes, delete my data');
  await saying(chat, second, "• Tsehay's shop is closed.");
  expect(second.text).toContain("the closed shop's plan, its counts");
  expect(second.text).toContain('the number of shops you opened in the last 30 days');
  const told = await reaction(cashier.chat, () => cashier.chat.sends.text(telebirr()));
  expect(told.text).toMatch(/not in a shop/);
});

it('nothing of all this is in the log', () => {
  saysNothingOf(house, ['912345678', 'Unforgettable', 'Tsehay', 'Almaz']);
});

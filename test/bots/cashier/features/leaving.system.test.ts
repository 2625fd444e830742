/** /deleteme does what it says: asked first, the answer lists what is left, and nothing else is. */
import type { User } from 'grammy/types';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { telebirr } from '../../../engine/support.js';
import type { Scene, Shown } from '../../../support/telegram/index.js';
import {
  type BotEnvironment,
  openBotEnvironment,
  type Shopkeeper,
  signOf,
  verdictOn,
} from '../environment.js';
import { handled, paidTo, reaction, saying, saysNothingOf, walletReceipt } from './support.js';

let environment: BotEnvironment;
let almaz: Shopkeeper;

beforeAll(async () => {
  environment = await openBotEnvironment();
  almaz = await environment.shopkeeper('Almaz');
  await environment.startBot();
});

afterAll(() => environment.close());

/** Every name and value in the store in which this occurs. */
async function placesOf(needle: string): Promise<string[]> {
  const { client } = environment.store;
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
  const shop = almaz.membership.shop.id;
  const chat = await joins('Unforgettable', 912_345_678, 'cashier');
  const { user } = chat;
  const partner = await joins('Partner', 912_345_679, 'owner');
  const group = environment.bot.group('The till', user);
  await environment.engine.shops.bind(`tg:${group.id}`, shop);
  const question = await decides(chat, shop);
  await partner.message(/^Unforgettable asks/);
  await verdictOn(chat, chat.sends.text(telebirr()));
  await verdictOn(chat, chat.sends.text(telebirr('WALL')));
  await verdictOn(group, group.sends.text(telebirr()));
  await handled(environment);
  expect(await placesOf('912345678')).not.toEqual([]);

  const sure = await reaction(chat, () => chat.sends.text('/deleteme'));
  expect(sure.text).toBe(
    "Delete all your data? This cannot be undone.\n• You leave Almaz's shop; it continues without you.",
  );
  chat.sends.press(sure, 'Yes, delete my data');
  await saying(chat, sure, /^Deleted\./);
  expect(sure.text).toContain("• You have left Almaz's shop.");
  expect(sure.text).toContain('What stays:');
  expect(sure.text).toContain('receipts you checked in shops that continue, without your name');
  expect(sure.keyboard).toEqual([]);
  await handled(environment);
  expect(await placesOf('912345678')).toEqual([]);
  expect((await placesOf('Unforgettable')).filter((key) => !key.includes('request'))).toEqual([]);
  const again = await reaction(chat, () => chat.sends.text(telebirr()));
  expect(again.text).toMatch(/not in a shop/);

  // An owner who was asked leaves too; the one who stays decides what the cashier had asked.
  const partners = await reaction(partner, () => partner.sends.text('/deleteme'));
  partner.sends.press(partners, 'Yes, delete my data');
  await saying(partner, partners, /^Deleted\./);
  await handled(environment);
  expect(await placesOf('912345679')).toEqual([]);
  almaz.chat.sends.press(question, 'Approve');
  await saying(almaz.chat, question, /^Approved by Almaz/);
  expect(await environment.engine.shops.day(shop)).toMatchObject({ anyway: { count: 1 } });
});

async function joins(name: string, id: number, role: 'owner' | 'cashier'): Promise<Scene & { user: User }> {
  const { shop, member } = almaz.membership;
  const { token } = await environment.engine.shops.invite({ shop: shop.id, by: member.id, role });
  const user = environment.bot.person(name, { id, language_code: 'en' });
  const chat = environment.bot.chat(user);
  await reaction(chat, () => chat.sends.text(`/start ${token}`));
  return Object.assign(chat, { user });
}

/** A sale, a question to the owners, and a receipt that awaits another. @returns the question, as Almaz has it */
async function decides(chat: Scene, shop: string): Promise<Shown> {
  const references = [walletReceipt(), walletReceipt(), walletReceipt()];
  const { shops } = environment.engine;
  await shops.set(shop, { maxAgeHours: 8760 });
  for (const reference of references)
    await shops.saveAccount(shop, { provider: 'telebirr', ...paidTo(reference) });
  const [sold = '', asked = '', short = ''] = references;
  expect(signOf(await verdictOn(chat, chat.sends.text(sold)))).toBe('✅');
  const warned = await verdictOn(chat, chat.sends.text(`/v 99999 ${asked}`));
  chat.sends.press(warned, 'Ask the owner');
  await saying(chat, warned, /Waiting for the answer/);
  const lacks = await verdictOn(chat, chat.sends.text(`/v 99999 ${short}`));
  chat.sends.press(lacks, 'Another receipt pays the rest');
  await saying(chat, lacks, /Send the other receipt now/);
  return await almaz.chat.message(/^Unforgettable asks/);
}

it('the only owner closes the shop with it; after Cancel everything is kept', async () => {
  const { user, chat, membership } = await environment.shopkeeper('Tsehay');
  const cashier = await environment.cashier('Abel', membership);
  const first = await reaction(chat, () => chat.sends.text('/deleteme'));
  expect(first.text).toContain("• Tsehay's shop has no other owner: it will be closed");
  chat.sends.press(first, 'Cancel');
  await saying(chat, first, 'Cancelled.');
  expect((await environment.engine.shops.ofPerson(`tg:${user.id}`)).memberships).toHaveLength(1);

  const second = await reaction(chat, () => chat.sends.text('/deleteme'));
  chat.sends.press(second, 'Yes, delete my data');
  await saying(chat, second, "• Tsehay's shop is closed.");
  expect(second.text).toContain("the closed shop's plan, its counts");
  expect(second.text).toContain('the number of shops you opened in the last 30 days');
  const told = await reaction(cashier.chat, () => cashier.chat.sends.text(telebirr()));
  expect(told.text).toMatch(/not in a shop/);
});

it('nothing of all this is in the log', () => {
  saysNothingOf(environment, ['912345678', 'Unforgettable', 'Partner', 'Tsehay', 'Almaz']);
});

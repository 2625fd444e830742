/** Commands that find little, much, or nothing to do. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { message, paid } from '../../engine/shops/support.js';
import { telebirr } from '../../engine/support.js';
import { type Counter, openCounter, type Shopkeeper, verdictOn } from './counter.js';
import { reaction } from './features/support.js';

let counter: Counter;
let selam: Shopkeeper;

beforeAll(async () => {
  counter = await openCounter();
  selam = await counter.shopkeeper('Selam');
});

afterAll(() => counter.close());

const asks = (text: string) => reaction(selam.chat, () => selam.chat.sends.text(text));

it('/history says when there are more than it shows', async () => {
  const { shop, member } = selam.membership;
  for (let nth = 0; nth < 11; nth += 1) {
    const handIn = { shop: shop.id, member: member.id, paid: paid({ amount: '77.00' }), message: message() };
    await counter.engine.shops.submitReceipt(handIn);
  }
  const shown = ({ text }: { text: string }) => text.match(/77\.00 birr/g);
  const found = await asks('/history 77');
  expect(shown(found)).toHaveLength(10);
  expect(found.text).toMatch(/There are more\. Write more of the reference or the name to find them\.$/);
  expect((await asks('/history abebe test')).text).toMatch(/There are more/);
  expect((await asks('/history 78')).text).toBe('Nothing found for 78.');
});

it('/v without an amount checks the receipt all the same', async () => {
  const reference = telebirr();
  const answer = await verdictOn(selam.chat, selam.chat.sends.text(`/v ${reference}`));
  expect(answer.text).toContain(`Reference: ${reference}`);
});

it('/dashboard without a web page says that there is none', async () => {
  expect((await asks('/dashboard')).text).toBe('The web page is not set up yet.');
});

/** Banks that show a receipt only with digits of an account: the shop's own, one after the other, and those a person types. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { factsOf } from '../../../src/sandbox/fake-data.js';
import { type Counter, openCounter, verdictOn } from './counter.js';

let counter: Counter;

beforeAll(async () => {
  counter = await openCounter();
});

afterAll(() => counter.close());

it('a payment to the second of two accounts is found, though the bank is slow about the first', async () => {
  const reference = 'FT26140CA1B2';
  const { chat, membership } = await counter.shopkeeper('Selam');
  const { engine } = counter;
  const shop = membership.shop.id;
  const first = '1000111122223';
  const { account, name } = factsOf(reference).receiver;
  await engine.shops.set(shop, { maxAgeHours: 8760 });
  await engine.shops.saveAccount(shop, { provider: 'cbe', number: first });
  await engine.shops.saveAccount(shop, { provider: 'cbe', number: account, holder: name });
  const verify = engine.verify.bind(engine) as (...args: unknown[]) => unknown;
  // Every lookup is promised first, and the bank knows of no payment to the first account.
  const asked = vi.spyOn(engine, 'verify').mockImplementation(((request, caller, options) => {
    const unpaid = request.account === first ? { reference: 'FT26140CGONE' } : {};
    return verify({ ...request, ...unpaid }, caller, { ...options, waitMs: 0 });
  }) as typeof engine.verify);
  try {
    const answer = await verdictOn(chat, chat.sends.text(reference));
    expect(answer.text).toMatch(/^✅ Paid: /);
    expect(asked.mock.calls.map(([request]) => request.account)).toEqual([first, account]);
  } finally {
    asked.mockRestore();
  }
});

it('digits that a person types and the bank does not know may be mistyped: others are asked for, nothing is refused', async () => {
  const { chat } = await counter.shopkeeper('Abel');
  const sent = chat.sends.text('FT26140CGONE');
  const which = await chat.message(({ replyTo, keyboard }) => replyTo === sent.id && keyboard.length > 1);
  const says = (text: RegExp) => chat.message((one) => one.id === which.id && text.test(one.text));
  chat.sends.press(which, /Commercial/);
  await says(/needs the account number/);
  chat.sends.press(which, 'Type account number');
  await chat.message(/Type the account number/);
  chat.sends.text('10000012');
  await says(/^⏳ .*with these digits/);
  expect(which.versions.every(({ text }) => !text.startsWith('❌'))).toBe(true);
  const offered = which.keyboard.flat().map(({ text }) => text);
  expect(offered).toContain('Type other digits');
  expect(offered).not.toContain('Try again');
});

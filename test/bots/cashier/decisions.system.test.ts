/** What was pressed just before the process died is done by the next one, once. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { factsOf } from '../../../src/sandbox/fake-data.js';
import type { TestProcess } from '../../support/processes.js';
import type { Scene, Shown } from '../../support/telegram/index.js';
import { type BotEnvironment, openBotEnvironment, verdictOn } from './environment.js';
import { paidTo, walletReceipt } from './people.js';

let environment: BotEnvironment;
let service: TestProcess;

beforeAll(async () => {
  environment = await openBotEnvironment();
  service = await environment.startBot();
});

afterAll(() => environment.close());

const until = (chat: Scene, answer: Shown, text: RegExp) =>
  chat.message((one) => one.id === answer.id && text.test(one.text));

async function dies(): Promise<void> {
  await service.end('SIGKILL');
  service = await environment.startBot();
}

it('a question, its answer, an undone acceptance and a sale of two receipts survive their process', async () => {
  const [asked, undone, one, other] = [walletReceipt(), walletReceipt(), walletReceipt(), walletReceipt()];
  const { shops } = environment.engine;
  const almaz = await environment.shopkeeper('Almaz');
  const shop = almaz.membership.shop.id;
  await shops.set(shop, { maxAgeHours: 8760 });
  for (const reference of [asked, undone, one, other]) {
    await shops.saveAccount(shop, { provider: 'telebirr', ...paidTo(reference) });
  }
  const { chat } = await environment.cashier('Selam', almaz.membership);
  const whole = ((factsOf(one).amount + factsOf(other).amount) / 100).toFixed(2);
  const look = await verdictOn(chat, chat.sends.text(`/v 99999 ${asked}`));
  const sold = await verdictOn(chat, chat.sends.text(undone));
  const first = await verdictOn(chat, chat.sends.text(`/v ${whole} ${one}`));
  chat.sends.press(sold, 'Undo');
  await chat.until(() => sold.keyboard.flat().length === 2);
  chat.sends.press(first, 'Another receipt pays the rest');
  chat.sends.press(look, 'Ask the owner');
  chat.sends.press(sold, 'Yes, undo');
  await dies();
  const question = await almaz.chat.message(/^Selam asks/);
  await until(chat, sold, /^⚠️ Acceptance undone by Selam/);
  await until(chat, first, /Send the other receipt now/);
  const second = chat.sends.text(other);
  almaz.chat.sends.press(question, 'Refuse');
  await dies();
  await until(chat, look, /^⚠️ REFUSED by Almaz/);
  expect((await verdictOn(chat, second)).text).toMatch(/^✅ Paid: .* in 2 receipts/);
  await until(chat, first, /^✅ Paid: .* in 2 receipts/);
  expect(await shops.day(shop)).toMatchObject({ count: 2, total: whole });
  const { rows } = await shops.history(shop, undone);
  expect(rows[0]?.events?.filter(({ kind }) => kind === 'undone')).toHaveLength(1);
});

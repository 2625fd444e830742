/** What administrators are told: the bot, the service and the command line as processes, the banks simulated. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { type AdminHouse, openAdminHouse, texts } from './house.js';

const patience = { timeoutMs: 60_000 };

let house: AdminHouse;

afterEach(() => house.close(), 30_000);

it('one bank down and up: one message, edited, and one silent reply that says for how long', async () => {
  house = await openAdminHouse();
  await house.serve();
  await house.playBot();
  await house.bankIs('telebirr', 'operational');
  await house.banks('down', ['telebirr']);
  const alert = await house.chat.message(/telebirr is down/i, patience);
  expect(alert.text).toMatch(/^🔴 /);
  expect(alert.silent).toBe(false);
  await house.banks('up', ['telebirr']);
  await house.chat.until(() => house.chat.answers.length === 2, patience);
  await house.chat.until(() => alert.text.startsWith('🟢'), patience);
  await sleep(3_000);
  const [, recovery] = house.chat.answers;
  expect(texts(house.chat.answers)).toHaveLength(2);
  expect(recovery).toMatchObject({ silent: true, replyTo: alert.id });
  expect(recovery?.text).toMatch(/^🟢 telebirr answers again, after \d+ s\./i);
  console.log(house.chat.transcript());
}, 90_000);

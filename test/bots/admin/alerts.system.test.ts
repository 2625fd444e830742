/** What administrators are told: the bot, the service and the command line as processes, the banks simulated. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { type AdminHouse, openAdminHouse } from './environment.js';

const patience = { timeoutMs: 60_000 };

let house: AdminHouse;

/** What is said in answer to an alert. */
const reply = (says: RegExp) =>
  house.chat.message(({ replyTo, text }) => replyTo !== null && says.test(text), patience);

afterEach(() => house.close());

it('one bank down and up: one message, edited, one silent reply; service restarted and bot killed in between', async () => {
  house = await openAdminHouse();
  const service = await house.serve();
  const bot = await house.playBot();
  await house.bankIs('telebirr', 'operational');
  await house.cli('sandbox', 'set', 'telebirr', 'down');
  const alert = await house.chat.message(/Telebirr is down/, patience);
  expect(alert.text).toMatch(/^🔴 /);
  expect(alert.silent).toBe(false);

  await house.noted(house.chat.id);
  await bot.end('SIGKILL');
  expect(await service.end('SIGTERM')).toBe(0);
  await house.serve();
  await house.playBot();
  await house.bankIs('telebirr', 'down');
  await house.banks('up', ['telebirr']);
  await house.chat.until(() => house.chat.answers.length === 2, patience);
  await house.chat.until(() => alert.text.startsWith('🟢'), patience);
  await sleep(3_000);
  const [, recovery] = house.chat.answers;
  expect(house.chat.answers).toHaveLength(2);
  expect(recovery).toMatchObject({ silent: true, replyTo: alert.id });
  expect(recovery?.text).toMatch(/^🟢 Telebirr answers again, after \d+ s\./);
});

it('an address that is blocked is no bank that is down; ten flips in a row are a digest, not twenty messages', async () => {
  house = await openAdminHouse({ EGRESS: 'main=direct,second=local:127.0.0.2' });
  await house.serve();
  await house.playBot();
  await house.bankIs('telebirr', 'operational');
  await house.banks('blocked', ['telebirr'], 'second');
  const alert = await house.chat.message(/^🔴 Telebirr: our address is blocked/, patience);
  expect(alert.text).toContain('Blocked: second');
  await house.banks('up', ['telebirr'], 'second');
  await reply(/^🟢 Telebirr: our address is free again, after/);
  expect(house.chat.answers).toHaveLength(2);

  for (let flip = 0; flip < 10; flip += 1) {
    const isDown = flip % 2 === 0;
    await house.banks(isDown ? 'down' : 'up', ['dashen']);
    await house.bankIs('dashen', isDown ? 'down' : 'operational');
  }
  const said = await house.chat.message(/^🔴 Dashen.*flapping, \d+ changes within the hour/, patience);
  const card = house.chat.messages.find(({ id }) => id === said.replyTo);
  await house.chat.until(() => card?.text.includes('is flapping, up now') === true, patience);
  await sleep(3_000);
  // An alert, its recovery, an alert again, and that it flaps.
  expect(house.chat.answers.slice(2)).toHaveLength(4);
  expect(house.chat.answers.slice(2).filter(({ text }) => /^🔴 .* is down/.test(text))).toEqual([]);
});

it('six banks down at once are one message; a store that is gone is one, and none about banks', async () => {
  house = await openAdminHouse();
  await house.serve();
  await house.playBot();
  const six = ['telebirr', 'cbe', 'boa', 'dashen', 'awash', 'zemen'];
  await house.bankIs('telebirr', 'operational');
  await house.banks('down', six);
  const alert = await house.chat.message(/6 of 6 banks in trouble at once: network or egress\?/, patience);
  expect(alert.text).toMatch(/- Telebirr: down, .* from main, since/);
  await house.banks('up', six);
  await reply(/^🟢 All 6 banks answer again/);
  expect(house.chat.answers.filter(({ replyTo }) => replyTo === null)).toHaveLength(1);

  const before = house.chat.answers.length;
  await house.redis.signal('SIGKILL');
  const lost = await house.chat.message(/^🔴 The store cannot be reached/, patience);
  house.chat.sends.text('/status');
  await house.chat.message(/- the store cannot be reached/, patience);
  await sleep(8_000);
  await house.redis.start();
  const back = await reply(/^🟢 The store answers again, after/);
  expect(back).toMatchObject({ silent: true, replyTo: lost.id });
  await sleep(8_000);
  // The loss, the answer to /status, the recovery.
  expect(house.chat.answers.slice(before)).toHaveLength(3);
});

it('a prober that has stopped: the monitor is blind, and sees again', async () => {
  house = await openAdminHouse();
  await house.serve({ ROLES: 'api' });
  const prober = await house.prober();
  await house.playBot();
  await house.bankIs('telebirr', 'operational');
  await prober.end('SIGTERM');
  const alert = await house.chat.message(/^🔴 Monitor blind: no probe for three intervals/, patience);
  await house.prober();
  const recovery = await reply(/^🟢 Probes are running again/);
  expect(recovery).toMatchObject({ silent: true, replyTo: alert.id });
  expect(house.chat.answers).toHaveLength(2);
});

it('screenshots: one message at four fifths of the budget of the day, and a word when it is spent', async () => {
  house = await openAdminHouse({ OCR_DAILY_BUDGET: '5', EXTRACTOR: 'qr' });
  const service = await house.serve();
  await house.playBot();
  const key = /vk_test_\w{32}/.exec(service.stdout())?.[0] ?? '';
  const read = async (reference: string) => {
    const picture = await fetch(`${house.url()}/sandbox/screenshots/telebirr/${reference}.png`);
    const imageBase64 = Buffer.from(await picture.arrayBuffer()).toString('base64');
    const answer = await fetch(`${house.url()}/api/verify-image`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ imageBase64 }),
    });
    return answer.status;
  };
  for (const nth of [1, 2, 3, 4]) expect(await read(`DKK4A1B2C${nth}`)).toBe(200);
  const alert = await house.chat.message(/^🔴 Screenshot budget: 80 % is spent/, patience);
  expect(alert.text).toContain('4 of 5 reads');
  expect(await read('DKK4A1B2C5')).toBe(200);
  const spent = await reply(/^🔴 Screenshot budget is spent/);
  await house.chat.until(() => house.chat.answers.length === 2, patience);
  expect(house.chat.answers.map(({ replyTo }) => replyTo)).toEqual([null, alert.id]);
  expect(spent.text).toContain('5 of 5 reads');
});

/** What administrators are told: the bot, the service and the command line as processes, the banks simulated. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { type AdminEnvironment, openAdminEnvironment } from './environment.js';

const patience = { timeoutMs: 60_000 };

let environment: AdminEnvironment;

/** What is said in answer to an alert. */
const reply = (says: RegExp) =>
  environment.chat.message(({ replyTo, text }) => replyTo !== null && says.test(text), patience);

afterEach(() => environment.close());

it('one bank down and up: one message, edited, one silent reply; with a service restart and a killed bot in between', async () => {
  environment = await openAdminEnvironment();
  const service = await environment.serve();
  const bot = await environment.playBot();
  await environment.bankIs('telebirr', 'operational');
  await environment.cli('sandbox', 'set', 'telebirr', 'down');
  const alert = await environment.chat.message(/Telebirr is down/, patience);
  expect(alert.text).toMatch(/^🔴 /);
  expect(alert.silent).toBe(false);

  await environment.noted(environment.chat.id);
  await bot.end('SIGKILL');
  expect(await service.end('SIGTERM')).toBe(0);
  await environment.serve();
  await environment.playBot();
  await environment.bankIs('telebirr', 'down');
  await environment.banks('up', ['telebirr']);
  await environment.chat.until(() => environment.chat.answers.length === 2, patience);
  await environment.chat.until(() => alert.text.startsWith('🟢'), patience);
  await sleep(3_000);
  const [, recovery] = environment.chat.answers;
  expect(environment.chat.answers).toHaveLength(2);
  expect(recovery).toMatchObject({ silent: true, replyTo: alert.id });
  expect(recovery?.text).toMatch(/^🟢 Telebirr answers again, after \d+ s\./);
});

it('a blocked address does not make a bank down; ten flips in a row are a digest, not twenty messages', async () => {
  environment = await openAdminEnvironment({ EGRESS: 'main=direct,second=local:127.0.0.2' });
  await environment.serve();
  await environment.playBot();
  await environment.bankIs('telebirr', 'operational');
  await environment.banks('blocked', ['telebirr'], 'second');
  const alert = await environment.chat.message(/^🔴 Telebirr: our address is blocked/, patience);
  expect(alert.text).toContain('Blocked: second');
  await environment.banks('up', ['telebirr'], 'second');
  await reply(/^🟢 Telebirr: our address is no longer blocked, after/);
  expect(environment.chat.answers).toHaveLength(2);

  for (let flip = 0; flip < 10; flip += 1) {
    const isDown = flip % 2 === 0;
    await environment.banks(isDown ? 'down' : 'up', ['dashen']);
    await environment.bankIs('dashen', isDown ? 'down' : 'operational');
  }
  const said = await environment.chat.message(/^🔴 Dashen.*flapping, \d+ changes in the last hour/, patience);
  const card = environment.chat.messages.find(({ id }) => id === said.replyTo);
  await environment.chat.until(() => card?.text.includes('is flapping, up now') === true, patience);
  await sleep(3_000);
  // An alert, its recovery, an alert again, and that it flaps.
  expect(environment.chat.answers.slice(2)).toHaveLength(4);
  expect(environment.chat.answers.slice(2).filter(({ text }) => /^🔴 .* is down/.test(text))).toEqual([]);
});

it('six banks down at once are one message; a store outage is one, and none about banks', async () => {
  environment = await openAdminEnvironment();
  await environment.serve();
  await environment.playBot();
  const six = ['telebirr', 'cbe', 'boa', 'dashen', 'awash', 'zemen'];
  await environment.bankIs('telebirr', 'operational');
  await environment.banks('down', six);
  const alert = await environment.chat.message(
    /6 of 6 banks in trouble at once: network or egress\?/,
    patience,
  );
  expect(alert.text).toMatch(/- Telebirr: down, .* from main, since/);
  await environment.banks('up', six);
  await reply(/^🟢 All 6 banks answer again/);
  expect(environment.chat.answers.filter(({ replyTo }) => replyTo === null)).toHaveLength(1);

  const before = environment.chat.answers.length;
  await environment.redis.signal('SIGKILL');
  const lost = await environment.chat.message(/^🔴 The store cannot be reached/, patience);
  environment.chat.sends.text('/status');
  await environment.chat.message(/- the store cannot be reached/, patience);
  await sleep(8_000);
  await environment.redis.start();
  const back = await reply(/^🟢 The store answers again, after/);
  expect(back).toMatchObject({ silent: true, replyTo: lost.id });
  await sleep(8_000);
  // The loss, the answer to /status, the recovery.
  expect(environment.chat.answers.slice(before)).toHaveLength(3);
});

it('a prober that has stopped is reported, and so is its return', async () => {
  environment = await openAdminEnvironment();
  await environment.serve({ ROLES: 'api' });
  const prober = await environment.prober();
  await environment.playBot();
  await environment.bankIs('telebirr', 'operational');
  await prober.end('SIGTERM');
  const alert = await environment.chat.message(/^🔴 Monitor blind: no probe for three intervals/, patience);
  await environment.prober();
  const recovery = await reply(/^🟢 Probes are running again/);
  expect(recovery).toMatchObject({ silent: true, replyTo: alert.id });
  // On a busy machine a bank may be reported too, or the new prober stop in turn.
  const { answers } = environment.chat;
  const untilRecovery = answers.slice(0, answers.indexOf(recovery) + 1);
  const ofProber = untilRecovery.filter(({ text }) => /Monitor blind|Probes are running/.test(text));
  expect(ofProber).toEqual([alert, recovery]);
});

it("screenshots: one message at 80 % of the day's budget, and a reply when it is spent", async () => {
  environment = await openAdminEnvironment({ OCR_DAILY_BUDGET: '5', EXTRACTOR: 'qr' });
  const service = await environment.serve();
  await environment.playBot();
  const key = /vk_test_\w{32}/.exec(service.stdout())?.[0] ?? '';
  const read = async (reference: string) => {
    const picture = await fetch(`${environment.url()}/sandbox/screenshots/telebirr/${reference}.png`);
    const imageBase64 = Buffer.from(await picture.arrayBuffer()).toString('base64');
    const answer = await fetch(`${environment.url()}/api/verify-image`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ imageBase64 }),
    });
    return answer.status;
  };
  for (const nth of [1, 2, 3, 4]) expect(await read(`DKK4A1B2C${nth}`)).toBe(200);
  const alert = await environment.chat.message(/^🔴 Screenshot budget: 80 % is spent/, patience);
  expect(alert.text).toContain('4 of 5 reads');
  expect(await read('DKK4A1B2C5')).toBe(200);
  const spent = await reply(/^🔴 Screenshot budget is spent/);
  await environment.chat.until(() => environment.chat.answers.length === 2, patience);
  expect(environment.chat.answers.map(({ replyTo }) => replyTo)).toEqual([null, alert.id]);
  expect(spent.text).toContain('5 of 5 reads');
});

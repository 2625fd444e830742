/** Administrators ask and press; nobody else is even answered. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../../src/app.js';
import { openApplication } from '../../engine/support.js';
import type { Shown } from '../../support/telegram/index.js';
import { type AdminEnvironment, bankDown, openAdminEnvironment } from './environment.js';

const patience = { timeoutMs: 40_000 };

let environment: AdminEnvironment;
let engine: Application;

beforeAll(async () => {
  environment = await openAdminEnvironment({ PROBE_INTERVAL_SECONDS: '600' });
  engine = await openApplication({ url: environment.redis.url });
  await environment.playBot();
});

afterAll(async () => {
  await engine.close();
  await environment.close();
});

/** The next thing the bot says in answer to this. */
async function asked(text: string): Promise<Shown> {
  const { id } = environment.chat.sends.text(text);
  return environment.chat.message(({ replyTo }) => replyTo === id, patience);
}

describe('strangers', () => {
  it("get no reply to messages or presses, also when they press an administrator's button", async () => {
    await environment.emit(bankDown('telebirr'));
    const alert = await environment.chat.message(/^🔴 Telebirr is down/, patience);
    const stranger = environment.bot.person('Stranger');
    const theirs = environment.bot.chat(stranger);
    const sent = theirs.sends.text('/status');
    await environment.bot.mailbox.confirmed(sent.update);
    const before = environment.bot.calls.length;
    const { update } = environment.chat.sends.press(alert, 'Acknowledge', { as: stranger });
    const group = environment.bot.group('Somewhere', environment.selam);
    const spoken = group.sends.text('/key vk_live_abcdef', { as: environment.selam });
    for (const one of [update, spoken.update]) await environment.bot.mailbox.confirmed(one);
    await sleep(1_000);
    expect(theirs.answers).toEqual([]);
    expect(group.answers).toEqual([]);
    expect(environment.bot.calls).toHaveLength(before);
    expect(alert.text).not.toContain('Acknowledged');
  });
});

describe('the buttons of an alert', () => {
  it('Acknowledge and Silence show who and when; Details says more', async () => {
    const alert = await environment.chat.message(/^🔴 Telebirr is down/, patience);
    environment.chat.sends.press(alert, 'Details');
    const details = await environment.chat.message(/^Incident \w+, reported/, patience);
    expect(details.text).toContain('Next reminder: ');
    environment.chat.sends.press(alert, 'Acknowledge');
    await environment.chat.until(() => /Acknowledged by Selam, \d\d:\d\d:\d\d/.test(alert.text), patience);
    expect(alert.keyboard.flat().map(({ text }) => text)).not.toContain('Acknowledge');
    environment.chat.sends.press(alert, 'Silence 4 h');
    const silenced = /Silenced until .*\d\d:\d\d(:\d\d)? by Selam, \d\d:\d\d:\d\d/;
    await environment.chat.until(() => silenced.test(alert.text), patience);
    environment.chat.sends.press(alert, 'End silence');
    await environment.chat.until(() => !alert.text.includes('Silenced'), patience);
    expect(environment.bot.pressAnswers.map(({ text }) => text)).toContain(
      'Acknowledged: no more reminders.',
    );
  });

  it('the same press delivered twice is one', async () => {
    const alert = await environment.chat.message(/^🔴 Telebirr is down/, patience);
    const count = () => environment.chat.answers.filter(({ text }) => text.startsWith('Incident ')).length;
    const before = count();
    const { update } = environment.chat.sends.press(alert, 'Details');
    await environment.chat.until(() => count() === before + 1, patience);
    environment.bot.mailbox.again(update);
    environment.chat.sends.text('/help');
    await environment.chat.message(/Alerts about the banks/, patience);
    expect(count()).toBe(before + 1);
  });
});

describe('commands', () => {
  it('/status, /incidents, /usage and /help answer', async () => {
    expect((await asked('/status')).text).toMatch(/\d+ of \d+ banks operational[\s\S]*Egress: /);
    expect((await asked('/incidents')).text).toMatch(
      /1 open\n- Telebirr down, since .* \(acknowledged by Selam\)/,
    );
    expect((await asked('/usage')).text).toMatch(
      /No account has used anything[\s\S]*Screenshot reads today: 0 of/,
    );
    expect((await asked('/help')).text).toContain('/unsilence');
    expect((await asked('/frobnicate')).text).toContain('/help');
  });

  it('/silence suppresses alerts until /unsilence', async () => {
    expect((await asked('/silence nobank 1h')).text).toContain('There is no such bank.');
    expect((await asked('/silence boa 2h')).text).toMatch(/^Silenced until .*: boa\. By Selam\.$/);
    await environment.emit(bankDown('boa'));
    await sleep(3_000);
    expect((await asked('/incidents')).text).toMatch(/Bank of Abyssinia down, .*silenced/);
    expect(environment.chat.answers.filter(({ text }) => /Abyssinia is down/.test(text))).toEqual([]);
    await asked('/unsilence boa');
    await environment.chat.message(/^🔴 Bank of Abyssinia is down/, patience);

    await asked('/silence 1h');
    expect((await asked('/unsilence boa')).text).toContain('All alerts are still silenced');
    expect((await asked('/unsilence')).text).toBe('No longer silenced: all.');
  });

  it('/test uses the delivery of alerts; /daily is switched off and stays off', async () => {
    await asked('/test');
    await environment.chat.message(/Test alert, requested by Selam/, patience);
    expect((await asked('/daily')).text).toContain('summary: on');
    expect((await asked('/daily off')).text).toContain('summary: off');
    expect((await asked('/daily')).text).toContain('summary: off');
  });
});

describe('/key', () => {
  it('shows plan and rate, and revokes only after a confirmation', async () => {
    const { key, prefix } = await engine.engine.keys.mint({ plan: 'shop', label: 'till 1' });
    const shown = await asked(`/key ${prefix}`);
    expect(shown.text).toMatch(/Plan: shop, live mode\nRate: 60 a minute/);
    expect(shown.text).not.toContain(key);
    environment.chat.sends.press(shown, 'Revoke');
    const question = await environment.chat.message(new RegExp(`Revoke key ${prefix}\\?`), patience);
    environment.chat.sends.press(question, 'No');
    await environment.chat.until(() => question.text === 'Cancelled.', patience);
    expect((await engine.engine.keys.get(prefix)).revokedAt).toBeNull();

    environment.chat.sends.press(shown, 'Revoke');
    const again = await environment.chat.message(new RegExp(`Revoke key ${prefix}\\?`), patience);
    environment.chat.sends.press(again, 'Yes');
    await environment.chat.until(() => again.text === `Key ${prefix} is revoked. By Selam.`, patience);
    await expect(engine.engine.admit(key)).rejects.toMatchObject({ failure: 'revoked_key' });
    expect((await asked(`/key ${prefix}`)).keyboard).toEqual([]);

    // The same by a word, for whoever has the prefix at hand; it asks all the same.
    const other = (await engine.engine.keys.mint({ plan: 'shop' })).prefix;
    const worded = await asked(`/key ${other} revoke`);
    expect(worded.text).toContain(`Revoke key ${other}?`);
    expect((await engine.engine.keys.get(other)).revokedAt).toBeNull();
    environment.chat.sends.press(worded, 'Yes');
    await environment.chat.until(() => worded.text === `Key ${other} is revoked. By Selam.`, patience);
    expect((await asked(`/key ${other} revoke`)).text).toContain('already revoked');
  });

  it('changes rate and plan after a question, and says what is wrong with others', async () => {
    const { prefix } = await engine.engine.keys.mint({ plan: 'free' });
    for (const [change, told] of [
      ['rate 120', /may make 120 requests/],
      ['plan developer', /is on plan developer/],
    ] as const) {
      const question = await asked(`/key ${prefix} ${change}`);
      environment.chat.sends.press(question, 'Yes');
      await environment.chat.until(() => told.test(question.text), patience);
    }
    expect(await engine.engine.keys.get(prefix)).toMatchObject({ rate: 120, plan: 'developer' });
    expect((await asked('/key vk_live_nobody')).text).toMatch(/No key has the prefix/);
    expect((await asked(`/key ${prefix} rate -1`)).text).toContain('whole number');
    expect((await asked(`/key ${prefix} plan gold`)).text).toContain('Plans: free');
  });
});

/** Administrators ask and press; nobody else is even answered. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../../src/app.js';
import { openHouse } from '../../engine/support.js';
import type { Shown } from '../../support/telegram/index.js';
import { type AdminHouse, bankDown, openAdminHouse } from './environment.js';

const patience = { timeoutMs: 40_000 };

let house: AdminHouse;
let engine: Application;

beforeAll(async () => {
  house = await openAdminHouse({ PROBE_INTERVAL_SECONDS: '600' });
  engine = await openHouse({ url: house.redis.url });
  await house.playBot();
});

afterAll(async () => {
  await engine.close();
  await house.close();
});

/** The next thing the bot says in answer to this. */
async function asked(text: string): Promise<Shown> {
  const { id } = house.chat.sends.text(text);
  return house.chat.message(({ replyTo }) => replyTo === id, patience);
}

describe('strangers', () => {
  it('are not answered, in words or presses, also where they press the button of an administrator', async () => {
    await house.emit(bankDown('telebirr'));
    const alert = await house.chat.message(/^🔴 Telebirr is down/, patience);
    const stranger = house.bot.person('Stranger');
    const theirs = house.bot.chat(stranger);
    const sent = theirs.sends.text('/status');
    await house.bot.mailbox.confirmed(sent.update);
    const before = house.bot.calls.length;
    const { update } = house.chat.sends.press(alert, 'Acknowledge', { as: stranger });
    const group = house.bot.group('Somewhere', house.selam);
    const spoken = group.sends.text('/key vk_live_abcdef', { as: house.selam });
    for (const one of [update, spoken.update]) await house.bot.mailbox.confirmed(one);
    await sleep(1_000);
    expect(theirs.answers).toEqual([]);
    expect(group.answers).toEqual([]);
    expect(house.bot.calls).toHaveLength(before);
    expect(alert.text).not.toContain('Acknowledged');
  });
});

describe('the buttons of an alert', () => {
  it('Acknowledge and Silence show who and when; Details says more', async () => {
    const alert = await house.chat.message(/^🔴 Telebirr is down/, patience);
    house.chat.sends.press(alert, 'Details');
    const details = await house.chat.message(/^Incident \w+, reported/, patience);
    expect(details.text).toContain('Next reminder: ');
    house.chat.sends.press(alert, 'Acknowledge');
    await house.chat.until(() => /Acknowledged by Selam, \d\d:\d\d:\d\d/.test(alert.text), patience);
    expect(alert.keyboard.flat().map(({ text }) => text)).not.toContain('Acknowledge');
    house.chat.sends.press(alert, 'Silence 4 h');
    const silenced = /Silenced until .*\d\d:\d\d(:\d\d)? by Selam, \d\d:\d\d:\d\d/;
    await house.chat.until(() => silenced.test(alert.text), patience);
    house.chat.sends.press(alert, 'End silence');
    await house.chat.until(() => !alert.text.includes('Silenced'), patience);
    expect(house.bot.pressAnswers.map(({ text }) => text)).toContain('Acknowledged: no more reminders.');
  });

  it('the same press delivered twice is one', async () => {
    const alert = await house.chat.message(/^🔴 Telebirr is down/, patience);
    const count = () => house.chat.answers.filter(({ text }) => text.startsWith('Incident ')).length;
    const before = count();
    const { update } = house.chat.sends.press(alert, 'Details');
    await house.chat.until(() => count() === before + 1, patience);
    house.bot.mailbox.again(update);
    house.chat.sends.text('/help');
    await house.chat.message(/Alerts about the banks/, patience);
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

  it('/silence holds alerts back until /unsilence', async () => {
    expect((await asked('/silence nobank 1h')).text).toContain('There is no such bank.');
    expect((await asked('/silence boa 2h')).text).toMatch(/^Silenced until .*: boa\. By Selam\.$/);
    await house.emit(bankDown('boa'));
    await sleep(3_000);
    expect((await asked('/incidents')).text).toMatch(/Bank of Abyssinia down, .*silenced/);
    expect(house.chat.answers.filter(({ text }) => /Abyssinia is down/.test(text))).toEqual([]);
    await asked('/unsilence boa');
    await house.chat.message(/^🔴 Bank of Abyssinia is down/, patience);

    await asked('/silence 1h');
    expect((await asked('/unsilence boa')).text).toContain('All alerts are still silenced');
    expect((await asked('/unsilence')).text).toBe('No longer silenced: all.');
  });

  it('/test goes through the way alerts go; /daily is switched off and stays so', async () => {
    await asked('/test');
    await house.chat.message(/Test alert, asked for by Selam/, patience);
    expect((await asked('/daily')).text).toContain('summary: on');
    expect((await asked('/daily off')).text).toContain('summary: off');
    expect((await asked('/daily')).text).toContain('summary: off');
  });
});

describe('/key', () => {
  it('shows plan and rate, and revokes only when asked twice', async () => {
    const { key, prefix } = await engine.engine.keys.mint({ plan: 'shop', label: 'till 1' });
    const shown = await asked(`/key ${prefix}`);
    expect(shown.text).toMatch(/Plan: shop, live mode\nRate: 60 a minute/);
    expect(shown.text).not.toContain(key);
    house.chat.sends.press(shown, 'Revoke');
    const question = await house.chat.message(new RegExp(`Revoke key ${prefix}\\?`), patience);
    house.chat.sends.press(question, 'No');
    await house.chat.until(() => question.text === 'Cancelled.', patience);
    expect((await engine.engine.keys.get(prefix)).revokedAt).toBeNull();

    house.chat.sends.press(shown, 'Revoke');
    const again = await house.chat.message(new RegExp(`Revoke key ${prefix}\\?`), patience);
    house.chat.sends.press(again, 'Yes');
    await house.chat.until(() => again.text === `Key ${prefix} is revoked. By Selam.`, patience);
    await expect(engine.engine.admit(key)).rejects.toMatchObject({ failure: 'revoked_key' });
    expect((await asked(`/key ${prefix}`)).keyboard).toEqual([]);

    // The same by a word, for whoever has the prefix at hand; it asks all the same.
    const other = (await engine.engine.keys.mint({ plan: 'shop' })).prefix;
    const worded = await asked(`/key ${other} revoke`);
    expect(worded.text).toContain(`Revoke key ${other}?`);
    expect((await engine.engine.keys.get(other)).revokedAt).toBeNull();
    house.chat.sends.press(worded, 'Yes');
    await house.chat.until(() => worded.text === `Key ${other} is revoked. By Selam.`, patience);
    expect((await asked(`/key ${other} revoke`)).text).toContain('revoked already');
  });

  it('changes rate and plan after a question, and says what is wrong with others', async () => {
    const { prefix } = await engine.engine.keys.mint({ plan: 'free' });
    for (const [change, told] of [
      ['rate 120', /may make 120 requests/],
      ['plan developer', /is on plan developer/],
    ] as const) {
      const question = await asked(`/key ${prefix} ${change}`);
      house.chat.sends.press(question, 'Yes');
      await house.chat.until(() => told.test(question.text), patience);
    }
    expect(await engine.engine.keys.get(prefix)).toMatchObject({ rate: 120, plan: 'developer' });
    expect((await asked('/key vk_live_nobody')).text).toMatch(/No key has the prefix/);
    expect((await asked(`/key ${prefix} rate -1`)).text).toContain('whole number');
    expect((await asked(`/key ${prefix} plan gold`)).text).toContain('Plans: free');
  });
});

/** Each alert reaches each chat once, whatever Telegram answers and whenever the bot dies. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  badGateway,
  blockedByUser,
  type Group,
  noRightsToSend,
  type Scene,
  tooManyRequests,
} from '../../support/telegram/index.js';
import { type AdminHouse, bankDown, bankUp, openAdminHouse } from './environment.js';

const patience = { timeoutMs: 40_000 };

let house: AdminHouse;
let abebe: Scene;
let group: Group;

beforeEach(async () => {
  house = await openAdminHouse({ PROBE_INTERVAL_SECONDS: '600' }, (bot) => {
    abebe = bot.chat(bot.person('Abebe'));
    group = bot.group('Operations', bot.person('Sara'));
    return [abebe.id, group.id];
  });
});

afterEach(() => house.close());

const downs = (scene: Scene) =>
  scene.answers.filter(({ versions }) => /^🔴 \S+ is down/.test(versions[0]?.text ?? ''));

it('a message of which nobody knows whether it arrived is sent again, and no other message of the bot is touched', async () => {
  const bot = await house.playBot();
  house.chat.sends.text('/help');
  const help = await house.chat.message(/Alerts about the banks/, patience);
  house.bot.fails('sendMessage', { drop: 'after', when: (sent) => sent.chat_id === house.selam.id });
  house.bot.fails('sendMessage', { drop: 'before', when: (sent) => sent.chat_id === abebe.id });
  await house.emit(bankDown('telebirr'));
  for (const scene of [house.chat, abebe]) await scene.message(/Telebirr is down/, patience);
  await house.chat.until(() => downs(house.chat).length === 2, patience);
  for (const { id } of [house.chat, abebe, group]) await house.noted(id);
  await bot.end('SIGKILL');
  await house.playBot();
  await house.emit(bankUp('telebirr'));
  for (const scene of [house.chat, abebe, group]) await scene.message(/answers again, after/, patience);
  expect(downs(abebe)).toHaveLength(1);
  expect(help.versions).toHaveLength(1);
  expect(
    house.bot.callsOf('editMessageText').every(({ error }) => !/not found/.test(error?.description ?? '')),
  ).toBe(true);
});

describe('what Telegram refuses', () => {
  it('for now is sent when it says; a chat that is closed for good is switched off, and the others are told', async () => {
    await house.playBot();
    house.bot.fails('sendMessage', {
      refusal: tooManyRequests(3),
      when: (sent) => sent.chat_id === house.selam.id,
    });
    house.bot.fails('sendMessage', { refusal: blockedByUser(), when: (sent) => sent.chat_id === abebe.id });
    const before = Date.now();
    await house.emit(bankDown('telebirr'));
    const alert = await house.chat.message(/Telebirr is down/, patience);
    expect((alert.versions[0]?.at ?? 0) - before).toBeGreaterThan(2_900);
    for (const scene of [house.chat, group]) {
      await scene.message(new RegExp(`Chat ${abebe.id} refuses this bot`), patience);
    }
    await house.emit(bankDown('boa'));
    await house.chat.message(/Abyssinia is down/, patience);
    expect(abebe.answers).toEqual([]);

    abebe.sends.text('/status');
    await abebe.message(/banks operational/, patience);
    await abebe.message(/Telebirr is down/, patience);
    expect(abebe.answers.some(({ text }) => text.includes('refuses'))).toBe(false);
  });

  it('where the bot may no longer write is switched off like a chat that has blocked it', async () => {
    await house.playBot();
    const isGroup = (sent: Readonly<Record<string, unknown>>) => sent.chat_id === group.id;
    house.bot.fails('sendMessage', { refusal: noRightsToSend(), when: isGroup });
    await house.emit(bankDown('telebirr'));
    for (const scene of [house.chat, abebe]) {
      await scene.message(new RegExp(`Chat ${group.id} refuses this bot`), patience);
    }
    group.sends.text('/status', { as: house.selam });
    await group.message(/Telebirr is down/, patience);
  });

  it('a group that becomes a supergroup is followed, also by the next process', async () => {
    const bot = await house.playBot();
    await house.emit(bankDown('telebirr'));
    await group.message(/Telebirr is down/, patience);
    const moved = group.migrates();
    await moved.message(/Telebirr is down/, patience);
    await house.noted(moved.id);
    await bot.end('SIGKILL');
    await house.playBot();
    await house.emit(bankUp('telebirr'));
    await moved.message(/answers again, after/, patience);
    moved.sends.text('/status');
    await moved.message(/banks operational/, patience);
    expect(downs(moved)).toHaveLength(1);
  });

  it('a private chat that says it has become a group is answered where it is', async () => {
    await house.playBot();
    house.bot.mailbox.put({
      message: {
        message_id: 9_000,
        date: 1_795_000_000,
        chat: { id: abebe.id, type: 'private', first_name: 'Abebe' },
        from: { id: abebe.id, is_bot: false, first_name: 'Abebe' },
        migrate_to_chat_id: -5,
      },
    });
    abebe.sends.text('/status');
    await abebe.message(/banks operational/, patience);
  });
});

it('the first command is answered though Telegram failed when the bot asked who it is', async () => {
  house.bot.fails('getMe', { refusal: badGateway() });
  house.chat.sends.text('/status');
  await house.playBot();
  await house.chat.message(/banks operational/, patience);
});

it('six messages a minute and chat, then what is owed is one', async () => {
  await house.playBot();
  const hourAgo = Date.now() - 3_600_000;
  const banks = ['telebirr', 'cbe', 'boa', 'awash', 'dashen', 'zemen', 'abay', 'amhara'];
  // Told apart by time, so that they are no group.
  const extractor = ['model', 'codes'] as const;
  for (const part of extractor) {
    const since = new Date(hourAgo).toISOString();
    await house.emit({ kind: 'extractor_failing', part, since, cause: 'timeout', failures: 3 });
  }
  for (const provider of banks) await house.emit({ kind: 'layout_changed', realm: 'sandbox', provider });
  await house.chat.message(/5 alerts in one message/, patience);
  await sleep(2_000);
  expect(house.chat.answers).toHaveLength(6);
  const merged = house.chat.answers[5];
  expect(merged?.text).toMatch(/Amhara/);
  expect(merged?.keyboard.length).toBe(10);
});

it('a first bot that cannot read the events at once tells nothing of the past later either', async () => {
  await house.emit(bankDown('boa'));
  await house.emit(bankUp('boa'));
  const redis = new Redis(house.redis.path);
  await redis.acl('SETUSER', 'default', '-xread');
  await house.playBot();
  house.chat.sends.text('/incidents');
  await house.chat.message(/No incident is open/, patience);
  await redis.acl('SETUSER', 'default', '+xread');
  await house.emit(bankDown('telebirr'));
  await house.chat.message(/Telebirr is down/, patience);
  expect(house.chat.answers).toHaveLength(2);
  redis.disconnect();
});

it('what has happened while no bot ran is told by the next one, and what was before the first one is not', async () => {
  await house.emit(bankDown('boa'));
  await house.emit(bankUp('boa'));
  await house.emit(bankDown('telebirr'));
  const bot = await house.playBot();
  await house.chat.message(/Telebirr is down/, patience);
  await bot.end('SIGKILL');
  await house.emit(bankUp('telebirr'));
  await house.emit(bankDown('cbe'));
  await house.emit(bankUp('cbe'));
  await house.playBot();
  await house.chat.message(/Telebirr answers again, after/, patience);
  const missed = await house.chat.message(/Commercial Bank of Ethiopia answers again/, patience);
  expect(missed).toMatchObject({ silent: true });
  expect(house.chat.answers).toHaveLength(3);
});

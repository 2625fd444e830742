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
import { type AdminEnvironment, bankDown, bankUp, openAdminEnvironment } from './environment.js';

const patience = { timeoutMs: 40_000 };

let environment: AdminEnvironment;
let abebe: Scene;
let group: Group;

beforeEach(async () => {
  environment = await openAdminEnvironment({ PROBE_INTERVAL_SECONDS: '600' }, (bot) => {
    abebe = bot.chat(bot.person('Abebe'));
    group = bot.group('Operations', bot.person('Sara'));
    return [abebe.id, group.id];
  });
});

afterEach(() => environment.close());

const downs = (scene: Scene) =>
  scene.answers.filter(({ versions }) => /^🔴 \S+ is down/.test(versions[0]?.text ?? ''));

it('a message that may not have arrived is sent again, and no other message of the bot changes', async () => {
  const bot = await environment.playBot();
  environment.chat.sends.text('/help');
  const help = await environment.chat.message(/Alerts about the banks/, patience);
  environment.bot.fails('sendMessage', {
    drop: 'after',
    when: (sent) => sent.chat_id === environment.selam.id,
  });
  environment.bot.fails('sendMessage', { drop: 'before', when: (sent) => sent.chat_id === abebe.id });
  await environment.emit(bankDown('telebirr'));
  for (const scene of [environment.chat, abebe]) await scene.message(/Telebirr is down/, patience);
  await environment.chat.until(() => downs(environment.chat).length === 2, patience);
  for (const { id } of [environment.chat, abebe, group]) await environment.noted(id);
  await bot.end('SIGKILL');
  await environment.playBot();
  await environment.emit(bankUp('telebirr'));
  for (const scene of [environment.chat, abebe, group]) await scene.message(/answers again, after/, patience);
  expect(downs(abebe)).toHaveLength(1);
  expect(help.versions).toHaveLength(1);
  expect(
    environment.bot
      .callsOf('editMessageText')
      .every(({ error }) => !/not found/.test(error?.description ?? '')),
  ).toBe(true);
});

describe('what Telegram refuses', () => {
  it('for now is sent when it says; a chat that is closed for good is switched off, and the others are notified', async () => {
    await environment.playBot();
    environment.bot.fails('sendMessage', {
      refusal: tooManyRequests(3),
      when: (sent) => sent.chat_id === environment.selam.id,
    });
    environment.bot.fails('sendMessage', {
      refusal: blockedByUser(),
      when: (sent) => sent.chat_id === abebe.id,
    });
    const before = Date.now();
    await environment.emit(bankDown('telebirr'));
    const alert = await environment.chat.message(/Telebirr is down/, patience);
    expect((alert.versions[0]?.at ?? 0) - before).toBeGreaterThan(2_900);
    for (const scene of [environment.chat, group]) {
      await scene.message(new RegExp(`Chat ${abebe.id} refuses this bot`), patience);
    }
    await environment.emit(bankDown('boa'));
    await environment.chat.message(/Abyssinia is down/, patience);
    expect(abebe.answers).toEqual([]);

    abebe.sends.text('/status');
    await abebe.message(/banks operational/, patience);
    await abebe.message(/Telebirr is down/, patience);
    expect(abebe.answers.some(({ text }) => text.includes('refuses'))).toBe(false);
  });

  it('where the bot may no longer write is switched off like a chat that has blocked it', async () => {
    await environment.playBot();
    const isGroup = (sent: Readonly<Record<string, unknown>>) => sent.chat_id === group.id;
    environment.bot.fails('sendMessage', { refusal: noRightsToSend(), when: isGroup });
    await environment.emit(bankDown('telebirr'));
    for (const scene of [environment.chat, abebe]) {
      await scene.message(new RegExp(`Chat ${group.id} refuses this bot`), patience);
    }
    group.sends.text('/status', { as: environment.selam });
    await group.message(/Telebirr is down/, patience);
  });

  it('a group that becomes a supergroup is followed, also by the next process', async () => {
    const bot = await environment.playBot();
    await environment.emit(bankDown('telebirr'));
    await group.message(/Telebirr is down/, patience);
    const moved = group.migrates();
    await moved.message(/Telebirr is down/, patience);
    await environment.noted(moved.id);
    await bot.end('SIGKILL');
    await environment.playBot();
    await environment.emit(bankUp('telebirr'));
    await moved.message(/answers again, after/, patience);
    moved.sends.text('/status');
    await moved.message(/banks operational/, patience);
    expect(downs(moved)).toHaveLength(1);
  });

  it('a private chat that claims to have migrated keeps its replies', async () => {
    await environment.playBot();
    environment.bot.mailbox.put({
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
  environment.bot.fails('getMe', { refusal: badGateway() });
  environment.chat.sends.text('/status');
  await environment.playBot();
  await environment.chat.message(/banks operational/, patience);
});

it('six messages a minute and chat, then the rest is merged into one', async () => {
  await environment.playBot();
  const hourAgo = Date.now() - 3_600_000;
  const banks = ['telebirr', 'cbe', 'boa', 'awash', 'dashen', 'zemen', 'abay', 'amhara'];
  // Told apart by time, so that they are no group.
  const extractor = ['model', 'codes'] as const;
  for (const part of extractor) {
    const since = new Date(hourAgo).toISOString();
    await environment.emit({ kind: 'extractor_failing', part, since, cause: 'timeout', failures: 3 });
  }
  for (const provider of banks)
    await environment.emit({ kind: 'layout_changed', realm: 'sandbox', provider });
  await environment.chat.message(/5 alerts in one message/, patience);
  await sleep(2_000);
  expect(environment.chat.answers).toHaveLength(6);
  const merged = environment.chat.answers[5];
  expect(merged?.text).toMatch(/Amhara/);
  expect(merged?.keyboard.length).toBe(10);
});

it('a first start that cannot read the events at once reports no past incidents later either', async () => {
  await environment.emit(bankDown('boa'));
  await environment.emit(bankUp('boa'));
  const redis = new Redis(environment.redis.path);
  await redis.acl('SETUSER', 'default', '-xread');
  await environment.playBot();
  environment.chat.sends.text('/incidents');
  await environment.chat.message(/No incident is open/, patience);
  await redis.acl('SETUSER', 'default', '+xread');
  await environment.emit(bankDown('telebirr'));
  await environment.chat.message(/Telebirr is down/, patience);
  expect(environment.chat.answers).toHaveLength(2);
  redis.disconnect();
});

it('incidents while no bot ran are reported by the next one, and those before the first start are not', async () => {
  await environment.emit(bankDown('boa'));
  await environment.emit(bankUp('boa'));
  await environment.emit(bankDown('telebirr'));
  const bot = await environment.playBot();
  await environment.chat.message(/Telebirr is down/, patience);
  await environment.noted(environment.chat.id);
  await bot.end('SIGKILL');
  await environment.emit(bankUp('telebirr'));
  await environment.emit(bankDown('cbe'));
  await environment.emit(bankUp('cbe'));
  await environment.playBot();
  await environment.chat.message(/Telebirr answers again, after/, patience);
  const missed = await environment.chat.message(/Commercial Bank of Ethiopia answers again/, patience);
  expect(missed).toMatchObject({ silent: true });
  expect(environment.chat.answers).toHaveLength(3);
});

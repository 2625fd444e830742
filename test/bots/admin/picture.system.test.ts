/** The life of an incident as the running bot told it is what docs/admin-bot.md shows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drawnIncident, picture, type Scene } from '../../../docs/draw-incident.js';
import type { ServiceEvent } from '../../../src/engine/index.js';
import { repository } from '../../support/processes.js';
import type { Shown } from '../../support/telegram/index.js';
import { type AdminEnvironment, bankDown, bankUp, openAdminEnvironment } from './environment.js';

const patience = { timeoutMs: 40_000 };

let environment: AdminEnvironment;

beforeAll(async () => {
  environment = await openAdminEnvironment({ PROBE_INTERVAL_SECONDS: '600' });
  await environment.playBot();
});

afterAll(() => environment.close());

/** Everything that could be seen, in order; of each edit what it came to. */
function scenes(messages: readonly Shown[]): Scene[] {
  return messages
    .flatMap(({ versions, replyTo, silent }, nth) =>
      versions.map(({ text, keyboard, at }, edit) => ({
        at,
        message: nth + 1,
        happens: edit > 0 ? 'edited' : replyTo !== null && silent ? 'silent reply' : 'sent',
        text,
        buttons: keyboard.map((row) => row.map((button) => button.text)),
      })),
    )
    .sort((a, b) => a.at - b.at)
    .map(({ at: _, ...scene }) => scene as Scene);
}

/** Moments differ from run to run: each becomes one of a day that is always the same, in their order. */
function settled(text: string, moments: readonly string[]): string {
  const shown = ['10:37:04', '10:42:05', '10:44:31', '10:57:20', '10:58:00', '10:59:00'];
  return text
    .replace(/\d\d:\d\d:\d\d/g, (moment) => shown[moments.indexOf(moment)] ?? moment)
    .replace(/(?<=\(|after )[\d smin]+(?=\)|\.)/g, '15 min 15 s');
}

it('the recorded chat is what happens, and the picture is drawn from it', async () => {
  const downAt = new Date(Date.now() - 1_000);
  const lastSuccessAt = new Date(downAt.getTime() - 5_000).toISOString();
  await environment.emit({ ...bankDown('telebirr', downAt), lastSuccessAt } as ServiceEvent);
  const alert = await environment.chat.message(/^🔴 Telebirr is down/, patience);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  environment.chat.sends.press(alert, 'Acknowledge');
  await environment.chat.until(() => alert.text.includes('Acknowledged by'), patience);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  await environment.emit(bankUp('telebirr', downAt));
  await environment.chat.until(() => environment.chat.answers.length === 2, patience);

  const seen = scenes(environment.chat.answers);
  const all = seen.flatMap(({ text }) => text.match(/\d\d:\d\d:\d\d/g) ?? []);
  const moments = [...new Set(all)].sort();
  const recorded = seen.map((scene) => ({ ...scene, text: settled(scene.text, moments) }));
  await expect(recorded.map((scene) => `${JSON.stringify(scene)}\n`).join('')).toMatchFileSnapshot(
    join(repository, 'docs/chats/admin-incident.jsonl'),
  );
  expect(readFileSync(picture, 'utf8'), '`npm run docs` draws it').toBe(drawnIncident());
});

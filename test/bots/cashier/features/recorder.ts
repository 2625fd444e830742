/**
 * Records what the bot says for the pictures of docs/cashier-bot.md.
 * After a change of words: `npx vitest run features/pictures -u && npm run docs`.
 */
import { join } from 'node:path';
import type { MessageEntity, User } from 'grammy/types';
import { expect } from 'vitest';
import type { ChatLine, pictureNames } from '../../../../docs/draw-chat.js';
import { repository } from '../../../support/processes.js';
import type { Scene, Shown } from '../../../support/telegram/index.js';
import type { BotEnvironment, Shopkeeper } from '../environment.js';
import { reaction, saying } from './support.js';

type Picture = (typeof pictureNames)[number];

export interface Phone {
  chat: Scene;
  user: User;
  sends(text: string): Promise<Shown>;
  press(message: Shown, button: string): Promise<Shown>;
  /** Presses a button that changes its message. */
  changes(message: Shown, button: string, text: RegExp): Promise<void>;
  /** Everything since the last time, as it stands now. */
  lines(picture: Picture): ChatLine[];
  /** A message as it stands now. */
  line(message: Shown, picture: Picture): ChatLine;
}

/** @param keeper who holds it; else somebody new */
export function phoneOf({ bot }: BotEnvironment, name: string, keeper?: Shopkeeper): Phone {
  const user = keeper?.user ?? bot.person(name, { language_code: 'en' });
  const chat = keeper?.chat ?? bot.chat(user);
  const pressed = new Set<string>();
  let shown = 0;
  return {
    chat,
    user,
    sends: (text) => reaction(chat, () => chat.sends.text(text)),
    press(message, button) {
      pressed.add(`${message.id} ${button}`);
      return reaction(chat, () => chat.sends.press(message, button));
    },
    async changes(message, button, text) {
      chat.sends.press(message, button);
      await saying(chat, message, text);
    },
    lines(picture) {
      const fresh = chat.messages.slice(shown);
      shown = chat.messages.length;
      return fresh.map((message) => lineOf(message, picture, name));
    },
    line: (message, picture) => lineOf(message, picture, name),
  };

  function lineOf(message: Shown, picture: Picture, phone: string): ChatLine {
    const { id, text, entities, keyboard, byBot, file } = message;
    return {
      picture,
      phone,
      from: byBot ? 'bot' : 'person',
      text: timeless(text),
      entities: entities.flatMap((entity) => moved(entity, text)),
      ...(file !== null && {
        code: timeless(/https:\S+\/pay\/\S+/.exec(message.versions[0]?.text ?? '')?.[0] ?? ''),
      }),
      buttons: keyboard.map((row) =>
        row.map((button) => ({ text: button.text, pressed: pressed.has(`${id} ${button.text}`) })),
      ),
    };
  }
}

/** The same whenever it is recorded. */
function timeless(text: string): string {
  return text
    .replace(/pr_\w{26}/g, 'pr_4k7m2x9cwq8d1t5z0b6n3rjvha')
    .replace(/start=[\w-]{22}/g, 'start=dGhpcyBpcyBhIHNlY3JldC')
    .replace(/^Paid at: .*$/m, 'Paid at: 11:41 today')
    .replace(/^Open until .* \(\d+ min/m, 'Open until 14:02 today (60 min')
    .replace(/\d\d:\d\d (today|yesterday|tomorrow)/g, (_, day: string) => `14:02 ${day}`)
    .replace(/\d\d:\d\d, \d\d\/\d\d\/\d{4}|\d\d\/\d\d\/\d{4} \d\d:\d\d/g, '14:02, 20/11/2026')
    .replace(/\d\d\/\d\d\/\d{4}/g, '20/11/2026')
    .replace(/^Week .*/m, 'Week 16/11/2026 – 22/11/2026')
    .replace(/^Month .*/m, 'Month 01/11/2026 – 30/11/2026')
    .replace(/(?<=^Since closing time, for ).*/m, '21/11/2026')
    .replace(/\d\d:\d\d–\d\d:\d\d/g, '08:00–16:30')
    .replace(/(?<=shift, since )\d\d:\d\d/g, '08:00')
    .replace(/^⏳ \d\d:\d\d/gm, '⏳ 14:07');
}

/** Where the same piece stands in the text without times. */
function moved({ type, offset, length }: MessageEntity, text: string): ChatLine['entities'] {
  const piece = timeless(text.slice(offset, offset + length));
  const at = timeless(text).indexOf(piece);
  return at < 0 ? [] : [{ type, offset: at, length: piece.length }];
}

/** Compares what was said with the file of docs/chats, or writes it. */
export async function expectRecorded(lines: readonly ChatLine[], file: string): Promise<void> {
  const recorded = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
  await expect(recorded).toMatchFileSnapshot(join(repository, 'docs/chats', file));
}

/**
 * docs/cashier-bot.md shows what the bot really says: the chats of its pictures are recorded here, and compared each time.
 * After a change of words: `npx vitest run test/bots/cashier/features/pictures.system.test.ts -u && npm run docs`.
 */
import { join } from 'node:path';
import type { MessageEntity, User } from 'grammy/types';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ChatLine, pictureNames } from '../../../../docs/draw-chat.js';
import { factsOf } from '../../../../src/sandbox/fake-data.js';
import { paidReceipt } from '../../../engine/payment-requests/support.js';
import { repository } from '../../../support/processes.js';
import type { Scene, Shown } from '../../../support/telegram/index.js';
import { type BotEnvironment, openBotEnvironment, verdictOn } from '../environment.js';
import { closesNow, paidTo, reaction, saying, tokenIn } from './support.js';

/** Paid to Liya's wallet, and to somebody else's. */
const [ours, theirs, asked, short] = ['DKK4A1B2C4', 'DKK4A1B2C6', 'DKK4A1B2D1', 'DKK4A1B2D2'];
/** Pays the request. */
const requested = 'DKK4A1B2E5';

let environment: BotEnvironment;

beforeAll(async () => {
  environment = await openBotEnvironment({ BASE_URL: 'https://deresegn.example' });
  await environment.startBot();
});

afterAll(() => environment.close());

interface Phone {
  chat: Scene;
  user: User;
  sends(text: string): Promise<Shown>;
  press(message: Shown, button: string): Promise<Shown>;
  /** Presses a button that changes its message. */
  changes(message: Shown, button: string, text: RegExp): Promise<void>;
  /** Everything since the last time, as it stands now. */
  lines(picture: (typeof pictureNames)[number]): ChatLine[];
  /** A message as it stands now. */
  line(message: Shown, picture: (typeof pictureNames)[number]): ChatLine;
}

function phoneOf(name: string): Phone {
  const user = environment.bot.person(name, { language_code: 'en' });
  const chat = environment.bot.chat(user);
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

  function lineOf(message: Shown, picture: (typeof pictureNames)[number], phone: string): ChatLine {
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
    .replace(/^⏳ \d\d:\d\d/gm, '⏳ 14:07');
}

/** Where the same piece stands in the text without times. */
function moved({ type, offset, length }: MessageEntity, text: string): ChatLine['entities'] {
  const piece = timeless(text.slice(offset, offset + length));
  const at = timeless(text).indexOf(piece);
  return at < 0 ? [] : [{ type, offset: at, length: piece.length }];
}

it('shows a shop being set up in five steps', async () => {
  const lines: ChatLine[] = [];
  const liya = phoneOf('Liya');
  const welcome = await liya.sends('/start');
  await liya.press(welcome, 'Open a shop');
  const opened = await liya.sends('Liya Café');
  lines.push(...liya.lines('1-open'));

  const banks = await liya.press(opened, 'Add an account');
  await liya.changes(banks, 'Telebirr', /Type the phone number/);
  const { number, holder } = paidTo(ours);
  await liya.sends(number);
  await liya.sends(holder);
  lines.push(...liya.lines('2-account'));

  const invitation = await liya.sends('/invite');
  const selam = phoneOf('Selam');
  await selam.sends(`/start ${tokenIn(invitation)}`);
  await liya.chat.message(/^Selam joined/);
  lines.push(...liya.lines('3-invite'));

  const { current } = await environment.engine.shops.ofPerson(`tg:${liya.user.id}`);
  const shop = current?.shop.id ?? '';
  await environment.engine.shops.set(shop, { maxAgeHours: 8760 });
  selam.lines('4-check');
  await verdictOn(selam.chat, selam.chat.sends.text(ours));
  await verdictOn(selam.chat, selam.chat.sends.text(theirs));
  await liya.chat.message(/^🔔/);
  lines.push(...selam.lines('4-check'), ...liya.lines('4-again'));

  await environment.engine.shops.saveAccount(shop, { provider: 'telebirr', ...paidTo(short) });
  const owed = (factsOf(short).amount / 100 + 50).toFixed(2);
  const look = await verdictOn(selam.chat, selam.chat.sends.text(`/v ${owed} ${short}`));
  selam.chat.sends.press(look, 'Ask the owner');
  const question = await liya.chat.message(/^Selam asks/);
  lines.push(...liya.lines('4-ask'));
  await saying(selam.chat, look, /Waiting for the answer of Liya/);
  await liya.changes(question, 'Refuse', /^Refused by Liya/);
  await saying(selam.chat, look, /^⚠️ REFUSED by Liya/);
  selam.lines('4-ask');

  await environment.bankIs('telebirr', 'blocked');
  await verdictOn(selam.chat, selam.chat.sends.text(asked));
  lines.push(...selam.lines('4-check'));
  await verdictOn(liya.chat, liya.chat.sends.text(ours));
  lines.push(...liya.lines('4-again'));

  selam.lines('6-request');
  const till = await reaction(selam.chat, () => selam.chat.sends.text('/request 500 order 17'));
  lines.push(...selam.lines('6-request'));
  const id = /pr_\w{26}/.exec(till.text)?.[0] ?? '';
  const wallet = { name: holder, account: number.replace(/^0/, '251') };
  const paid = { reference: requested, payer: 'Marta Test Bekele', to: wallet };
  const reference = await paidReceipt(environment.store, paid);
  await environment.engine.payerRequests.handIn(id, { reference }, { address: '127.0.0.1', waitMs: 30_000 });
  await saying(selam.chat, till, /^✅ Paid: 500\.00 birr/);
  lines.push(selam.line(till, '6-request'));

  await environment.engine.shops.set(shop, { maxAgeHours: 24 });
  const settings = await liya.sends('/settings');
  await liya.press(settings, 'Closing time');
  await liya.sends('20:30');
  await closesNow(environment, shop);
  await liya.chat.message(/^Summary for /);
  lines.push(...liya.lines('5-day'));

  const recorded = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
  await expect(recorded).toMatchFileSnapshot(join(repository, 'docs/chats/cashier-bot.jsonl'));
});

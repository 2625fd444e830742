/** docs/cashier-bot.md shows what the bot really says while a shop is set up: recorded here, and compared each time. */
import { afterAll, beforeAll, it } from 'vitest';
import type { ChatLine } from '../../../../docs/draw-chat.js';
import { factsOf } from '../../../../src/sandbox/fake-data.js';
import { paidReceipt } from '../../../engine/payment-requests/support.js';
import { type BotEnvironment, openBotEnvironment, verdictOn } from '../environment.js';
import { expectRecorded, phoneOf } from './recorder.js';
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

it('shows a shop being set up in five steps', async () => {
  const lines: ChatLine[] = [];
  const liya = phoneOf(environment, 'Liya');
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
  const selam = phoneOf(environment, 'Selam');
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
  await environment.engine.payerRequests.submitReceipt(
    id,
    { reference },
    { address: '127.0.0.1', waitMs: 30_000 },
  );
  await saying(selam.chat, till, /^✅ Paid: 500\.00 birr/);
  lines.push(selam.line(till, '6-request'));

  await environment.engine.shops.set(shop, { maxAgeHours: 24 });
  const settings = await liya.sends('/settings');
  await liya.press(settings, 'Closing time');
  await liya.sends('20:30');
  await closesNow(environment, shop);
  await liya.chat.message(/^Summary for /);
  lines.push(...liya.lines('5-day'));

  await expectRecorded(lines, 'cashier-bot.jsonl');
});

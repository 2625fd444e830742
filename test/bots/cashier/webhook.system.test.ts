/** Updates that Telegram posts: taken from whoever knows the secret, safe before they are acknowledged. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lead } from '../../../src/engine/store/key-names.js';
import { factsOf } from '../../../src/sandbox/fake-data.js';
import { paidReceipt, receiver } from '../../engine/payment-requests/support.js';
import { telebirr } from '../../engine/support.js';
import { freePort } from '../../support/ports.js';
import type { TestProcess } from '../../support/processes.js';
import type { Shown } from '../../support/telegram/index.js';
import { type BotEnvironment, openBotEnvironment, type Shopkeeper, token, verdictOn } from './environment.js';
import { handled } from './features/support.js';
import { paidTo, payOnPage, walletReceipt } from './people.js';

let environment: BotEnvironment;
let selam: Shopkeeper;
let url: string;
let service: TestProcess;

async function serve(): Promise<TestProcess> {
  const service = environment.run();
  await service.until(/serves at .*\n.*Banks/);
  return service;
}

beforeAll(async () => {
  // The proxy that ends TLS is played by the fake: it posts to where the service listens.
  const port = String(await freePort());
  url = `http://127.0.0.1:${port}`;
  environment = await openBotEnvironment({
    ROLES: 'api,cashier-bot',
    BOT_MODE: 'webhook',
    BOT_WEBHOOK_SECRET: 'a-secret-for-telegram',
    BASE_URL: 'https://shop.example',
    PORT: port,
    WORKERS: '2',
  });
  environment.bot.mailbox.behind(url);
  selam = await environment.shopkeeper('Selam');
  service = await serve();
});

afterAll(() => environment.close());

it('the address contains no token, and a receipt is answered whichever worker gets the update', async () => {
  for (let nth = 0; nth < 6; nth += 1) await verdictOn(selam.chat, selam.chat.sends.text(telebirr()));
  const hook = environment.bot.callsOf('setWebhook').at(-1)?.payload;
  expect(hook?.url).toBe('https://shop.example/telegram/cashier');
  expect(JSON.stringify(hook)).not.toContain(token);
  expect(environment.bot.polls).toBe(0);
});

it('an update is acted on once, however often and to whichever worker it is posted', async () => {
  const sent = selam.chat.sends.text(telebirr());
  await verdictOn(selam.chat, sent);
  for (let nth = 0; nth < 4; nth += 1) environment.bot.mailbox.again(sent.update);
  await verdictOn(selam.chat, selam.chat.sends.text(telebirr()));
  expect(selam.chat.answers.filter(({ replyTo }) => replyTo === sent.id)).toHaveLength(1);
});

it('a press takes effect whichever worker gets it: the owner, undo, the amount, another receipt', async () => {
  const [asked = '', sold = '', first = '', second = ''] = await paid(4);
  const { chat } = await environment.cashier('Abel', selam.membership);
  const says = (answer: Shown, text: RegExp) =>
    chat.message((one) => one.id === answer.id && text.test(one.text));
  const warned = await verdictOn(chat, chat.sends.text(`/v 99999 ${asked}`));
  chat.sends.press(warned, 'Ask the owner');
  selam.chat.sends.press(await selam.chat.message(/^Abel asks/), 'Approve');
  await says(warned, /^⚠️ Approved by Selam/);

  const ticked = await verdictOn(chat, chat.sends.text(sold));
  chat.sends.press(ticked, 'Undo');
  await chat.until(() => ticked.keyboard.flat().some(({ text }) => text === 'Yes, undo'));
  chat.sends.press(ticked, 'Yes, undo');
  await says(ticked, /^⚠️ Acceptance undone by Abel/);

  await environment.engine.shops.set(selam.membership.shop.id, { askAmount: true });
  const waits = await verdictOn(chat, chat.sends.text(first));
  expect(waits.text).toMatch(/^⏳ How much should the customer pay\?/);
  chat.sends.press(waits, 'Type the amount');
  const whole = (factsOf(first).amount + factsOf(second).amount) / 100;
  chat.sends.text(whole.toFixed(2), { replyTo: await chat.message(({ asksReply }) => asksReply) });
  await says(waits, /^⚠️ SHORT/);
  chat.sends.press(waits, 'Another receipt pays the rest');
  await says(waits, /Send the other receipt now/);
  const rest = await verdictOn(chat, chat.sends.text(second));
  for (const answer of [waits, rest]) await says(answer, /^✅ Paid: [\d,.]+ birr in 2 receipts, as expected/);
  expect(environment.bot.polls).toBe(0);
});

it('a payment request is made, paid on the page, decided by the owner and canceled, whichever worker gets the posts', async () => {
  const { shops } = environment.engine;
  const shop = selam.membership.shop.id;
  const { provider, account: number, name: holder } = receiver;
  await shops.saveAccount(shop, { provider, number, holder });
  const { chat } = await environment.cashier('Hana', selam.membership);
  const asks = async (text: string) => {
    const sent = chat.sends.text(text);
    const shown = await chat.message(({ replyTo, file }) => replyTo === sent.id && file !== null);
    return { shown, link: /https:\/\/shop\.example\/pay\/pr_\w{26}/.exec(shown.text)?.[0] ?? '' };
  };
  const says = (answer: Shown, text: RegExp) =>
    chat.message((one) => one.id === answer.id && text.test(one.text));

  const paid = await asks('/request 500 order 17');
  expect(paid.shown.text).toMatch(/^🧾 Waiting for 500\.00 birr\nNote: order 17\n/u);
  await payOnPage(paid.link, url, await paidReceipt(environment.store, { amount: '500.00' }));
  await says(paid.shown, /^✅ Paid: 500\.00 birr, as expected/);

  const doubtful = await asks('/request 720');
  const to = { name: 'Sara Test', account: null };
  await payOnPage(doubtful.link, url, await paidReceipt(environment.store, { amount: '720.00', to }));
  selam.chat.sends.press(await selam.chat.message(/^⚠️ Look first: 720/), 'Approve');
  await says(doubtful.shown, /^✅ Paid: 720\.00 birr[\s\S]*Approved by Selam despite the warning/);

  const canceled = await asks('/request 90');
  chat.sends.press(canceled.shown, 'Cancel the request');
  await says(canceled.shown, /^🧾 The request was canceled: 90\.00 birr/u);
  expect(environment.bot.polls).toBe(0);
});

/** Receipts that were paid to Selam's shop. */
async function paid(count: number): Promise<string[]> {
  const references = Array.from({ length: count }, () => walletReceipt());
  const { shops } = environment.engine;
  const shop = selam.membership.shop.id;
  await shops.set(shop, { maxAgeHours: 8760 });
  for (const reference of references)
    await shops.saveAccount(shop, { provider: 'telebirr', ...paidTo(reference) });
  return references;
}

it('receipts that come two at a time have one verdict each, though the service is killed in between and all come again', async () => {
  const { chat } = selam;
  await environment.engine.shops.set(selam.membership.shop.id, { askAmount: false });
  const references = await paid(8);
  await environment.bankIs('telebirr', 'slow');
  const write = (reference: string) => chat.sends.text(reference);
  const before = references.slice(0, 6).map(write);
  await chat.message(({ replyTo }) => replyTo === before[1]?.id);
  // Some are checked, others stored or still on their way.
  await service.end('SIGKILL');
  const sent = [...before, ...references.slice(6).map(write)];
  // Another leader need not wait until the lease ends.
  await environment.store.client.del(lead('cashier'));
  service = await serve();
  for (const { update } of sent) environment.bot.mailbox.again(update);
  await environment.bankIs('telebirr', 'up');
  for (const one of sent) expect((await verdictOn(chat, one)).text).toMatch(/^✅ Paid: /);
  await handled(environment);
  for (const { id } of sent) {
    const signed = chat.answers.filter(({ replyTo, text }) => replyTo === id && /^[✅⚠❌⏳]/u.test(text));
    expect(signed).toHaveLength(1);
  }
});

it('a post without the secret is refused and has no effect', async () => {
  const update = { update_id: 1, message: selam.chat.sends.text(telebirr('GONE')).raw } as never;
  const count = () => selam.chat.answers.length;
  await verdictOn(selam.chat, selam.chat.messages.at(-1) as { id: number });
  const before = count();
  expect(await environment.bot.mailbox.post(update, 'a guess')).toBe(401);
  expect(await environment.bot.mailbox.post(update, undefined)).toBe(401);
  expect(await post('{"update_id":"one"}')).toBe(400);
  await verdictOn(selam.chat, selam.chat.sends.text(telebirr()));
  expect(count()).toBe(before + 1);
});

it('a malformed update is acknowledged, so that Telegram goes on with those after it', async () => {
  expect(await post('{"update_id":1000000001,"message":{"__proto__":0}}')).toBe(200);
  expect(await post('{"update_id":1000000002,"message":{"constructor":{"prototype":{}}}}')).toBe(200);
  expect(await post('{"update_id":1000000003,"callback_query":[0]}')).toBe(200);
  await verdictOn(selam.chat, selam.chat.sends.text(telebirr()));
});

async function post(body: string): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    'x-telegram-bot-api-secret-token': 'a-secret-for-telegram',
  };
  return (await fetch(`${url}/telegram/cashier`, { method: 'POST', headers, body })).status;
}

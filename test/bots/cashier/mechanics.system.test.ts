/** What happens to receipts when Telegram repeats itself or refuses, banks hang or go, and processes die. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as names from '../../../src/engine/store/key-names.js';
import { telebirr } from '../../engine/support.js';
import { badGateway, blockedByUser, type Shown, tooManyRequests } from '../../support/telegram/index.js';
import {
  type BotEnvironment,
  openBotEnvironment,
  type Shopkeeper,
  signOf,
  verdictOn,
  wordings,
} from './environment.js';
import { handled, paidTo, walletReceipt } from './features/support.js';

let environment: BotEnvironment;
let selam: Shopkeeper;

beforeEach(async () => {
  environment = await openBotEnvironment();
  selam = await environment.shopkeeper('Selam');
  await environment.engine.shops.set(selam.membership.shop.id, { maxAgeHours: 8760 });
});

afterEach(() => environment.close());

const checking = (sent: { id: number }) => selam.chat.message(({ replyTo }) => replyTo === sent.id);
const answersTo = (sent: { id: number }) => selam.chat.answers.filter(({ replyTo }) => replyTo === sent.id);
/** Resolves once this bank is known to be so in the store that all processes share. */
async function known(provider: string, state: string): Promise<void> {
  while ((await environment.store.client.hget(`{h:sandbox:${provider}}`, 'state')) !== state) await sleep(20);
}

it('an update that is delivered twice is acted on once', async () => {
  await environment.startBot();
  const sent = selam.chat.sends.text(telebirr());
  await verdictOn(selam.chat, sent);
  environment.bot.mailbox.again(sent.update);
  await verdictOn(selam.chat, selam.chat.sends.text(telebirr()));
  expect(answersTo(sent)).toHaveLength(1);
});

// The embedded store knows no limit of memory, by which the store is made to refuse here.
it('an update is confirmed only when it is safe: what came while the store was away is answered', {
  tags: ['needs-redis-server'],
}, async () => {
  await environment.startBot();
  await environment.store.client.config('SET', 'maxmemory', '1');
  const sent = selam.chat.sends.text(telebirr());
  await sleep(300);
  expect(environment.bot.mailbox.pending()).toHaveLength(1);
  await environment.store.client.config('SET', 'maxmemory', '0');
  await verdictOn(selam.chat, sent);
  expect(answersTo(sent)).toHaveLength(1);
});

it('a file that Telegram does not hand out at once is asked for again', async () => {
  await environment.startBot();
  environment.bot.fails('getFile', { refusal: badGateway() });
  environment.bot.fails('getFile', { refusal: tooManyRequests(1) });
  const sent = selam.chat.sends.photo(await environment.screenshot('telebirr', telebirr()));
  expect((await verdictOn(selam.chat, sent)).text).toContain('Amount:');
});

it('killed while the bank hangs: the next process edits the same message, once', async () => {
  const env = { ATTEMPT_TIMEOUT_SECONDS: '4' };
  const first = await environment.startBot(env);
  const sent = selam.chat.sends.text(telebirr('HANG'));
  const message = await checking(sent);
  await sleep(300);
  await first.end('SIGKILL');
  expect(wordings(message)).toEqual(['Checking…']);
  await environment.startBot(env);
  expect((await verdictOn(selam.chat, sent)).id).toBe(message.id);
  expect(message.text).toMatch(/^⏳ Telebirr did not answer/);
  expect(answersTo(sent)).toHaveLength(1);
});

it('a slow bank is reported; after a kill, the next process continues with the same lookup and message', async () => {
  const env = { ATTEMPT_TIMEOUT_SECONDS: '6' };
  const first = await environment.startBot(env);
  const sent = selam.chat.sends.text(telebirr('HANG'));
  const message = await selam.chat.message(({ text }) => /^Telebirr is slow\./.test(text));
  while (!(await environment.store.client.hvals('{n:cashier}:notes:job')).join().includes('"requestId":"')) {
    await sleep(10);
  }
  await first.end('SIGKILL');
  await environment.startBot(env);
  await selam.chat.message(({ text }) => /^⏳ Telebirr did not answer/.test(text), { timeoutMs: 60_000 });
  expect(answersTo(sent)).toEqual([message]);
});

it('killed while a link is open that opens only a few times: it is not opened again', async () => {
  const first = await environment.startBot();
  const sent = selam.chat.sends.text('https://siinqeebank.com/receipt/AAAABBBBHANG');
  const hits = () => environment.engine.sandbox.hits('siinqee', 'AAAABBBBHANG');
  while ((await hits()) === 0) await sleep(10);
  await first.end('SIGKILL');
  await environment.startBot();
  const message = await verdictOn(selam.chat, sent);
  expect(signOf(message)).toBe('⏳');
  expect(message.keyboard).toEqual([]);
  expect(await hits()).toBe(1);
});

it('of several links the one that was open when the process died is named, though it comes back an hour later', async () => {
  const first = await environment.startBot();
  const link = (reference: string) => `https://siinqeebank.com/receipt/${reference}`;
  const sent = selam.chat.sends.text(`${link('AAAABBBBHANG')}\n${link('AAAABBBBGONE')}`);
  const hits = () => environment.engine.sandbox.hits('siinqee', 'AAAABBBBHANG');
  while ((await hits()) === 0) await sleep(10);
  await selam.chat.message(/^❌[\s\S]*AAAABBBBGONE/);
  await first.end('SIGKILL');
  const botStore = environment.engine.botStore('cashier');
  for (const { id, value } of await botStore.all('job')) {
    const job = value as { askedAt: number; requestId: string };
    await environment.store.client.del(names.request(job.requestId));
    await botStore.put(id, { ...job, askedAt: job.askedAt - 3_600_000 });
  }
  await environment.startBot();
  const message = await selam.chat.message(({ text }) => text.startsWith('⏳'));
  expect(message.text).toContain('Reference: AAAABBBBHANG');
  expect(message.keyboard).toEqual([]);
  expect(answersTo(sent)).toHaveLength(2);
  expect(await hits()).toBe(1);
});

it('a bank that fails and is then found to be down is waited for all the same', async () => {
  await environment.startBot({ ROLES: 'cashier-bot,prober', PROBE_INTERVAL_SECONDS: '3' });
  await known('telebirr', 'operational');
  await environment.bankIs('telebirr', 'down');
  const sent = selam.chat.sends.text(telebirr());
  const message = await verdictOn(selam.chat, sent);
  await selam.chat.message(({ id, text }) => id === message.id && /I'll tell you here/.test(text));
  await environment.bankIs('telebirr', 'up');
  await selam.chat.message(({ id, text }) => id === message.id && /Amount:/.test(text));
  expect(answersTo(sent)).toHaveLength(1);
});

it('a bank that is found to be down while it is asked is waited for all the same', async () => {
  await environment.startBot({
    ROLES: 'cashier-bot,prober',
    PROBE_INTERVAL_SECONDS: '1',
    ATTEMPT_TIMEOUT_SECONDS: '8',
  });
  await known('telebirr', 'operational');
  const reference = telebirr('HANG');
  const sent = selam.chat.sends.text(reference);
  while ((await environment.engine.sandbox.hits('telebirr', reference)) === 0) await sleep(10);
  await environment.bankIs('telebirr', 'down');
  await known('telebirr', 'down');
  const message = await verdictOn(selam.chat, sent);
  await selam.chat.message(({ id, text }) => id === message.id && /I'll tell you here/.test(text));
  await environment.bankIs('telebirr', 'up');
  await known('telebirr', 'operational');
});

it('killed before any message was sent: the receipt is answered by the next process, once', async () => {
  const first = await environment.startBot();
  environment.bot.fails('sendMessage', { drop: 'before', times: 1_000 });
  const sent = selam.chat.sends.text(telebirr());
  await environment.bot.mailbox.confirmed(sent.update);
  await first.end('SIGKILL');
  expect(answersTo(sent)).toHaveLength(0);
  environment.bot.heals('sendMessage');
  await environment.startBot();
  await verdictOn(selam.chat, sent);
  expect(answersTo(sent)).toHaveLength(1);
});

it('a bank that goes down while a receipt waits: the message says so, and is answered when the bank is back', async () => {
  const env = { ROLES: 'cashier-bot,prober', PROBE_INTERVAL_SECONDS: '1' };
  await environment.bankIs('telebirr', 'down');
  const first = await environment.startBot(env);
  await known('telebirr', 'down');
  await sleep(200);
  const sent = selam.chat.sends.text(telebirr());
  const message = await verdictOn(selam.chat, sent);
  expect(message.text).toMatch(/^⏳ Telebirr is not answering now.*I'll tell you here/s);
  expect(message.keyboard).toEqual([]);
  while ((await environment.store.client.hlen('{n:cashier}:notes:job')) === 0) await sleep(10);
  await first.end('SIGKILL');
  await environment.startBot(env);
  await environment.bankIs('telebirr', 'up');
  await selam.chat.message(({ id, text }) => id === message.id && /Amount:/.test(text));
  expect(wordings(message)).toHaveLength(3);
  expect(answersTo(sent)).toHaveLength(1);
  while ((await environment.store.client.hlen('{n:cashier}:notes:job')) > 0) await sleep(10);
});

it('a link that opens only a few times is never tried again by itself', async () => {
  const env = { ROLES: 'cashier-bot,prober', PROBE_INTERVAL_SECONDS: '1' };
  await environment.bankIs('siinqee', 'down');
  await environment.startBot(env);
  await known('siinqee', 'down');
  await sleep(200);
  const sent = selam.chat.sends.text('https://siinqeebank.com/receipt/AAAABBBBCCCC1');
  const message = await verdictOn(selam.chat, sent);
  expect(signOf(message)).toBe('⏳');
  expect(message.keyboard).toEqual([]);
  expect(message.text).toMatch(/opens only a few times/);
  await environment.bankIs('siinqee', 'up');
  await known('siinqee', 'operational');
  await verdictOn(selam.chat, selam.chat.sends.text(telebirr()));
  expect(await environment.engine.sandbox.hits('siinqee', 'AAAABBBBCCCC1')).toBe(0);
  expect(message.versions).toHaveLength(2);
});

it('a link that opens only a few times is not opened again for an amount said later, where it has failed', async () => {
  await environment.startBot();
  const { client } = environment.store;
  const link = (reference: string) => `https://siinqeebank.com/receipt/${reference}`;
  const hits = (reference: string) => environment.engine.sandbox.hits('siinqee', reference);
  /** As if the engine had forgotten that it was opened a moment ago. */
  const aMinutePasses = async () => {
    for (const name of await client.keys('*:cool')) await client.del(name);
  };
  const worked = async ({ update }: { update: number }) => {
    await environment.bot.mailbox.confirmed(update);
    await handled(environment);
    while ((await client.hlen('{n:cashier}:notes:job')) > 0) await sleep(10);
  };

  for (const [reference, said] of [
    ['AAAABBBBWALL', /^⏳ .*opens only a few times/s],
    ['AAAABBBBBACK', /^❌ .*REVERSED.*opens only a few times/s],
  ] as const) {
    const sent = selam.chat.sends.text(`/v 100 ${link(reference)}`);
    const message = await verdictOn(selam.chat, sent);
    const first = message.text;
    expect(first).toMatch(said);
    await aMinutePasses();
    await worked(selam.chat.sends.text('500', { replyTo: message }));
    expect(message.text).toBe(first);
    await worked(selam.chat.sends.edited(sent, `/v 600 ${link(reference)}`));
    expect(message.text).toBe(first);
    expect(await hits(reference)).toBe(1);
  }

  const good = await verdictOn(selam.chat, selam.chat.sends.text(link('AAAABBBBGOOD')));
  await aMinutePasses();
  await worked(selam.chat.sends.text('99999', { replyTo: good }));
  expect(good.text).toMatch(/expected 99,999\.00/);
  expect(await hits('AAAABBBBGOOD')).toBe(1);
});

it('a flood limit on the edit is waited out, and a message with that content already does no harm', async () => {
  await environment.startBot();
  environment.bot.fails('editMessageText', { refusal: tooManyRequests(1) });
  const sent = selam.chat.sends.text(telebirr());
  const message = await verdictOn(selam.chat, sent);
  expect(message.text).toContain('Amount:');
  const [limited, edited] = environment.bot.callsOf('editMessageText');
  expect(limited?.error?.code).toBe(429);
  expect((edited?.at ?? 0) - (limited?.at ?? 0)).toBeGreaterThanOrEqual(1_000);

  // The answer of the edit is lost, and it is made again: Telegram then says that nothing would change.
  environment.bot.fails('editMessageText', { drop: 'after' });
  const again = await verdictOn(selam.chat, selam.chat.sends.text(telebirr()));
  await selam.chat.until(() =>
    environment.bot
      .callsOf('editMessageText')
      .some(({ error }) => /not modified/.test(error?.description ?? '')),
  );
  expect(again.versions).toHaveLength(2);
  while ((await environment.store.client.hlen('{n:cashier}:notes:job')) > 0) await sleep(10);
});

it('where the bank answers before Telegram does, an amount said later does not find the payment accepted already', async () => {
  await environment.startBot();
  const { shop } = selam.membership;
  const reference = walletReceipt();
  await environment.engine.shops.saveAccount(shop.id, { provider: 'telebirr', ...paidTo(reference) });
  environment.bot.fails('sendMessage', { refusal: tooManyRequests(1) });
  const message = await verdictOn(selam.chat, selam.chat.sends.text(reference));
  expect(signOf(message)).toBe('✅');
  const {
    rows: [row],
  } = await environment.engine.shops.history(shop.id, reference);
  await environment.store.client.hincrby(names.bookRow(shop.id, row?.id ?? ''), 'takenAt', -61_000);

  const owed = row?.amount ?? '';
  // The chat is paced after the 429: "Checking…" may be left out, and then nothing changes.
  const reply = selam.chat.sends.text(owed, { replyTo: message });
  await environment.bot.mailbox.confirmed(reply.update);
  await handled(environment);
  while ((await environment.store.client.hlen('{n:cashier}:notes:job')) > 0) await sleep(10);
  expect(signOf(message)).toBe('✅');
  expect(message.text).not.toContain('Already accepted');
});

it('a person who blocks the bot gets no more calls, and everybody else is answered', async () => {
  await environment.startBot();
  const gone = await environment.shopkeeper('Gone');
  environment.bot.fails('sendMessage', {
    refusal: blockedByUser(),
    when: ({ chat_id }) => chat_id === gone.chat.id,
  });
  const reference = telebirr();
  gone.chat.sends.text(reference);
  await verdictOn(selam.chat, selam.chat.sends.text(telebirr()));
  while ((await environment.store.client.hlen('{n:cashier}:notes:job')) > 0) await sleep(10);
  expect(gone.chat.answers).toEqual([]);
  // What nobody was told of does not stand in the shop's book.
  expect((await environment.engine.shops.history(gone.membership.shop.id, reference)).rows).toEqual([]);
});

it('one bank that hangs delays nobody else: 200 receipts from 50 chats', async () => {
  await environment.startBot({ ATTEMPT_TIMEOUT_SECONDS: '60', QUEUE_WAIT_SECONDS: '600' });
  const keepers = await Promise.all(
    Array.from({ length: 50 }, (_, nth) => environment.shopkeeper(`Shop ${nth}`)),
  );
  const sent = keepers.flatMap(({ chat }, shop) =>
    ['HANG', 'A', 'B', 'HANG'].map((outcome) => {
      const hangs = outcome === 'HANG';
      const other = `ZZZWDTS26267${outcome}0${String(shop).padStart(2, '0')}`;
      return { chat, hangs, message: chat.sends.text(hangs ? telebirr('HANG') : other) };
    }),
  );
  const answerTo = ({ chat, message }: (typeof sent)[number]) =>
    chat.answers.find(({ replyTo }) => replyTo === message.id);
  const isChecked = (answer: Shown | undefined) => answer !== undefined && answer.versions.length > 1;
  const others = sent.filter(({ hangs }) => !hangs);
  await selam.chat.until(() => others.every((one) => /^[✅⚠❌]/u.test(answerTo(one)?.text ?? '')), {
    timeoutMs: 25_000,
  });
  expect(others.every((one) => isChecked(answerTo(one)))).toBe(true);
  const hanging = sent.filter(({ hangs }) => hangs);
  expect(hanging.every((one) => !/^[✅⚠❌⏳]/u.test(answerTo(one)?.text ?? '✅'))).toBe(true);
});

it('one process runs the bot, another takes over when it stops; both shut down gracefully', async () => {
  const first = await environment.startBot();
  const second = environment.run();
  await second.until(/plays the cashier bot/);
  await verdictOn(selam.chat, selam.chat.sends.text(telebirr()));
  expect(await first.end('SIGTERM')).toBe(0);
  await verdictOn(selam.chat, selam.chat.sends.text(telebirr()));
  expect(await second.end('SIGTERM')).toBe(0);
  expect(environment.bot.callsOf('getMe')).toHaveLength(2);
  for (const { stderr } of [first, second]) expect(stderr()).not.toContain('"level":"error"');
});

it('the log of all this holds no token, reference, name or text', async () => {
  const service = await environment.startBot();
  const reference = telebirr();
  environment.bot.fails('getFile', { drop: 'before' });
  await verdictOn(selam.chat, selam.chat.sends.text(`${reference} from Makeda`));
  await verdictOn(selam.chat, selam.chat.sends.photo(Buffer.from('a picture')));
  environment.bot.fails('getUpdates', { drop: 'before', times: 3 });
  await verdictOn(selam.chat, selam.chat.sends.text(telebirr('WALL')));
  await service.end('SIGTERM');
  for (const secret of ['AAHtoken', reference, 'Makeda', 'Selam', selam.membership.shop.id]) {
    expect(service.stderr()).not.toContain(secret);
  }
});

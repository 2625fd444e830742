/** Owners hear at once of what costs them money: once for each receipt, whoever restarts in between, and nobody else does. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Alerts, createAlerts, type Raised } from '../../../bots/cashier/alerts.js';
import type { Delivery } from '../../../bots/cashier/jobs/deliver.js';
import { loadVocabulary } from '../../../bots/cashier/render/index.js';
import type { Membership } from '../../../src/engine/index.js';
import { message, paid } from '../../engine/shops/support.js';
import { telebirr } from '../../engine/support.js';
import type { Scene, Shown } from '../../support/telegram/index.js';
import { type Counter, openCounter, type Shopkeeper, signOf, verdictOn, walletReceipt } from './counter.js';
import { setting } from './render/support.js';

let counter: Counter;

beforeAll(async () => {
  counter = await openCounter();
});

afterAll(() => counter.close());

const alertsIn = ({ answers }: Scene) => answers.filter(({ text }) => text.includes('🔔'));
const alertSaying = ({ chat }: Shopkeeper, text: RegExp) =>
  chat.message((one) => one.text.includes('🔔') && text.test(one.text));

async function answerTo({ chat }: Shopkeeper, text: string): Promise<Shown> {
  const before = chat.answers.length;
  chat.sends.text(text, { replyTo: null });
  await chat.until(() => chat.answers.length > before);
  return chat.answers[before] as Shown;
}

/** Another owner of the same shop. */
async function partner(name: string, { shop, member }: Membership): Promise<Shopkeeper> {
  const { shops } = counter.engine;
  const user = counter.bot.person(name);
  const { token } = await shops.invite({ shop: shop.id, by: member.id, role: 'owner' });
  const joining = await shops.accept(token, `tg:${user.id}`, name);
  if (joining.kind !== 'joined') throw new Error(`${name} did not join`);
  await shops.setLanguage(`tg:${user.id}`, 'en');
  return { user, chat: counter.bot.chat(user), membership: joining.membership };
}

it('an accepted receipt that is sent again and again is one message to the owner, which counts', async () => {
  const reference = walletReceipt();
  const almaz = await counter.shopPaidBy('Almaz', [reference]);
  const abel = await counter.cashier('Abel', almaz.membership);
  const marta = await counter.cashier('Marta', almaz.membership);
  expect(signOf(await verdictOn(abel.chat, abel.chat.sends.text(reference)))).toBe('✅');
  const brought = Array.from({ length: 12 }, (_, nth) => marta.chat.sends.forward(`${reference} ${nth} `));
  for (const sent of brought) expect((await verdictOn(marta.chat, sent)).text).toMatch(/^⚠️ Already accepted/);
  const alert = await alertSaying(almaz, /In 12 messages so far/);
  expect(alert.text).toMatch(
    /^🔔 An accepted receipt was brought again\.\nTEST: [^\n]*\nBrought by Marta: \d\d:\d\d today\n/,
  );
  expect(alert.text).toMatch(/\nAlready accepted: \d\d:\d\d today by Abel\n/);
  expect(alert.text).toContain(`Reference: ${reference}`);
  expect(alertsIn(almaz.chat)).toEqual([alert]);
  expect(alert.versions.length).toBeLessThan(12);
  expect([...alertsIn(abel.chat), ...alertsIn(marta.chat)]).toEqual([]);

  const today = await answerTo(almaz, '/today');
  expect(today.text).toMatch(
    /By cashier:\n• Abel: [\d,.]+ birr \(1\)\n• Marta: 0\.00 birr \(0\) · used again: 1/,
  );
  // What colleagues did is the owners' to know.
  expect((await answerTo(marta, '/today')).text).not.toMatch(/By cashier|Abel|used again/);
});

it('a payment to somebody else is reported once, whatever changes in the same message', async () => {
  const almaz = await counter.shopPaidBy('Almaz', [walletReceipt()]);
  const abel = await counter.cashier('Abel', almaz.membership);
  const reference = telebirr();
  const answer = await verdictOn(abel.chat, abel.chat.sends.text(reference));
  expect(answer.text).toMatch(/^❌ Real payment, but NOT to you/);
  const alert = await alertSaying(almaz, /real, but NOT to you/);
  expect(alert.text).toContain('Brought by Abel');
  abel.chat.sends.text('99999 table 4', { replyTo: answer });
  await abel.chat.until(() => answer.text.includes('Note: table 4'));
  // By the time the next alert has come, another of the first would have come too.
  await verdictOn(abel.chat, abel.chat.sends.text(telebirr()));
  await almaz.chat.until(() => alertsIn(almaz.chat).length > 1);
  expect(alertsIn(almaz.chat)).toHaveLength(2);
  expect(alert.text).not.toContain('messages so far');
});

it('an accepted payment that the bank now calls reversed is reported; any other denial is only counted', async () => {
  const almaz = await counter.shopPaidBy('Almaz', [walletReceipt()]);
  const abel = await counter.cashier('Abel', almaz.membership);
  const { shops } = counter.engine;
  const { shop, member } = almaz.membership;
  const reference = telebirr('BACK');
  const { id } = await shops.submitReceipt({
    ...{ shop: shop.id, member: member.id, message: message() },
    paid: paid({ reference }),
  });
  await shops.acceptOverride(shop.id, id, member.id, message());
  for (const other of [telebirr('BACK'), telebirr('GONE'), telebirr('PEND')]) {
    expect(signOf(await verdictOn(abel.chat, abel.chat.sends.text(other)))).toBe('❌');
  }
  const answer = await verdictOn(abel.chat, abel.chat.sends.text(reference));
  expect(answer.text).toMatch(/^❌ .*REVERSED/);
  const alert = await alertSaying(almaz, /REVERSED/);
  expect(alert.text).toContain(reference);
  expect(alertsIn(almaz.chat)).toEqual([alert]);
  const { cashiers } = await shops.day(shop.id);
  expect(cashiers.find(({ name }) => name === 'Abel')).toMatchObject({ refused: 3, usedTwice: 0 });
});

it('an approval despite a warning is reported to the other owners', async () => {
  const reference = walletReceipt();
  const almaz = await counter.shopPaidBy('Almaz', [reference]);
  const sara = await partner('Sara', almaz.membership);
  const look = await verdictOn(almaz.chat, almaz.chat.sends.text(`/v 99999 ${reference} table 4`));
  almaz.chat.sends.press(look, 'Approve anyway');
  const alert = await alertSaying(sara, /approved despite the warning/);
  expect(alert.text).toMatch(/\nApproved by Almaz despite the warning, \d\d:\d\d today\n/);
  expect(alert.text).toMatch(/\nNote: table 4\n/);
  await almaz.chat.until(() => look.text.startsWith('⚠️ Approved'));
  expect(alertsIn(almaz.chat)).toEqual([]);
  expect(alertsIn(sara.chat)).toHaveLength(1);
});

it('an owner turns alerts off, a cashier does not, and what happens is counted all the same', async () => {
  const reference = walletReceipt();
  const almaz = await counter.shopPaidBy('Almaz', [reference]);
  const abel = await counter.cashier('Abel', almaz.membership);
  const page = await answerTo(almaz, '/settings');
  expect(page.text).toContain('Alerts to owners: on');
  const own = await answerTo(abel, '/help');
  const forged = Object.create(own, { keyboard: { value: page.keyboard } }) as Shown;
  abel.chat.sends.press(forged, 'Turn alerts off');
  await abel.chat.message(/^Only the shop's owner/);
  almaz.chat.sends.press(page, 'Turn alerts off');
  await almaz.chat.message(/^Saved\.[\s\S]*Alerts to owners: off/);
  await verdictOn(almaz.chat, almaz.chat.sends.text(reference));
  await verdictOn(abel.chat, abel.chat.sends.text(reference));
  expect((await answerTo(almaz, '/today')).text).toContain('• Abel: 0.00 birr (0) · used again: 1');
  expect(alertsIn(almaz.chat)).toEqual([]);
});

describe('whatever happens to the process', () => {
  /** What was sent to and edited in chats, in order. */
  const sent: { chat: number; message: number; text: string }[] = [];
  let refuses = false;
  let hanging = 0;

  function another(): { alerts: Alerts; ends: AbortController } {
    const ends = new AbortController();
    const send: Delivery['send'] = async (chat, { text }, _, signal) => {
      if (refuses) {
        hanging += 1;
        await new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason)));
      }
      sent.push({ chat, message: sent.length + 1, text });
      return { chat, message: sent.length };
    };
    const edit: Delivery['edit'] = async (chat, id, latest) => {
      sent.push({ chat, message: id, text: latest().text });
      return latest();
    };
    const alerts = createAlerts({
      ...{ engine: counter.engine, delivery: { send, edit }, vocabulary: loadVocabulary() },
      ...{ setting: () => setting, log: { warn: () => undefined } as never },
    });
    return { alerts, ends };
  }

  async function raisedIn(name: string): Promise<() => Promise<Raised>> {
    const { shops } = counter.engine;
    const { membership } = await counter.shopkeeper(name);
    const { shop, member } = membership;
    return async () => {
      const given = { shop: shop.id, member: member.id, message: message() };
      const { id } = await shops.submitReceipt({ ...given, paid: paid() });
      const date = await shops.today(shop.id);
      return { shop: shop.id, kind: 'twice', about: id, by: 'somebody', times: 1, link: null, date };
    };
  }

  it('a stored alert is sent by the next process, once, and counted in the same message', async () => {
    const raised = await (await raisedIn('Almaz'))();
    sent.length = 0;
    refuses = true;
    const first = another();
    await first.alerts.run(first.ends.signal);
    await first.alerts.raise(raised);
    await expect.poll(() => hanging).toBe(1);
    first.ends.abort(new Error('killed'));
    refuses = false;
    const second = another();
    await second.alerts.run(second.ends.signal);
    await expect.poll(() => sent.filter(({ text }) => text.includes('🔔')).length).toBe(1);
    const id = `alert:twice:${raised.shop}:${raised.about}:${raised.date}`;
    const told = async () => JSON.stringify(await counter.engine.botStore('cashier').get(id));
    await expect.poll(told).toContain('"message":1');
    second.ends.abort(new Error('killed'));

    const third = another();
    await third.alerts.run(third.ends.signal);
    await third.alerts.raise(raised);
    await third.alerts.raise({ ...raised, times: 2 });
    await expect.poll(() => sent.length).toBe(2);
    expect(sent[1]).toMatchObject({ message: 1, text: expect.stringContaining('In 2 messages so far') });
    third.ends.abort(new Error('killed'));
  });

  it('more than twenty alerts in an hour are one message with the number of the rest', async () => {
    const raise = await raisedIn('Busy');
    sent.length = 0;
    const { alerts, ends } = another();
    await alerts.run(ends.signal);
    for (let nth = 0; nth < 23; nth += 1) await alerts.raise(await raise());
    const latest = () => sent.filter(({ text }) => text.startsWith('🔔 More alerts')).at(-1)?.text ?? '';
    await expect.poll(latest).toContain('More alerts in this hour: 3');
    await expect.poll(() => sent.filter(({ text }) => text.startsWith('🔔 An accepted')).length).toBe(20);
    ends.abort(new Error('killed'));
  });

  it('no data is kept of a deleted owner or a closed shop', async () => {
    const raised = await (await raisedIn('Leaver'))();
    const { alerts, ends } = another();
    await alerts.run(ends.signal);
    await alerts.raise(raised);
    const kept = async () => JSON.stringify(await counter.engine.botStore('cashier').all('alert'));
    await expect.poll(kept).toContain('"message":');
    const [owner = ''] = await counter.engine.shops.owners(raised.shop);
    await expect.poll(kept).toContain(`"${owner}"`);
    await alerts.forget(owner, [raised.shop]);
    expect(await kept()).not.toContain(raised.shop);
    expect(await kept()).not.toContain(`"${owner}"`);
    ends.abort(new Error('killed'));
  });
});

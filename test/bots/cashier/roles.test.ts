/**
 * Whoever has not the role neither changes a shop nor learns anything of it: every command and every button there is, by
 * every kind of person, in their own chat and in the shop's group. A new command or button has to be added to these tables.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Action, ActionName } from '../../../bots/cashier/render/callbacks.js';
import { encodeAction } from '../../../bots/cashier/render/callbacks.js';
import type { CommandName } from '../../../bots/cashier/render/commands.js';
import { factsOf } from '../../../src/sandbox/fake-data.js';
import { paidReceipt } from '../../engine/payment-requests/support.js';
import type { Scene, Shown } from '../../support/telegram/index.js';
import { type Counter, openCounter, type Shopkeeper, signOf, verdictOn, walletReceipt } from './counter.js';

/** Who may do it in the shop it is about; `chat`: a member, in the chat where the answer stands. */
type May = 'owner' | 'member' | 'chat' | 'anybody';

/** What a press of this kind would be about. */
interface Target {
  shop: string;
  job: string;
  row: string;
  soldRow: string;
  question: string;
  request: string;
  reviewed: string;
  attempt: string;
  member: string;
  account: string;
  date: string;
  start: string;
}

type Buttons = { [N in ActionName]: [May, (target: Target) => Action & { do: N }] };

const buttons: Buttons = {
  language: ['anybody', () => ({ do: 'language', locale: 'en' })],
  openShop: ['anybody', () => ({ do: 'openShop' })],
  haveInvitation: ['anybody', () => ({ do: 'haveInvitation' })],
  chooseShop: ['member', ({ shop }) => ({ do: 'chooseShop', shop })],
  confirmDeletion: ['anybody', () => ({ do: 'confirmDeletion' })],
  cancel: ['anybody', () => ({ do: 'cancel' })],
  retry: ['chat', ({ job }) => ({ do: 'retry', job })],
  chooseBank: ['chat', ({ job }) => ({ do: 'chooseBank', job, provider: 'cbe' })],
  chooseAccount: ['chat', ({ job, account }) => ({ do: 'chooseAccount', job, account })],
  typeDigits: ['chat', ({ job }) => ({ do: 'typeDigits', job })],
  typeAmount: ['chat', ({ job }) => ({ do: 'typeAmount', job })],
  restElsewhere: ['chat', ({ job }) => ({ do: 'restElsewhere', job })],
  askOwner: ['chat', ({ job }) => ({ do: 'askOwner', job })],
  undo: ['chat', ({ job }) => ({ do: 'undo', job })],
  confirmUndo: ['chat', ({ job }) => ({ do: 'confirmUndo', job })],
  keepAcceptance: ['chat', ({ job }) => ({ do: 'keepAcceptance', job })],
  undoRow: ['owner', ({ soldRow }) => ({ do: 'undoRow', row: soldRow })],
  acceptAnyway: ['owner', ({ row }) => ({ do: 'acceptAnyway', row })],
  approve: ['owner', ({ question }) => ({ do: 'approve', question })],
  refuse: ['owner', ({ question }) => ({ do: 'refuse', question })],
  removeMember: ['owner', ({ member }) => ({ do: 'removeMember', member })],
  confirmRemoval: ['owner', ({ member }) => ({ do: 'confirmRemoval', member })],
  staffPage: ['owner', () => ({ do: 'staffPage', page: '0' })],
  renameMember: ['owner', ({ member }) => ({ do: 'renameMember', member })],
  invite: ['owner', () => ({ do: 'invite', role: 'owner' })],
  addAccount: ['owner', () => ({ do: 'addAccount' })],
  addAccountAt: ['owner', () => ({ do: 'addAccountAt', provider: 'telebirr' })],
  skipHolder: ['owner', () => ({ do: 'skipHolder' })],
  removeAccount: ['owner', ({ account }) => ({ do: 'removeAccount', account })],
  confirmAccountRemoval: ['owner', ({ account }) => ({ do: 'confirmAccountRemoval', account })],
  changeSetting: ['owner', () => ({ do: 'changeSetting', setting: 'tolerance' })],
  closeAt: ['owner', () => ({ do: 'closeAt', time: '2030' })],
  setAlerts: ['owner', () => ({ do: 'setAlerts', to: 'off' })],
  askAmounts: ['owner', () => ({ do: 'askAmounts', to: 'on' })],
  report: ['owner', ({ date }) => ({ do: 'report', period: 'month', date })],
  exportPeriod: ['owner', ({ date }) => ({ do: 'exportPeriod', period: 'month', date })],
  startShift: ['member', () => ({ do: 'startShift' })],
  endShift: ['member', ({ date, start }) => ({ do: 'endShift', date, start })],
  cancelRequest: ['owner', ({ request }) => ({ do: 'cancelRequest', request })],
  acceptRequest: ['owner', ({ reviewed, attempt }) => ({ do: 'acceptRequest', request: reviewed, attempt })],
  refuseRequest: ['owner', ({ reviewed, attempt }) => ({ do: 'refuseRequest', request: reviewed, attempt })],
};

/** What is written behind a command, where that matters. */
const commands: Record<CommandName, [May, (target: Target & { reference: string }) => string[]]> = {
  today: ['member', () => ['']],
  request: ['member', () => ['', '0', 'table 4']],
  mytotal: ['member', () => ['']],
  shift: ['member', () => ['', 'start', 'end']],
  history: ['member', ({ reference }) => ['', reference, 'Selam']],
  undo: ['owner', ({ reference }) => ['', reference]],
  report: ['owner', () => ['', 'month']],
  export: ['owner', ({ date }) => ['', 'month', `${date} ${date}`]],
  banks: ['anybody', () => ['']],
  accounts: ['member', () => ['']],
  staff: ['owner', () => ['']],
  invite: ['owner', () => ['', '5', 'owner']],
  settings: ['owner', () => ['']],
  usage: ['member', () => ['']],
  dashboard: ['owner', () => ['']],
  shop: ['anybody', () => ['']],
  language: ['anybody', () => ['']],
  help: ['anybody', () => ['']],
  privacy: ['anybody', () => ['']],
  deleteme: ['anybody', () => ['']],
  start: ['anybody', ({ shop }) => ['', shop, 'A'.repeat(22)]],
};

let counter: Counter;
let almaz: Shopkeeper;
let selam: Shopkeeper;
let dawit: Shopkeeper;
let group: Scene;
/** Nobody here belongs to Almaz's shop. */
let outsiders: { name: string; keeper: Pick<Shopkeeper, 'user' | 'chat'> }[];
let target: Target;
/** The receipts of the book: sold, asked about, sold in the group. */
let references: string[];
/** Under which message of the group what was sold there is answered. */
let sold: Shown;
let soldJob: string;

const dataOf = ({ keyboard }: Shown, button: string) =>
  (keyboard.flat().find(({ text }) => text === button) as { data?: string } | undefined)?.data ?? '';
const idOf = (shown: Shown, button: string) => dataOf(shown, button).split(':')[1] ?? '';

beforeAll(async () => {
  counter = await openCounter({ BASE_URL: 'https://pay.example' });
  references = [walletReceipt(), walletReceipt(), walletReceipt()];
  const [own = '', asked = '', inGroup = ''] = references;
  almaz = await counter.shopPaidBy('Almaz', references);
  selam = await counter.cashier('Selam', almaz.membership);
  dawit = await counter.cashier('Dawit', almaz.membership);
  const gone = await counter.cashier('Gone', almaz.membership);
  const { shops } = counter.engine;
  const shop = almaz.membership.shop.id;
  group = counter.bot.group('The till', almaz.user);
  await shops.bind(`tg:${group.id}`, shop);
  const { start } = await shops.startShift(shop, selam.membership.member.id);
  const answer = await verdictOn(selam.chat, selam.chat.sends.text(own));
  const warned = await verdictOn(selam.chat, selam.chat.sends.text(`/v 99999 ${asked}`));
  selam.chat.sends.press(warned, 'Ask the owner');
  const question = await almaz.chat.message(/^Selam asks/);
  sold = await verdictOn(group, group.sends.text(inGroup, { as: selam.user }));
  soldJob = idOf(sold, 'Undo');
  const { id: request, shown: open } = await requested('61.00');
  const { id: reviewed, shown: doubtful } = await requested('62.00');
  const reference = await paidReceipt(counter.store, {
    amount: '62.00',
    to: { name: 'Sara', account: null },
  });
  const payer = { address: '127.0.0.1', waitMs: 30_000 };
  const { attempt } = await counter.engine.payerRequests.submitReceipt(reviewed, { reference }, payer);
  await selam.chat.until(() => /^⚠/.test(doubtful.text) && open.keyboard.length > 0);
  const rowOf = async (reference: string) => (await shops.history(shop, reference)).rows[0]?.id ?? '';
  const [{ id: account = '' } = {}] = await shops.accounts(shop);
  target = {
    ...{
      shop,
      row: await rowOf(asked),
      soldRow: await rowOf(own),
      account,
      job: idOf(answer, 'Undo'),
      question: idOf(question, 'Approve'),
    },
    ...{ request, reviewed, attempt: attempt ?? '' },
    ...{ member: selam.membership.member.id, date: await shops.today(shop) },
    start: String(start),
  };
  await shops.removeMember(shop, gone.membership.member.id);
  const nobody = counter.bot.person('Passer-by', { language_code: 'en' });
  outsiders = [
    { name: "another shop's owner", keeper: await counter.shopkeeper('Hirut') },
    { name: 'a cashier who was removed', keeper: gone },
    { name: 'a passer-by', keeper: { user: nobody, chat: counter.bot.chat(nobody) } },
  ];
});

afterAll(() => counter.close());

/** A request that Selam makes. */
async function requested(amount: string): Promise<{ id: string; shown: Shown }> {
  const sent = selam.chat.sends.text(`/request ${amount}`);
  const shown = await selam.chat.message(({ replyTo }) => replyTo === sent.id);
  return { id: idOf(shown, 'Cancel the request'), shown };
}

/** Everything of the shop that somebody might change. */
async function dump(): Promise<string> {
  const { shops } = counter.engine;
  const { shop } = target;
  const rows: unknown[] = [];
  for await (const row of shops.export(shop, target.date, target.date)) rows.push(row);
  const keys = await counter.store.client.keys('*');
  return JSON.stringify([
    ...[await shops.get(shop), await shops.members(shop), await shops.accounts(shop)],
    ...[await shops.groups(shop), rows, await shops.day(shop)],
    await counter.engine.paymentRequests.list(shop, {}),
    keys.filter((key) => key.includes('invit') && key.includes(shop)).toSorted(),
  ]);
}

async function settled(update: number): Promise<void> {
  await counter.bot.mailbox.confirmed(update);
  const botStore = counter.engine.botStore('cashier');
  for (const section of ['inbox', 'job']) {
    await expect.poll(async () => (await botStore.all(section)).length, { interval: 2 }).toBe(0);
  }
}

/** Something of the bot's in a chat, under which a press is made with data seen elsewhere. */
async function somethingIn(chat: Scene): Promise<Shown> {
  if (chat.answers.length === 0) await settled(chat.sends.text('/help').update);
  return chat.answers.at(-1) as Shown;
}

async function press(chat: Scene, under: Shown, data: string, as?: Shopkeeper['user']): Promise<void> {
  const forged = Object.create(under, { keyboard: { value: [[{ text: 'x', data }]] } }) as Shown;
  await settled(chat.sends.press(forged, 'x', as && { as }).update);
}

/** Each button as it is, and, where it may name a shop, with that. */
function dataFor(name: ActionName, what: Target): string[] {
  const data = encodeAction(buttons[name][1](what));
  return Buffer.byteLength(`${data}@${what.shop}`) <= 64 ? [data, `${data}@${what.shop}`] : [data];
}

const said = (chat: Scene, from: number) =>
  chat.answers
    .slice(from)
    .map(({ text, raw }) => `${text} ${JSON.stringify(raw.document ?? '')}`)
    .join('\n');

/** What nobody outside the shop may read: receipts, people, files. */
function secrets(): RegExp {
  const amounts = references.map((reference) =>
    (factsOf(reference).amount / 100).toLocaleString('en', { minimumFractionDigits: 2 }),
  );
  return new RegExp([...references, ...amounts, 'Selam', 'Dawit', 'Almaz', 'file_id'].join('|'));
}

const names = Object.keys(buttons) as ActionName[];
/** These change the person who presses, and nothing of any shop: others try them elsewhere. */
const ofOneself: readonly ActionName[] = ['confirmDeletion', 'openShop', 'startShift'];

describe('nobody outside the shop', () => {
  it('changes anything of it, or reads anything, by any button in a chat of their own', async () => {
    const before = await dump();
    for (const { name, keeper } of outsiders) {
      const own = await somethingIn(keeper.chat);
      const from = keeper.chat.answers.length;
      for (const action of names.filter((one) => one !== 'confirmDeletion' && one !== 'openShop')) {
        for (const data of dataFor(action, target)) await press(keeper.chat, own, data);
        // Whatever was asked in answer to it is not answered for the shop either.
        await settled(keeper.chat.sends.text('50', { replyTo: null }).update);
        expect(await dump(), `${name}: ${action}`).toBe(before);
      }
      expect(said(keeper.chat, from), name).not.toMatch(secrets());
    }
  });

  it('does so by any command', async () => {
    const before = await dump();
    for (const { name, keeper } of outsiders) {
      const from = keeper.chat.answers.length;
      for (const [command, [, behind]] of Object.entries(commands)) {
        for (const words of behind({ ...target, reference: references[0] ?? '' }))
          await settled(keeper.chat.sends.text(`/${command} ${words}`.trim(), { replyTo: null }).update);
        expect(await dump(), `${name}: /${command}`).toBe(before);
      }
      // What they have looked for themselves is repeated to them.
      const heard = said(keeper.chat, from).replaceAll(/^Nothing found for .*$/gm, '');
      expect(heard, name).not.toMatch(secrets());
    }
  });

  it('gets a reply in its group, whatever is pressed or typed there', async () => {
    const before = await dump();
    const count = group.answers.length;
    for (const { name, keeper } of outsiders) {
      for (const action of names.filter((one) => one !== 'confirmDeletion')) {
        for (const data of dataFor(action, { ...target, job: soldJob }))
          await press(group, sold, data, keeper.user);
      }
      for (const command of Object.keys(commands))
        await settled(group.sends.text(`/${command}`, { as: keeper.user, replyTo: null }).update);
      expect(await dump(), name).toBe(before);
    }
    expect(group.answers).toHaveLength(count);
    expect(signOf(sold)).toBe('✅');
  });
});

describe('a cashier', () => {
  it("does nothing an owner does, and nothing under a colleague's answer, by any button", async () => {
    const before = await dump();
    const own = await somethingIn(dawit.chat);
    const from = dawit.chat.answers.length;
    for (const action of names.filter((one) => !ofOneself.includes(one))) {
      for (const data of dataFor(action, target)) await press(dawit.chat, own, data);
      await settled(dawit.chat.sends.text('50', { replyTo: null }).update);
      expect(await dump(), action).toBe(before);
    }
    expect(said(dawit.chat, from)).not.toMatch(/start=|file_id|[1-9]\.\d\d birr/);
    const ofOwner = names.filter((one) => buttons[one][0] === 'owner' || one === 'confirmUndo');
    for (const action of ofOwner) {
      for (const data of dataFor(action, { ...target, job: soldJob }))
        await press(group, sold, data, dawit.user);
      expect(await dump(), `${action}, in the group`).toBe(before);
    }
  });

  it("gets no owners' data by a command, and of others’ sales only what all may see", async () => {
    const before = await dump();
    for (const [command, [may, behind]] of Object.entries(commands)) {
      if (may !== 'owner') continue;
      for (const words of behind({ ...target, reference: references[0] ?? '' })) {
        const from = dawit.chat.answers.length;
        await settled(dawit.chat.sends.text(`/${command} ${words}`.trim(), { replyTo: null }).update);
        expect(said(dawit.chat, from)).toMatch(
          /Only (the shop's owner|whoever accepted it)|Reply to a receipt/,
        );
      }
      expect(await dump(), command).toBe(before);
    }
    for (const command of ['/today', '/mytotal']) {
      const from = dawit.chat.answers.length;
      await settled(dawit.chat.sends.text(command, { replyTo: null }).update);
      expect(said(dawit.chat, from)).not.toMatch(/Selam/);
    }
    const count = group.answers.length;
    for (const command of Object.keys(commands).filter((one) => commands[one as CommandName][0] === 'owner'))
      await settled(group.sends.text(`/${command}`, { as: almaz.user, replyTo: null }).update);
    // Nor does an owner where others read along.
    expect(said(group, count)).not.toMatch(/start=|file_id|Selam|birr/);
  });
});

it('the same buttons and commands do what they say for those who may', async () => {
  const { shops } = counter.engine;
  const under = await somethingIn(almaz.chat);
  for (const [command, [may, behind]] of Object.entries(commands)) {
    if (may !== 'owner' || command === 'undo' || command === 'dashboard') continue;
    const from = almaz.chat.answers.length;
    const [words = ''] = behind({ ...target, reference: '' });
    await settled(almaz.chat.sends.text(`/${command} ${words}`.trim(), { replyTo: null }).update);
    expect(said(almaz.chat, from), command).not.toMatch(/Only|^\s*$/);
  }
  for (const name of [
    'setAlerts',
    'askAmounts',
    'closeAt',
    'confirmAccountRemoval',
    'approve',
    'undoRow',
    'cancelRequest',
    'acceptRequest',
  ] as const) {
    const before = await dump();
    for (const data of dataFor(name, target).slice(0, 1)) await press(almaz.chat, under, data);
    expect(await dump(), name).not.toBe(before);
  }
  await press(group, sold, encodeAction({ do: 'confirmUndo', job: soldJob }), selam.user);
  await group.until(() => /^⚠️ Acceptance undone by Selam/.test(sold.text));
  await press(almaz.chat, under, encodeAction({ do: 'confirmRemoval', member: target.member }));
  expect((await shops.members(target.shop)).map(({ name }) => name)).not.toContain('Selam');
});

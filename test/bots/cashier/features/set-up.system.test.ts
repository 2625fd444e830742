/** From /start to the first verdict, in every language: a shop is opened, an account saved, a receipt checked. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locales } from '../../../../bots/cashier/render/index.js';
import { telebirr } from '../../../engine/support.js';
import type { TestProcess } from '../../../support/processes.js';
import { badRequest, type Scene } from '../../../support/telegram/index.js';
import { type BotEnvironment, hintOn, openBotEnvironment, signOf, verdictOn } from '../environment.js';
import { handled, paidTo, reaction, saying, saysNothingOf, walletReceipt, wordsOf } from './support.js';

let environment: BotEnvironment;
let service: TestProcess;
const secrets: string[] = [];

beforeAll(async () => {
  environment = await openBotEnvironment();
  service = await environment.startBot();
});

afterAll(() => environment.close());

function stranger(name: string, language: string): { chat: Scene; person: string } {
  const user = environment.bot.person(name, { language_code: language });
  return { chat: environment.bot.chat(user), person: `tg:${user.id}` };
}

async function shopOf(person: string): Promise<string> {
  const { current } = await environment.engine.shops.ofPerson(person);
  if (current === null) throw new Error('there is no shop');
  return current.shop.id;
}

describe.each(locales)('in %s', (locale) => {
  const words = wordsOf(locale);
  const t = words.t;

  it('/start, a shop, an account, and a payment to it is accepted, one to somebody else refused', async () => {
    const { chat, person } = stranger('Almaz', locale);
    const { sends } = chat;
    const welcome = await reaction(chat, () => sends.text('/start'));
    expect(welcome.text).toContain(t('welcome'));
    const question = await reaction(chat, () => sends.press(welcome, t('button-open-shop')));
    expect(question.text).toBe(t('shop-name-ask'));
    const opened = await reaction(chat, () => sends.text('አልማዝ ቡና'));
    expect(opened.text).toBe(t('shop-opened', { shop: 'አልማዝ ቡና' }));

    const reference = walletReceipt();
    const { number, holder } = paidTo(reference);
    secrets.push('አልማዝ', reference, number, holder);
    const banks = await reaction(chat, () => sends.press(opened, t('button-add-account')));
    expect(banks.text).toBe(t('account-ask-bank'));
    sends.press(banks, 'Telebirr');
    await saying(chat, banks, t('account-ask-phone', { bank: 'Telebirr' }));
    const wrong = await reaction(chat, () => sends.text('none'));
    expect(wrong.text).toBe(t('error-invalid-number'));
    const who = await reaction(chat, () => sends.text(number));
    expect(who.text).toBe(t('account-ask-holder'));
    const saved = await reaction(chat, () => sends.text(holder));
    expect(saved.text).toContain(`Telebirr · …${number.slice(-4)} · ${holder}`);
    expect(saved.text).not.toContain(number);

    await environment.engine.shops.set(await shopOf(person), { maxAgeHours: 8760 });
    const sent = sends.text(reference);
    const verdict = await verdictOn(chat, sent);
    expect(signOf(verdict)).toBe('✅');
    expect(verdict.versions[0]?.text).toBe(t('checking'));
    const foreign = await verdictOn(chat, sends.text(telebirr()));
    expect(foreign.text.split('\n')[0]).toBe(`❌ ${t('remark-not_ours')}`);
  });

  it('help, privacy and banks are there for everybody, and commands are called in this language', async () => {
    const { chat } = stranger('Guest', locale);
    const help = await reaction(chat, () => chat.sends.text('/help'));
    expect(help.text).toContain(t('help'));
    expect(help.text).toContain(`/deleteme - ${t('command-deleteme')}`);
    const privacy = await reaction(chat, () => chat.sends.text('/privacy'));
    expect(privacy.text).toContain(t('privacy-kept'));
    const banks = await reaction(chat, () => chat.sends.text('/banks'));
    expect(banks.text).toContain(t('banks'));
    expect(banks.text).toContain('Telebirr');
    const lists = environment.bot.commands.filter(({ language_code }) => language_code === locale);
    const scopes = new Map(lists.map(({ scope, commands }) => [scope?.type ?? 'default', commands]));
    expect(scopes.get('default')).toContainEqual({ command: 'help', description: t('command-help') });
    expect(scopes.get('all_group_chats')).toContainEqual({
      command: 'today',
      description: t('command-today'),
    });
  });
});

it('a bank whose receipts cannot be checked is not offered, a bank is asked for an account, and the holder may be left out', async () => {
  const { chat, membership } = await environment.shopkeeper('Genet');
  const { sends } = chat;
  const list = await reaction(chat, () => sends.text('/accounts'));
  const banks = await reaction(chat, () => sends.press(list, 'Add an account'));
  const offered = banks.keyboard.flat().map(({ text }) => text);
  expect(offered.slice(0, 3)).toEqual(['Telebirr', 'Commercial Bank of Ethiopia', 'Bank of Abyssinia']);
  expect(offered).not.toEqual(expect.arrayContaining(['Berhan Bank']));
  expect(offered).not.toEqual(expect.arrayContaining(['HuluBeje']));
  sends.press(banks, 'Commercial Bank of Ethiopia');
  await saying(chat, banks, 'Type your account number at Commercial Bank of Ethiopia.');
  const who = await reaction(chat, () => sends.text('1000222333444'));
  expect(who.keyboard.flat().map(({ text }) => text)).toEqual(['Skip', 'Cancel']);
  sends.press(who, 'Skip');
  await saying(chat, who, 'Saved: Commercial Bank of Ethiopia · …3444');
  await reaction(chat, () => sends.text('Not a holder any more'));
  const [saved] = await environment.engine.shops.accounts(membership.shop.id);
  expect(saved).toMatchObject({ lastFour: '3444', holder: null });

  // Another account that ends alike has a holder of its own.
  await environment.engine.shops.saveAccount(membership.shop.id, {
    provider: 'cbe',
    number: '1000222333444',
    holder: 'Genet Bekele',
  });
  const again = await reaction(chat, () => sends.press(list, 'Add an account'));
  sends.press(again, 'Commercial Bank of Ethiopia');
  await saying(chat, again, /Type your account number/);
  await reaction(chat, () => sends.text('1000999993444'));
  const all = await environment.engine.shops.accounts(membership.shop.id);
  expect(all.map(({ holder }) => holder)).toEqual(['Genet Bekele', null]);
});

it('each sees their own commands, in the menu and in /help: an owner all, a cashier theirs, a stranger the least', async () => {
  const menu = ({ user }: { user: { id: number } }) => {
    const own = environment.bot.commands.findLast(
      ({ scope }) => scope?.type === 'chat' && scope.chat_id === user.id,
    );
    return own?.commands.map(({ command }) => command);
  };
  const user = environment.bot.person('Rahel', { language_code: 'en' });
  const rahel = { user, chat: environment.bot.chat(user) };
  const { sends } = rahel.chat;
  const welcome = await reaction(rahel.chat, () => sends.text('/start'));
  expect(menu(rahel)).toBeUndefined();
  const stranger = await reaction(rahel.chat, () => sends.text('/help'));
  expect(stranger.text).not.toMatch(/\/(invite|today|settings)\b/);
  await reaction(rahel.chat, () => sends.press(welcome, 'Open a shop'));
  await reaction(rahel.chat, () => sends.text("Rahel's"));
  await rahel.chat.until(() => menu(rahel)?.includes('invite') === true);
  expect(menu(rahel)).toEqual(expect.arrayContaining(['today', 'settings', 'export', 'staff', 'dashboard']));

  const { current } = await environment.engine.shops.ofPerson(`tg:${user.id}`);
  if (current === null) throw new Error('there is no shop');
  const abel = await environment.cashier('Abel', current);
  const help = await reaction(abel.chat, () => abel.chat.sends.text('/help'));
  expect(help.text).toMatch(/\/today - today's payments/);
  expect(help.text).not.toMatch(/\/(invite|settings|export|staff|dashboard)\b/);
  await abel.chat.until(() => menu(abel) !== undefined);
  expect(menu(abel)).toContain('history');
  expect(menu(abel)).not.toContain('invite');

  // In the language chosen here, which Telegram need not have.
  const choice = await reaction(abel.chat, () => abel.chat.sends.text('/language'));
  abel.chat.sends.press(choice, 'Afaan Oromoo');
  const today = { command: 'today', description: wordsOf('om').t('command-today') };
  await abel.chat.until(() =>
    environment.bot.commands.some(
      ({ scope, commands }) =>
        scope?.type === 'chat' &&
        scope.chat_id === abel.user.id &&
        commands.some((one) => one.description === today.description),
    ),
  );
  await environment.engine.shops.removeMember(current.shop.id, abel.membership.member.id);
  await reaction(abel.chat, () => abel.chat.sends.text('/help'));
  await abel.chat.until(() => environment.bot.callsOf('deleteMyCommands').length > 0);
  expect(environment.bot.callsOf('deleteMyCommands').at(-1)?.payload).toMatchObject({
    scope: { type: 'chat', chat_id: abel.user.id },
  });
});

it('a question for a name can be cancelled', async () => {
  const { chat, person } = stranger('Unsure', 'en');
  const welcome = await reaction(chat, () => chat.sends.text('/start'));
  const question = await reaction(chat, () => chat.sends.press(welcome, 'Open a shop'));
  chat.sends.press(question, 'Cancel');
  await saying(chat, question, 'Cancelled.');
  await reaction(chat, () => chat.sends.text('My shop'));
  expect((await environment.engine.shops.ofPerson(person)).memberships).toEqual([]);
});

it('a person with an unsupported language is greeted in Amharic, and changes it with a button or /language', async () => {
  const { chat, person } = stranger('Marie', 'fr');
  const welcome = await reaction(chat, () => chat.sends.text('/start'));
  expect(welcome.text).toContain(wordsOf('am').t('welcome'));
  chat.sends.press(welcome, 'Afaan Oromoo');
  await saying(chat, welcome, wordsOf('om').t('welcome'));
  await environment.engine.shops.open({ person, name: 'Marie', shopName: 'Chez Marie' });
  const choice = await reaction(chat, () => chat.sends.text('/language'));
  expect(choice.text.split('\n')).toEqual(locales.map((one) => wordsOf(one).t('language-ask')));
  chat.sends.press(choice, 'English');
  await saying(chat, choice, wordsOf('en').t('language-set'));
  const home = await reaction(chat, () => chat.sends.text('/start'));
  expect(home.text).toContain('Shop: Chez Marie');
});

it('a question survives its process, and is replaced by a command or a receipt', async () => {
  const { chat, person } = stranger('Tigist', 'en');
  const welcome = await reaction(chat, () => chat.sends.text('/start'));
  await reaction(chat, () => chat.sends.press(welcome, 'Open a shop'));
  await handled(environment);
  await service.end('SIGKILL');
  service = await environment.startBot();
  const opened = await reaction(chat, () => chat.sends.text("Tigist's Injera"));
  expect(opened.text).toMatch(/^Tigist's Injera is set up/);

  const settings = await reaction(chat, () => chat.sends.text('/settings'));
  await reaction(chat, () => chat.sends.press(settings, 'Name'));
  const link = `https://transactioninfo.ethiotelecom.et/receipt/${telebirr()}`;
  await verdictOn(chat, chat.sends.text(`see ${link}`));
  await reaction(chat, () => chat.sends.text('/today'));
  expect((await hintOn(chat, chat.sends.text('Something else'))).text).toMatch(/^Send me a receipt/);
  expect((await environment.engine.shops.get(await shopOf(person))).name).toBe("Tigist's Injera");
});

it('a person who opens too many shops is refused', async () => {
  const { chat, person } = stranger('Greedy', 'en');
  for (const nth of [1, 2, 3, 4, 5]) {
    await environment.engine.shops.open({ person, name: 'Greedy', shopName: `Shop ${nth}` });
  }
  await environment.engine.shops.deleteMe(person);
  const welcome = await reaction(chat, () => chat.sends.text('/start'));
  await reaction(chat, () => chat.sends.press(welcome, 'Open a shop'));
  const answer = await reaction(chat, () => chat.sends.text('One more'));
  expect(answer.text).toBe('You have opened 5 shops in 30 days. Try again later.');
});

it('a forged or old button is answered and does nothing', async () => {
  const { chat } = stranger('Curious', 'en');
  const welcome = await reaction(chat, () => chat.sends.text('/start'));
  const forged = { ...welcome, keyboard: [[{ text: 'x', data: 'm:nobody', url: null }]] };
  const refused = await reaction(chat, () => chat.sends.press(forged, 'x'));
  expect(refused.text).toBe("Only the shop's owner can do this.");
  const { press } = chat.sends.press(
    { ...forged, keyboard: [[{ text: 'x', data: 'Z:1:2', url: null }]] },
    'x',
  );
  await chat.until(() =>
    environment.bot.pressAnswers.some(
      ({ callback_query_id, text }) => callback_query_id === press && text === 'This button no longer works.',
    ),
  );
});

it('a press that is too late to be answered still takes effect', async () => {
  const { chat } = stranger('Patient', 'en');
  const welcome = await reaction(chat, () => chat.sends.text('/start'));
  environment.bot.fails('answerCallbackQuery', { refusal: badRequest('query is too old') });
  const question = await reaction(chat, () => chat.sends.press(welcome, 'Open a shop'));
  expect(question.text).toBe('What is your shop called?');
});

it('where Telegram refuses a message the next one is answered', async () => {
  const { chat } = stranger('Unlucky', 'en');
  environment.bot.fails('sendMessage', { refusal: badRequest('something nobody has thought of'), times: 2 });
  const sent = chat.sends.text('/help');
  await environment.bot.mailbox.confirmed(sent.update);
  await handled(environment);
  expect((await reaction(chat, () => chat.sends.text('/help'))).text).toContain('Send a receipt');
});

it('nothing of all this is in the log', () => {
  saysNothingOf(environment, [
    ...secrets,
    'Almaz',
    'Tigist',
    'Marie',
    'Injera',
    'too old',
    'nobody has thought',
  ]);
});

/** Renders a shop's settings, staff, accounts and its input errors. */
import type { Member, ReceivingAccount, Shop, ShopError, ShopSettings } from '../../../src/engine/index.js';
import type { SettingName } from './callbacks.js';
import { accountLabel } from './failure.js';
import { clockText, day, money } from './format.js';
import type { Words } from './i18n.js';
import { button, cancelRow, confirmation, message } from './message.js';
import { bankName, nameOf } from './sanitize.js';
import { shopName } from './start.js';
import type { Message, Setting } from './types.js';

/** Maximum of accounts with a button; a shop saves fewer. */
const maxRows = 30;
/** People on one page of `/staff`: two buttons each; Telegram accepts a hundred. */
const staffPageRows = 20;

/** `/settings`: the current values, with a button for each. */
export function renderSettings(words: Words, shop: Shop): Message {
  const lines = settingNames.map((setting) =>
    words.t(`setting-${setting}`, { value: settingValue(words, shop, setting) }),
  );
  const { askAmount, alerts } = shop.settings;
  const state = (isOn: boolean) => ({ value: words.t(isOn ? 'setting-on' : 'setting-off') });
  const other = (isOn: boolean) => (isOn ? 'off' : 'on');
  return message(
    [
      words.t('settings', { shop: shopName(words, shop) }),
      ...lines,
      words.t('setting-askAmount', state(askAmount)),
      words.t('setting-alerts', state(alerts)),
    ],
    [
      ...settingNames.map((setting) => [
        button(words.t(`setting-${setting}.button`), { do: 'changeSetting', setting }),
      ]),
      [button(words.t(`button-askAmount-${other(askAmount)}`), { do: 'askAmounts', to: other(askAmount) })],
      [button(words.t(`setting-alerts.${other(alerts)}`), { do: 'setAlerts', to: other(alerts) })],
    ],
  );
}

/** Asks for a value, with an example. */
export function renderSettingAsk(words: Words, setting: SettingName): Message {
  const off = button(words.t('button-turn-off'), { do: 'closeAt', time: 'off' });
  const offRow = setting === 'closingTime' ? [off] : [];
  return message([words.t(`setting-${setting}.ask`)], [offRow, cancelRow(words)]);
}

/** Asks which time is meant by an ambiguous one (Ethiopian or 24-hour clock). @param times `HH:mm` */
export function renderClosingChoice(words: Words, times: readonly string[]): Message {
  const choices = times.map((time) => [
    button(clockText(words, time), { do: 'closeAt', time: time.replace(':', '') }),
  ]);
  return message([words.t('setting-closingTime-which')], [...choices, cancelRow(words)]);
}

/** Why a value was rejected, and the question again. */
export function renderSettingError(words: Words, setting: SettingName): Message {
  return message([words.t(`setting-${setting}.wrong`), words.t(`setting-${setting}.ask`)]);
}

const settingNames: readonly SettingName[] = ['name', 'tolerance', 'maxAgeHours', 'closingTime'];

function settingValue(words: Words, shop: Shop, setting: SettingName): string {
  const { tolerance, maxAgeHours, closingTime }: ShopSettings = shop.settings;
  switch (setting) {
    case 'name':
      return shopName(words, shop);
    case 'tolerance':
      return money(tolerance);
    case 'maxAgeHours':
      return String(maxAgeHours);
    case 'closingTime':
      return closingTime === null ? words.t('setting-off') : clockText(words, closingTime);
  }
}

/** `/staff`: the members, with buttons to rename and remove each. @param page from 0; clamped to the last one */
export function renderStaff(
  words: Words,
  members: readonly Member[],
  { timeZone }: Setting,
  page = 0,
): Message {
  const last = Math.max(0, Math.ceil(members.length / staffPageRows) - 1);
  const at = Math.min(page, last);
  const shown = members.slice(at * staffPageRows, (at + 1) * staffPageRows);
  const lines = shown.map((member) =>
    words.t(`staff-${member.role}`, {
      who: nameOf(words, member.name),
      since: day(member.joinedAt, timeZone),
    }),
  );
  const buttons = shown.map((member) => {
    const who = nameOf(words, member.name);
    return [
      button(words.t('button-rename-member', { who }), { do: 'renameMember', member: member.id }),
      button(words.t('button-remove-member', { who }), { do: 'removeMember', member: member.id }),
    ];
  });
  const pageButton = (key: string, to: number) => button(words.t(key), { do: 'staffPage', page: String(to) });
  const pages = [
    ...(at > 0 ? [pageButton('button-page-back', at - 1)] : []),
    ...(at < last ? [pageButton('button-page-next', at + 1)] : []),
  ];
  return message([words.t('staff', { count: members.length }), ...lines], [...buttons, pages]);
}

/** The confirmation question before a member is removed. */
export function renderRemovalAsk(words: Words, member: Member): Message {
  const yes = button(words.t('button-remove'), { do: 'confirmRemoval', member: member.id });
  return confirmation(words, [words.t('remove-ask', { who: nameOf(words, member.name) })], yes);
}

/** `/accounts`: the shop's receiving accounts, last four digits only. @param mayChange the person is an owner */
export function renderAccounts(
  words: Words,
  accounts: readonly ReceivingAccount[],
  setting: Setting,
  { mayChange }: { mayChange: boolean },
): Message {
  const labels = accounts.map((account) => ({ account, label: accountLabel(account, setting) }));
  const removals = labels.slice(0, maxRows).map(({ account, label }) => [
    button(words.t('button-remove-account', { account: label }), {
      do: 'removeAccount',
      account: account.id,
    }),
  ]);
  return message(
    [
      words.t(accounts.length === 0 ? 'accounts-none' : 'accounts'),
      ...labels.map(({ label }) => `• ${label}`),
    ],
    mayChange ? [...removals, [button(words.t('button-add-account'), { do: 'addAccount' })]] : [],
  );
}

/** The confirmation question before an account is removed. */
export function renderAccountRemovalAsk(words: Words, account: ReceivingAccount, setting: Setting): Message {
  const yes = button(words.t('button-remove'), { do: 'confirmAccountRemoval', account: account.id });
  const label = accountLabel(account, setting);
  return confirmation(words, [words.t('account-remove-ask', { account: label })], yes);
}

/** Asks for the account holder, which may be skipped. */
export function renderHolderAsk(words: Words): Message {
  const skip = button(words.t('button-skip'), { do: 'skipHolder' });
  return message([words.t('account-ask-holder')], [[skip, ...cancelRow(words)]]);
}

/** Asks for the account's bank. @param providers keys of banks, the likeliest first; two buttons a row */
export function renderAccountBanks(words: Words, providers: readonly string[], setting: Setting): Message {
  const buttons = providers.map((provider) =>
    button(bankName(setting, provider), { do: 'addAccountAt', provider }),
  );
  const rows = buttons.flatMap((_, at) => (at % 2 === 0 ? [buttons.slice(at, at + 2)] : []));
  return message([words.t('account-ask-bank')], [...rows, cancelRow(words)]);
}

/** A `ShopError` as text: its kind, and for an invalid value the field. */
export function renderShopError(words: Words, { kind, field }: Pick<ShopError, 'kind' | 'field'>): Message {
  const fields = { invalid: invalidFields, too_many: countedFields };
  const which = kind in fields ? fields[kind as keyof typeof fields].get(field) : undefined;
  return message([words.t(which === undefined ? `error-${kind}` : `error-${kind}-${which}`)]);
}

/** Fields with a maximum count, and their texts. */
const countedFields: ReadonlyMap<string, string> = new Map([
  ['accounts', 'accounts'],
  ['shops', 'shops'],
  ['shifts', 'shifts'],
]);

/** Fields that a person fills in, and their texts. */
const invalidFields: ReadonlyMap<string, string> = new Map([
  ['name', 'name'],
  ['shopName', 'name'],
  ['number', 'number'],
  ['provider', 'provider'],
  ['holder', 'holder'],
  ['uses', 'uses'],
  ['date', 'date'],
  ['from', 'date'],
  ['to', 'date'],
  ['tolerance', 'tolerance'],
  ['maxAgeHours', 'maxAgeHours'],
  ['closingTime', 'closingTime'],
]);

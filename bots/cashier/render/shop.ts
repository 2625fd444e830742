/** A shop's own pages: settings, staff, accounts; and what it is told when it asks for something impossible. */
import type { Member, ReceivingAccount, Shop, ShopError, ShopSettings } from '../../../src/engine/index.js';
import type { SettingName } from './callbacks.js';
import { accountLabel } from './failure.js';
import { clockWords, day, money } from './format.js';
import type { Words } from './i18n.js';
import { button, message } from './message.js';
import { bankName, nameOf } from './sanitize.js';
import { shopName } from './start.js';
import type { Message, Setting } from './types.js';

/** Most accounts that get a button; a shop saves fewer. */
const maxRows = 30;
/** People on one page of `/staff`: two buttons each, of the hundred Telegram takes. */
const staffPageRows = 20;

/** `/settings`: what is in force, a button for each. */
export function renderSettings(words: Words, shop: Shop): Message {
  const lines = settingNames.map((setting) =>
    words.t(`setting-${setting}`, { value: settingValue(words, shop, setting) }),
  );
  const { askAmount, alerts } = shop.settings;
  const state = (isOn: boolean) => ({ value: words.t(isOn ? 'setting-on' : 'setting-off') });
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
      [
        button(words.t(askAmount ? 'button-askAmount-off' : 'button-askAmount-on'), {
          do: 'askAmounts',
          to: askAmount ? 'off' : 'on',
        }),
      ],
      [
        button(words.t(alerts ? 'setting-alerts.off' : 'setting-alerts.on'), {
          do: 'setAlerts',
          to: alerts ? 'off' : 'on',
        }),
      ],
    ],
  );
}

/** What to type, with an example. */
export function renderSettingAsk(words: Words, setting: SettingName): Message {
  const off = button(words.t('button-turn-off'), { do: 'closeAt', time: 'off' });
  const cancel = button(words.t('button-cancel'), { do: 'cancel' });
  return message([words.t(`setting-${setting}.ask`)], [setting === 'closingTime' ? [off] : [], [cancel]]);
}

/** Which of the hours is meant that a clock may show as this one, here or elsewhere. @param times `HH:mm` */
export function renderClosingChoice(words: Words, times: readonly string[]): Message {
  return message(
    [words.t('setting-closingTime-which')],
    [
      ...times.map((time) => [
        button(clockWords(words, time), { do: 'closeAt', time: time.replace(':', '') }),
      ]),
      [button(words.t('button-cancel'), { do: 'cancel' })],
    ],
  );
}

/** Why a value was not taken, and again what to type. */
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
      return closingTime === null ? words.t('setting-off') : clockWords(words, closingTime);
  }
}

/** `/staff`: who belongs to the shop; a button each to rename and to remove. @param page from 0; the last one at most */
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
  const turn = (key: string, to: number) => button(words.t(key), { do: 'staffPage', page: String(to) });
  const pages = [
    ...(at > 0 ? [turn('button-page-back', at - 1)] : []),
    ...(at < last ? [turn('button-page-next', at + 1)] : []),
  ];
  return message([words.t('staff', { count: members.length }), ...lines], [...buttons, pages]);
}

/** Asked before somebody is removed. */
export function renderRemovalAsk(words: Words, member: Member): Message {
  return message(
    [words.t('remove-ask', { who: nameOf(words, member.name) })],
    [
      [button(words.t('button-remove'), { do: 'confirmRemoval', member: member.id })],
      [button(words.t('button-cancel'), { do: 'cancel' })],
    ],
  );
}

/** `/accounts`: where the shop receives money, last four only. @param mayChange the person is an owner */
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

/** Asked before an account is taken off the list. */
export function renderAccountRemovalAsk(words: Words, account: ReceivingAccount, setting: Setting): Message {
  return message(
    [words.t('account-remove-ask', { account: accountLabel(account, setting) })],
    [
      [button(words.t('button-remove'), { do: 'confirmAccountRemoval', account: account.id })],
      [button(words.t('button-cancel'), { do: 'cancel' })],
    ],
  );
}

/** In whose name the account is, which may be left open. */
export function renderHolderAsk(words: Words): Message {
  return message(
    [words.t('account-ask-holder')],
    [
      [
        button(words.t('button-skip'), { do: 'skipHolder' }),
        button(words.t('button-cancel'), { do: 'cancel' }),
      ],
    ],
  );
}

/** Where the account is held. @param providers keys of banks, the likeliest first; two buttons a row */
export function renderAccountBanks(words: Words, providers: readonly string[], setting: Setting): Message {
  const buttons = providers.map((provider) =>
    button(bankName(setting, provider), { do: 'addAccountAt', provider }),
  );
  const rows = buttons.flatMap((_, at) => (at % 2 === 0 ? [buttons.slice(at, at + 2)] : []));
  return message(
    [words.t('account-ask-bank')],
    [...rows, [button(words.t('button-cancel'), { do: 'cancel' })]],
  );
}

/** A `ShopError` in the shop's own words: its kind, and for wrong values which one. */
export function renderShopError(words: Words, { kind, field }: Pick<ShopError, 'kind' | 'field'>): Message {
  const fields = { invalid: invalidFields, too_many: countedFields };
  const which = kind in fields ? fields[kind as keyof typeof fields].get(field) : undefined;
  return message([words.t(which === undefined ? `error-${kind}` : `error-${kind}-${which}`)]);
}

/** What there may be only so many of, with the text about each. */
const countedFields: ReadonlyMap<string, string> = new Map([
  ['accounts', 'accounts'],
  ['shops', 'shops'],
  ['shifts', 'shifts'],
]);

/** Fields a person fills in, with the text about each. */
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

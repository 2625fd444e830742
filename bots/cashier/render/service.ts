/** Renders usage and the state of the banks. */
import type { BankComponent, StatusReport, Usage } from '../../../src/engine/index.js';
import { day, moment } from './format.js';
import type { Words } from './i18n.js';
import { message } from './message.js';
import { bankName } from './sanitize.js';
import type { Message, Setting } from './types.js';

/** `/usage`: caps, reads, renewal. @param planName `plans[usage.plan].name` */
export function renderUsage(
  words: Words,
  usage: Pick<Usage, 'verifications' | 'screenshots'>,
  planName: string,
  { timeZone }: Setting,
): Message {
  const { verifications, screenshots } = usage;
  const figures = ({ used, cap }: { used: number; cap: number | null }) => ({
    used,
    cap: cap ?? words.t('unlimited'),
  });
  return message([
    words.t('usage', { plan: planName }),
    words.t(`usage-verifications-${verifications.window}`, figures(verifications)),
    words.t('usage-renewal', { day: day(verifications.endsAt, timeZone) }),
    words.t('usage-screenshots', figures(screenshots)),
    words.t('usage-renewal', { day: day(screenshots.endsAt, timeZone) }),
  ]);
}

/** `/banks`: current health, failing banks first. */
export function renderBanks(
  words: Words,
  { components }: Pick<StatusReport, 'components'>,
  setting: Setting,
): Message {
  const banks = components.filter((component): component is BankComponent => component.group === 'upstream');
  const order = ['down', 'degraded', 'unknown', 'operational'];
  const lines = banks
    .toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status))
    .map((bank) => bankLine(words, bank, setting));
  return message([words.t('banks'), ...lines, words.t('banks-note')]);
}

function bankLine(
  words: Words,
  { providerKey, status, since, queue }: BankComponent,
  setting: Setting,
): string {
  const state = words.t(`bank-${status}`, { bank: bankName(setting, providerKey) });
  const started =
    status === 'down' && since !== null ? words.t('bank-since', { when: moment(words, since, setting) }) : '';
  const waiting = queue.waiting > 0 ? words.t('bank-waiting', { count: queue.waiting }) : '';
  return [state, started, waiting].filter((part) => part !== '').join(' · ');
}

/** Immediate alerts to owners. They are no answers to receipts and have none of the four signs. */
import type { BookRow, CaseKind, Shift } from '../../../src/engine/index.js';
import { shiftSummary } from './day.js';
import { moment, sum } from './format.js';
import type { Words } from './i18n.js';
import { message } from './message.js';
import { code, link, plain } from './rich.js';
import { bankName, cleanToken, nameOf, sanitizeName } from './sanitize.js';
import type { Message, Rich, Setting } from './types.js';
import { alreadyAcceptedLine, noteLine } from './verdict.js';

const alertSign = '🔔';

interface ReceiptAlert {
  kind: Exclude<CaseKind, 'denied'>;
  row: BookRow;
  /** Name of the member who caused it. */
  who: string | null;
  /** Number of messages in which it happened that day. */
  times: number;
  /** Link to the last of them. */
  link: string | null;
  /** Time of the last, ms. */
  at: number;
}

type AlertInput =
  | ReceiptAlert
  | { kind: 'shift'; shift: Shift }
  /** Alerts beyond the hourly limit. */
  | { kind: 'more'; times: number };

export function renderAlert(words: Words, alert: AlertInput, setting: Setting): Message {
  if (alert.kind === 'more')
    return message([`${alertSign} ${words.t('alert-more', { count: alert.times })}`]);
  if (alert.kind === 'shift') {
    const title = words.t('alert-shift', { who: nameOf(words, alert.shift.name) });
    return message(shiftSummary(words, alert.shift, setting, title));
  }
  const { kind, row, times } = alert;
  return message([
    `${alertSign} ${words.t(`alert-${kind}`)}`,
    row.livemode ? '' : words.t('verdict-sandbox'),
    broughtLine(words, alert, setting),
    times > 1 ? words.t('alert-times', { count: times }) : '',
    acceptedLine(words, row, setting),
    ...factLines(words, row, setting),
    words.t('alert-off'),
  ]);
}

/** Names the person who sent or approved the receipt. */
function broughtLine(words: Words, { kind, row, who, at, link: url }: ReceiptAlert, setting: Setting): Rich {
  const acceptance = kind === 'anyway' && row.anyway !== null ? row.anyway : { by: who, at };
  const when = moment(words, acceptance.at, setting);
  return words.rich(kind === 'anyway' ? 'verdict-anyway' : 'alert-brought', {
    who: nameOf(words, acceptance.by),
    when: url === null ? plain(when) : link(when, url),
  });
}

function acceptedLine(words: Words, { acceptance, anyway }: BookRow, setting: Setting): Rich | string {
  if (acceptance === null || (acceptance.anyway && anyway !== null)) return '';
  return alreadyAcceptedLine(words, acceptance, setting);
}

function factLines(words: Words, row: BookRow, setting: Setting): (Rich | string)[] {
  const payer = sanitizeName(row.payer);
  return [
    words.t('fact-amount', { value: sum(words, row) }),
    payer === null ? '' : words.t('fact-payer', { value: payer }),
    words.t('fact-bank', { value: bankName(setting, row.provider) }),
    words.rich('fact-reference', { value: code(cleanToken(row.reference, 128)) }),
    noteLine(words, row.note),
  ];
}

/** Renders the answer to a receipt that the bank has: one line of verdict, then the bank's data. */
import type { InlineKeyboardButton } from 'grammy/types';
import {
  type BookRow,
  type Evaluation,
  type Finding,
  type Payment,
  parseBirr,
  type Sale,
  type SalePart,
  type ShopAnswer,
} from '../../../src/engine/index.js';
import { decimal, sumOf } from '../../../src/money.js';
import { eventLine, moment, money, sum } from './format.js';
import type { Words } from './i18n.js';
import { button, signed } from './message.js';
import { code, join, link, plain } from './rich.js';
import { bankName, cleanToken, nameOf, party, sanitizeName } from './sanitize.js';
import type { Message, Rich, Setting } from './types.js';

/** Maximum length of a reference. */
const maxReference = 128;
/** Maximum length of a note in the ledger. */
const noteMax = 100;

/** The rendered members of the engine's `Verification`. Without `livemode`, the message says that a simulated bank answered. */
export interface Verified {
  payment: Pick<Payment, 'amount' | 'currency' | 'payer' | 'receiver' | 'paidAt' | 'reference'>;
  providerKey: string;
  livemode: boolean;
}

interface VerdictOptions {
  /** Ledger entry (`SubmissionResult.id`) that an owner may accept despite the sign; absent: no button. */
  acceptable?: string | undefined;
  /** The override, with its time (ISO 8601): `BookRow.anyway`. */
  anyway?: { by: string | null; at: string } | null | undefined;
  /** It was overridden in this message: the approval comes first. */
  approved?: boolean;
  /** The expected amount in birr, if it was given and compared. */
  expected?: string | null;
  /** The receipts that were accepted with it as one sale. */
  sale?: Sale | null | undefined;
  /** Other receipts that count towards the amount. */
  others?: readonly SalePart[];
  /** Names of the owners who were asked, and of those who cannot be reached. */
  asked?: { reached: readonly string[]; unreachable: readonly string[] } | null;
  /** Amount in birr that another receipt is expected to pay. */
  awaited?: string | null | undefined;
  /** Buttons to offer, and the job they act on. */
  offers?: { job: string; askOwner?: boolean; rest?: boolean; undo?: boolean };
  /** The cashier's note about the receipt (`SubmissionResult.note`). */
  note?: string | null;
}

/** ✅, ⚠️ or ❌ by the shop's rules (`Shops.submitReceipt`), never ⏳. An override does not change the sign. */
export function renderVerdict(
  words: Words,
  verified: Verified,
  { answer, remarks }: Evaluation,
  setting: Setting,
  options: VerdictOptions = {},
): Message {
  const { anyway, approved = false, expected = null, sale = null, others = [] } = options;
  const paid = plain(sale ? saleLine(words, sale) : paidLine(words, answer, verified, expected));
  const approval = anyway ? [plain(eventLine(words, 'verdict-anyway', anyway, setting))] : [];
  const remarked = remarks.map((remark) => remarkLine(words, remark, setting));
  // Approved in another message: here it is a receipt that was sent again.
  const approvalFirst = approved || !remarks.some(({ kind }) => kind === 'already_accepted');
  const lines =
    approvalFirst && answer !== 'accept' ? [...approval, ...remarked] : [...remarked, ...approval];
  const parts = sale?.parts ?? (others.length > 0 ? [...others, verified.payment] : []);
  return signed(
    answer,
    [
      headline(answer, paid, lines),
      ...(answer === 'accept' ? lines : lines.slice(1)),
      ...parts.map((part) => partLine(words, part)),
      ...askedLines(words, options.asked ?? null),
      options.awaited ? words.t('split-waiting', { rest: money(options.awaited) }) : '',
      verified.livemode ? '' : words.t('verdict-sandbox'),
      facts(words, verified, setting, { amount: answer !== 'accept' || sale !== null }),
      noteLine(words, options.note ?? null),
    ],
    buttonsOf(words, answer, options),
  );
}

function buttonsOf(
  words: Words,
  answer: ShopAnswer,
  { acceptable, anyway, offers }: VerdictOptions,
): InlineKeyboardButton[][] {
  const rows: InlineKeyboardButton[][] = [];
  if (acceptable !== undefined && !anyway && answer !== 'accept')
    rows.push([button(words.t('button-accept-anyway'), { do: 'acceptAnyway', row: acceptable })]);
  if (offers === undefined) return rows;
  const { job, askOwner = false, rest = false, undo = false } = offers;
  if (askOwner) rows.push([button(words.t('button-ask-owner'), { do: 'askOwner', job })]);
  if (rest) rows.push([button(words.t('button-rest'), { do: 'restElsewhere', job })]);
  if (undo) rows.push(...undoButtons(words, job));
  return rows;
}

/** Buttons under an accepted receipt. */
export function undoButtons(words: Words, job: string): InlineKeyboardButton[][] {
  return [[button(words.t('button-undo'), { do: 'undo', job })]];
}

function saleLine(words: Words, { parts }: Sale): string {
  const cents = sumOf(parts.map(({ amount }) => parseBirr(amount) ?? 0n));
  const amount = sum(words, { amount: decimal(cents), currency: 'ETB' });
  return words.t('verdict-parts', { amount, count: parts.length });
}

function partLine(words: Words, { amount, reference }: Pick<SalePart, 'amount' | 'reference'>): Rich {
  const value = sum(words, { amount, currency: 'ETB' });
  return words.rich('verdict-part', { amount: value, reference: code(cleanToken(reference, maxReference)) });
}

function askedLines(words: Words, asked: VerdictOptions['asked']): string[] {
  if (!asked) return [];
  const joined = (names: readonly string[]) => names.map((name) => nameOf(words, name)).join(', ');
  const { reached, unreachable } = asked;
  if (reached.length === 0) return [words.t('asked-nobody')];
  return [
    words.t('asked-owners', { who: joined(reached) }),
    unreachable.length > 0 ? words.t('asked-shut', { who: joined(unreachable) }) : '',
  ];
}

/** For an accepted payment: says whether the amount was compared with the expected one. */
function paidLine(words: Words, answer: ShopAnswer, { payment }: Verified, expected: string | null): string {
  const amount = sum(words, payment);
  if (answer !== 'accept') return words.t(`verdict-${answer}`, { amount });
  return words.t(expected === null ? 'verdict-not_compared' : 'verdict-as_expected', { amount });
}

/** The first line: the amount if accepted, otherwise the most serious finding. */
function headline(answer: ShopAnswer, paid: Rich, [gravest]: readonly Rich[]): Rich {
  return answer === 'accept' ? paid : (gravest ?? paid);
}

/** A finding as one line. */
function remarkLine(words: Words, remark: Finding, setting: Setting): Rich {
  switch (remark.kind) {
    case 'amount':
      return plain(amountLine(words, remark));
    case 'not_birr':
      return plain(words.t('remark-not_birr', { amount: sum(words, remark) }));
    case 'too_old':
      return plain(ageLine(words, remark));
    case 'future':
      return plain(words.t('remark-future'));
    case 'already_accepted':
      return alreadyAcceptedLine(words, remark, setting);
    case 'receiver_unchecked':
      return plain(words.t(`remark-unchecked_${remark.why}`));
    case 'not_ours':
      return plain(words.t('remark-not_ours'));
    case 'refused_by_owner':
      return plain(eventLine(words, 'remark-refused_by_owner', remark, setting));
    case 'paid_request':
      return plain(words.t('remark-paid_request'));
    case 'part_unusable':
      return unusableLine(words, remark, setting);
    case 'amount_unknown':
      return plain(words.t('input-amount_needed'));
  }
}

function amountLine(words: Words, { expected, difference }: Finding & { kind: 'amount' }): string {
  const key = difference.startsWith('-') ? 'remark-short' : 'remark-over';
  return words.t(key, { difference: money(difference.replace(/^-/, '')), expected: money(expected) });
}

/** Whole hours up to two days, whole days beyond. */
function ageLine(words: Words, { hours, limitHours }: Finding & { kind: 'too_old' }): string {
  if (hours === null) return words.t('remark-no_time');
  if (hours < 48) return words.t('remark-old_hours', { hours: Math.floor(hours), limit: limitHours });
  return words.t('remark-old_days', { days: Math.floor(hours / 24), limit: limitHours });
}

function unusableLine(
  words: Words,
  { reference, by, at }: Finding & { kind: 'part_unusable' },
  setting: Setting,
): Rich {
  const shown = code(cleanToken(reference, maxReference));
  if (at === null) return words.rich('remark-part_unusable', { reference: shown });
  const who = nameOf(words, by);
  return words.rich('remark-part_taken', { reference: shown, who, when: moment(words, at, setting) });
}

/** An earlier acceptance: when, with a link to it if there is one, and by whom. */
export function alreadyAcceptedLine(
  words: Words,
  { by, at, link: url }: { by: string | null; at: string; link: string | null },
  setting: Setting,
): Rich {
  const when = moment(words, at, setting);
  return words.rich('remark-already_accepted', {
    when: url === null ? plain(when) : link(when, url),
    who: nameOf(words, by),
  });
}

/** A ledger entry in the form that answers show. */
export function verifiedRow({ provider, livemode, payer, receivedTo, ...row }: BookRow): Verified {
  const payment = {
    ...row,
    payer: { name: payer, account: null },
    receiver: { name: null, account: receivedTo, bank: null },
  };
  return { payment, providerKey: provider, livemode };
}

/** The cashier's note on a line of its own; empty if there is none. */
export function noteLine(words: Words, note: string | null): string {
  const value = sanitizeName(note, noteMax);
  return value === null ? '' : words.t('fact-note', { value });
}

/** The bank's data; omits what the bank does not print. @param amount false if the first line has it */
export function facts(
  words: Words,
  { payment, providerKey }: Verified,
  setting: Setting,
  { amount }: { amount: boolean },
): Rich {
  const { payer, receiver, paidAt, reference } = payment;
  const printed: [string, string | Rich | null][] = [
    ['amount', amount ? sum(words, payment) : null],
    ['payer', party(payer.name, payer.account)],
    ['receiver', party(receiver.name, receiver.account)],
    ['time', paidAt === null ? null : moment(words, paidAt, setting)],
    ['bank', bankName(setting, providerKey)],
    ['reference', code(cleanToken(reference, maxReference))],
  ];
  return join(
    printed.map(([fact, value]) => (value === null ? plain('') : words.rich(`fact-${fact}`, { value }))),
  );
}

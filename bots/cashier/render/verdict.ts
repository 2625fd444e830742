/** The answer to a receipt the bank knows: one line of verdict, then what the bank says. */
import type { Payment } from '../../../src/engine/index.js';
import { cleanName, cleanToken, lastFour } from './clean.js';
import { moment, money } from './figures.js';
import { button, signed } from './message.js';
import { code, join, link, plain } from './rich.js';
import type { Message, Remark, Rich, Setting, ShopJudgement } from './types.js';
import type { Words } from './words.js';

/** Why a reference is cut: the longest token of a bank is 128 characters (INTERFACE.md section 4). */
const maxReference = 128;

export interface Verified {
  /** Of the engine's `Verification`. */
  payment: Payment;
  providerKey: string;
  /** False: a simulated bank answered, which the message says. */
  livemode: boolean;
  judgement: ShopJudgement;
}

export interface VerdictOptions {
  /** The job the buttons speak of. */
  job: string;
  /** Offers the owner "accept anyway". */
  mayAcceptAnyway?: boolean;
  /** Who has accepted it all the same, and when (ISO 8601 or ms). */
  acceptedAnyway?: { by: string | null; at: string | number };
}

/** ✅, ⚠️ or ❌ as the shop judges, never ⏳. */
export function renderVerdict(
  words: Words,
  verified: Verified,
  setting: Setting,
  options: VerdictOptions,
): Message {
  const { answer, remarks } = verified.judgement;
  const [first, ...rest] = [...remarks].sort((a, b) => weight(a) - weight(b));
  const lines = rest.map((remark) => remarkLine(words, remark, setting));
  const offers = options.mayAcceptAnyway && !options.acceptedAnyway && answer !== 'accept';
  return signed(
    answer,
    [
      answer === 'accept' || first === undefined
        ? verdictLine(words, verified)
        : remarkLine(words, first, setting),
      ...(answer === 'accept' && first ? [remarkLine(words, first, setting)] : []),
      ...lines,
      ...acceptedLine(words, options, setting),
      ...(verified.livemode ? [] : [words.t('verdict-sandbox')]),
      facts(words, verified, setting),
    ],
    offers ? [[button(words.t('button-accept-anyway'), { do: 'acceptAnyway', job: options.job })]] : [],
  );
}

/** What weighs most is said first. */
const weights: readonly Remark['kind'][] = [
  'not_ours',
  'already_accepted',
  'amount',
  'too_old',
  'receiver_unchecked',
];

const weight = ({ kind }: Remark) => weights.indexOf(kind);

function verdictLine(words: Words, { payment, judgement }: Verified): string {
  return words.t(`verdict-${judgement.answer}`, { amount: money(payment.amount) });
}

function remarkLine(words: Words, remark: Remark, setting: Setting): Rich {
  switch (remark.kind) {
    case 'not_ours':
      return plain(words.t('remark-not_ours'));
    case 'amount':
      return plain(amountLine(words, remark));
    case 'too_old':
      return plain(ageLine(words, remark));
    case 'already_accepted':
      return acceptedBefore(words, remark, setting);
    case 'receiver_unchecked':
      return plain(words.t('remark-receiver_unchecked'));
  }
}

function amountLine(words: Words, { expected, difference }: Remark & { kind: 'amount' }): string {
  const short = difference.startsWith('-');
  const args = { difference: money(difference.replace(/^-/, '')), expected: money(expected) };
  return words.t(short ? 'remark-short' : 'remark-over', args);
}

/** Whole hours up to two days, whole days beyond. */
function ageLine(words: Words, { hours, limitHours }: Remark & { kind: 'too_old' }): string {
  if (hours === null) return words.t('remark-no_date');
  if (hours < 48) return words.t('remark-old-hours', { hours: Math.floor(hours), limit: limitHours });
  return words.t('remark-old-days', { days: Math.floor(hours / 24), limit: limitHours });
}

function acceptedBefore(
  words: Words,
  { by, at, link: url }: Remark & { kind: 'already_accepted' },
  setting: Setting,
): Rich {
  const when = moment(words, at, setting);
  const who = nameOf(words, by);
  return words.rich('remark-already_accepted', {
    when: url ? link(when, url) : plain(when),
    who: plain(who),
  });
}

function acceptedLine(words: Words, { acceptedAnyway }: VerdictOptions, setting: Setting): Rich[] {
  if (!acceptedAnyway) return [];
  const { by, at } = acceptedAnyway;
  return [
    plain(words.t('verdict-accepted-anyway', { who: nameOf(words, by), when: moment(words, at, setting) })),
  ];
}

/** A member's name, or the word for one whose name shows nothing. */
export function nameOf(words: Words, name: string | null | undefined): string {
  return cleanName(name) ?? words.t('nameless');
}

function facts(words: Words, { payment, providerKey }: Verified, setting: Setting): Rich {
  const fact = (key: string, value: Rich | string | null) =>
    value === null || value === '' ? plain('') : words.rich(`fact-${key}`, { value: asRich(value) });
  const { payer, receiver, paidAt } = payment;
  return join([
    fact('amount', money(payment.amount)),
    fact('payer', party(payer.name, payer.account)),
    fact('receiver', party(receiver.name, receiver.account)),
    fact('time', paidAt === null ? null : moment(words, paidAt, setting)),
    fact('bank', bankName(setting, providerKey)),
    fact('reference', code(cleanToken(payment.reference, maxReference))),
  ]);
}

const asRich = (value: Rich | string): Rich => (typeof value === 'string' ? plain(value) : value);

/** Name and last four, whichever the bank prints. */
export function party(name: string | null, account: string | null): string | null {
  return [cleanName(name), lastFour(account)].filter((part) => part !== null).join(' ') || null;
}

/** The bank's name as people write it; its key when the deployment does not know it. */
export function bankName({ banks }: Setting, key: string): string {
  return cleanName(banks.get(key) ?? key) ?? '?';
}

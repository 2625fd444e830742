/**
 * Messages without a verdict: still checking, could not check, or denied by the bank. Only the name and figures of an error
 * are used, never its message.
 */
import type { InlineKeyboardButton } from 'grammy/types';
import {
  type FailureDetails,
  type FailureName,
  failureKinds,
  type NoticeKind,
  type ReceivingAccount,
  type Usage,
  type WebhookEndpoint,
} from '../../../src/engine/index.js';
import { day, eventLine } from './format.js';
import type { Words } from './i18n.js';
import { button, message, signed } from './message.js';
import { code } from './rich.js';
import { bankName, cleanToken, sanitizeName } from './sanitize.js';
import type { FailureLike, Message, Rich, Setting } from './types.js';

interface FailureOptions {
  /** Job of the buttons. */
  job: string;
  /** The bank's links are view-limited: no retry, neither by a person nor automatic. */
  viewLimited?: boolean;
  /** The bot will edit this message by itself when the bank is back. */
  watched?: boolean;
  /** The shop's saved accounts at this bank, offered if the bank needs one. */
  accounts?: readonly ReceivingAccount[];
  /** A person typed or chose the digits: if the bank finds nothing, that says nothing about the payment. */
  byHand?: boolean;
  /** Its acceptance in this message, which stays. */
  accepted?: { by: string | null; at: string } | null;
}

/** Problems of the input; the engine was not asked. */
export const inputProblems = [
  'too_big',
  'wrong_type',
  'not_as_file',
  'damaged',
  'unread_pages',
  'too_many',
  'download_failed',
  'nothing_found',
  'bad_amount',
  'shared_amount',
  'amount_needed',
] as const;
export type InputProblem = (typeof inputProblems)[number];

/** The first message, later edited to the answer. Has no sign, because it is no answer. */
export function renderChecking(words: Words): Message {
  return message([words.t('checking')]);
}

/** Still checking. @param bank its key, if known @param position in the bank's queue, from 1 */
export function renderSlow(
  words: Words,
  { bank, position }: { bank?: string | undefined; position?: number | null | undefined },
  setting: Setting,
): Message {
  const slow = words.t('checking-slow', { bank: bankOf(words, bank, setting) });
  return message([slow, position ? words.t('checking-position', { position }) : '']);
}

/** ❌ if the bank denies the receipt, else ⏳. `failure` is an engine `Failure` or a stored name. */
export function renderFailure(
  words: Words,
  { failure, details = {} }: FailureLike,
  setting: Setting,
  options: FailureOptions,
): Message {
  if (options.byHand) return renderOtherDigits(words, details, setting, options);
  const kind = failureKinds[failure];
  const refused = kind.verdict === 'not_verified';
  const bank = bankOf(words, details.providerKey, setting);
  const key = textOf(failure, details);
  const lines: (Rich | string)[] = [
    refused ? '' : statusLine(words, setting, options),
    words.t(nextKey(failure, key, options), { bank }),
    referenceLine(words, details.reference),
  ];
  const buttons = buttonsFor(words, failure, details.candidates ?? [], setting, options);
  return signed(refused ? 'refuse' : 'wait', [words.t(key, { bank }), ...lines], buttons);
}

/** States that the receipt is not confirmed, or, if it was accepted before, that the acceptance stays. */
function statusLine(words: Words, setting: Setting, { accepted }: FailureOptions): string {
  return accepted ? eventLine(words, 'still-accepted', accepted, setting) : words.t('not-confirmed');
}

/** ⏳ with other digits to choose from: the digits may have been mistyped. */
function renderOtherDigits(
  words: Words,
  { providerKey, reference }: NonNullable<FailureLike['details']>,
  setting: Setting,
  { job, accounts = [] }: FailureOptions,
): Message {
  const bank = bankOf(words, providerKey, setting);
  const lines = [words.t('not-confirmed'), words.t('other-digits.next'), referenceLine(words, reference)];
  const typed = button(words.t('button-other-digits'), { do: 'typeDigits', job });
  const buttons = [...accountButtons(accounts, setting, job), [typed]];
  return signed('wait', [words.t('other-digits', { bank }), ...lines], buttons);
}

/** ⏳ for a receipt that could not be sent to the engine. */
export function renderInputProblem(
  words: Words,
  problem: InputProblem,
  buttons: InlineKeyboardButton[][] = [],
): Message {
  const lines = [words.t('not-confirmed'), words.t(`input-${problem}.next`)];
  return signed('wait', [words.t(`input-${problem}`), ...lines], buttons);
}

/** ⏳ until the expected amount is given. Does not show the paid amount, which people would only copy. */
export function renderAmountNeeded(words: Words, job: string): Message {
  return renderInputProblem(words, 'amount_needed', [
    [button(words.t('button-type-amount'), { do: 'typeAmount', job })],
  ]);
}

/** The same without a sign, for a message that is no receipt: a sign would look like a verdict. */
export function renderHint(words: Words, problem: InputProblem): Message {
  return message([words.t(`input-${problem}`), words.t(`input-${problem}.next`)]);
}

/** The failure's name for a stored code or reason (`UnresolvedRow.why`); `internal` for anything else. */
export function failureNamed(why: string): FailureName {
  const names = Object.keys(failureKinds) as FailureName[];
  // Reasons first: the bank's `not_found` is a reason; the code of the same name is about unknown URLs.
  const byReason = names.find((name) => failureKinds[name].reason === why);
  return byReason ?? names.find((name) => failureKinds[name].code === why) ?? 'internal';
}

/** The rendered part of the engine's `Usage`. */
type Figures = Pick<Usage['screenshots'], 'used' | 'cap' | 'endsAt'>;

/** Daily notice to the owner, with the numbers. */
export function renderNotice(
  words: Words,
  kind: NoticeKind,
  usage: Record<'verifications' | 'screenshots', Figures> | null,
  { timeZone }: Setting,
): Message {
  const figures = kind === 'screenshots' ? usage?.screenshots : usage?.verifications;
  if (!figures || kind === 'revoked')
    return message([words.t('notice-revoked'), words.t('notice-revoked.next')]);
  const { used, cap, endsAt } = figures;
  return message([
    words.t(`notice-${kind}`),
    words.t('notice-figures', { used, cap: cap ?? words.t('unlimited') }),
    words.t('notice-renewal', { day: day(endsAt, timeZone) }),
    words.t('notice-next'),
  ]);
}

/** Notice to the owner that an endpoint was disabled. Names the host alone: the rest of an address may be a secret. */
export function renderDisabledEndpoint(words: Words, { url, disabledReason }: WebhookEndpoint): Message {
  const key = disabledReason === 'gone' ? 'notice-endpoint_gone' : 'notice-endpoint_failing';
  return message([words.t(key, { host: new URL(url).host }), words.t('notice-endpoint_next')]);
}

function bankOf(words: Words, key: string | undefined, setting: Setting): string {
  return key === undefined ? words.t('the-bank') : bankName(setting, key);
}

/**
 * Key of the text. Distinguishes reversed from pending payments, links of recognised banks from unknown ones, and disabled
 * picture reading from missing AI.
 */
function textOf(failure: FailureName, details: FailureDetails): string {
  if (failure === 'unsupported_url' && details.providerKey !== undefined)
    return 'failure-unsupported_url_bank';
  if (failure === 'ai_not_configured' && details.readsNothing) return 'failure-ai_not_configured_off';
  return isReversed({ failure, details }) ? 'failure-not_settled_reversed' : `failure-${failure}`;
}

/** Whether the bank reports the payment as reversed or failed. */
export function isReversed({ failure, details }: FailureLike): boolean {
  const status = details?.receipt?.transactionStatus;
  return (
    failure === 'not_settled' &&
    typeof status === 'string' &&
    /revers|cancel|refund|fail/i.test(status.slice(0, 100))
  );
}

function nextKey(failure: FailureName, key: string, { viewLimited, watched }: FailureOptions): string {
  if (watched && !viewLimited) return 'next-watched';
  if (viewLimited && canRetry(failure)) return 'next-view-limited';
  return `${key}.next`;
}

/** Whether a retry can help. True for a missing receipt too: it may appear minutes after the SMS. */
export function canRetry(failure: FailureName): boolean {
  const { retry } = failureKinds[failure];
  return retry !== 'never' || failure === 'receipt_not_found' || failure === 'not_settled';
}

function buttonsFor(
  words: Words,
  failure: FailureName,
  candidates: readonly string[],
  setting: Setting,
  { job, viewLimited = false, watched = false, accounts = [] }: FailureOptions,
): InlineKeyboardButton[][] {
  switch (failure) {
    case 'ambiguous':
      return candidates
        .slice(0, 10)
        .map((provider) => [button(bankName(setting, provider), { do: 'chooseBank', job, provider })]);
    case 'needs_account':
      return [
        ...accountButtons(accounts, setting, job),
        [button(words.t('button-type-digits'), { do: 'typeDigits', job })],
      ];
    case 'needs_phone':
      return [[button(words.t('button-type-phone'), { do: 'typeDigits', job })]];
    default: {
      const heals = watched && failure === 'provider_down';
      return canRetry(failure) && !viewLimited && !heals
        ? [[button(words.t('button-retry'), { do: 'retry', job })]]
        : [];
    }
  }
}

function accountButtons(
  accounts: readonly ReceivingAccount[],
  setting: Setting,
  job: string,
): InlineKeyboardButton[][] {
  return accounts
    .slice(0, 10)
    .map((account) => [
      button(accountLabel(account, setting), { do: 'chooseAccount', job, account: account.id }),
    ]);
}

/** A saved account in a button or a line: bank, last four, name. */
export function accountLabel({ provider, lastFour, holder }: ReceivingAccount, setting: Setting): string {
  return [bankName(setting, provider), `…${cleanToken(lastFour, 4)}`, sanitizeName(holder, 32)]
    .filter((part) => part !== null)
    .join(' · ');
}

function referenceLine(words: Words, reference: string | undefined): Rich | string {
  const shown = cleanToken(reference, 128);
  return shown === '' ? '' : words.rich('fact-reference', { value: code(shown) });
}

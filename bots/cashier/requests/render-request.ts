/** Renders a payment request: the amount that the customer owes, how to pay it, and its state. */
import {
  type BookRow,
  type PaymentAttempt,
  type PaymentRequest,
  parseBirr,
  type ReviewReason,
  type Shop,
} from '../../../src/engine/index.js';
import { decimal } from '../../../src/money.js';
import { eventLine, moment, money, sum } from '../render/format.js';
import type { Words } from '../render/i18n.js';
import { button, message, shareButton, signed } from '../render/message.js';
import { bounded, link } from '../render/rich.js';
import { bankName, lastFour, sanitizeName } from '../render/sanitize.js';
import { shopName } from '../render/start.js';
import type { Message, Rich, Setting } from '../render/types.js';
import { facts, noteLine, type Verified, verifiedRow } from '../render/verdict.js';

/** Sign of a request that is open, or over without a payment: the four signs are only for answers to receipts. */
const requestSign = '🧾';
/** Telegram's limit on the text under a picture, less the name of the shop. */
const captionMax = 950;
const receiversMax = 5;
const minuteMs = 60_000;

interface ShownRequest {
  request: PaymentRequest;
  /** The payment's ledger entry; null if there is none. */
  row: BookRow | null;
  shop: Pick<Shop, 'name'>;
}

export function renderRequest(words: Words, shown: ShownRequest, setting: Setting): Message {
  const rendered = renderByStatus(words, shown, setting);
  return { ...rendered, ...bounded(rendered, captionMax) };
}

/** The first line of the request's message, sent separately so that the phone makes a sound. */
export function renderRequestOutcome(words: Words, request: PaymentRequest): Message {
  const first = request.status === 'paid' ? paidLine(words, request) : reviewLine(words, request);
  return signed(request.status === 'paid' ? 'accept' : 'look', [first, noteLine(words, request.description)]);
}

/** The attempt that closed the request, or that waits for an owner. */
export function paidAttempt({ attempts, review, status }: PaymentRequest): PaymentAttempt | undefined {
  if (review !== null && (status === 'review' || review.decision?.kind === 'accepted'))
    return attempts.find(({ id }) => id === review.attempt);
  return status === 'paid' ? attempts.findLast(({ outcome }) => outcome === 'paid') : undefined;
}

function renderByStatus(words: Words, shown: ShownRequest, setting: Setting): Message {
  const { request } = shown;
  const value = amountOf(words, request.amount);
  const note = noteLine(words, request.description);
  const test = request.livemode ? '' : words.t('verdict-sandbox');
  switch (request.status) {
    case 'open':
      return renderOpen(words, shown, setting);
    case 'review':
      return renderReview(words, shown, setting);
    case 'paid':
      return signed('accept', [
        paidLine(words, request),
        request.late ? words.t('request-late') : '',
        shown.row?.anyway ? eventLine(words, 'verdict-anyway', shown.row.anyway, setting) : '',
        note,
        test,
        factsOf(words, shown, setting),
      ]);
    case 'canceled':
      return message([`${requestSign} ${words.t('request-canceled', { amount: value })}`, note, test]);
    case 'expired':
      return message([
        `${requestSign} ${words.t('request-expired', { amount: value })}`,
        note,
        test,
        triedLine(words, request, setting) || words.t('request-expired.next'),
      ]);
  }
}

function renderOpen(words: Words, { request, shop }: ShownRequest, setting: Setting): Message {
  const { amount, description, livemode, receivers, expiresAt, url } = request;
  const shown = receivers.slice(0, receiversMax).map(({ provider, account, name }) => {
    const parts = [bankName(setting, provider), lastFour(account), sanitizeName(name)];
    return words.t('fact-receiver', { value: parts.filter((part) => part !== null).join(' · ') });
  });
  const minutes = Math.max(1, Math.ceil((Date.parse(expiresAt) - setting.now) / minuteMs));
  const value = amountOf(words, amount);
  const shareText = words.t('request-share-text', { shop: shopName(words, shop), amount: value });
  return message(
    [
      `${requestSign} ${words.t('request-open', { amount: value })}`,
      noteLine(words, description),
      livemode ? '' : words.t('verdict-sandbox'),
      ...shown,
      words.t('request-until', { when: moment(words, expiresAt, setting), minutes }),
      link(url, url),
      triedLine(words, request, setting),
    ],
    [
      [shareButton(words, url, shareText)],
      [button(words.t('button-cancel-request'), { do: 'cancelRequest', request: request.id })],
    ],
  );
}

function renderReview(words: Words, shown: ShownRequest, setting: Setting): Message {
  const { request } = shown;
  const { id, review, livemode, description } = request;
  const attempt = review?.attempt ?? '';
  return signed(
    'look',
    [
      reviewLine(words, request),
      ...(review?.reasons ?? []).map((reason) => reasonLine(words, request, reason)),
      noteLine(words, description),
      livemode ? '' : words.t('verdict-sandbox'),
      factsOf(words, shown, setting),
      words.t('request-review.next'),
    ],
    [
      [
        button(words.t('button-approve'), { do: 'acceptRequest', request: id, attempt }),
        button(words.t('button-refuse'), { do: 'refuseRequest', request: id, attempt }),
      ],
    ],
  );
}

function reviewLine(words: Words, request: PaymentRequest): string {
  const amount = amountOf(words, paidAttempt(request)?.amount ?? request.amount);
  return words.t('request-review', { amount });
}

function paidLine(words: Words, { amount, paid }: PaymentRequest): string {
  const more = (parseBirr(paid) ?? 0n) - (parseBirr(amount) ?? 0n);
  const value = amountOf(words, paid);
  if (more <= 0n) return words.t('verdict-as_expected', { amount: value });
  return words.t('request-paid_more', { amount: value, difference: money(decimal(more)) });
}

function reasonLine(words: Words, request: PaymentRequest, reason: ReviewReason): string {
  const { amount = null, paidAt = null } = paidAttempt(request) ?? {};
  switch (reason) {
    case 'over': {
      const over = (parseBirr(amount ?? '') ?? 0n) - (parseBirr(request.amount) ?? 0n);
      return words.t('remark-over', { difference: money(decimal(over)), expected: money(request.amount) });
    }
    case 'receiver_unclear':
      return words.t('remark-unchecked_unclear');
    case 'time_unclear':
      return words.t(paidAt === null ? 'remark-no_time' : 'remark-future');
    case 'possible_double':
      return words.t('request-double');
  }
}

/** Outcome of the last submitted receipt that did not pay the request; empty if there is none. */
function triedLine(words: Words, { attempts, review }: PaymentRequest, setting: Setting): string {
  const last = attempts.at(-1);
  if (last === undefined) return '';
  const refused = last.id === review?.attempt && review?.decision?.kind === 'refused';
  const group = refused ? 'refused' : triedGroup(last);
  return words.t(`request-tried-${group}`, { when: moment(words, last.at, setting) });
}

function triedGroup({ outcome, retrying }: PaymentAttempt): string {
  if (outcome === null || retrying) return 'checking';
  if (outcome === 'could_not_check') return 'unchecked';
  if (outcome === 'not_verified') return 'unknown';
  if (outcome === 'too_little') return 'short';
  if (outcome === 'wrong_receiver') return 'elsewhere';
  return outcome === 'used' ? 'used' : 'other';
}

/** Facts of the ledger entry, else those that the request itself has. */
function factsOf(words: Words, { request, row }: ShownRequest, setting: Setting): Rich {
  const verified = row === null ? verifiedAttempt(request) : verifiedRow(row);
  return verified === null ? { text: '', entities: [] } : facts(words, verified, setting, { amount: false });
}

function verifiedAttempt(request: PaymentRequest): Verified | null {
  const { providerKey = null, reference, amount, paidAt = null } = paidAttempt(request) ?? {};
  if (providerKey === null || !reference || !amount) return null;
  const noParty = { name: null, account: null, bank: null };
  const payment = { reference, amount, currency: 'ETB', paidAt, payer: noParty, receiver: noParty };
  return { providerKey, livemode: request.livemode, payment };
}

function amountOf(words: Words, amount: string): string {
  return sum(words, { amount, currency: 'ETB' });
}

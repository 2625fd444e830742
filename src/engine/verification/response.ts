/** The 200 of a verification (docs/api.md#verdicts), as an object or as JSON text. */
import type { Banks } from '#engine/shared/banks.js';
import type { Realm } from '../../egress/types.js';
import { pageOf } from '../../providers/pages.js';
import type { Target } from '../../providers/types.js';
import type { Principal } from '../access/authenticate.js';
import { matchReceiver } from '../access/match-receiver.js';
import { parseSaved } from '../access/receiving-accounts.js';
import type { Failure } from '../api/errors.js';
import type { Checks, Expect, History, Verification } from '../api/index.js';
import type { ReceiptCopy } from '../store/receipt-copies.js';
import { type CachedReceipt, membersOf, opened } from '../store/receipt-store.js';
import { check } from './expectations.js';

/** A receipt to deliver to a caller. */
export interface VerifiedReceipt {
  target: Target;
  realm: Realm;
  /** The stored form of the receipt. */
  body: string;
  /** This process's copy of it, when it keeps one. */
  copy?: ReceiptCopy | undefined;
  /** Null when the caller has no account. */
  history: History | null;
  /** Saved receiving accounts of the caller's shop, in their stored form. */
  saved: readonly string[];
  banks: Banks;
  /** Null when the receipt was not fetched by this call. */
  requestId: string | null;
  expect: Expect | undefined;
  /** The moment from which ages are counted back, ms. */
  now: number;
  /** Set by `checksOf`, so that the receipt is parsed and compared once. */
  found?: FoundChecks | null;
}

/** Checks of a receipt, by the number that its bank prints. */
interface FoundChecks {
  checks: Checks;
  printed: string;
}

/** Records every answer to an account. */
export interface AnswerRecorder {
  shown(entry: Principal, receipt: VerifiedReceipt): void;
  failed(entry: Principal, failure: Failure): void;
}

export function toVerification(receipt: VerifiedReceipt): Verification {
  return JSON.parse(toJson(receipt)) as Verification;
}

/**
 * The same as JSON text. The stored receipt is copied into it unparsed: cached answers are the hot path, and parsing and
 * serialising the receipt was an eighth of their cost.
 */
export function toJson(receipt: VerifiedReceipt): string {
  const { history } = receipt;
  const found = checksOf(receipt);
  return (
    beginningOf(receipt) +
    (found ? `,"checks":${JSON.stringify(found.checks)}` : '') +
    (history ? `,"history":${historyText(history)}` : '') +
    ',"error":null}'
  );
}

/** The answer up to the receipt. For a cached receipt it is always the same, and is stored with the copy. */
function beginningOf({ target, realm, body, copy, requestId }: VerifiedReceipt): string {
  const resolvedUrl = pageOf(target);
  if (requestId === null && copy?.prepared?.resolvedUrl === resolvedUrl) return copy.prepared.text;
  const { provider, reference } = target;
  const beginning =
    '{"ok":true,"verdict":"verified","processingStatus":"completed",' +
    `"requestId":${text(requestId)},"providerKey":${text(provider)},"reference":${text(reference)},` +
    `"resolvedUrl":${text(resolvedUrl)},"cached":${requestId === null},"livemode":${realm === 'live'},` +
    membersOf(body);
  // As one flat string: a concatenated one would be flattened again for each answer.
  if (copy && requestId === null) {
    copy.prepared = { resolvedUrl, text: Buffer.from(beginning).toString() };
  }
  return beginning;
}

function historyText({ seenBefore, times, firstAt, firstBy, possiblySameAs }: History): string {
  const same = possiblySameAs ? `,"possiblySameAs":${JSON.stringify(possiblySameAs)}` : '';
  return `{"seenBefore":${seenBefore},"times":${times},"firstAt":"${firstAt}","firstBy":${text(firstBy)}${same}}`;
}

function text(value: string | null): string {
  return JSON.stringify(value);
}

/** Null when nothing was expected and the caller has no saved accounts. */
export function checksOf(receipt: VerifiedReceipt): FoundChecks | null {
  receipt.found ??= compare(receipt);
  return receipt.found;
}

function compare({ target, body, expect, saved, banks, now }: VerifiedReceipt): FoundChecks | null {
  if (!expect && saved.length === 0) return null;
  const { payment, receipt } = opened<CachedReceipt>(body);
  const paid = { providerKey: target.provider, payment, receipt };
  const own = saved.length > 0 ? () => matchReceiver(paid, saved.map(parseSaved), banks).check : undefined;
  return { checks: check(paid, expect ?? {}, { banks, now, own }), printed: payment.reference };
}

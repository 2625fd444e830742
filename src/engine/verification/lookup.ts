/** One uncached lookup: acquires a slot, asks the bank, judges the answer. Charging and storing happen in `fetch-receipt.ts`. */
import type { Stopping } from '#engine/shared/task-tracker.js';
import {
  type Egress,
  EgressError,
  type EgressErrorKind,
  type OutgoingResponse,
  type Realm,
} from '../../egress/types.js';
import type { DocumentReader } from '../../extractor/types.js';
import { otherIssuers } from '../../providers/resolve.js';
import type { BankResponse, Judgement, Provider, Target } from '../../providers/types.js';
import { Failure, type FailureName, withdrawalOf } from '../api/errors.js';
import type { CachedReceipt, RawResponse } from '../store/receipt-store.js';
import { assertUp, egressFor, type Health } from './bank-health.js';
import type { BankQueue, QueuePlace, Slot } from './bank-queue.js';
import type { Call } from './call.js';
import { interruptedFailure, type LeadLookup } from './single-flight.js';
import type { ViewLimitedStore } from './view-limited.js';

/** View-limited links get one attempt, because each attempt spends a view. */
const attemptsPerLookup = 2;

interface LookupDeps {
  egress: Egress;
  documents: DocumentReader;
  bankQueue: BankQueue;
  viewLimited: ViewLimitedStore;
  health: Health;
  receiptOf(realm: Realm, target: Target): string;
  slotsOf(provider: string): number;
  stopping?: Stopping;
  now: () => number;
}

/** What a call needs to run the lookup that it leads. */
export interface Lead {
  flight: LeadLookup;
  /** Lower is served first. */
  priority: number;
  place: QueuePlace;
}

/** The result of one attempt: the bank's answer, judged, or the failure. `again`: a second attempt may help. */
type Attempt = Answered | { answered: false; failure: Failure; again: boolean };

interface Answered {
  answered: true;
  response: OutgoingResponse;
  judgement: Judgement;
  fetchedAt: string;
}

/**
 * Once the bank is being asked, the lookup is finished even if its caller disconnects.
 * @throws Failure when the bank rejects the receipt or could not be asked; Withdrawn when the caller left the queue;
 * LeadLost when another call leads by now
 */
export type Lookup = (call: Call, lead: Lead) => Promise<CachedReceipt>;

export function createLookup(deps: LookupDeps): Lookup {
  return (call, lead) => {
    const { provider, realm, id, owner, deadline, signal, onPosition } = call;
    const { priority, place } = lead;
    const refuse = () => assertUp(deps.health, realm, provider.key);
    const turn = { call: id, priority, owner, place, deadline, signal, refuse, onPosition };
    return deps.bankQueue
      .acquire(`${realm}:${provider.key}`, deps.slotsOf(provider.key), turn)
      .then((slot) => runInSlot(deps, call, lead, slot));
  };
}

async function runInSlot(deps: LookupDeps, call: Call, { flight }: Lead, slot: Slot): Promise<CachedReceipt> {
  try {
    deps.stopping?.closing.throwIfAborted();
    assertUp(deps.health, call.realm, call.provider.key);
    await call.beforeAsking?.();
    if (call.signal?.aborted) throw withdrawalOf(call.signal);
    const attempt = call.provider.viewLimited
      ? await attemptViewLimited(deps, call, flight)
      : await attemptTwice(deps, call, flight);
    if (!attempt.answered) throw attempt.failure;
    return receiptOrThrow(attempt, call.target);
  } catch (error) {
    throw call.provider.viewLimited ? withoutRetry(error) : error;
  } finally {
    // Not awaited: if it fails, the slot expires with its lease.
    slot.release().catch(() => undefined);
  }
}

const viewsWarning = 'Do not let a program ask again: links of this bank open about five times in total.';

/** Sets a failure to never retry once the bank was asked: a retry would spend another view of the link. */
export function withoutRetry(error: unknown): unknown {
  if (!(error instanceof Failure && error.kind.bankAsked) || error.retry === 'never') return error;
  const message = `${error.message} ${viewsWarning}`;
  return new Failure(error.failure, { ...error.details, retry: 'never', message }, { cause: error.cause });
}

/** Some banks give a tentative "no" that a second attempt corrects. It counts only if every attempt was answered. */
async function attemptTwice(deps: LookupDeps, call: Call, flight: LeadLookup): Promise<Attempt> {
  await flight.mayAsk(false);
  let refusals = 0;
  let unanswered: Attempt | null = null;
  for (let nth = 0; ; nth += 1) {
    const attempt = await ask(deps, call, nth, refusals);
    const refused = isTentative(attempt);
    const last = nth + 1 >= attemptsPerLookup || !isRetryable(attempt) || isDown(deps, call);
    if (last) return refused ? (unanswered ?? attempt) : attempt;
    if (refused) refusals += 1;
    else unanswered = attempt;
  }
}

/** Reads the bank's stored answers again before spending another view: the parser may have been improved since. */
async function attemptViewLimited(deps: LookupDeps, call: Call, flight: LeadLookup): Promise<Attempt> {
  const receipt = deps.receiptOf(call.realm, call.target);
  for (const raw of await deps.viewLimited.read(receipt)) {
    const answer = await judgeResponse(deps, call.provider, raw);
    const { kind } = answer.judgement;
    await deps.viewLimited.onJudged(receipt, kind, raw.fresh).catch(() => undefined);
    if (kind === 'settled' || kind === 'unreadable') return answer;
  }
  await flight.mayAsk(true);
  return await ask(deps, call, 0, 0);
}

/** Whether the bank has been declared down during the lookup: then no second attempt is made. */
function isDown({ health }: LookupDeps, { realm, provider }: Call): boolean {
  return health.of(realm, provider.key).state === 'down';
}

/** A judged answer is final, unless it is a block page or a tentative "no". */
function isRetryable(attempt: Attempt): boolean {
  if (!attempt.answered) return attempt.again;
  return attempt.judgement.kind === 'blocked' || isTentative(attempt);
}

function isTentative(attempt: Attempt): boolean {
  return attempt.answered && attempt.judgement.kind === 'not_found' && attempt.judgement.tentative === true;
}

/** @param nth number of the attempt, from 0 @param refusals number of tentative "no" answers in this lookup so far */
async function ask(deps: LookupDeps, call: Call, nth: number, refusals: number): Promise<Attempt> {
  const { provider, target, realm } = call;
  const { origins, viewLimited: fresh } = provider;
  const request = { ...provider.request(target, refusals), origins, fresh };
  const signal = deps.stopping?.givenUp;
  try {
    const from = egressFor(deps.health, realm, provider.key, deps.egress.names, nth);
    const options = { realm, attempt: nth, ...(from && { egress: from }), ...(signal && { signal }) };
    const response = await deps.egress.fetch(request, options);
    const fetchedAt = new Date(deps.now()).toISOString();
    if (provider.viewLimited) await storeRaw(deps, { realm, target, fetchedAt, response });
    const answer = await judgeResponse(deps, provider, { target, response, fetchedAt });
    const { kind } = answer.judgement;
    if (provider.viewLimited) {
      const receipt = deps.receiptOf(realm, target);
      await deps.viewLimited.onJudged(receipt, kind, true, call.owner).catch(() => undefined);
    }
    deps.health.onJudgement(realm, provider.key, kind);
    return answer;
  } catch (error) {
    // The bank may have counted a view, so the failure blocks another fetch for now.
    if (signal?.aborted) throw provider.viewLimited ? interruptedFailure() : signal.reason;
    if (error instanceof EgressError) return attemptFailed(error, target);
    throw error;
  }
}

/** Judges a bank's answer with the current parser. */
export async function judgeResponse(
  { documents }: { documents: DocumentReader },
  provider: Provider,
  { target, response, fetchedAt }: Pick<RawResponse, 'target' | 'response' | 'fetchedAt'>,
): Promise<Answered> {
  const judgement = provider.judge(await decodeResponse(documents, provider, response), target);
  return { answered: true, response, judgement, fetchedAt };
}

/** A failed write is ignored: the receipt can still be read from the answer in memory. */
async function storeRaw({ viewLimited, receiptOf }: LookupDeps, raw: RawResponse): Promise<void> {
  await viewLimited.put(receiptOf(raw.realm, raw.target), raw).catch(() => undefined);
}

/** The response as a provider reads it: text decoded, text of its PDF extracted in a worker. */
export async function decodeResponse(
  documents: DocumentReader,
  provider: Provider,
  { status, headers, body }: OutgoingResponse,
): Promise<BankResponse> {
  const isPdf =
    Buffer.from(body.buffer, body.byteOffset, Math.min(5, body.byteLength)).toString('latin1') === '%PDF-';
  const plain = { status, headers, body, text: isPdf ? '' : new TextDecoder().decode(body) };
  const document = provider.document?.(plain) ?? null;
  return { ...plain, pdf: document === null ? null : await documents.pdfText(document) };
}

const egressFailures: Readonly<Record<EgressErrorKind, { failure: FailureName; again: boolean }>> = {
  timeout: { failure: 'bank_timeout', again: true },
  unreachable: { failure: 'bank_unreachable', again: true },
  aborted: { failure: 'bank_unreachable', again: false },
  redirect: { failure: 'bank_blocked', again: true },
  oversize: { failure: 'unreadable', again: false },
  certificate: { failure: 'bank_unreachable', again: false },
  private_address: { failure: 'bank_unreachable', again: false },
  forbidden: { failure: 'bank_unreachable', again: false },
};

function attemptFailed(error: EgressError, target: Target): Attempt {
  const { failure, again } = egressFailures[error.kind];
  const details =
    failure === 'unreadable'
      ? { receipt: { source: target.source }, httpStatus: error.detail.status ?? null }
      : {};
  return { answered: false, failure: new Failure(failure, details, { cause: error }), again };
}

/** Banks also answer "not found" when account or phone digits are mistyped, or when the number is another bank's. */
function notFoundText({ reference, qualifier }: Target): string | undefined {
  const others = otherIssuers(reference);
  if (qualifier === '' && !others) return undefined;
  const together = qualifier === '' ? '' : ' for this reference together with this account or phone number';
  const elsewhere = others ? ` Numbers of this form are also printed by ${others}.` : '';
  return `The bank has no such receipt${together}.${elsewhere}`;
}

const judgementFailures = {
  not_found: 'receipt_not_found',
  not_settled: 'not_settled',
  mismatch: 'mismatch',
  unreadable: 'unreadable',
} as const;

/** @throws Failure when the bank's answer is not a settled receipt */
export function receiptOrThrow({ judgement, response, fetchedAt }: Answered, target: Target): CachedReceipt {
  if (judgement.kind === 'settled') return toCachedReceipt(judgement, response, fetchedAt);
  if (judgement.kind === 'blocked') throw new Failure('bank_blocked');
  const details = { receipt: judgement.receipt, httpStatus: response.status };
  const message = judgement.kind === 'not_found' ? notFoundText(target) : undefined;
  throw new Failure(judgementFailures[judgement.kind], { ...details, message });
}

/** A settled receipt in its stored form. */
function toCachedReceipt(
  { receipt, payment }: Judgement & { kind: 'settled' },
  response: OutgoingResponse,
  fetchedAt: string,
): CachedReceipt {
  return {
    httpStatus: response.status,
    fetchedAt,
    receipt,
    payment,
    rawHtmlLength: response.body.byteLength,
    egressSource: response.egress,
  };
}

/** Ends an attempt: judges its receipt, and records the outcome in one step with the claim of the transfer. */
import type { Banks } from '#engine/shared/banks.js';
import { decimal } from '../../money.js';
import type { Payment, Provider, Receipt } from '../../providers/types.js';
import { Failure, type FailureName } from '../api/errors.js';
import type { AttemptOutcome } from '../api/index.js';
import { type Claim, readClaim } from '../store/payment-claims.js';
import type { PaymentEntry } from '../store/payment-entries.js';
import type { StoreConnection } from '../store/types.js';
import type { Changes, NewState } from './changes.js';
import type { DueList } from './due-list.js';
import type { Figures } from './figures.js';
import { judge, lateAllowanceMs, type PaymentJudgement } from './judge.js';
import type { PaymentState, ReadAttempt, RequestRef, StoredAttempt, StoredRequest } from './record.js';
import type { PaymentRequestStore } from './request-store.js';

/** The result of checking a receipt. */
export type Checked = (
  | { kind: 'verified'; providerKey: string; payment: Payment; receipt: Pick<Receipt, 'source'> }
  | { kind: 'failed'; failure: Failure }
) & {
  /** The end of the number that was chosen in a picture of several receipts. */
  oneOfSeveral?: string | null;
};

interface ConcludeDeps {
  client: StoreConnection['client'];
  requests: PaymentRequestStore;
  dueList: DueList;
  changes: Changes;
  figures: Pick<Figures, 'checked'>;
  banks: Banks;
  providers: readonly Provider[];
  now: () => number;
}

/**
 * Safe to repeat: an attempt ends once.
 * @returns the attempt and its request as they are now
 * @throws Failure `not_found` when the request is no longer stored, `unavailable`
 */
export type Conclude = (
  ref: RequestRef,
  attempt: string,
  checked: Checked,
) => Promise<{ request: StoredRequest; attempt: ReadAttempt }>;

export function createConclude(deps: ConcludeDeps): Conclude {
  return async (ref, id, checked) => {
    const readCurrentClaim = async () =>
      checked.kind === 'verified' ? await claimFor(deps, ref, checked) : null;
    let claim = await readCurrentClaim();
    let rejected: Rejected = { double: false, used: null };
    for (;;) {
      const { request, attempt } = await find(deps.requests, ref, id);
      if (attempt.work === null) return await find(deps.requests, ref, id, true);
      const change = changeBy(deps, request, attempt, checked, claim, rejected);
      // An event shows all attempts; if the request has changed since it was judged, it is judged again.
      const whole = change.request ? await deps.requests.read(ref) : request;
      if (whole?.version !== request.version) continue;
      const reply = await deps.changes.record(whole, change);
      // The account may have been shown another receipt that may be the same transfer.
      if (reply.kind === 'changed') claim = await readCurrentClaim();
      if (reply.kind === 'double') rejected = { ...rejected, double: true };
      if (reply.kind === 'used') rejected = { ...rejected, used: reply.own ? 'repeated' : 'used' };
      if (reply.kind === 'done') {
        await scheduleAndCount(deps, ref, change);
        return await find(deps.requests, ref, id, true);
      }
    }
  };
}

/** Schedules the next check of the attempt if there is one, and counts this one. */
async function scheduleAndCount(
  { dueList, figures, now }: ConcludeDeps,
  ref: RequestRef,
  { attempt }: NewState,
): Promise<void> {
  if (attempt === undefined) return;
  const { id, work } = attempt.after;
  figures.checked(attempt.after);
  const counted = work === null ? dueList.endWaiting(ref, id) : dueList.startWaiting(ref, id);
  await counted.catch(() => undefined);
  if (work !== null) await dueList.setDue(ref, work.dueAt - now());
}

/** Why the store has rejected the claim so far. */
interface Rejected {
  /** Another receipt that may be the same transfer was used. */
  double: boolean;
  used: 'used' | 'repeated' | null;
}

async function claimFor(
  { client, requests }: ConcludeDeps,
  ref: RequestRef,
  { providerKey, payment }: Checked & { kind: 'verified' },
): Promise<Claim> {
  const request = await requests.read(ref, '');
  if (request === null) throw new Failure('not_found');
  return await readClaim(client, ref.account, request.data.payer.realm, providerKey, payment);
}

/** @param whole with all attempts @throws Failure `not_found` */
async function find(requests: PaymentRequestStore, ref: RequestRef, id: string, whole = false) {
  const request = await requests.read(ref, whole ? undefined : id);
  const attempt = request?.attempts.find((stored) => stored.id === id);
  if (!request || !attempt) throw new Failure('not_found');
  return { request, attempt };
}

function changeBy(
  deps: ConcludeDeps,
  request: StoredRequest,
  read: ReadAttempt,
  checked: Checked,
  claim: Claim | null,
  { double, used }: Rejected,
): NewState {
  const { oneOfSeveral } = checked;
  const before = oneOfSeveral ? { ...read, oneOfSeveral } : read;
  if (checked.kind === 'failed' || claim === null) {
    return { attempt: { before, after: failedAttempt(deps, request, before, checked) } };
  }
  const judgement: PaymentJudgement =
    used !== null && isPayable(request)
      ? { counts: false, outcome: used }
      : judge(request, checked, { banks: deps.banks, now: deps.now(), double });
  const after = verifiedAttempt(before, checked, judgement.outcome);
  if (!judgement.counts) return { attempt: { before, after } };
  const state = stateAfter(deps, request, after, judgement, claim);
  const status = judgement.outcome === 'partial' ? request.status : judgement.outcome;
  return {
    attempt: { before, after },
    request: { status, state },
    claim: { kind: double ? 'claim-anyway' : 'claim', of: claim },
    entry: entryOf(request, checked, judgement.outcome, claim),
  };
}

/** A payment that waits for an owner is in the ledger too, but not accepted. */
function entryOf(
  { data }: StoredRequest,
  { providerKey, payment }: Checked & { kind: 'verified' },
  outcome: AttemptOutcome,
  { receipt }: Claim,
): PaymentEntry | undefined {
  const { member, realm } = data.payer;
  if (member === undefined) return undefined;
  return {
    kind: outcome === 'review' ? 'noted' : 'accepted',
    receipt,
    member,
    approvedBy: null,
    link: data.link ?? null,
    note: data.description,
    paid: { providerKey, livemode: realm === 'live', payment },
  };
}

function isPayable({ status }: StoredRequest): boolean {
  return status === 'open' || status === 'expired';
}

function stateAfter(
  { now }: ConcludeDeps,
  { state }: StoredRequest,
  { id, amount }: StoredAttempt,
  { outcome, reasons, total, late }: PaymentJudgement & { counts: true },
  { receipt }: Claim,
): PaymentState {
  if (outcome === 'review') {
    return {
      ...state,
      late,
      review: { attempt: id, reasons, decision: null, amount: amount ?? '0.00', receipt },
    };
  }
  const paid = decimal(total);
  if (outcome === 'partial') return { ...state, paid };
  return { ...state, paid, late, closedAt: new Date(now()).toISOString() };
}

function verifiedAttempt(
  before: ReadAttempt,
  { providerKey, payment }: Checked & { kind: 'verified' },
  outcome: AttemptOutcome,
): StoredAttempt {
  const { reference, amount, paidAt } = payment;
  return {
    ...before,
    outcome,
    reason: null,
    retrying: false,
    providerKey,
    reference,
    amount,
    paidAt,
    work: null,
  };
}

/** Temporary failures that say nothing about the receipt. */
const temporaryFailures: ReadonlySet<FailureName> = new Set<FailureName>([
  'bank_busy',
  'bank_timeout',
  'bank_unreachable',
  'bank_blocked',
  'provider_down',
  'quota_exceeded',
  'too_many_waiting',
  'unavailable',
  'internal',
]);

const firstPauseMs = 30_000;
const longestPauseMs = 600_000;

function failedAttempt(
  { providers, now }: ConcludeDeps,
  { status, expiresAt }: StoredRequest,
  before: ReadAttempt,
  checked: Checked,
): StoredAttempt {
  const failure = checked.kind === 'failed' ? checked.failure : new Failure('internal');
  const { kind, details } = failure;
  const outcome = kind.verdict === 'not_verified' ? 'not_verified' : 'could_not_check';
  const { target = null, tries = 0 } = before.work ?? {};
  const provider = providers.find(({ key }) => key === target?.provider);
  const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(tries, 10));
  const dueAt = now() + (failure.failure === 'provider_down' ? firstPauseMs : pauseMs);
  const retrying =
    temporaryFailures.has(failure.failure) &&
    provider?.viewLimited === false &&
    status !== 'paid' &&
    status !== 'canceled' &&
    dueAt < expiresAt + lateAllowanceMs;
  return {
    ...before,
    outcome,
    reason: kind.reason ?? failure.failure,
    retrying,
    providerKey: details.providerKey ?? before.providerKey,
    reference: details.reference ?? before.reference,
    work: retrying && before.work ? { ...before.work, dueAt, tries: tries + 1 } : null,
  };
}

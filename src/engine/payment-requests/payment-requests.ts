/** Payment requests of an account: create, read, list, decide (docs/payment-requests.md). */
import { randomBytes } from 'node:crypto';
import type { Banks } from '#engine/shared/banks.js';
import { sha256 } from '#engine/shared/secrets.js';
import { decimal } from '../../money.js';
import type { ReceivingAccounts } from '../access/receiving-accounts.js';
import { Failure, invalidRequest } from '../api/errors.js';
import type {
  MemberCaller,
  PaymentRequest,
  PaymentRequestInput,
  PaymentRequests,
  Principal,
} from '../api/index.js';
import type { RecordLimits } from '../metering/record-limits.js';
import type { PaymentEntry } from '../store/payment-entries.js';
import type { Notifier } from '../store/pubsub.js';
import type { WaitingCalls } from '../verification/waiting-limits.js';
import type { PaymentAttempts } from './attempts.js';
import type { Changes, NewState } from './changes.js';
import type { DueList } from './due-list.js';
import type { Figures } from './figures.js';
import { readInput } from './input.js';
import { centsOf, type RequestRef, type StoredRequest, type StoredReview, shownRequest } from './record.js';
import type { PaymentRequestStore } from './request-store.js';
import { watchRequest } from './watch.js';

/** When a process dies between a change and the delivery of its event, another process delivers it after this. */
const unsentMs = 30_000;
const watchPollMs = 2_000;
/** A bot follows many requests at a time. */
const followPollMs = 30_000;

interface PaymentRequestsDeps {
  requests: PaymentRequestStore;
  dueList: DueList;
  changes: Changes;
  attempts: PaymentAttempts;
  receiving: Pick<ReceivingAccounts, 'saved'>;
  allotments: RecordLimits;
  waitingCalls: Pick<WaitingCalls, 'stream'>;
  /** Admits a member of a shop, and counts the call. */
  admitMember: (caller: MemberCaller) => Promise<Principal>;
  notifier: Pick<Notifier, 'subscribe'>;
  figures: Pick<Figures, 'created'>;
  banks: Banks;
  baseUrl: string;
  now: () => number;
}

export function createPaymentRequests(deps: PaymentRequestsDeps): PaymentRequests {
  const { requests, dueList, attempts, baseUrl } = deps;
  const shown = (request: StoredRequest) => shownRequest(request, baseUrl);

  return {
    create: (principal, input, key) => create(deps, principal, input, key),
    async createByMember(caller, { message: { chat, message, link }, ...input }) {
      const principal = await deps.admitMember(caller);
      return await create(deps, principal, input, `message:${chat}:${message}`, link);
    },
    submitReceipt: attempts.submitReceipt,
    submitPictures: attempts.submitPictures,

    async get(account, id) {
      const request = await find(deps, { account, id });
      if (request.status === 'open') {
        // A failover may have lost the entry.
        dueList.relist(request, request.expiresAt - deps.now()).catch(() => undefined);
      }
      return shown(request);
    },

    async list(account, query) {
      const { requests: found, more } = await requests.list(account, query);
      return { paymentRequests: found.map(shown), more };
    },

    cancel: (account, id) =>
      change(deps, { account, id }, (request, at) => {
        if (request.status === 'canceled') return null;
        if (request.status !== 'open') throw notIn(request, 'open');
        return { request: { status: 'canceled', state: { ...request.state, closedAt: at } } };
      }),

    accept: (account, id, reason, { attempt, member } = {}) =>
      change(deps, { account, id }, (request, at) => {
        const review = reviewOf(request, attempt);
        const paid = decimal(centsOf(request.state.paid) + centsOf(review.amount));
        const decision = { kind: 'accepted', reason, at } as const;
        const state = { ...request.state, paid, closedAt: at, review: { ...review, decision } };
        const entry = approvedEntry(request, review, member ?? null);
        if (centsOf(paid) >= centsOf(request.data.amount))
          return { request: { status: 'paid', state }, entry };
        const open = { ...state, closedAt: null, late: false };
        return { request: { status: 'open', state: open }, entry, attempt: countedPart(request, review) };
      }),

    refuse: (account, id, reason, { attempt } = {}) =>
      change(deps, { account, id }, (request, at) => {
        const review = reviewOf(request, attempt);
        const decision = { kind: 'refused', reason, at } as const;
        const state = { ...request.state, late: false, closedAt: null, review: { ...review, decision } };
        const claim = { kind: 'release', receipt: review.receipt } as const;
        return { request: { status: 'open', state }, claim };
      }),

    async watch({ account, prefix }, id, signal) {
      await find(deps, { account, id });
      const onEnd = await deps.waitingCalls.stream(prefix, signal);
      return watchRequest(deps, { account, id }, shown, { pollMs: watchPollMs, signal, onEnd });
    },

    follow: (account, id, signal) =>
      watchRequest(deps, { account, id }, shown, { signal, pollMs: followPollMs }),
  };
}

/** 128 random bits, in the 26 characters of Crockford's base 32. */
function newId(): string {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
  let bits = BigInt(`0x${randomBytes(16).toString('hex')}`);
  let text = '';
  for (let nth = 0; nth < 26; nth += 1) {
    text = (alphabet[Number(bits & 31n)] ?? '') + text;
    bits >>= 5n;
  }
  return `pr_${text}`;
}

async function create(
  deps: PaymentRequestsDeps,
  principal: Principal,
  input: PaymentRequestInput,
  key: string | undefined,
  link?: string | null,
): Promise<PaymentRequest> {
  const { requests, dueList, allotments, receiving, banks, baseUrl, now } = deps;
  const { account } = principal;
  const idempotency =
    key === undefined ? null : { key, body: sha256(JSON.stringify([principal.mode, input])) };
  const earlier = idempotency && (await requests.createdWith(account, idempotency.key));
  if (earlier && earlier.body !== idempotency.body) throw otherBody();
  if (earlier) return shownRequest(await find(deps, { account, id: earlier.request }), baseUrl);

  const { data, expiresAt } = readInput(input, principal, await receiving.saved(account), banks, now());
  await allotments.take('paymentRequests', account);
  const ref = { account, id: newId() };
  // Listed first, so that a request that is stored always expires.
  await dueList.setDue(ref, expiresAt - now());
  const state = { paid: '0.00', closedAt: null, late: false, review: null };
  const stored = link === undefined ? data : { ...data, link };
  const id = await requests.create(ref, stored, state, expiresAt, idempotency);
  if (id === null) throw otherBody();
  if (id === ref.id) deps.figures.created();
  return shownRequest(await find(deps, { account, id }), baseUrl);
}

async function find({ requests }: PaymentRequestsDeps, ref: RequestRef): Promise<StoredRequest> {
  const request = /^pr_[0-9a-z]{26}$/.test(ref.id) ? await requests.read(ref) : null;
  if (request === null) throw new Failure('not_found');
  return request;
}

/**
 * Changes a request; repeated when it was changed meanwhile.
 * @param next makes the change from the request as read and the time, ISO 8601; null for no change
 * @throws Failure
 */
async function change(
  deps: PaymentRequestsDeps,
  ref: RequestRef,
  next: (request: StoredRequest, at: string) => NewState | null,
): Promise<PaymentRequest> {
  for (;;) {
    const request = await find(deps, ref);
    const newState = next(request, new Date(deps.now()).toISOString());
    if (newState === null) return shownRequest(request, deps.baseUrl);
    await deps.dueList.setDue(ref, unsentMs);
    const { kind } = await deps.changes.record(request, newState);
    // Read once more: the change is recorded, or the request has changed meanwhile and is judged again.
    const after = await find(deps, ref);
    if (kind === 'done' || after.status === newState.request?.status)
      return shownRequest(after, deps.baseUrl);
  }
}

/** @param attempt the payment that the decider saw: another one may be in review since */
function reviewOf(request: StoredRequest, attempt: string | undefined) {
  const { review } = request.state;
  if (request.status !== 'review' || review === null) throw notIn(request, 'review');
  if (attempt !== undefined && attempt !== review.attempt)
    throw invalidRequest('attempt', 'another payment is in review now');
  return review;
}

/** An accepted part payment counts like one that was never in doubt. */
function countedPart({ attempts }: StoredRequest, { attempt }: StoredReview): NewState['attempt'] {
  const before = attempts.find(({ id }) => id === attempt);
  return before && { before, after: { ...before, outcome: 'partial' } };
}

/** The ledger entry of the payment in review, for a request that a member has created. */
function approvedEntry(
  { data, attempts }: StoredRequest,
  { attempt, receipt, amount }: StoredReview,
  approvedBy: string | null,
): PaymentEntry | undefined {
  const { member, realm } = data.payer;
  const paid = attempts.find(({ id }) => id === attempt);
  if (member === undefined || !paid) return undefined;
  const { providerKey, reference, paidAt } = paid;
  // The index line contains the rest.
  const payment = {
    reference: reference ?? '',
    amount,
    currency: 'ETB',
    paidAt,
    payer: { name: null },
    receiver: { account: null },
  };
  return {
    kind: 'approved',
    receipt,
    member,
    approvedBy,
    link: data.link ?? null,
    note: data.description,
    paid: { providerKey: providerKey ?? '', livemode: realm === 'live', payment },
  };
}

function notIn({ status }: StoredRequest, wanted: 'open' | 'review'): Failure {
  return invalidRequest(
    'id',
    `this payment request is ${status}, not ${wanted === 'open' ? 'open' : 'in review'}`,
  );
}

function otherBody(): Failure {
  return invalidRequest('idempotency-key', 'was used with another body in the last 24 hours');
}

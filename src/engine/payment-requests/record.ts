/** The stored form of payment requests and attempts, and what the account sees of them. */
import { decimal, parseCents } from '../../money.js';
import type { Target } from '../../providers/types.js';
import type {
  PaymentAttempt,
  PaymentRequest,
  PaymentRequestStatus,
  Principal,
  RequestReceiver,
  ReviewDecision,
  ReviewReason,
} from '../api/index.js';

/** Attempts that are shown. */
const shownMax = 20;

/** The terms of a request; they never change. Amounts are decimal strings. */
export interface RequestData {
  amount: string;
  description: string | null;
  externalId: string | null;
  receivers: RequestReceiver[];
  toleranceOver: string | null;
  partial: boolean;
  notBefore: string;
  createdAt: string;
  returnUrl: string | null;
  metadata: Record<string, string>;
  /** The key or member that created it: checks of its receipts count for the same account and contract. */
  payer: Principal;
  /** Link to the message in which a member created it; absent when there is none. */
  link?: string | null;
}

export interface PaymentState {
  paid: string;
  closedAt: string | null;
  late: boolean;
  review: StoredReview | null;
}

export interface StoredReview {
  attempt: string;
  reasons: ReviewReason[];
  decision: ReviewDecision | null;
  /** The amount that its receipt adds to `paid`, and the id by which the receipt is claimed. */
  amount: string;
  receipt: string;
}

/** Remaining work on an attempt. Times are ms since 1970. */
interface AttemptWork {
  /** When a process may take it up: the end of a lease, or of the pause before the next check. */
  dueAt: number;
  tries: number;
  /** Null while the picture is read. */
  target: Target | null;
  doubtful: boolean;
}

export interface StoredAttempt extends PaymentAttempt {
  id: string;
  /** Null when it has ended. */
  work: AttemptWork | null;
  /** The end of the number that was chosen in a picture of several receipts. */
  oneOfSeveral?: string;
}

/** An attempt with its stored text, by which the store recognises that it has not changed. */
export interface ReadAttempt extends StoredAttempt {
  text: string;
}

export interface RequestRef {
  account: string;
  id: string;
}

export interface StoredRequest extends RequestRef {
  data: RequestData;
  state: PaymentState;
  status: PaymentRequestStatus;
  /** ms since 1970. */
  expiresAt: number;
  version: string;
  changes: string;
  /** Endpoints with deliveries that may not be due yet, by the field that lists them. */
  unsent: [field: string, endpoints: string[]][];
  /** Oldest first. */
  attempts: ReadAttempt[];
}

export const unsentPrefix = 'unsent:';

/** @returns null when there is no such request */
export function readRequest(
  ref: RequestRef,
  fields: Record<string, string>,
  attempts: Record<string, string>,
): StoredRequest | null {
  if (fields.data === undefined || fields.state === undefined) return null;
  const unsent = Object.entries(fields).filter(([field]) => field.startsWith(unsentPrefix));
  return {
    ...ref,
    data: JSON.parse(fields.data) as RequestData,
    state: JSON.parse(fields.state) as PaymentState,
    status: fields.status as PaymentRequestStatus,
    expiresAt: Number(fields.expiresAt),
    version: fields.version ?? '',
    changes: fields.changes ?? '',
    unsent: unsent.map(([field, endpoints]) => [field, endpoints.split(' ').filter(Boolean)]),
    attempts: Object.values(attempts)
      .map((text): ReadAttempt => ({ ...(JSON.parse(text) as StoredAttempt), text }))
      .sort((a, b) => a.at.localeCompare(b.at) || a.id.localeCompare(b.id)),
  };
}

export function shownAttempt({
  id,
  at,
  by,
  outcome,
  reason,
  retrying,
  providerKey,
  reference,
  amount,
  paidAt,
}: PaymentAttempt): PaymentAttempt {
  return { id, at, by, outcome, reason, retrying, providerKey, reference, amount, paidAt };
}

export function shownRequest(
  { id, data, state, status, expiresAt, attempts }: StoredRequest,
  baseUrl: string,
): PaymentRequest {
  const { payer, amount, createdAt, link: _, ...rest } = data;
  const { review } = state;
  const remaining = centsOf(amount) - centsOf(state.paid);
  return {
    id,
    url: `${baseUrl}/pay/${id}`,
    status,
    amount,
    currency: 'ETB',
    paid: state.paid,
    remaining: decimal(remaining > 0n ? remaining : 0n),
    ...rest,
    createdAt,
    expiresAt: new Date(expiresAt).toISOString(),
    closedAt: state.closedAt,
    late: state.late,
    review: review && { attempt: review.attempt, reasons: review.reasons, decision: review.decision },
    livemode: payer.realm === 'live',
    attempts: attempts.slice(-shownMax).map(shownAttempt),
  };
}

/** @param amount a stored amount */
export function centsOf(amount: string): bigint {
  return parseCents(amount) ?? 0n;
}

/** Callers, requests, options and results of a verification (docs/api.md). */
import type { Realm } from '../../egress/types.js';
import type { Need, Payment, Receipt } from '../../providers/types.js';
import type { Failure } from './errors.js';
import type { Detection } from './reading.js';

export type Plan = 'free' | 'shop' | 'developer' | 'scale' | 'enterprise';
export type Mode = 'live' | 'test';

/** The caller's expectations of the payment; all optional. Amounts in birr. */
export interface Expect {
  amount?: number | string | undefined;
  tolerance?: number | string | undefined;
  account?: string | undefined;
  name?: string | undefined;
  /** Provider key of the receiving bank. */
  bank?: string | undefined;
  maxAgeHours?: number | undefined;
  /** ISO 8601 with an offset. */
  notBefore?: string | undefined;
}

/** Exactly one of `url`, `reference` and `text`. */
export interface ResolveRequest {
  url?: string | undefined;
  reference?: string | undefined;
  text?: string | undefined;
  provider?: string | undefined;
  account?: string | undefined;
  phone?: string | undefined;
}

export interface VerifyRequest extends ResolveRequest {
  expect?: Expect | undefined;
}

/** A user of a bot, acting for the account of their shop: under its caps, with a separate request rate. */
export interface MemberCaller {
  kind: 'member';
  account: string;
  /** Id of the person among the account's members. */
  member: string;
  /** Shown as `history.firstBy`. */
  name: string;
}

/** A caller without a key, limited per hour. No account, no history, not charged. */
export interface DemoCaller {
  kind: 'demo';
  /** IP address. */
  address: string;
}

/** The remaining calls of a demo caller in the current clock hour. */
export interface DemoAllowance {
  verifications: { left: number; limit: number };
  reads: { left: number; limit: number };
}

/** A caller that was admitted before: it is not counted again. */
export interface AdmittedCaller {
  kind: 'admitted';
  entry: Principal;
}

/** The caller. A key is authenticated, counted and limited; `operator` is the command line. */
export type Caller =
  | { kind: 'key'; key: string }
  | { kind: 'operator'; realm?: Realm }
  | MemberCaller
  | DemoCaller
  | AdmittedCaller;

/** An admitted key and the state of its request rate; sent as response headers (docs/api.md#rates). */
export interface Admission {
  account: string;
  prefix: string;
  mode: Mode;
  realm: Realm;
  label: string;
  rate: { limit: number; used: number; resetsInSeconds: number };
}

/** An admitted caller. Includes the contract of the key, so that its record need not be read again. */
export interface Principal extends Admission {
  scope: string;
  contract: { cap: number | null; reads: number | null };
  /** Id of the member who calls through a bot; absent for keys. */
  member?: string;
}

export interface CallOptions {
  /** Aborts when the caller disconnects: a waiting call leaves the queue; a running lookup is finished and cached. */
  signal?: AbortSignal;
  /** Whether the caller has disconnected: an answer that was not delivered is not counted in the history. */
  isGone?(): boolean;
  /** Id of the call in answers and logs; generated when absent. */
  requestId?: string | undefined;
  /** Called as soon as the caller is admitted, so that the headers are known even if the call then fails. */
  onAdmission?: (admission: Admission) => void;
  /**
   * Waits at most this long, in milliseconds, clamped to 0…30000. Then the result is `Pending`, and the verification goes on
   * even if the caller disconnects. Absent, or without an account: the call waits to the end.
   */
  waitMs?: number | undefined;
  /** Address that receives the result of a call that was answered `Pending`, as a webhook. It was checked with `isAllowed`. */
  webhookUrl?: string | undefined;
  /**
   * The link or reference was read from a picture by a model. If the bank does not confirm it, the call fails with
   * `doubtful_reading`, because it may be misread.
   */
  doubtful?: boolean | undefined;
  /** Binds repeated calls of the account for one receipt to one verification, for 24 hours. 1 to 256 printable ASCII characters. */
  idempotencyKey?: string | undefined;
}

/** Without `waitMs`: the result is never `Pending`. */
export interface SyncOptions extends CallOptions {
  waitMs?: undefined;
}

/** A verification of pictures. `waitMs` begins with the call, before the pictures are read. */
export interface ImageOptions extends Omit<CallOptions, 'webhookUrl'> {
  /** Called once, when the original pictures are no longer needed. */
  onPrepared?: (() => void) | undefined;
  /** Who sent the pictures, if not the caller; default: the caller's account or address. */
  sender?: ImageCaller | undefined;
}

/** The sender of pictures: callers take turns by account, or by address when they have none. */
export interface ImageCaller {
  /** An account, or a group of addresses. */
  name: string;
  /** True without an account. */
  anonymous: boolean;
}

/** Options of a poll. */
export interface PollOptions {
  /** Aborts when the caller disconnects. */
  signal?: AbortSignal;
  onAdmission?: (admission: Admission) => void;
}

/** `not_printed`: not on the receipt · `ambiguous`: the receipt is not clear enough · `mismatch`: the receipt shows something else */
export type CheckReason = 'not_printed' | 'mismatch' | 'ambiguous';

/** One check; `reason` is set when it failed. */
interface Check {
  ok: boolean;
  reason?: CheckReason;
}

export interface Checks {
  ok: boolean;
  amount?: Check & { expected: string; actual: string; difference: string };
  receiver?: Check & { match: 'exact' | 'masked' | 'name' | 'none'; confidence: number };
  /** Provider keys; `actual` is the printed name when it matches no provider. */
  bank?: Check & { expected: string; actual: string };
  age?: Check & { hours: number | null };
  /** ISO 8601; `actual` is null when the bank prints no time. */
  notBefore?: Check & { expected: string; actual: string | null };
}

export interface History {
  seenBefore: boolean;
  times: number;
  firstAt: string;
  firstBy: string;
  /** Numbers of other receipts that may show the same transfer; absent when there are none. */
  possiblySameAs?: string[];
}

/** The 200 of a verification (docs/api.md#verdicts). */
export interface Verification {
  ok: true;
  verdict: 'verified';
  processingStatus: 'completed';
  requestId: string | null;
  providerKey: string;
  reference: string;
  resolvedUrl: string;
  httpStatus: number;
  fetchedAt: string;
  cached: boolean;
  livemode: boolean;
  receipt: Receipt;
  payment: Payment;
  checks?: Checks;
  /** Absent when the caller has no account. */
  history?: History;
  rawHtmlLength: number;
  egressSource: string;
  error: null;
}

/** The 202 (docs/api.md#waiting-202-polling-and-events): accepted; another process finishes it if this one dies. */
export interface Pending {
  verdict: 'pending';
  processingStatus: 'queued';
  requestId: string;
  /** Position in the bank's queue, from 1; null when it is not in the queue, for example because its lookup runs. */
  position: number | null;
}

/** State of a request that was answered 202; once it has ended, the answer that the call would have got. */
export type RequestState =
  | Pending
  | { processingStatus: 'completed'; text: string }
  | { processingStatus: 'failed'; failure: Failure };

/** Outcome of a request that was answered 202, for metrics. */
export type CompletedRequest =
  | { verdict: 'verified'; providerKey: string; cached: boolean }
  | { verdict: 'failed'; failure: Failure };

export interface RequestEvent {
  /** Different for every change. */
  id: string;
  state: RequestState;
}

/** Result of parsing stored answers again: numbers of answers read, and of those settled and unreadable. */
export interface ReparseResult {
  read: number;
  settled: number;
  unreadable: number;
}

/** Pictures and documents of one receipt, and further information from the caller. */
export interface ImageRequest {
  /** One to five JPEGs, PNGs, WebPs or PDFs, 5 MiB each. Never stored. */
  pictures: readonly Uint8Array[];
  /** Names of the pictures for the `path` of issues; default `pictures.0` and so on. */
  names?: readonly string[] | undefined;
  /** Text sent with the pictures, for example a caption. */
  text?: string | undefined;
  provider?: string | undefined;
  account?: string | undefined;
  phone?: string | undefined;
  expect?: Expect | undefined;
}

/** The 200 of a call with pictures (docs/api.md#pictures). */
export interface ImageVerification {
  ok: true;
  verdict: 'verified';
  detections: Detection[];
  upstream: { attempted: true; reason: null; result: Verification };
}

/** A verification as JSON text, with the fields that metrics need. */
export interface VerificationText {
  verdict: 'verified';
  text: string;
  providerKey: string;
  cached: boolean;
}

export interface Resolution {
  ok: true;
  providerKey: string | null;
  reference: string | null;
  resolvedUrl: string | null;
  needs: readonly Need[];
  candidates: readonly string[];
}

/** Who calls, what a call passes in, and what comes back of it (docs/api.md). */
import type { Realm } from '../../egress/types.js';
import type { Need, Payment, Receipt } from '../../providers/types.js';
import type { Failure } from './errors.js';
import type { Detection } from './reading.js';

export type Plan = 'free' | 'shop' | 'developer' | 'scale' | 'enterprise';
export type Mode = 'live' | 'test';

/** What the caller expects of the payment; every part is optional. Amounts in birr. */
export interface Expectation {
  amount?: number | string | undefined;
  tolerance?: number | string | undefined;
  account?: string | undefined;
  name?: string | undefined;
  /** Provider key of the receiving bank. */
  bank?: string | undefined;
  maxAgeHours?: number | undefined;
  /** ISO 8601 with its offset. */
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
  expect?: Expectation | undefined;
}

/** A user of a bot, who acts for the account of their shop: under its caps, with a request rate of their own. */
export interface MemberCaller {
  kind: 'member';
  account: string;
  /** Names the person among the account's members. */
  member: string;
  /** What `history.firstBy` calls them. */
  name: string;
}

/** Somebody without a key, metered by the hour. No account, no history, nothing charged. */
export interface DemoCaller {
  kind: 'demo';
  /** IP address. */
  address: string;
}

/** What somebody without a key may still do in the clock hour that runs. */
export interface DemoAllowance {
  verifications: { left: number; limit: number };
  reads: { left: number; limit: number };
}

/** Who asks. A key is authenticated, counted and limited; the operator is whoever sits at the command line. */
export type Caller =
  | { kind: 'key'; key: string }
  | { kind: 'operator'; realm?: Realm }
  | MemberCaller
  | DemoCaller;

/** A key let in, with where its rate stands; travels on answers as headers (docs/api.md#rates). */
export interface Admission {
  account: string;
  prefix: string;
  mode: Mode;
  realm: Realm;
  label: string;
  rate: { limit: number; used: number; resetsInSeconds: number };
}

export interface CallOptions {
  /** Aborts when the caller is gone: a call that waits leaves the line, one that runs is finished and cached. */
  signal?: AbortSignal;
  /** Whether the caller is gone now: an answer that reaches nobody is not counted in the history. */
  isGone?(): boolean;
  /** Names the call in answers and logs; made when absent. */
  requestId?: string;
  /** Told as soon as the caller is let in, so that the headers are known also when the call then fails. */
  onAdmission?: (admission: Admission) => void;
  /**
   * Holds the call at most this long, in milliseconds, clamped to 0…30000; then it is answered `Pending` and goes on
   * whoever leaves. Absent: the call waits to the end. Whoever has no account always does.
   */
  waitMs?: number | undefined;
  /**
   * The link or reference was read from a picture by a model: where the bank does not confirm it the call ends in
   * `doubtful_reading`, because it may be misread.
   */
  doubtful?: boolean | undefined;
  /** Binds repeats of the account with one receipt to one verification for 24 hours. 1 to 256 printable ASCII characters. */
  idempotencyKey?: string | undefined;
}

/** A caller that waits to the end is never told `Pending`. */
export interface Patient extends CallOptions {
  waitMs?: undefined;
}

/** A verification of pictures. */
export interface ImageOptions extends Patient {
  /** Called once, when the pictures are no longer needed as they were sent. */
  onPrepared?: (() => void) | undefined;
}

/** Whose pictures they are: callers take turns by account, strangers by address. */
export interface ImageAsker {
  /** An account, or a group of addresses. */
  name: string;
  /** Without an account. */
  stranger: boolean;
}

/** The caller's side of a poll. */
export interface PollOptions {
  /** Aborts when the caller is gone. */
  signal?: AbortSignal;
  onAdmission?: (admission: Admission) => void;
}

/** `not_printed`, `ambiguous`: the receipt does not say, or not clearly enough · `mismatch`: it says otherwise */
export type CheckReason = 'not_printed' | 'mismatch' | 'ambiguous';

/** Of one part; `reason` is there where it is not ok. */
interface Check {
  ok: boolean;
  reason?: CheckReason;
}

export interface Checks {
  ok: boolean;
  amount?: Check & { expected: string; actual: string; difference: string };
  receiver?: Check & { match: 'exact' | 'masked' | 'name' | 'none'; confidence: number };
  /** Provider keys; `actual` is the name as it is printed where no provider is known by it. */
  bank?: Check & { expected: string; actual: string };
  age?: Check & { hours: number | null };
  /** ISO 8601; `actual` is null where the bank prints no time. */
  notBefore?: Check & { expected: string; actual: string | null };
}

export interface History {
  seenBefore: boolean;
  times: number;
  firstAt: string;
  firstBy: string;
  /** Numbers of other receipts that may be of the same transfer; absent where there is none. */
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

/** The 202 (docs/api.md#waiting-202-polling-and-events): accepted, and worked on whatever becomes of the process that accepted it. */
export interface Pending {
  verdict: 'pending';
  processingStatus: 'queued';
  requestId: string;
  /** Place in the bank's line, from 1; null when it stands in none, for one because its lookup runs. */
  position: number | null;
}

/** Where a request that was answered 202 stands: what the call would have been answered, once it is over. */
export type RequestState =
  | Pending
  | { processingStatus: 'completed'; text: string }
  | { processingStatus: 'failed'; failure: Failure };

/** How a request that was answered 202 ended, for whoever counts. */
export type Conclusion =
  | { verdict: 'verified'; providerKey: string; cached: boolean }
  | { verdict: 'failed'; failure: Failure };

export interface RequestEvent {
  /** Another one for every change. */
  id: string;
  state: RequestState;
}

/** What came of reading kept answers again. */
export interface Reparsed {
  read: number;
  settled: number;
  unreadable: number;
}

/** Pictures and documents of one receipt, with what is known beside them. */
export interface ImageRequest {
  /** One to five JPEGs, PNGs, WebPs or PDFs, 5 MiB each. Never stored. */
  pictures: readonly Uint8Array[];
  /** What the caller calls each picture, for the `path` of issues; `pictures.0` and so on when absent. */
  names?: readonly string[] | undefined;
  /** What came with the pictures, a caption for instance. */
  text?: string | undefined;
  provider?: string | undefined;
  account?: string | undefined;
  phone?: string | undefined;
  expect?: Expectation | undefined;
}

/** The 200 of a call with pictures (docs/api.md#pictures). */
export interface ImageVerification {
  ok: true;
  verdict: 'verified';
  detections: Detection[];
  upstream: { attempted: true; reason: null; result: Verification };
}

/** A verification as JSON text, with what is needed to count it. */
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

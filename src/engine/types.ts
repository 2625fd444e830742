/** What the doors of the engine pass in and get back. Shapes of answers are INTERFACE.md sections 4 to 9. */
import type { CertificateReport, Realm } from '../egress/types.js';
import type { Need, Payment, Receipt, Support } from '../providers/types.js';
import type { SandboxState } from '../sandbox/types.js';
import type { Activity, Sessions, Uptime } from './dashboard.js';
import type { Failure } from './errors.js';
import type { BotName, Notebook } from './notebook.js';
import type { Detection, ScreenshotBudget } from './reading.js';
import type { Shops } from './shops/types.js';
import type { RecordedEvent } from './store/events.js';

export type { Realm } from '../egress/types.js';
export type { Payment, Receipt } from '../providers/types.js';
export * from './dashboard.js';
export type { BotName, Note, Notebook, NoteOptions } from './notebook.js';
export type { Detection, FailedUpstream, ScreenshotBudget } from './reading.js';
export * from './shops/types.js';
export type { RecordedEvent, ServiceEvent } from './store/events.js';

export type Plan = 'free' | 'shop' | 'developer' | 'scale' | 'enterprise';
export type Mode = 'live' | 'test';

/** What the caller expects of the payment; every part is optional. Amounts in birr. */
export interface Expectation {
  amount?: number | string | undefined;
  tolerance?: number | string | undefined;
  account?: string | undefined;
  name?: string | undefined;
  maxAgeHours?: number | undefined;
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

/** A key let in, with where its rate stands; travels on answers as headers (INTERFACE.md section 7). */
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
  /** Names the call in answers and logs; made when absent. */
  requestId?: string;
  /** Told as soon as the caller is let in, so that the headers are known also when the call then fails. */
  onAdmission?: (admission: Admission) => void;
  /**
   * Holds the call at most this long, in milliseconds, clamped to 0…30000; then it is answered `Pending` and goes on
   * whoever leaves. Absent: the call waits to the end. Whoever has no account always does.
   */
  waitMs?: number | undefined;
  /** Binds repeats of the account to one verification for 24 hours. 1 to 256 printable ASCII characters. */
  idempotencyKey?: string | undefined;
}

/** A caller that waits to the end is never told `Pending`. */
export interface Patient extends CallOptions {
  waitMs?: undefined;
}

/** The caller's side of a poll. */
export interface PollOptions {
  /** Aborts when the caller is gone. */
  signal?: AbortSignal;
  onAdmission?: (admission: Admission) => void;
}

export interface Checks {
  ok: boolean;
  amount?: { ok: boolean; expected: string; actual: string; difference: string };
  receiver?: { ok: boolean; match: 'exact' | 'masked' | 'name' | 'none'; confidence: number };
  age?: { ok: boolean; hours: number | null };
}

export interface History {
  seenBefore: boolean;
  times: number;
  firstAt: string;
  firstBy: string;
}

/** The 200 of INTERFACE.md section 4. */
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

/** The 202 of INTERFACE.md section 4: accepted, and worked on whatever becomes of the process that accepted it. */
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

/** The 200 of INTERFACE.md section 5. */
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

/** INTERFACE.md section 7, GET /api/usage. */
export interface Usage {
  ok: true;
  account: string;
  plan: Plan;
  mode: Mode;
  verifications: {
    used: number;
    cap: number | null;
    window: 'day' | 'month';
    startsAt: string;
    endsAt: string;
    timeZone: string;
    overage: {
      available: boolean;
      enabled: boolean;
      count: number;
      priceEtb: number | null;
      amountEtb: number;
    };
  };
  screenshots: { used: number; cap: number | null; endsAt: string };
  rate: { limit: number; used: number; resetsAt: string };
}

export interface ProviderInfo {
  key: string;
  name: string;
  sources: readonly string[];
  hosts: readonly string[];
  bareReference: boolean;
  needs: readonly Need[];
  viewLimited: boolean;
  support: Support;
}

export interface InternalComponent {
  name: string;
  host: string;
  group: 'internal';
  status: 'operational' | 'degraded' | 'down' | 'unknown';
  responseMs: number | null;
  httpStatus: number | null;
  error: string | null;
}

export interface BankComponent extends Omit<InternalComponent, 'group'> {
  group: 'upstream';
  providerKey: string;
  since: string | null;
  egress: { name: string; ok: boolean; responseMs: number | null; error: string | null; at: string }[];
  queue: { running: number; waiting: number };
}

/** INTERFACE.md section 6. */
export interface StatusReport {
  ok: boolean;
  status: 'operational' | 'slow' | 'down';
  checkedAt: string;
  cached: true;
  store: 'redis' | 'embedded';
  banks: Realm;
  components: (InternalComponent | BankComponent)[];
}

/** A key as it is known after minting; the key itself is shown once and stored only as SHA-256. */
export interface KeyInfo {
  prefix: string;
  account: string;
  mode: Mode;
  plan: Plan;
  label: string;
  rate: number;
  /** The verification cap in force, null when unlimited. */
  cap: number | null;
  /** The monthly screenshot reads in force, null when unlimited. */
  reads: number | null;
  createdAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
}

export interface MintRequest {
  plan?: Plan | undefined;
  account?: string | undefined;
  /** Name of a new account. */
  name?: string | undefined;
  label?: string | undefined;
  mode?: Mode | undefined;
  rate?: number | undefined;
  cap?: number | undefined;
  reads?: number | undefined;
}

export interface KeyChange {
  label?: string | undefined;
  rate?: number | undefined;
  cap?: number | undefined;
  reads?: number | undefined;
}

export interface AccountInfo {
  id: string;
  name: string;
  plan: Plan;
  overage: boolean;
  createdAt: string;
  keys: number;
}

/** Keys: recognised by prefix (first 14 characters). Methods throw `OperatorError` for bad arguments. */
export interface Keys {
  mint(request: MintRequest): Promise<KeyInfo & { key: string }>;
  list(account?: string): Promise<KeyInfo[]>;
  get(prefix: string): Promise<KeyInfo>;
  revoke(prefix: string): Promise<KeyInfo>;
  set(prefix: string, change: KeyChange): Promise<KeyInfo>;
}

export interface Accounts {
  list(): Promise<AccountInfo[]>;
  get(id: string): Promise<AccountInfo>;
  set(id: string, change: { plan?: Plan | undefined; overage?: boolean | undefined }): Promise<AccountInfo>;
  /** A one-time sign-in link for the dashboard: ten minutes, single use. */
  loginLink(id: string): Promise<{ url: string; expiresAt: string }>;
}

/** The holder of an account asked for something that is not theirs to have. */
export class HolderError extends Error {
  override readonly name = 'HolderError';
  /**
   * `unknown`: no such key of this account; `too_many` keys; `contract`: an Enterprise key has caps of its own, which
   * the operator agrees to; `no_overage`: the plan stops at its cap; `label`: empty
   */
  constructor(readonly kind: 'unknown' | 'too_many' | 'contract' | 'no_overage' | 'label') {
    super(kind);
  }
}

/** Methods throw HolderError, `OperatorError` for an account that does not exist, `Failure` `unavailable`. */
export interface Holder {
  /** Oldest first, revoked ones included. */
  keys(): Promise<KeyInfo[]>;
  /** At the ordinary request rate. @param request label of up to 64 characters; longer ones are cut */
  mint(request: { label: string; mode: Mode }): Promise<KeyInfo & { key: string }>;
  relabel(prefix: string, label: string): Promise<KeyInfo>;
  /** Counts from the next request on. */
  revoke(prefix: string): Promise<KeyInfo>;
  setOverage(on: boolean): Promise<AccountInfo>;
  /** Enterprise keys that work and have a contract of their own, each with what it has used. */
  contracts(): Promise<{ prefix: string; label: string; usage: Usage }[]>;
}

/** A certificate, and what this deployment makes of it. */
export interface CertificateView extends CertificateReport {
  /** Pins in force for this host and port; none: the chain must verify. */
  pins: readonly string[];
  /** True when the bank would be asked: a pinned key, or without pins a chain that verifies. */
  accepted: boolean;
  /** Keys of the providers that are asked there. */
  providers: readonly string[];
}

export interface KnownPin {
  /** `host:port`, or in TLS_PINS a host for all its ports. */
  host: string;
  /** `sha256/BASE64` */
  pin: string;
  from: 'store' | 'configuration';
  /** ISO 8601; null for those of TLS_PINS. */
  addedAt: string | null;
}

/** Hosts are `host` or `host:port`; without a port it is 443. Methods throw `OperatorError`. */
export interface CertificatePins {
  /** Connects, looks and leaves; no request is sent. */
  show(host: string): Promise<CertificateView>;
  /**
   * Pins the key the host shows now, beside those it has; every running service knows it within 30 s.
   * @param expected refuses to pin any other key than this one
   */
  add(host: string, expected?: string): Promise<CertificateView>;
  list(): Promise<KnownPin[]>;
  /** Removes what `add` has stored for a host. @returns how many there were */
  remove(host: string): Promise<number>;
}

/** An operator's mistake at the command line: an unknown account, a cap on a plan that takes none. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  constructor(
    message: string,
    /** `usage`: the arguments contradict each other; `unknown`: no such key, account or host. */
    readonly kind: 'usage' | 'unknown',
  ) {
    super(message);
  }
}

export interface AccountUsage {
  account: AccountInfo;
  usage: Usage;
}

/** What an administrator asks beside the status. */
export interface Administration {
  /**
   * What has happened, oldest first: every reader follows with a cursor of its own.
   * @param after cursor of the last event known; `0` for the beginning
   * @throws Failure `unavailable`
   */
  events(after: string, count: number): Promise<{ cursor: string; event: RecordedEvent }[]>;
  /**
   * The accounts that have verified most in the window that runs, most first. Reads every account.
   * @throws Failure `unavailable`
   */
  topAccounts(count: number): Promise<AccountUsage[]>;
}

/** The only door: what bots, sidecar, pages and command line see. */
export interface Engine {
  /** @throws Failure */
  verify(request: VerifyRequest, caller: Caller, options?: Patient): Promise<Verification>;
  verify(request: VerifyRequest, caller: Caller, options: CallOptions): Promise<Verification | Pending>;
  /** The same as JSON text, which spares whoever sends it on from reading and writing it. @throws Failure */
  verifyAsText(
    request: VerifyRequest,
    caller: Caller,
    options?: CallOptions,
  ): Promise<VerificationText | Pending>;
  /**
   * Reads pictures of one receipt and verifies what they name.
   * @param request may be a function, which is asked only once the caller is let in: nobody else can make the
   * service take pictures in
   * @throws Failure, with `detections` and `upstream` where something was read
   */
  verifyImage(
    request: ImageRequest | (() => Promise<ImageRequest>),
    caller: Caller,
    options?: Patient,
  ): Promise<ImageVerification>;
  /**
   * What pictures show, for the operator: no bank is asked, nothing is counted or kept.
   * @throws Failure
   */
  read(pictures: readonly Uint8Array[]): Promise<Detection[]>;
  /** What the service has spent of the day's screenshot reads. @throws Failure `unavailable` */
  screenshotBudget(): Promise<ScreenshotBudget>;
  /**
   * Where a request of the account stands; counted against a key's request rate, not against a member's.
   * @param who a key, or a member
   * @throws Failure `not_found` for one that is unknown or another account's
   */
  request(id: string, who: string | undefined | MemberCaller, options?: PollOptions): Promise<RequestState>;
  /**
   * The same now and at every change until the end; whoever watches anew is told the last one again.
   * @throws Failure before the first
   */
  events(
    id: string,
    who: string | undefined | MemberCaller,
    options?: PollOptions,
  ): Promise<AsyncIterable<RequestEvent>>;
  /** From now on this process takes up requests that a process which died has left; safe to call again. */
  takeUp(): void;
  /** Tells how each request that was answered 202 has ended, once, in the process that brought it to its end. */
  onConcluded(told: (conclusion: Conclusion) => void): void;
  /** No bank is asked, no cap is touched. @throws Failure */
  resolve(request: ResolveRequest): Resolution;
  /** Every receipt a text names, in order and each once, to be resolved or verified by itself. No bank is asked. */
  receiptsIn(text: string): ResolveRequest[];
  /** Lets a key in and counts it against its request rate. @throws Failure */
  admit(key: string | undefined): Promise<Admission>;
  /** What a key has used. @throws Failure */
  usage(key: string): Promise<Usage>;
  /** What an address has left of the demo; nothing is counted. @throws Failure `unavailable` */
  demoAllowance(address: string): Promise<DemoAllowance>;
  /** What an account has used, for the operator. @throws OperatorError */
  accountUsage(account: string): Promise<Usage>;
  /** From memory; never asks a bank, never waits for the store. */
  status(): StatusReport;
  providers(): ProviderInfo[];
  /** True when the store answers. */
  ready(): boolean;
  /** Reads the kept answers of view-limited links again; no bank is asked. */
  reparse(): Promise<Reparsed>;
  keys: Keys;
  accounts: Accounts;
  /** Who is signed in to the dashboard. */
  sessions: Sessions;
  /** What the holder of an account may do to it alone. */
  holder(account: string): Holder;
  /** What an account's calls came to. */
  activity: Activity;
  /** How the banks were, day by day, and what has happened. */
  uptime: Uptime;
  /** Shops of the cashier bot: who belongs to them, what they have accepted. */
  shops: Shops;
  /** Pinned certificates of bank hosts. */
  pins: CertificatePins;
  /** Null when no simulated banks are part of this deployment. */
  sandbox: SandboxState;
  /** For whoever runs the service. */
  admin: Administration;
  /** What a bot must not forget; one notebook a bot, shared by all processes. */
  notebook(bot: BotName): Notebook;
  close(): Promise<void>;
}

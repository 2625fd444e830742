import type { SandboxState } from '../../sandbox/types.js';
import type { BotName, Notebook } from './bots.js';
import type {
  Admission,
  Caller,
  CallOptions,
  Conclusion,
  DemoAllowance,
  ImageAsker,
  ImageOptions,
  ImageRequest,
  ImageVerification,
  MemberCaller,
  Patient,
  Pending,
  PollOptions,
  Reparsed,
  RequestEvent,
  RequestState,
  Resolution,
  ResolveRequest,
  Verification,
  VerificationText,
  VerifyRequest,
} from './calls.js';
import type { Activity, Sessions, Uptime } from './dashboard.js';
import type { Accounts, Administration, CertificatePins, Holder, Keys } from './operation.js';
import type { Detection, ScreenshotBudget } from './reading.js';
import type { ProviderInfo, StatusReport, Usage } from './reports.js';
import type { Shops } from './shops.js';

export type { Realm } from '../../egress/types.js';
export type { Payment, Receipt } from '../../providers/types.js';
export type { BotName, Note, Notebook, NoteOptions } from './bots.js';
export * from './calls.js';
export * from './dashboard.js';
export type { RecordedEvent, ServiceEvent } from './events.js';
export * from './operation.js';
export type { Detection, FailedUpstream, ScreenshotBudget } from './reading.js';
export * from './reports.js';
export * from './shops.js';

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
    request: ImageRequest | ((asker: ImageAsker) => Promise<ImageRequest>),
    caller: Caller,
    options?: ImageOptions,
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
  /** What the simulated banks do, and what has reached them. */
  sandbox: SandboxState;
  /** For whoever runs the service. */
  admin: Administration;
  /** What a bot must not forget; one notebook a bot, shared by all processes. */
  notebook(bot: BotName): Notebook;
  /**
   * Begins no lookup any more: callers who wait get `unavailable`, requests answered 202 are left to other processes.
   * Resolves when no lookup runs; those that still do when `until` aborts are given up, with `unavailable` too.
   */
  stop(until: AbortSignal): Promise<void>;
  /** Stops, waiting up to 8 s for lookups, and lets go of the store, which stays open. */
  close(): Promise<void>;
}

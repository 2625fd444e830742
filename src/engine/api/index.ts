import type { SandboxState } from '../../sandbox/types.js';
import type { BotName, BotStore } from './bots.js';
import type { Batches } from './bulk/batches.js';
import type { VerificationRecords } from './bulk/records.js';
import type {
  AdmittedCaller,
  Caller,
  CallOptions,
  CompletedRequest,
  DemoAllowance,
  ImageCaller,
  ImageOptions,
  ImageRequest,
  ImageVerification,
  MemberCaller,
  Pending,
  PollOptions,
  Principal,
  ReparseResult,
  RequestEvent,
  RequestState,
  Resolution,
  ResolveRequest,
  SyncOptions,
  Verification,
  VerificationText,
  VerifyRequest,
} from './calls.js';
import type { Activity, Sessions, Uptime } from './dashboard.js';
import type {
  AccountOwner,
  Accounts,
  Administration,
  ApiKeys,
  CertificatePins,
  NeededScopes,
} from './operation.js';
import type { PayerRequests, PaymentFigures, PaymentRequests, SandboxShop } from './payment-requests.js';
import type { Detection, ScreenshotBudget } from './reading.js';
import type { ProviderInfo, StatusReport, Usage } from './reports.js';
import type { Shops } from './shops.js';
import type { WebhookFigures, Webhooks } from './webhooks.js';

export type { Realm } from '../../egress/types.js';
export type { Payment, Receipt } from '../../providers/types.js';
export type { BotName, BotRecord, BotRecordOptions, BotStore } from './bots.js';
export * from './bulk/batches.js';
export * from './bulk/records.js';
export * from './calls.js';
export * from './dashboard.js';
export type { RecordedEvent, ServiceEvent } from './events.js';
export * from './ledger.js';
export * from './operation.js';
export * from './payment-requests.js';
export type { Detection, FailedUpstream, ScreenshotBudget } from './reading.js';
export { endOfChosen, otherReferences } from './reading.js';
export * from './reports.js';
export * from './shop-reports.js';
export * from './shops.js';
export * from './webhooks.js';

/** The engine's public API, used by bots, sidecar, pages and command line. */
export interface Engine {
  /** Verifies one receipt. `Pending` only with `waitMs`. @throws Failure; Withdrawn when the caller has disconnected */
  verify(request: VerifyRequest, caller: Caller, options?: SyncOptions): Promise<Verification>;
  verify(request: VerifyRequest, caller: Caller, options: CallOptions): Promise<Verification | Pending>;
  /** The same with the result as JSON text, so that it need not be parsed and serialised again. */
  verifyAsText(
    request: VerifyRequest,
    caller: Caller,
    options?: CallOptions,
  ): Promise<VerificationText | Pending>;
  /**
   * Reads pictures of one receipt and verifies the receipt that they name. `Pending` only with `waitMs`, once they are read.
   * @param request may be a function, called only after the caller is admitted: uploads of other callers are not received
   * @throws Failure, with `detections` and `upstream` when something was read
   */
  verifyImage(
    request: ImageRequest | ((caller: ImageCaller) => Promise<ImageRequest>),
    caller: Caller,
    options?: ImageOptions & SyncOptions,
  ): Promise<ImageVerification>;
  verifyImage(
    request: ImageRequest | ((caller: ImageCaller) => Promise<ImageRequest>),
    caller: Caller,
    options?: ImageOptions,
  ): Promise<ImageVerification | Pending>;
  /**
   * Reads pictures for the operator: no bank is asked, nothing is counted or stored.
   * @throws Failure
   */
  read(pictures: readonly Uint8Array[]): Promise<Detection[]>;
  /** Screenshot reads of the whole service today. @throws Failure `unavailable` */
  screenshotBudget(): Promise<ScreenshotBudget>;
  /**
   * State of a request that was answered 202. Counts against the request rate of a key that was not admitted before.
   * @param who a key, or an admitted caller
   * @throws Failure `not_found` when the request is unknown or belongs to another account
   */
  request(
    id: string,
    who: string | undefined | MemberCaller | AdmittedCaller,
    options?: PollOptions,
  ): Promise<RequestState>;
  /**
   * The same as a stream: the current state first, then every change until the end.
   * @throws Failure before the first event
   */
  events(
    id: string,
    who: string | undefined | MemberCaller | AdmittedCaller,
    options?: PollOptions,
  ): Promise<AsyncIterable<RequestEvent>>;
  /**
   * Starts recovery: this process takes over requests of processes that died, and delivers webhooks. Safe to call again.
   */
  startRecovery(): void;
  /** Calls back once for each request that was answered 202, in the process that completes it. */
  onCompleted(listener: (completed: CompletedRequest) => void): void;
  /** Finds bank and reference of a request. Asks no bank and counts nothing. @throws Failure when no bank matches */
  resolve(request: ResolveRequest): Resolution;
  /** All receipts that a text names, in order and without repeats, each as a separate request. No bank is asked. */
  receiptsIn(text: string): ResolveRequest[];
  /**
   * Authenticates a key and counts one request against its rate.
   * @param needed scopes, one of which a restricted key needs; none: any key will do
   * @throws Failure
   */
  admit(key: string | undefined, needed?: NeededScopes): Promise<Principal>;
  /** Usage of a key. @param who a key, which is counted, or one that was admitted before. @throws Failure */
  usage(who: string | Principal): Promise<Usage>;
  /** Remaining demo calls of an address; counts nothing. @throws Failure `unavailable` */
  demoAllowance(address: string): Promise<DemoAllowance>;
  /** Usage of an account, for the operator. @throws OperatorError */
  accountUsage(account: string): Promise<Usage>;
  /** From memory; asks no bank and does not wait for the store. */
  status(): StatusReport;
  providers(): ProviderInfo[];
  /** True when the store answers. */
  ready(): boolean;
  /** Parses stored answers of view-limited links again; no bank is asked. */
  reparse(): Promise<ReparseResult>;
  keys: ApiKeys;
  accounts: Accounts;
  /** Sessions of the dashboard. */
  sessions: Sessions;
  /** Changes that the owner of an account may make. */
  accountOwner(account: string): AccountOwner;
  /** Outcomes of an account's calls. */
  activity: Activity;
  /** Uptime of the banks by day, and incidents. */
  uptime: Uptime;
  /** Shops of the cashier bot: members, and the payments they have accepted. */
  shops: Shops;
  /** Batches of accounts: many verifications in one call. */
  batches: Batches;
  /** Receipts that accounts have verified. */
  verifications: VerificationRecords;
  /** Payment requests of accounts. */
  paymentRequests: PaymentRequests;
  /** The same requests for payers. */
  payerRequests: PayerRequests;
  /** A shop of the sandbox, where visitors try payment requests. */
  sandboxShop: SandboxShop;
  /** Metrics of payment requests. */
  paymentFigures(): PaymentFigures;
  /** Webhook endpoints of accounts, and the events they receive. */
  webhooks: Webhooks;
  /** Metrics of webhook deliveries in this process. */
  webhookFigures(): WebhookFigures;
  /** Pinned certificates of bank hosts. */
  pins: CertificatePins;
  /** Switched states of the simulated banks, and the requests they have received. */
  sandbox: SandboxState;
  /** For operators of the service. */
  admin: Administration;
  /** Persistent state of a bot, shared by all processes. */
  botStore(bot: BotName): BotStore;
  /**
   * Starts no more lookups: waiting callers get `unavailable`, and requests answered 202 are left to other processes.
   * Resolves when no lookup runs. When `until` aborts, lookups that still run are abandoned, also with `unavailable`.
   */
  stop(until: AbortSignal): Promise<void>;
  /** Stops, waits up to 8 s for lookups and stops using the store, without closing it. */
  close(): Promise<void>;
}

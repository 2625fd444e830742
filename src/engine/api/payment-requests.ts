/** Payment requests: an amount that a customer owes, closed once by a transfer (docs/payment-requests.md). */
import type {
  Admission,
  CallOptions,
  ImageCaller,
  ImageRequest,
  MemberCaller,
  Principal,
  ResolveRequest,
} from './calls.js';
import type { MessageRef } from './ledger.js';
import type { Detection } from './reading.js';

export const paymentRequestStatuses = ['open', 'paid', 'review', 'expired', 'canceled'] as const;
export type PaymentRequestStatus = (typeof paymentRequestStatuses)[number];

/** An account to which the money may be paid. */
export interface RequestReceiver {
  /** Provider key, or the bank's name when no provider matches. */
  provider: string;
  account: string;
  name: string | null;
}

/** Amounts are birr, as a number or a decimal string. */
export interface PaymentRequestInput {
  amount: number | string;
  description?: string | undefined;
  externalId?: string | undefined;
  /** Default: the account's saved receiving accounts. */
  receivers?: readonly { provider: string; account: string; name?: string | null | undefined }[] | undefined;
  /** How much more may be paid; absent: any amount. */
  toleranceOver?: number | string | undefined;
  /** 1 to 10,080; default 60. */
  expiresInMinutes?: number | undefined;
  /** ISO 8601; earlier payments do not count. Default: 30 minutes before creation. With real banks at most a year ago. */
  notBefore?: string | undefined;
  /** Several payments add up. */
  partial?: boolean | undefined;
  returnUrl?: string | undefined;
  metadata?: Readonly<Record<string, string>> | undefined;
}

/** Why a person has to review a payment. */
export const reviewReasons = ['over', 'receiver_unclear', 'possible_double', 'time_unclear'] as const;
export type ReviewReason = (typeof reviewReasons)[number];

/**
 * The outcome of a submitted receipt. The first three count; the others do not change the request.
 *
 * - `paid`: closed the request
 * - `partial`: counted, but more is due
 * - `review`: would count, but a person has to review it
 * - `too_little`: less than the amount due
 * - `wrong_receiver`: paid to somebody else
 * - `too_early`: paid before `notBefore`
 * - `too_late`: paid after the request expired, or checked more than a day after it
 * - `wrong_currency`: not in birr
 * - `used`: it paid another payment request, or the shop has accepted it
 * - `repeated`: it already counts for this request
 * - `not_verified`: the bank has no such receipt, has not settled it, or sent another one
 * - `could_not_check`: no verdict; see `reason` and `retrying`
 * - `closed`: the request was no longer open
 * - `too_many`: too many receipts were submitted
 */
export const attemptOutcomes = [
  'paid',
  'partial',
  'review',
  'too_little',
  'wrong_receiver',
  'too_early',
  'too_late',
  'wrong_currency',
  'used',
  'repeated',
  'not_verified',
  'could_not_check',
  'closed',
  'too_many',
] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

/** One submitted receipt. Times are ISO 8601, amounts decimal strings. */
export interface PaymentAttempt {
  /** Null when it was refused before it began. */
  id: string | null;
  at: string;
  by: 'merchant' | 'payer';
  /** Null during the first check. */
  outcome: AttemptOutcome | null;
  /** Code or reason of the failure, with `not_verified` and `could_not_check`. */
  reason: string | null;
  /** It will be checked again automatically. */
  retrying: boolean;
  providerKey: string | null;
  /** The number that the bank prints; until it is verified, the submitted one. */
  reference: string | null;
  /** The amount paid, once verified. */
  amount: string | null;
  paidAt: string | null;
}

/** A decision of the merchant about a payment in review. */
export interface ReviewDecision {
  kind: 'accepted' | 'refused';
  reason: string;
  at: string;
}

/** The payment that a decision is about, and the member who decides. */
export interface DecidedPayment {
  /** The attempt that the decider saw in review; absent: the one in review now. */
  attempt?: string | undefined;
  /** Id of the member who decides, for the shop's book. */
  member?: string | undefined;
}

/** Times are ISO 8601, amounts decimal strings in birr. */
export interface PaymentRequest {
  id: string;
  /** Page for the customer: says what to pay, and takes the receipt. */
  url: string;
  status: PaymentRequestStatus;
  amount: string;
  currency: 'ETB';
  paid: string;
  remaining: string;
  description: string | null;
  externalId: string | null;
  receivers: RequestReceiver[];
  toleranceOver: string | null;
  partial: boolean;
  notBefore: string;
  createdAt: string;
  expiresAt: string;
  /** When it was paid, canceled or expired; null while it is open or in review. */
  closedAt: string | null;
  /** Paid in time and verified after it had expired. */
  late: boolean;
  /** Why it is or was in review. */
  review: { attempt: string; reasons: ReviewReason[]; decision: ReviewDecision | null } | null;
  returnUrl: string | null;
  metadata: Record<string, string>;
  livemode: boolean;
  /** Oldest first; the last 20. */
  attempts: PaymentAttempt[];
}

export interface SubmittedReceipt {
  attempt: PaymentAttempt;
  paymentRequest: PaymentRequest;
  /** Everything that was read in pictures. Only the receipt of the attempt was checked. */
  detections?: readonly Detection[];
}

export interface PaymentRequestQuery {
  status?: PaymentRequestStatus | undefined;
  externalId?: string | undefined;
  /** Id of the last request seen. */
  after?: string | undefined;
}

export interface PaymentRequestEvent {
  /** Different for every change. */
  id: string;
  paymentRequest: PaymentRequest;
}

/** Input of a payment request that a member of a shop creates in a message to the bot. */
export type MemberRequestInput = Pick<PaymentRequestInput, 'amount' | 'description'> & {
  message: MessageRef;
};

/** Metrics of payment requests: changes and checks in this process since it started, and waiting work in all processes. */
export interface PaymentFigures {
  changes: Record<'made' | Exclude<PaymentRequestStatus, 'open'>, number>;
  /** Ended checks of receipts by outcome; `retrying`: the bank did not answer and will be asked again. */
  checks: Record<AttemptOutcome | 'retrying', number>;
  /** Read every few seconds: receipts whose bank has not answered, and requests with work that is a minute overdue. */
  work: { waiting: number; overdue: number };
}

/** `onPrepared` is called once, when the original pictures are no longer needed. */
export type PictureOptions = Pick<CallOptions, 'requestId'> & { onPrepared?: (() => void) | undefined };

/** What a payer is shown of a receipt they have handed in. */
export interface PayerAttempt extends Pick<PaymentAttempt, 'outcome' | 'reason' | 'retrying'> {
  id: string;
  /** What the merchant has decided about it, after a review. */
  decision: ReviewDecision['kind'] | null;
  /** When the picture shows other receipts too: the end of the number that was checked. */
  oneOfSeveral: string | null;
}

/** What anyone may see who has the link of a request: nothing of other attempts, nothing else of the merchant. */
export interface PayerView
  extends Pick<
    PaymentRequest,
    | 'id'
    | 'status'
    | 'amount'
    | 'remaining'
    | 'partial'
    | 'description'
    | 'receivers'
    | 'expiresAt'
    | 'returnUrl'
    | 'livemode'
  > {
  merchant: string;
  /** Null when no id was given, or the request has no such attempt by a payer. */
  attempt: PayerAttempt | null;
}

/** The attempt that has begun; it goes on by itself. Or why none has. */
export type PayerSubmittedReceipt = { attempt: string } | { attempt: null; refused: 'closed' | 'too_many' };

/** Who hands a receipt in without a key. */
export interface PayerCall {
  /** IP address; 20 receipts an hour from one. */
  address: string;
  requestId?: string | undefined;
  /** How long to wait for the outcome, ms. */
  waitMs: number;
}

/** Payment requests for those who pay them, and know the id alone. @throws Failure `not_found`, `unavailable` */
export interface PayerRequests {
  /** @param attempt id of the payer's own attempt */
  show(id: string, attempt?: string): Promise<PayerView>;
  /** Checks a receipt on the merchant's account. @throws Failure `rate_limited`; also for a reference of no bank */
  submitReceipt(id: string, receipt: ResolveRequest, payer: PayerCall): Promise<PayerSubmittedReceipt>;
  /** The same with a picture. @param read called once the request is known and the payer's address is counted */
  submitPictures(
    id: string,
    read: (caller: ImageCaller) => Promise<ImageRequest>,
    payer: PayerCall & { onPrepared?: (() => void) | undefined },
  ): Promise<PayerSubmittedReceipt>;
}

/** @throws Failure `not_found` for an unknown request, `invalid_request` with issues, `unavailable` */
export interface PaymentRequests {
  /**
   * @param idempotencyKey repeats with it within 24 hours get the same request
   * @throws Failure `rate_limited` above the plan's bound
   */
  create(
    principal: Principal,
    input: PaymentRequestInput,
    idempotencyKey?: string | undefined,
  ): Promise<PaymentRequest>;
  /**
   * Creates a request for a member of a shop, to be paid to the shop's saved accounts; once for each message. Its payment is
   * accepted in the shop's book for that member.
   * @throws Failure as `create`; `invalid_request` when the shop has saved no account
   */
  createByMember(caller: MemberCaller, input: MemberRequestInput): Promise<PaymentRequest>;
  get(account: string, id: string): Promise<PaymentRequest>;
  /** Newest first, 100 per page. */
  list(
    account: string,
    query: PaymentRequestQuery,
  ): Promise<{ paymentRequests: PaymentRequest[]; more: boolean }>;
  /** Closes an open request; does nothing to a canceled one. */
  cancel(account: string, id: string): Promise<PaymentRequest>;
  /**
   * Counts the payment in review: the request is then paid, or open again when more is due.
   * @throws Failure `invalid_request` when it is not in review, or another payment is
   */
  accept(account: string, id: string, reason: string, decided?: DecidedPayment): Promise<PaymentRequest>;
  /** Opens a request in review again; the refused receipt may then pay another request. @throws Failure as `accept` */
  refuse(account: string, id: string, reason: string, decided?: DecidedPayment): Promise<PaymentRequest>;
  /** Checks a receipt for a request. @throws Failure also for a reference of no bank */
  submitReceipt(principal: Principal, id: string, receipt: ResolveRequest): Promise<SubmittedReceipt>;
  /** The same with pictures of one receipt. @param read called once the request was found; other bodies are not received */
  submitPictures(
    principal: Principal,
    id: string,
    read: (caller: ImageCaller) => Promise<ImageRequest>,
    options?: PictureOptions,
  ): Promise<SubmittedReceipt>;
  /** The current request, then the request after every change, until it ends or `signal` aborts. */
  watch(
    admission: Pick<Admission, 'account' | 'prefix'>,
    id: string,
    signal?: AbortSignal,
  ): Promise<AsyncIterable<PaymentRequestEvent>>;
  /** The same for a bot, without a limit on the number of streams; empty when there is no such request. */
  follow(account: string, id: string, signal: AbortSignal): AsyncIterable<PaymentRequestEvent>;
}

/** Somebody with a browser. */
export interface ShopVisitor {
  /** Secret of the visitor's browser; who does not have it sees nothing of what the visitor made. */
  token: string;
  /** IP address. */
  address: string;
}

/** What a visitor's customer is to pay. */
export interface ShopOrder {
  /** In birr. */
  amount: string;
  description: string;
  /** Accounts that the simulated receipts for this order name. */
  receivers: readonly RequestReceiver[];
  /** Kept with the order: the receipts to pay it with. */
  receipts: string;
  /** ISO 8601: simulated receipts are dated by their reference. */
  notBefore: string;
}

/** An event as a webhook endpoint of the shop would get it. */
export interface SentEvent {
  /** `webhook-id` of the delivery. */
  id: string;
  /** JSON text. */
  body: string;
}

export interface ShopRequest {
  paymentRequest: PaymentRequest;
  /** Oldest first. */
  events: SentEvent[];
}

/** Its requests ask simulated banks alone. All methods throw `Failure` `unavailable`. */
export interface SandboxShop {
  /**
   * @param order called only for a visitor who is not refused
   * @throws Failure `rate_limited` for an address that makes many an hour, and when the shop has made many today
   */
  open(visitor: ShopVisitor, order: () => ShopOrder): Promise<PaymentRequest>;
  /** Those of one visitor, newest first. */
  list(token: string): Promise<PaymentRequest[]>;
  /** @throws Failure `not_found` also for what another visitor made */
  get(token: string, id: string): Promise<ShopRequest>;
}

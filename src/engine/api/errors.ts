/**
 * Every way a verification can fail: code or reason, HTTP status, whose fault it is, whether a retry can help.
 * Codes, reasons, statuses and verdicts are a contract (docs/api.md#errors-and-retry). Callers match on `code` or
 * `reason`, never on the message.
 */
import type { Need, Receipt } from '../../providers/types.js';
import { withoutSums } from './failed-receipt.js';
import type { Detection, FailedUpstream } from './reading.js';

export type Verdict = 'verified' | 'not_verified' | 'could_not_check';

export interface Issue {
  /** Dotted path of the member, for example `expect.amount`; empty for the body as a whole. */
  path: string;
  code: string;
  message: string;
}

/** Whether the same request may be sent again: not, as `Retry-After` says, or after pauses that grow. */
export type Retry = 'never' | 'after' | 'backoff';

interface FailureKind {
  status: number;
  /** A failure has a code or a reason, never both. */
  code?: string;
  reason?: string;
  verdict: Exclude<Verdict, 'verified'>;
  fault: 'caller' | 'bank' | 'service' | 'payer';
  retry: Retry;
  /** False: nothing was sent to the bank, and nothing is known of the receipt. True: something may have been sent. */
  bankAsked: boolean;
  message: string;
}

const kinds = {
  invalid_json: caller(400, 'The body is not valid JSON.'),
  invalid_request: caller(400, 'The request is not valid; see issues.'),
  missing_key: caller(401, 'Send your API key in the x-api-key header.'),
  invalid_key: caller(401, 'This API key is not known.'),
  revoked_key: caller(401, 'This API key has been revoked.'),
  not_found: caller(404, 'There is nothing at this address.'),
  method_not_allowed: caller(405, 'This address does not take this method.'),
  payload_too_large: caller(413, 'The body is too large.'),
  unsupported_media_type: caller(415, 'This address does not take a body of this type.'),
  rate_limited: { ...caller(429, 'Too many requests in this minute.'), retry: 'after' },
  too_many_waiting: {
    ...caller(429, 'As many calls as the plan allows are waiting or promised already.'),
    retry: 'after',
  },
  quota_exceeded: caller(429, 'The verification cap of this window is reached.'),
  image_cap_reached: caller(429, 'The screenshot reads of this month are used up.'),
  ocr_daily_cap_reached: {
    ...service(429, "Today's screenshot budget of the service is spent."),
    retry: 'after',
  },
  detection_failed: {
    status: 502,
    verdict: 'could_not_check',
    fault: 'caller',
    retry: 'never',
    bankAsked: false,
    message: 'No receipt reference was found in the picture.',
  },
  ai_not_configured: {
    ...service(
      503,
      'Only QR codes and texts of PDFs are read here, and these pictures name no receipt in one.',
    ),
    retry: 'never',
  },
  provider_down: {
    status: 503,
    verdict: 'could_not_check',
    fault: 'bank',
    retry: 'after',
    bankAsked: false,
    message: 'The bank does not answer at the moment.',
  },
  unavailable: { ...service(503, 'The service cannot work at the moment.'), retry: 'after' },
  internal: { ...service(500, 'Something went wrong on our side.'), bankAsked: true },

  unsupported_url: unresolved('unsupported_url', 'This link belongs to no supported bank.'),
  unsupported_reference: unresolved(
    'unsupported_reference',
    'This is not a receipt reference of a supported bank.',
  ),
  needs_account: unresolved(
    'needs_account',
    'This bank needs digits of an account number beside the reference.',
  ),
  needs_phone: unresolved('needs_phone', "This bank needs the payer's phone number beside the reference."),
  needs_link: unresolved(
    'needs_link',
    'This bank needs the receipt link; the reference alone opens nothing.',
  ),
  ambiguous: unresolved('ambiguous', 'Several banks use references of this form; say which provider.'),

  doubtful_reading: {
    ...unresolved(
      'doubtful_reading',
      'The bank does not confirm this reference, but it was read from a picture and may be misread: compare it, or send it typed.',
    ),
    bankAsked: true,
  },

  bank_busy: {
    ...unanswered('bank_busy', 'The bank is busy; the call gave up waiting.'),
    bankAsked: false,
  },
  bank_timeout: unanswered('bank_timeout', 'The bank did not answer in time.'),
  bank_unreachable: unanswered('bank_unreachable', 'The bank could not be reached.'),
  bank_blocked: unanswered('bank_blocked', 'The bank sent something else than an answer about the receipt.'),

  receipt_not_found: refused('not_found', 'The bank has no such receipt.'),
  not_settled: refused('not_settled', 'The bank shows this payment as not settled.'),
  mismatch: refused('mismatch', 'The bank sent another receipt than the one asked for.'),
  unreadable: {
    status: 502,
    reason: 'unreadable',
    verdict: 'could_not_check',
    fault: 'service',
    retry: 'backoff',
    bankAsked: true,
    message: "The bank's answer could not be read as a receipt.",
  },
} as const satisfies Record<string, FailureKind>;

export type FailureName = keyof typeof kinds;

/** Every failure with its facts, for documentation and for the texts of the bots. */
export const failureKinds: Readonly<Record<FailureName, FailureKind>> = named(kinds);

/** What is known beside the kind of failure; only what applies is set. */
export interface FailureDetails {
  message?: string | undefined;
  issues?: Issue[];
  used?: number;
  cap?: number;
  needs?: readonly Need[];
  candidates?: readonly string[];
  /** Requests a minute that the key may make; with rate_limited. */
  rateLimit?: number;
  /** Set where another try would spend one of a link's few views. */
  retry?: 'never';
  /** Whole seconds for the Retry-After header. */
  retryAfterSeconds?: number;
  providerKey?: string | undefined;
  reference?: string | undefined;
  requestId?: string | undefined;
  /** Partial receipt of a 502; a `Failure` keeps no sum of it. */
  receipt?: Receipt;
  /** The bank's own HTTP status. */
  httpStatus?: number | null;
  /** With ai_not_configured: not even codes are read. */
  readsNothing?: true;
  /** What was read in the pictures, and what became of it. */
  detections?: Detection[];
  upstream?: FailedUpstream;
}

/** The one error the engine throws on purpose. Its message is fit for the caller and for nobody else. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly kind: FailureKind;
  readonly details: FailureDetails;

  constructor(
    readonly failure: FailureName,
    details: FailureDetails = {},
    options?: ErrorOptions,
  ) {
    super(details.message ?? failureKinds[failure].message, options);
    this.kind = failureKinds[failure];
    this.details = details.receipt ? { ...details, receipt: withoutSums(details.receipt) } : details;
  }

  get status(): number {
    return this.kind.status;
  }

  get retry(): Retry {
    return this.details.retry ?? this.kind.retry;
  }

  /** The same failure with more known about it, for example the provider once it is resolved. */
  with(more: FailureDetails): Failure {
    return new Failure(this.failure, { ...more, ...this.details }, { cause: this.cause });
  }
}

/** A call ended before the bank was asked, and nobody waits for an answer: no failure, and counted as no outcome. */
export abstract class Withdrawn extends Error {}

/** The caller disconnected. */
export class CallerGone extends Withdrawn {
  override readonly name = 'CallerGone';
}

/** Another process has the request now, or it is over. */
export class LeaseLost extends Withdrawn {
  override readonly name = 'LeaseLost';
}

/** Why a call whose signal has aborted ends: the reason it was aborted with; `CallerGone` where that is none of ours. */
export function withdrawalOf({ reason }: AbortSignal): Withdrawn | Failure {
  return reason instanceof Withdrawn || reason instanceof Failure ? reason : new CallerGone();
}

/**
 * The failure of a call whose reference may be misread: the bank's "no" to it says nothing about the payment, and what
 * the bank shows under it may be somebody else's receipt.
 */
export function doubted(failure: Failure): Failure {
  if (failure.kind.verdict !== 'not_verified') return failure;
  // What the bank has said of it is left out.
  const { message, receipt, httpStatus, ...known } = failure.details;
  return new Failure('doubtful_reading', known);
}

function caller(status: number, message: string) {
  const rest = { fault: 'caller', retry: 'never', bankAsked: false, message } as const;
  return { status, verdict: 'could_not_check', ...rest } as const;
}

function service(status: number, message: string) {
  const rest = { fault: 'service', retry: 'backoff', bankAsked: false, message } as const;
  return { status, verdict: 'could_not_check', ...rest } as const;
}

function unresolved<R extends string>(reason: R, message: string) {
  return {
    status: 400,
    reason,
    verdict: 'could_not_check',
    fault: 'caller',
    retry: 'never',
    bankAsked: false,
    message,
  } as const;
}

function unanswered<R extends string>(reason: R, message: string) {
  return {
    status: 400,
    reason,
    verdict: 'could_not_check',
    fault: 'bank',
    retry: 'backoff',
    bankAsked: true,
    message,
  } as const;
}

function refused<R extends string>(reason: R, message: string) {
  const rest = { fault: 'payer', retry: 'never', bankAsked: true, message } as const;
  return { status: 502, reason, verdict: 'not_verified', ...rest } as const;
}

/** A kind without a reason carries its own name as its code. */
function named(table: Record<FailureName, FailureKind>): Record<FailureName, FailureKind> {
  return Object.fromEntries(
    Object.entries(table).map(([name, kind]) => [name, kind.reason ? kind : { ...kind, code: name }]),
  ) as Record<FailureName, FailureKind>;
}

/**
 * All failures of a verification: code or reason, HTTP status, fault, and whether a retry can help. Codes, reasons,
 * statuses and verdicts are part of the API (docs/api.md#errors-and-retry). Callers match on `code` or `reason`, never
 * on the message.
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

/** Whether to repeat the same request: never, after `Retry-After`, or with growing pauses. */
export type Retry = 'never' | 'after' | 'backoff';

interface FailureKind {
  status: number;
  /** A failure has a code or a reason, never both. */
  code?: string;
  reason?: string;
  verdict: Exclude<Verdict, 'verified'>;
  fault: 'caller' | 'bank' | 'service' | 'payer';
  retry: Retry;
  /** False: nothing was sent to the bank, and nothing is known about the receipt. True: something may have been sent. */
  bankAsked: boolean;
  message: string;
}

const kinds = {
  invalid_json: caller(400, 'The body is not valid JSON.'),
  invalid_request: caller(400, 'The request is not valid; see issues.'),
  missing_key: caller(401, 'Send your API key in the x-api-key header.'),
  invalid_key: caller(401, 'This API key is unknown.'),
  revoked_key: caller(401, 'This API key has been revoked.'),
  insufficient_scope: caller(403, 'This API key is restricted and may not do this.'),
  not_found: caller(404, 'There is nothing at this address.'),
  method_not_allowed: caller(405, 'Method not allowed for this endpoint.'),
  payload_too_large: caller(413, 'The body is too large.'),
  unsupported_media_type: caller(415, 'Unsupported content type for this endpoint.'),
  rate_limited: { ...caller(429, 'Too many requests this minute.'), retry: 'after' },
  too_many_waiting: {
    ...caller(429, 'Too many calls from this account are waiting or pending; its plan allows no more.'),
    retry: 'after',
  },
  quota_exceeded: caller(429, 'The verification cap for this window has been reached.'),
  image_cap_reached: caller(429, "This month's screenshot reads are used up."),
  ocr_daily_cap_reached: {
    ...service(429, "The service's screenshot budget for today is used up."),
    retry: 'after',
  },
  detection_failed: caller(502, 'No receipt reference was found in the picture.'),
  ai_not_configured: {
    ...service(
      503,
      'Only QR codes and text in PDFs are read here, and these pictures contain no receipt in either form.',
    ),
    retry: 'never',
  },
  provider_down: {
    ...service(503, 'The bank is not responding at the moment.'),
    fault: 'bank',
    retry: 'after',
  },
  unavailable: { ...service(503, 'The service is temporarily unavailable.'), retry: 'after' },
  internal: { ...service(500, 'Something went wrong on our side.'), bankAsked: true },

  unsupported_url: unresolved('unsupported_url', "This link doesn't belong to a supported bank."),
  unsupported_reference: unresolved(
    'unsupported_reference',
    'This is not a receipt reference of a supported bank.',
  ),
  needs_account: unresolved(
    'needs_account',
    'This bank needs digits of an account number with the reference.',
  ),
  needs_phone: unresolved('needs_phone', "This bank needs the payer's phone number with the reference."),
  needs_link: unresolved(
    'needs_link',
    'This bank needs the receipt link; the reference alone is not enough.',
  ),
  ambiguous: unresolved('ambiguous', 'Several banks use references of this form; send `provider`.'),

  doubtful_reading: {
    ...unresolved(
      'doubtful_reading',
      'The bank does not confirm this reference, but it was read from a picture and may have been misread: compare it with the picture, or type it and send it again.',
    ),
    bankAsked: true,
  },

  bank_busy: {
    ...unanswered('bank_busy', 'The bank is busy; the call gave up waiting.'),
    bankAsked: false,
  },
  bank_timeout: unanswered('bank_timeout', 'The bank did not answer in time.'),
  bank_unreachable: unanswered('bank_unreachable', 'The bank could not be reached.'),
  bank_blocked: unanswered('bank_blocked', 'The bank sent something other than an answer about the receipt.'),

  receipt_not_found: refused('not_found', 'The bank has no such receipt.'),
  not_settled: refused('not_settled', 'The bank shows this payment as not settled.'),
  mismatch: refused('mismatch', 'The bank sent a different receipt than the one requested.'),
  unreadable: {
    ...service(502, "The bank's answer could not be read as a receipt."),
    reason: 'unreadable',
    bankAsked: true,
  },
} satisfies Record<string, FailureKind>;

export type FailureName = keyof typeof kinds;

/** All failures and their properties, also used for documentation and for the texts of the bots. */
export const failureKinds: Readonly<Record<FailureName, FailureKind>> = named(kinds);

/** Details of a failure; only those that apply are set. */
export interface FailureDetails {
  message?: string | undefined;
  issues?: Issue[];
  used?: number;
  cap?: number;
  needs?: readonly Need[];
  candidates?: readonly string[];
  /** Requests per minute that the key may make; with rate_limited. */
  rateLimit?: number;
  /** Set when a retry would spend another view of a view-limited link. */
  retry?: 'never';
  /** Whole seconds for the Retry-After header. */
  retryAfterSeconds?: number;
  providerKey?: string | undefined;
  reference?: string | undefined;
  requestId?: string | undefined;
  /** Partial receipt of a 502; `Failure` removes its amounts. */
  receipt?: Receipt;
  /** The bank's own HTTP status. */
  httpStatus?: number | null;
  /** With ai_not_configured: QR codes are not read either. */
  readsNothing?: true;
  /** What was read in the pictures, and the result of verifying it. */
  detections?: Detection[];
  upstream?: FailedUpstream;
}

/** The error that the engine throws for every foreseen failure. Its message is written for the caller, and shown only to the caller. */
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

  /** A copy of the failure with more details, for example the provider. Details already set stay. */
  with(more: FailureDetails): Failure {
    return new Failure(this.failure, { ...more, ...this.details }, { cause: this.cause });
  }
}

/** A request with one wrong member. @param path as in `Issue` */
export function invalidRequest(path: string, message: string, code = 'custom'): Failure {
  return new Failure('invalid_request', { issues: [{ path, code, message }] });
}

/** The call ended before the bank was asked, and no caller waits for an answer. Not a failure, and not counted as an outcome. */
export abstract class Withdrawn extends Error {}

/** The caller disconnected. */
export class CallerGone extends Withdrawn {
  override readonly name = 'CallerGone';
}

/** Another process works on the request now, or it is over. */
export class LeaseLost extends Withdrawn {
  override readonly name = 'LeaseLost';
}

/** The error of a call whose signal has aborted: the abort reason if it is one of the engine's errors, else `CallerGone`. */
export function withdrawalOf({ reason }: AbortSignal): Withdrawn | Failure {
  return reason instanceof Withdrawn || reason instanceof Failure ? reason : new CallerGone();
}

/**
 * The failure of a call whose reference may be misread: the bank's "no" then says nothing about the payment, and a receipt
 * that the bank shows may be another customer's.
 */
export function doubted(failure: Failure): Failure {
  if (failure.kind.verdict !== 'not_verified') return failure;
  // Omits the bank's answer.
  const { message, receipt, httpStatus, ...rest } = failure.details;
  return new Failure('doubtful_reading', rest);
}

function caller(status: number, message: string): FailureKind {
  return { status, verdict: 'could_not_check', fault: 'caller', retry: 'never', bankAsked: false, message };
}

function service(status: number, message: string): FailureKind {
  return { ...caller(status, message), fault: 'service', retry: 'backoff' };
}

function unresolved(reason: string, message: string): FailureKind {
  return { ...caller(400, message), reason };
}

function unanswered(reason: string, message: string): FailureKind {
  return { ...unresolved(reason, message), fault: 'bank', retry: 'backoff', bankAsked: true };
}

function refused(reason: string, message: string): FailureKind {
  const rest = { fault: 'payer', retry: 'never', bankAsked: true, message } as const;
  return { status: 502, reason, verdict: 'not_verified', ...rest };
}

/** Sets the code of every kind without a reason: its own name. */
function named(table: Record<FailureName, FailureKind>): Record<FailureName, FailureKind> {
  return Object.fromEntries(
    Object.entries(table).map(([name, kind]) => [name, kind.reason ? kind : { ...kind, code: name }]),
  ) as Record<FailureName, FailureKind>;
}

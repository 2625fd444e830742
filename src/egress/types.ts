/** Interface between the engine and the network. */

/** `live`: the bank itself. `sandbox`: the simulated banks on loopback. Their receipts never mix. */
export type Realm = 'live' | 'sandbox';

export interface OutgoingRequest {
  method: 'GET';
  url: string;
  headers: Readonly<Record<string, string>>;
  /** The only origins this request may go to, exactly. */
  origins: readonly string[];
  /**
   * Use a new connection: a bank may close a reused one just as the request is sent, and a view-limited link has no second
   * attempt.
   */
  fresh?: boolean;
}

export interface FetchOptions {
  realm: Realm;
  /** 0 for the first attempt; later attempts use another egress address if there is one. */
  attempt: number;
  /** Name of the egress address; chosen by `attempt` when absent or not configured. */
  egress?: string;
  /** Aborts the request; the fetch rejects with an EgressError of kind `aborted`. */
  signal?: AbortSignal;
}

export interface OutgoingResponse {
  status: number;
  /** Lower-case names; repeated headers joined by `, `. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
  /** Name of the egress address used. */
  egress: string;
}

/**
 * Why a bank's answer did not arrive:
 * `timeout` no complete answer in time · `unreachable` refused, reset, broken or name not resolved ·
 * `redirect` the bank redirects · `oversize` over 5 MiB · `certificate` chain or pin does not verify ·
 * `private_address` the name resolves to an address that is not public · `forbidden` not an allowed origin ·
 * `aborted` the caller's signal.
 */
export type EgressErrorKind =
  | 'timeout'
  | 'unreachable'
  | 'redirect'
  | 'oversize'
  | 'certificate'
  | 'private_address'
  | 'forbidden'
  | 'aborted';

/** A webhook to send. */
interface WebhookRequest {
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Aborts the delivery. */
  signal?: AbortSignal;
}

/** Sends webhooks: https to public addresses only, no redirects, one connection each. */
export interface WebhookClient {
  /** Checks an address before it is stored; its name is not resolved. @throws EgressError `forbidden` or `private_address` */
  assertAllowed(url: string): void;
  /** @returns the HTTP status, redirects included. @throws EgressError when none arrived in time */
  post(url: string, request: WebhookRequest): Promise<number>;
  close(): Promise<void>;
}

/** Contains no URL: a receipt link is a bearer secret. */
export class EgressError extends Error {
  override readonly name = 'EgressError';
  constructor(
    readonly kind: EgressErrorKind,
    message: string,
    readonly detail: { egress: string; host: string; status?: number },
  ) {
    super(message);
  }
}

/** A host's current certificate. */
export interface CertificateReport {
  /** `host:port` */
  host: string;
  subject: string;
  issuer: string;
  /** Subject alternative names. */
  names: string;
  /** ISO 8601. */
  validFrom: string;
  validUntil: string;
  /** `sha256/BASE64` of the public key (SPKI), the format of pins. */
  pin: string;
  /** OpenSSL code of the verification error of chain, name or dates; null when valid. */
  problem: string | null;
}

/** A pinned host showed another key; nothing was sent to it. */
export interface CertificateChange {
  /** `host:port` */
  host: string;
  expected: readonly string[];
  presented: string | null;
}

export interface Inspector {
  /**
   * Connects under the usual limits, reads the certificate and disconnects without a request.
   * @throws EgressError
   */
  inspect(host: string, port: number): Promise<CertificateReport>;
}

export interface Reachability {
  /**
   * Opens a connection to a bank like a request, including the certificate check, and disconnects without one.
   * @param origin `https://host` or `https://host:port`
   * @throws EgressError
   */
  connect(origin: string, options: Omit<FetchOptions, 'attempt'>): Promise<void>;
}

export interface DeadHandshakes {
  /** Opened connections whose TLS handshake was never completed, by egress address. */
  readonly deadHandshakes: ReadonlyMap<string, number>;
}

export interface Egress {
  /** Names of the configured egress addresses, in order. */
  readonly names: readonly string[];
  /** @throws EgressError only */
  fetch(request: OutgoingRequest, options: FetchOptions): Promise<OutgoingResponse>;
  close(): Promise<void>;
}

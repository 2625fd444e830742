/** The seam between the engine and the network. */

/** `live`: the bank itself. `sandbox`: the simulated banks on loopback. Their receipts never mix. */
export type Realm = 'live' | 'sandbox';

export interface OutgoingRequest {
  method: 'GET';
  url: string;
  headers: Readonly<Record<string, string>>;
  /** The only origins this request may go to, exactly. */
  origins: readonly string[];
  /**
   * A connection of its own, never one that was used before: a bank may close that in the very moment in which the
   * request is sent, and a link that allows few views has no second attempt.
   */
  fresh?: boolean;
}

export interface FetchOptions {
  realm: Realm;
  /** 0 for the first attempt; later ones leave from another egress address when there is one. */
  attempt: number;
  /** The egress address to leave from, by name; `attempt` chooses when it is absent or not configured. */
  egress?: string;
  /** Aborts the request; the fetch then rejects with an EgressError of kind `aborted`. */
  signal?: AbortSignal;
}

export interface OutgoingResponse {
  status: number;
  /** Lower-case names; repeated headers joined by `, `. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
  /** Name of the egress address it went through. */
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

/** Carries no URL: a receipt link is a bearer secret. */
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

/** A certificate as a host shows it at this moment. */
export interface CertificateReport {
  /** `host:port` */
  host: string;
  subject: string;
  issuer: string;
  /** The names it is for, as the certificate lists them. */
  names: string;
  /** ISO 8601. */
  validFrom: string;
  validUntil: string;
  /** `sha256/BASE64` of the public key (SPKI), as pins are written. */
  pin: string;
  /** Why chain, name or dates do not verify, as a code of OpenSSL; null when they do. */
  problem: string | null;
}

/** A pinned host showed another key than the pinned ones, and was sent nothing. */
export interface CertificateChange {
  /** `host:port` */
  host: string;
  expected: readonly string[];
  presented: string | null;
}

export interface Inspector {
  /**
   * Connects, under the limits of every other connection, looks at the certificate and leaves without a request.
   * @throws EgressError
   */
  inspect(host: string, port: number): Promise<CertificateReport>;
}

export interface Reachability {
  /**
   * Opens a connection to a bank as a request would, certificate and all, and leaves without one.
   * @param origin `https://host` or `https://host:port`
   * @throws EgressError
   */
  connect(origin: string, options: Omit<FetchOptions, 'attempt'>): Promise<void>;
}

export interface DeadHandshakes {
  /** Connections that were opened and whose TLS handshake was never finished, by egress address. */
  readonly deadHandshakes: ReadonlyMap<string, number>;
}

export interface Egress {
  /** Names of the configured egress addresses, in order. */
  readonly names: readonly string[];
  /** @throws EgressError and nothing else. */
  fetch(request: OutgoingRequest, options: FetchOptions): Promise<OutgoingResponse>;
  close(): Promise<void>;
}

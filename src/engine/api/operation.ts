/** What operators and holders of accounts do: keys, accounts, pins, events (docs/api.md#command-line). */
import type { CertificateReport } from '../../egress/types.js';
import type { Mode, Plan } from './calls.js';
import type { RecordedEvent } from './events.js';
import type { Usage } from './reports.js';

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

export interface AccountChange {
  plan?: Plan | undefined;
  overage?: boolean | undefined;
  /** Calls that may wait at once, by an Enterprise contract. */
  waiting?: number | undefined;
}

export interface Accounts {
  list(): Promise<AccountInfo[]>;
  get(id: string): Promise<AccountInfo>;
  set(id: string, change: AccountChange): Promise<AccountInfo>;
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

/** Keys, accounts, pins and events, for operators and owners of accounts (docs/api.md#command-line). */
import type { CertificateReport } from '../../egress/types.js';
import type { Mode, Plan, Principal } from './calls.js';
import type { RecordedEvent } from './events.js';
import type { Usage } from './reports.js';

/** The beginning of a key that identifies it, and that may be shown. */
export const keyPrefixLength = 14;

/** The scopes of restricted keys. A key without restriction may do everything. */
export const scopes = ['verify', 'images', 'payment_requests', 'webhooks', 'read'] as const;

export type Scope = (typeof scopes)[number];

/** The scopes of which a call needs any one. Empty: any key may make it. */
export type NeededScopes = readonly Scope[];
export const anyKey: NeededScopes = [];

/** An API key without its secret, which is shown once and stored only as SHA-256. */
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
  scopes: readonly Scope[];
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
  /** Absent: the key may do everything. */
  scopes?: readonly Scope[] | undefined;
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

/** API keys, identified by prefix (the first 14 characters). Methods throw `OperatorError` for invalid arguments. */
export interface ApiKeys {
  mint(request: MintRequest): Promise<KeyInfo & { key: string }>;
  list(account?: string): Promise<KeyInfo[]>;
  get(prefix: string): Promise<KeyInfo>;
  revoke(prefix: string): Promise<KeyInfo>;
  set(prefix: string, change: KeyChange): Promise<KeyInfo>;
}

export interface AccountChange {
  plan?: Plan | undefined;
  overage?: boolean | undefined;
  /** Maximum number of waiting calls, by an Enterprise contract. */
  waiting?: number | undefined;
}

export interface Accounts {
  list(): Promise<AccountInfo[]>;
  get(id: string): Promise<AccountInfo>;
  set(id: string, change: AccountChange): Promise<AccountInfo>;
  /** A one-time sign-in link for the dashboard: ten minutes, single use. */
  loginLink(id: string): Promise<{ url: string; expiresAt: string }>;
}

/** The owner of an account asked for something that they may not change. */
export class AccountOwnerError extends Error {
  override readonly name = 'AccountOwnerError';
  /**
   * `unknown`: the account has no such key; `too_many`: keys; `contract`: caps of an Enterprise key are set by the
   * operator; `no_overage`: the plan stops at its cap; `label`: empty
   */
  constructor(readonly kind: 'unknown' | 'too_many' | 'contract' | 'no_overage' | 'label' | 'no_scope') {
    super(kind);
  }
}

/** `prefix` and `label` of an owner who calls from the dashboard, without a key. */
export const ownerName = 'dashboard';

/** Methods throw `AccountOwnerError`, `OperatorError` for an account that does not exist, `Failure` `unavailable`. */
export interface AccountOwner {
  /** Oldest first, revoked ones included. */
  keys(): Promise<KeyInfo[]>;
  /** Mints a key with the default request rate. @param request label of up to 64 characters; longer ones are cut */
  mint(request: { label: string; mode: Mode; scopes?: readonly Scope[] }): Promise<KeyInfo & { key: string }>;
  relabel(prefix: string, label: string): Promise<KeyInfo>;
  /** Takes effect from the next request. */
  revoke(prefix: string): Promise<KeyInfo>;
  setOverage(on: boolean): Promise<AccountInfo>;
  /** Active Enterprise keys with their own contract, each with its usage. */
  contracts(): Promise<{ prefix: string; label: string; usage: Usage }[]>;
  /**
   * The owner as a caller without a key, under the caps of the account.
   * @throws AccountOwnerError `contract` when contracts of keys set the caps: then each key pays for its own calls
   */
  caller(mode: Mode): Promise<Principal>;
}

/** A certificate, and whether this deployment accepts it. */
export interface CertificateView extends CertificateReport {
  /** Pins in force for this host and port. Without pins the certificate chain must verify. */
  pins: readonly string[];
  /** True when requests may be sent: the key is pinned, or there are no pins and the chain verifies. */
  accepted: boolean;
  /** Keys of the providers that use this host. */
  providers: readonly string[];
}

export interface PinInfo {
  /** `host:port`; in TLS_PINS a host without a port covers all its ports. */
  host: string;
  /** `sha256/BASE64` */
  pin: string;
  from: 'store' | 'configuration';
  /** ISO 8601; null for pins of TLS_PINS. */
  addedAt: string | null;
}

/** Hosts are `host` or `host:port`; the default port is 443. Methods throw `OperatorError`. */
export interface CertificatePins {
  /** Reads the certificate of a host; sends no request. */
  show(host: string): Promise<CertificateView>;
  /**
   * Pins the key that the host shows now, in addition to its other pins. All running processes use it within 30 s.
   * @param expected the pin to expect: any other key is refused
   */
  add(host: string, expected?: string): Promise<CertificateView>;
  list(): Promise<PinInfo[]>;
  /** Removes the pins that `add` stored for a host. @returns their number */
  remove(host: string): Promise<number>;
}

/** An operator's mistake at the command line, for example an unknown account, or a cap on a plan without own caps. */
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

/** Queries of the admin bot. */
export interface Administration {
  /**
   * Events, oldest first. Each reader keeps its own cursor.
   * @param after cursor of the last event read; `0` to start at the beginning
   * @throws Failure `unavailable`
   */
  events(after: string, count: number): Promise<{ cursor: string; event: RecordedEvent }[]>;
  /**
   * Accounts with the most verifications in the current window, most first. Reads all accounts.
   * @throws Failure `unavailable`
   */
  topAccounts(count: number): Promise<AccountUsage[]>;
}

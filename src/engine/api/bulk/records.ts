/** Receipts that an account has verified, to list and export (docs/api.md#records). */
import type { Realm } from '../../../egress/types.js';
import type { Payment } from '../../../providers/types.js';
import type { Checks, History } from '../calls.js';

export interface VerificationQuery {
  /** First moment, ISO 8601 with an offset; or first day, in the time zone of the deployment. */
  from?: string | undefined;
  /** First moment after it; or last day. */
  to?: string | undefined;
  provider?: string | undefined;
  /** A whole reference: the number that the bank prints, or the one that was looked up. */
  reference?: string | undefined;
  /** `next` of the page before, or the id of the last record seen. */
  after?: string | undefined;
}

/** One receipt, however often it was verified. Never its link. */
export interface VerificationRecord {
  id: string;
  verdict: 'verified';
  providerKey: string;
  /** The number that the bank prints. */
  reference: string;
  /** When it was first verified for the account; ISO 8601. */
  verifiedAt: string;
  livemode: boolean;
  payment: Payment;
  /** Those of the last answer that had any. */
  checks?: Checks;
  history: Omit<History, 'possiblySameAs'>;
}

export interface VerificationPage {
  /** 100 at most; fewer, or none, also where the records that a query finds are rare. */
  verifications: VerificationRecord[];
  /** There may be older ones. */
  more: boolean;
  /** `after` of the next page; null with the last. */
  next: string | null;
}

/** Those of simulated and of real banks are apart. All methods throw Failure `unavailable`. */
export interface VerificationRecords {
  /** A page, newest first. @throws Failure `invalid_request` for a cursor that is none */
  list(account: string, realm: Realm, query: VerificationQuery): Promise<VerificationPage>;
  /** All of them, newest first, read as they are asked for. @throws Failure `invalid_request` for a cursor that is none */
  all(account: string, realm: Realm, query: VerificationQuery): AsyncGenerator<VerificationRecord>;
}

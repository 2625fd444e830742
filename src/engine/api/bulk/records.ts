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
  /** `next` of the previous page, or the id of the last record seen. */
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
  /** The checks of the last answer that had any. */
  checks?: Checks;
  history: Omit<History, 'possiblySameAs'>;
}

export interface VerificationPage {
  /** At most 100; a page may have fewer or none when matching records are rare. */
  verifications: VerificationRecord[];
  /** There may be older ones. */
  more: boolean;
  /** `after` of the next page; null on the last page. */
  next: string | null;
}

/** Records of simulated and of real banks are listed separately. All methods throw Failure `unavailable`. */
export interface VerificationRecords {
  /** A page, newest first. @throws Failure `invalid_request` for an invalid cursor */
  list(account: string, realm: Realm, query: VerificationQuery): Promise<VerificationPage>;
  /** All records, newest first, read lazily. @throws Failure `invalid_request` for an invalid cursor */
  all(account: string, realm: Realm, query: VerificationQuery): AsyncGenerator<VerificationRecord>;
}

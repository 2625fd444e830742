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
  /** Id of the last record seen. */
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

/** Those of simulated and of real banks are apart. All methods throw Failure `unavailable`. */
export interface VerificationRecords {
  /** Newest first, 100 a page. @throws Failure `invalid_request` for a cursor that is none */
  list(
    account: string,
    realm: Realm,
    query: VerificationQuery,
  ): Promise<{ verifications: VerificationRecord[]; more: boolean }>;
  /** All of them, newest first, read as they are asked for. @throws Failure `invalid_request` for a cursor that is none */
  all(account: string, realm: Realm, query: VerificationQuery): AsyncGenerator<VerificationRecord>;
}

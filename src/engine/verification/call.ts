import type { Realm } from '../../egress/types.js';
import type { Provider, Target } from '../../providers/types.js';
import type { Principal } from '../access/authenticate.js';

/** One call that needs a lookup: resolved and admitted, receipt not in the cache. */
export interface Call {
  /** Unique across all processes. */
  id: string;
  requestId: string;
  provider: Provider;
  target: Target;
  realm: Realm;
  /** Null for operator and demo calls, which have no account and are not charged. */
  entry: Principal | null;
  /** Owners take turns at a busy bank. An account, an address of the demo, or the operator. */
  owner: string;
  /** When to give up waiting for a busy bank, by `performance.now()`, which changes of the system clock do not affect. */
  deadline: number;
  signal?: AbortSignal | undefined;
  /** Called on every change of the position in the bank's queue, from 1; null once the lookup runs. */
  onPosition?: ((position: number | null) => void) | undefined;
  /** Awaited when the call has a slot, before anything is sent to the bank. @throws Withdrawn to send nothing */
  beforeAsking?: (() => Promise<void>) | undefined;
  /** True while the cache has not been read for this call. */
  unread?: boolean;
  /** Answered 202 before, alone or in a batch: the limit of waiting calls no longer refuses it. */
  promised?: boolean;
  /** Id of the batch that it is an item of. */
  batch?: string | undefined;
  /**
   * Id of the quota reservation: the request id for calls that may become a 202, so that a retry reuses the reservation.
   * Default: `id`.
   */
  place?: string | undefined;
  /** The reference was read by a model and may be misread, so a "no" of the bank gives no verdict. */
  doubtful?: boolean | undefined;
  /** Address that is sent the result, if the call is answered 202. */
  webhookUrl?: string | undefined;
  /** Redis key of the binding of its Idempotency-Key. */
  bound?: string | undefined;
}

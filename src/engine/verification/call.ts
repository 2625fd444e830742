import type { Realm } from '../../egress/types.js';
import type { Provider, Target } from '../../providers/types.js';
import type { Entry } from '../access/authenticate.js';

/** One call on its way to the bank: resolved, let in, not in the cache. */
export interface Call {
  /** Names the call among all processes. */
  id: string;
  requestId: string;
  provider: Provider;
  target: Target;
  realm: Realm;
  /** Null for the operator and the demo, who have no account and are not charged. */
  entry: Entry | null;
  /** Who takes turns with others at a busy bank: an account, an address of the demo, the operator. */
  owner: string;
  /** Gives up waiting for a busy bank at this moment, by `performance.now()`: no set clock ends or prolongs a wait. */
  deadline: number;
  signal?: AbortSignal | undefined;
  /** Told whenever the place in the bank's line is known anew, from 1; null once the lookup runs. */
  onPosition?: ((position: number | null) => void) | undefined;
  /** Awaited when the slot is there, before anything is sent to the bank. @throws Withdrawn when nothing shall be */
  beforeAsking?: (() => Promise<void>) | undefined;
  /** The cache has not been read for this call yet. */
  unread?: boolean;
  /** It was promised by a process that has died since: it is not refused any more. */
  promised?: boolean;
  /** The request it may be promised as: names the place it holds under the cap, where its own id does when absent. */
  place?: string | undefined;
  /** The reference was read by a model and may be misread: the bank's "no" is no verdict. */
  doubtful?: boolean | undefined;
  /** Name of what its Idempotency-Key is bound to. */
  bound?: string | undefined;
}

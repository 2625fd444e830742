/** Checks the receipt of an attempt at its bank. Failures are results. */
import { randomUUID } from 'node:crypto';
import type { Realm } from '../../egress/types.js';
import type { Provider, Target } from '../../providers/types.js';
import { accountOwner } from '../access/callers.js';
import { doubted, Failure, Withdrawn } from '../api/errors.js';
import type { Principal } from '../api/index.js';
import { type CachedReceipt, opened } from '../store/receipt-store.js';
import type { GetReceipt } from '../verification/receipt-service.js';
import type { AnswerRecorder } from '../verification/response.js';
import { providerOf } from '../verification/verify.js';
import type { Checked } from './conclude.js';
import type { ReadAttempt, StoredRequest } from './record.js';

export interface CheckDeps {
  getReceipt: GetReceipt;
  /** Outcome of a view whose process died; null when the receipt is in the cache. */
  recover: (realm: Realm, target: Target) => Promise<Failure | null>;
  activity: AnswerRecorder;
  providers: readonly Provider[];
  newCall: () => string;
  queueWaitMs: number;
}

export async function checkReceipt(
  deps: CheckDeps,
  entry: Principal,
  target: Target,
  doubtful: boolean,
): Promise<Checked> {
  const { provider: providerKey, reference } = target;
  const call = {
    id: deps.newCall(),
    requestId: randomUUID(),
    provider: providerOf(deps.providers, target),
    target,
    realm: entry.realm,
    entry,
    owner: accountOwner(entry),
    deadline: performance.now() + deps.queueWaitMs,
    doubtful,
    unread: true,
  };
  try {
    const shown = await deps.getReceipt(call, undefined);
    deps.activity.shown(entry, shown);
    const { payment, receipt } = opened<CachedReceipt>(shown.body);
    return { kind: 'verified', providerKey, payment, receipt };
  } catch (error) {
    const found = failureOrThrow(error);
    const failure = (doubtful ? doubted(found) : found).with({ providerKey, reference });
    deps.activity.failed(entry, failure);
    return { kind: 'failed', failure };
  }
}

/** Checks the receipt of an attempt that is taken up again. A view-limited link is not opened a second time. */
export async function checkAgain(
  deps: CheckDeps,
  { data: { payer } }: StoredRequest,
  { work }: ReadAttempt,
): Promise<Checked> {
  const target = work?.target ?? null;
  if (target === null) return { kind: 'failed', failure: new Failure('detection_failed') };
  const { viewLimited } = providerOf(deps.providers, target);
  const failure = viewLimited ? await deps.recover(payer.realm, target) : null;
  const doubtful = work?.doubtful ?? false;
  if (failure) return { kind: 'failed', failure: doubtful ? doubted(failure) : failure };
  return await checkReceipt(deps, payer, target, doubtful);
}

/** @throws errors that are no failures, and those of a store that does not answer */
export function failureOrThrow(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof Withdrawn) return new Failure('unavailable');
  throw error;
}

/** The changes of one payment request, as they happen. */
import type { PaymentRequest, PaymentRequestEvent } from '../api/index.js';
import type { Notifier } from '../store/pubsub.js';
import type { RequestRef, StoredRequest } from './record.js';
import type { PaymentRequestStore } from './request-store.js';

/** Messages may be lost, so watchers also look by themselves. */
const defaultPollMs = 2_000;

interface WatchOptions {
  signal?: AbortSignal | undefined;
  pollMs?: number;
  /** Called when it ends. */
  onEnd?: () => void;
}

/** The request as it is, then after every change, until it is over or `signal` aborts. */
export async function* watchRequest(
  { requests, notifier }: { requests: PaymentRequestStore; notifier: Pick<Notifier, 'subscribe'> },
  ref: RequestRef,
  shown: (request: StoredRequest) => PaymentRequest,
  { signal, pollMs = defaultPollMs, onEnd }: WatchOptions,
): AsyncGenerator<PaymentRequestEvent> {
  const subscription = notifier.subscribe(ref.id);
  try {
    for (let told = ''; ; ) {
      const request = await requests.read(ref);
      if (request === null) return;
      if (request.changes !== told) yield { id: request.changes, paymentRequest: shown(request) };
      told = request.changes;
      if (isOver(request) || signal?.aborted) return;
      await subscription.wait(pollMs, signal);
    }
  } finally {
    subscription.close();
    onEnd?.();
  }
}

/** An expired request may still be paid while a receipt is checked again. */
function isOver({ status, attempts }: StoredRequest): boolean {
  if (status === 'expired') return attempts.every(({ work }) => work === null);
  return status === 'paid' || status === 'canceled';
}

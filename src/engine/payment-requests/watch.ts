/** Watches the changes of one payment request. */
import type { PaymentRequest, PaymentRequestEvent } from '../api/index.js';
import { type WatchOptions, watchChanges } from '../store/changes.js';
import type { Notifier } from '../store/pubsub.js';
import type { RequestRef, StoredRequest } from './record.js';
import type { PaymentRequestStore } from './request-store.js';

/** The current request, then the request after every change, until it ends or `signal` aborts. */
export function watchRequest(
  { requests, notifier }: { requests: PaymentRequestStore; notifier: Pick<Notifier, 'subscribe'> },
  ref: RequestRef,
  shown: (request: StoredRequest) => PaymentRequest,
  options: WatchOptions,
): AsyncGenerator<PaymentRequestEvent> {
  const read = async () => {
    const request = await requests.read(ref);
    if (request === null) return null;
    const { changes: version } = request;
    return { version, event: { id: version, paymentRequest: shown(request) }, isOver: isOver(request) };
  };
  return watchChanges(notifier, ref.id, read, options);
}

/** An expired request may still be paid while a receipt is checked again. */
function isOver({ status, attempts }: StoredRequest): boolean {
  if (status === 'expired') return attempts.every(({ work }) => work === null);
  return status === 'paid' || status === 'canceled';
}

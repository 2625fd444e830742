/** Records changes of payment requests, and sends them to webhook endpoints and watchers. */
import type { PaymentRequestStatus } from '../api/index.js';
import type { WebhookEventType } from '../api/webhooks.js';
import type { PaymentEntry } from '../store/payment-entries.js';
import type { Figures } from './figures.js';
import { type PaymentState, type StoredAttempt, type StoredRequest, shownRequest } from './record.js';
import type { ChangeReply, EventPart, PaymentRequestStore, RecordedChange } from './request-store.js';

/** Events of accounts, on their way to webhook endpoints. */
export interface EventOutbox {
  /** Keys and arguments with which a script publishes an event in the same step as the change it reports. */
  partOf(event: { account: string; type: string; subject: string; at: number; data: string }): EventPart;
  /** Makes an endpoint of an account due. @throws Failure `unavailable` */
  wake(ref: { account: string; endpoint: string }): Promise<void>;
}

interface ChangesDeps {
  requests: PaymentRequestStore;
  outbox: EventOutbox;
  notifier: { publish(topic: string): Promise<void> };
  figures: Pick<Figures, 'changed'>;
  baseUrl: string;
  now: () => number;
}

export interface NewState {
  attempt?: RecordedChange['attempt'];
  request?: { status: PaymentRequestStatus; state: PaymentState } | undefined;
  claim?: RecordedChange['claim'];
  /** For requests that a member of the shop has created. */
  entry?: PaymentEntry | undefined;
}

export interface Changes {
  /** One step, unless the request has changed since it was read. @throws Failure `unavailable` */
  record(request: StoredRequest, change: NewState): Promise<ChangeReply>;
  /** Makes endpoints of earlier changes due, in case the process died before it did. @throws Failure `unavailable` */
  sendUnsent(request: StoredRequest): Promise<void>;
}

/** Statuses that have an event. A request that is opened again has none. */
const eventTypes: Partial<Record<PaymentRequestStatus, WebhookEventType>> = {
  paid: 'payment_request.paid',
  review: 'payment_request.review',
  expired: 'payment_request.expired',
  canceled: 'payment_request.canceled',
};

export const paymentEventTypes = Object.values(eventTypes);

/** Subject of an event: one version of a request. */
export function eventSubject(id: string, version: string | number): string {
  return `${id}:${version}`;
}

export function createChanges(deps: ChangesDeps): Changes {
  const { requests, outbox, notifier, figures, baseUrl, now } = deps;

  function eventOf(request: StoredRequest, { attempt, request: next }: NewState): EventPart | null {
    const type = next && next.status !== request.status ? eventTypes[next.status] : undefined;
    if (!next || type === undefined) return null;
    const object = { ok: true, ...shownRequest(changed(request, next, attempt?.after), baseUrl) };
    const { account, id, version } = request;
    const data = JSON.stringify({ object });
    return outbox.partOf({ account, type, subject: eventSubject(id, version), at: now(), data });
  }

  async function send(request: StoredRequest, field: string, endpoints: readonly string[]): Promise<void> {
    for (const endpoint of endpoints) await outbox.wake({ account: request.account, endpoint });
    if (endpoints.length > 0) await requests.sent(request, field);
  }

  return {
    async record(request, change) {
      const { request: next, ...rest } = change;
      const reply = await requests.change(request, {
        ...rest,
        request: next && { ...next, event: eventOf(request, change) },
      });
      if (reply.kind !== 'done') return reply;
      if (next && next.status !== request.status) figures.changed(next.status);
      // The change is recorded: steps that fail from here on are repeated when the request is due (`sendUnsent`).
      await send(request, reply.field, reply.endpoints).catch(() => undefined);
      await notifier.publish(request.id).catch(() => undefined);
      return reply;
    },

    async sendUnsent(request) {
      for (const [field, endpoints] of request.unsent) await send(request, field, endpoints);
    },
  };
}

/** The request as it is after a change. */
function changed(
  request: StoredRequest,
  next: { status: PaymentRequestStatus; state: PaymentState },
  attempt: StoredAttempt | undefined,
): StoredRequest {
  const attempts = request.attempts.map((before) =>
    before.id === attempt?.id ? { ...before, ...attempt } : before,
  );
  return { ...request, ...next, attempts };
}

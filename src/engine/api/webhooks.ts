/** Webhook endpoints of an account, their deliveries, and the account's events (docs/architecture.md#webhooks). */

export const webhookEventTypes = [
  'verification.completed',
  'payment_request.paid',
  'payment_request.review',
  'payment_request.expired',
  'payment_request.canceled',
  'batch.completed',
  'bank.down',
  'bank.up',
  'usage.threshold',
  'key.revoked',
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** A type, or `*` for all, including those that later versions add. */
export type WebhookSubscription = WebhookEventType | '*';

export interface WebhookEndpointRequest {
  url: string;
  events: readonly WebhookSubscription[];
  description?: string | null | undefined;
}

export interface WebhookEndpointChange {
  url?: string | undefined;
  events?: readonly WebhookSubscription[] | undefined;
  description?: string | null | undefined;
  /** True pauses deliveries; false continues them. */
  disabled?: boolean | undefined;
}

/** Times are ISO 8601. */
export interface WebhookEndpoint {
  id: string;
  url: string;
  events: string[];
  description: string | null;
  createdAt: string;
  /** Null while it is enabled. */
  disabledAt: string | null;
  /** `gone`: it answered 410; `failing`: five days without a success; `owner`: by a call. */
  disabledReason: 'gone' | 'failing' | 'owner' | null;
  /** The first failure since the last success. */
  failingSince: string | null;
}

/** With its secret, which is shown once. */
export interface WebhookEndpointSecret extends WebhookEndpoint {
  secret: string;
}

export interface WebhookDelivery {
  id: string;
  /** The `webhook-id` of all its attempts. */
  eventId: string;
  type: string;
  status: 'pending' | 'delivered' | 'failed';
  /** Attempts made. */
  attempt: number;
  /** Of the last attempt; null when no answer arrived. */
  httpStatus: number | null;
  /** Why no answer arrived at the last attempt, or `expired`: the event is no longer stored. */
  error: string | null;
  /** Duration of the last attempt. */
  ms: number | null;
  createdAt: string;
  attemptedAt: string | null;
  nextAttemptAt: string | null;
}

/** Metrics of deliveries in this process. */
export interface WebhookFigures {
  /** Attempts since the process started. */
  attempts: { delivered: number; failed: number; gone: number };
  /** Accounts with attempts in the last 15 minutes; failing: none of them succeeded. */
  accounts: { delivering: number; failing: number };
}

/** An endpoint that the service has disabled (`gone`, `failing`). */
export interface DisabledEndpoint {
  account: string;
  endpoint: WebhookEndpoint;
}

/** An event of an account. */
export interface AccountEvent {
  id: string;
  /** The body as it is sent: JSON text with `type`, `timestamp` and `data`. */
  text: string;
}

/** @throws Failure `not_found` for an unknown endpoint, `invalid_request` with issues, `unavailable` */
export interface Webhooks {
  create(account: string, request: WebhookEndpointRequest): Promise<WebhookEndpointSecret>;
  list(account: string): Promise<WebhookEndpoint[]>;
  get(account: string, endpoint: string): Promise<WebhookEndpoint>;
  update(account: string, endpoint: string, change: WebhookEndpointChange): Promise<WebhookEndpoint>;
  remove(account: string, endpoint: string): Promise<void>;
  /** Creates a new secret; the previous one also signs for 24 h. */
  rotateSecret(account: string, endpoint: string): Promise<WebhookEndpointSecret>;
  /** Delivers an example of an event. @returns the delivery, which is pending */
  test(account: string, endpoint: string, type: WebhookEventType): Promise<WebhookDelivery>;
  /** The last 100, newest first. @param endpoint `calls` for deliveries to the `webhookUrl` of calls */
  deliveries(account: string, endpoint: string): Promise<WebhookDelivery[]>;
  /** Delivers an event of the log once more, as a new delivery with the same `webhook-id`. @param endpoint as above */
  resend(account: string, endpoint: string, delivery: string): Promise<WebhookDelivery>;
  /** Endpoints that were disabled, of shops with owners; leased for two minutes, returned again until `markDisabledNotified` is called. */
  disabledEndpoints(): Promise<DisabledEndpoint[]>;
  markDisabledNotified(account: string, endpoint: string): Promise<void>;
  /** The secret that signs deliveries to the `webhookUrl` of calls. */
  callSecret(account: string): Promise<string>;
  /** Creates a new one; the previous one also signs for 24 h. */
  rotateCallSecret(account: string): Promise<string>;
  /** Whether webhooks may be sent to an address; does not resolve its name. */
  isAllowed(url: string): boolean;
  /** Events of the last 30 days after a cursor, oldest first. @param after id of the last event seen; absent: from the first */
  events(account: string, after?: string): Promise<{ events: AccountEvent[]; more: boolean }>;
}

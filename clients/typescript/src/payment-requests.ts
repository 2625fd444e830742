/** Amounts that customers owe, each closed once by a receipt that pays it. */
import { randomUUID } from 'node:crypto';
import { TransportError } from './errors.js';
import { checkedKey, imageBody, type Picture, type ResolveRequest, resolveBody } from './requests.js';
import type { components, operations } from './schema.js';
import type { Limits, Transport } from './transport.js';

type Schemas = components['schemas'];

/** What a request asks for. Without `receivers`, payments to the saved receiving accounts count. */
export type PaymentRequestInput =
  operations['createPaymentRequest']['requestBody']['content']['application/json'];

/** The order is paid if its `status` is `paid`; also the `data.object` of webhooks. */
export type PaymentRequest = Omit<Schemas['PaymentRequest'], 'ok'>;

/** `attempt.outcome` is what became of the receipt, `paymentRequest` the request as it is now. */
export type HandedIn = Schemas['HandedInReceipt'];

/** A receipt: a link, a reference or a text, or pictures of it. */
export type HandedInReceipt = ResolveRequest | PictureReceipt;

interface PictureReceipt {
  images: readonly [Picture, ...Picture[]];
  url?: never;
  reference?: never;
  text?: string;
}

export interface CreationOptions extends Limits {
  /** The order it is for: repeats within 24 hours get the same request. A random one when absent. */
  idempotencyKey?: string | undefined;
}

export interface Decision extends Limits {
  /** The `review.attempt` you have looked at: if another payment is in review by now, nothing is changed. */
  attempt?: string | undefined;
}

type ReceiptBody = operations['handInReceipt']['requestBody']['content']['application/json'];
type Query = NonNullable<operations['listPaymentRequests']['parameters']['query']>;

/** Every method throws ApiError or TransportError. */
export class PaymentRequests {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Send its `url` to the customer. A TransportError has the `idempotencyKey` for a repeat. */
  async create(
    body: PaymentRequestInput,
    { idempotencyKey = randomUUID(), ...limits }: CreationOptions = {},
  ): Promise<PaymentRequest> {
    const params = { header: { 'idempotency-key': checkedKey(idempotencyKey) } };
    try {
      return await this.#transport.fetch(
        (api, signal) => api.POST('/api/payment-requests', { params, body, signal }),
        limits,
      );
    } catch (error) {
      if (error instanceof TransportError) error.idempotencyKey = idempotencyKey;
      throw error;
    }
  }

  get(id: string, limits?: Limits): Promise<PaymentRequest> {
    const params = { path: { id } };
    return this.#transport.fetch(
      (api, signal) => api.GET('/api/payment-requests/{id}', { params, signal }),
      limits,
    );
  }

  /** A page of 100, newest first; `more` says that there is a next one, after the last `id`. */
  list({ signal: given, timeoutMs, ...query }: Query & Limits = {}) {
    const limits = { signal: given, timeoutMs };
    return this.#transport.fetch(
      (api, signal) => api.GET('/api/payment-requests', { params: { query }, signal }),
      limits,
    );
  }

  /**
   * Hands in what the customer sent. A receipt that does not pay is no error: `attempt.outcome` says what became of it.
   * @throws MisuseError for anything but one link, reference or text, or pictures
   */
  async handIn(id: string, receipt: HandedInReceipt, limits?: Limits): Promise<HandedIn> {
    const params = { path: { id } };
    const given = 'images' in receipt ? imageBody({ ...receipt, expect: null }) : resolveBody(receipt);
    // Checked above; the type of the API counts the ways one by one.
    const body = given as ReceiptBody;
    return this.#transport.fetch(
      (api, signal) => api.POST('/api/payment-requests/{id}/receipts', { params, body, signal }),
      limits,
    );
  }

  /** Closes an open one. */
  cancel(id: string, limits?: Limits): Promise<PaymentRequest> {
    const params = { path: { id } };
    return this.#transport.fetch(
      (api, signal) => api.POST('/api/payment-requests/{id}/cancel', { params, signal }),
      limits,
    );
  }

  /** Accepts the payment in review: paid, or open again if more is due. */
  accept(id: string, reason: string, { attempt, ...limits }: Decision = {}): Promise<PaymentRequest> {
    const params = { path: { id } };
    return this.#transport.fetch(
      (api, signal) =>
        api.POST('/api/payment-requests/{id}/accept', {
          params,
          body: { reason, ...(attempt !== undefined && { attempt }) },
          signal,
        }),
      limits,
    );
  }

  /** Opens one in review again; its receipt may then pay another one. */
  refuse(id: string, reason: string, { attempt, ...limits }: Decision = {}): Promise<PaymentRequest> {
    const params = { path: { id } };
    return this.#transport.fetch(
      (api, signal) =>
        api.POST('/api/payment-requests/{id}/refuse', {
          params,
          body: { reason, ...(attempt !== undefined && { attempt }) },
          signal,
        }),
      limits,
    );
  }
}

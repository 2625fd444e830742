/** Things of the account that are listed, added and removed. */
import type { operations } from './schema.js';
import type { Limits, Transport } from './transport.js';

type Body<Name extends keyof operations> = operations[Name] extends {
  requestBody: { content: { 'application/json': infer Json } };
}
  ? Json
  : never;

/** A type of event, such as `verification.completed`. */
export type EventType = Body<'testWebhookEndpoint'>['type'];

/** Receivers of events. Every method throws ApiError or TransportError. */
export class WebhookEndpoints {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Its `secret` is shown this once: keep it for `webhooks.verify`. */
  create(body: Body<'createWebhookEndpoint'>, limits?: Limits) {
    return this.#transport.fetch(
      (api, signal) => api.POST('/api/webhook-endpoints', { body, signal }),
      limits,
    );
  }

  async list(limits?: Limits) {
    const call = this.#transport.fetch(
      (api, signal) => api.GET('/api/webhook-endpoints', { signal }),
      limits,
    );
    return (await call).endpoints;
  }

  get(id: string, limits?: Limits) {
    const params = { path: { id } };
    return this.#transport.fetch(
      (api, signal) => api.GET('/api/webhook-endpoints/{id}', { params, signal }),
      limits,
    );
  }

  /** Members that are absent stay as they are; `disabled` pauses it. */
  update(id: string, body: Body<'updateWebhookEndpoint'>, limits?: Limits) {
    const params = { path: { id } };
    return this.#transport.fetch(
      (api, signal) => api.PATCH('/api/webhook-endpoints/{id}', { params, body, signal }),
      limits,
    );
  }

  async remove(id: string, limits?: Limits): Promise<void> {
    const params = { path: { id } };
    await this.#transport.fetch(
      (api, signal) => api.DELETE('/api/webhook-endpoints/{id}', { params, signal }),
      limits,
    );
  }

  /** A new `secret`; for 24 hours deliveries are signed with both. */
  rotateSecret(id: string, limits?: Limits) {
    const params = { path: { id } };
    return this.#transport.fetch(
      (api, signal) => api.POST('/api/webhook-endpoints/{id}/rotate-secret', { params, signal }),
      limits,
    );
  }

  /** Delivers an example of an event. */
  test(id: string, type: EventType, limits?: Limits) {
    const params = { path: { id } };
    return this.#transport.fetch(
      (api, signal) => api.POST('/api/webhook-endpoints/{id}/test', { params, body: { type }, signal }),
      limits,
    );
  }

  /** The last 100, newest first. */
  async deliveries(id: string, limits?: Limits) {
    const params = { path: { id } };
    const call = this.#transport.fetch(
      (api, signal) => api.GET('/api/webhook-endpoints/{id}/deliveries', { params, signal }),
      limits,
    );
    return (await call).deliveries;
  }

  /** Sends an event once more, with the same `webhook-id`. */
  resend(id: string, deliveryId: string, limits?: Limits) {
    const params = { path: { id, deliveryId } };
    return this.#transport.fetch(
      (api, signal) =>
        api.POST('/api/webhook-endpoints/{id}/deliveries/{deliveryId}/resend', { params, signal }),
      limits,
    );
  }
}

/** The events of the last 30 days. */
export class Events {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** A page of 100, oldest first; `more` says that there is a next one, after the last `id`. @throws ApiError, TransportError */
  list({ after, ...limits }: Limits & { after?: string | undefined } = {}) {
    const params = { query: after === undefined ? {} : { after } };
    return this.#transport.fetch((api, signal) => api.GET('/api/events', { params, signal }), limits);
  }
}

/** Bank accounts and wallets that the account is paid on. Every method throws ApiError or TransportError. */
export class ReceivingAccounts {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async list(limits?: Limits) {
    const call = this.#transport.fetch(
      (api, signal) => api.GET('/api/receiving-accounts', { signal }),
      limits,
    );
    return (await call).accounts;
  }

  add(body: Body<'addReceivingAccount'>, limits?: Limits) {
    return this.#transport.fetch(
      (api, signal) => api.POST('/api/receiving-accounts', { body, signal }),
      limits,
    );
  }

  async remove(id: string, limits?: Limits): Promise<void> {
    const params = { path: { id } };
    await this.#transport.fetch(
      (api, signal) => api.DELETE('/api/receiving-accounts/{id}', { params, signal }),
      limits,
    );
  }
}

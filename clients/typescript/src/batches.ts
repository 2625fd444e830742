/** Many verifications in one call. */
import { randomUUID } from 'node:crypto';
import { TransportError } from './errors.js';
import { type BatchItem, checkedKey, itemBodies } from './requests.js';
import type { components } from './schema.js';
import type { Limits, Transport } from './transport.js';

type Schemas = components['schemas'];

/** What became of the items: each `result` is what the call by itself would have answered; `resultOf` says whether to accept it. */
export type Batch = Omit<Schemas['Batch'], 'ok'>;

export interface BatchOptions extends Limits {
  /** Repeats within 24 hours get the same batch. A random one when absent. */
  idempotencyKey?: string | undefined;
}

/** Every method throws ApiError or TransportError. */
export class Batches {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Up to a hundred items; one that is invalid refuses them all. A TransportError has the `idempotencyKey` for a repeat.
   * @throws MisuseError for an item with unknown members, or without one receipt
   */
  async create(
    items: readonly BatchItem[],
    { idempotencyKey = randomUUID(), ...limits }: BatchOptions = {},
  ): Promise<Schemas['AcceptedBatch']> {
    const params = { header: { 'idempotency-key': checkedKey(idempotencyKey) } };
    const body = { items: itemBodies(items) };
    try {
      return await this.#transport.fetch(
        (api, signal) => api.POST('/api/verify-batch', { params, body, signal }),
        limits,
      );
    } catch (error) {
      if (error instanceof TransportError) error.idempotencyKey = idempotencyKey;
      throw error;
    }
  }

  /** All items have a result once its `status` is `completed`; the webhook `batch.completed` says when. */
  async get(id: string, limits?: Limits): Promise<Batch> {
    const params = { path: { id } };
    const batch = await this.#transport.fetch(
      (api, signal) => api.GET('/api/batches/{id}', { params, signal }),
      limits,
    );
    // The types of openapi-fetch leave out members that are always null.
    return batch as Batch;
  }
}

/** Webhook endpoints of accounts in Redis. */
import { randomBase62 } from '#engine/shared/secrets.js';
import { Failure, invalidRequest } from '../api/errors.js';
import type { WebhookEndpoint } from '../api/webhooks.js';
import * as names from '../store/key-names.js';
import { orUnavailable } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';
import { isoOf } from './delivery-store.js';

const endpointsMax = 20;

/** Fields of the stored hash. */
export type EndpointFields = Record<string, string>;

export type EndpointStore = ReturnType<typeof createEndpointStore>;

/** All methods throw Failure `unavailable`, and `not_found` for an endpoint that the account does not have. */
export function createEndpointStore({ client }: Pick<StoreConnection, 'client'>) {
  return {
    /** @returns the id. @throws Failure `invalid_request` above the bound */
    async create(account: string, fields: EndpointFields): Promise<string> {
      const id = `whe_${randomBase62(22)}`;
      const name = names.webhookEndpoint(account, id);
      const list = names.webhookEndpoints(account);
      await orUnavailable(client.multi().hset(name, fields).sadd(list, id).exec());
      // Counted afterwards, so that concurrent calls do not exceed the bound.
      if ((await orUnavailable(client.scard(list))) <= endpointsMax) return id;
      await orUnavailable(client.multi().srem(list, id).del(name).exec());
      throw invalidRequest('', `an account has at most ${endpointsMax} endpoints`);
    },

    async read(account: string, id: string): Promise<EndpointFields> {
      const isId = /^whe_[0-9A-Za-z]{1,40}$/.test(id);
      const fields = isId ? await orUnavailable(client.hgetall(names.webhookEndpoint(account, id))) : {};
      if (fields.url === undefined) throw new Failure('not_found');
      return fields;
    },

    async list(account: string): Promise<WebhookEndpoint[]> {
      const ids = await orUnavailable(client.smembers(names.webhookEndpoints(account)));
      const found = await Promise.all(
        ids.map(async (id) => {
          const fields = await orUnavailable(client.hgetall(names.webhookEndpoint(account, id)));
          return fields.url === undefined ? [] : [endpointOf(id, fields)];
        }),
      );
      return found.flat().sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id));
    },

    /** Does not restore an endpoint that was removed meanwhile. */
    async write(account: string, id: string, fields: EndpointFields): Promise<void> {
      const name = names.webhookEndpoint(account, id);
      await orUnavailable(client.hset(name, fields));
      if (await orUnavailable(client.sismember(names.webhookEndpoints(account), id))) return;
      await orUnavailable(client.del(name));
      throw new Failure('not_found');
    },

    async clear(account: string, id: string, ...fields: string[]): Promise<void> {
      await orUnavailable(client.hdel(names.webhookEndpoint(account, id), ...fields));
    },

    async remove(account: string, id: string): Promise<void> {
      const keys = [
        names.webhookEndpoint(account, id),
        names.pendingDeliveries(account, id),
        names.deliveryLog(account, id),
      ];
      await orUnavailable(client.multi().srem(names.webhookEndpoints(account), id).del(keys).exec());
    },
  };
}

/** An endpoint as callers see it, without its secrets. */
export function endpointOf(id: string, fields: EndpointFields): WebhookEndpoint {
  const { url = '', events = '', description, createdAt, disabledAt, disabledReason, failingSince } = fields;
  return {
    id,
    url,
    events: events.split(' '),
    description: description || null,
    createdAt: isoOf(createdAt) ?? '',
    disabledAt: isoOf(disabledAt),
    disabledReason: (disabledReason as WebhookEndpoint['disabledReason']) ?? null,
    failingSince: isoOf(failingSince),
  };
}

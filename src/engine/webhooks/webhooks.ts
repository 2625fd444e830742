/** Webhook endpoints, deliveries and events of an account (docs/architecture.md#webhooks). */
import { randomBase62 } from '#engine/shared/secrets.js';
import { EgressError, type WebhookClient } from '../../egress/types.js';
import { Failure, invalidRequest } from '../api/errors.js';
import type { WebhookEndpointChange, Webhooks } from '../api/webhooks.js';
import * as names from '../store/key-names.js';
import { orUnavailable } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';
import { callSecret, calls, failureFields, rotateCallSecret } from './call-urls.js';
import type { Deliveries } from './deliveries.js';
import { bodyOf, type DeliveryStore } from './delivery-store.js';
import type { DisabledEndpoints } from './disabled-endpoints.js';
import { createEndpointStore, type EndpointFields, endpointOf } from './endpoint-store.js';
import type { EventReaders } from './event-readers.js';
import { exampleData } from './examples.js';
import { createWebhookSecret } from './signature.js';

/** After a rotation the old secret signs together with the new one for 24 h. */
const oldSecretMs = 86_400_000;

interface WebhooksDeps {
  store: Pick<StoreConnection, 'client'>;
  deliveryStore: DeliveryStore;
  deliveries: Pick<Deliveries, 'wake'>;
  readers: Pick<EventReaders, 'add'>;
  disabled: Pick<DisabledEndpoints, 'claim' | 'markNotified'>;
  webhookClient: Pick<WebhookClient, 'assertAllowed'>;
  now: () => number;
}

export function createWebhooks(deps: WebhooksDeps): Webhooks {
  const { deliveryStore, deliveries, readers, webhookClient, now } = deps;
  const { client } = deps.store;
  const endpoints = createEndpointStore(deps.store);
  const get = async (account: string, id: string) => endpointOf(id, await endpoints.read(account, id));
  const isAllowed = (url: string) => allows(webhookClient, url);

  async function assertEnabled(account: string, id: string): Promise<void> {
    const { disabledAt } = await get(account, id);
    if (disabledAt !== null) throw invalidRequest('id', 'this endpoint is disabled; enable it first');
  }

  /** The given members as they are stored. @throws Failure `invalid_request` */
  function storedFields({ url, events, description }: WebhookEndpointChange): EndpointFields {
    if (url !== undefined && !isAllowed(url)) {
      throw invalidRequest('url', 'must be a public https address');
    }
    return {
      ...(url !== undefined && { url }),
      ...(events !== undefined && { events: events.join(' ') }),
      ...(description !== undefined && { description: description ?? '' }),
    };
  }

  /** Adds a delivery and starts it. */
  async function deliver(account: string, endpoint: string, event: string, type: string, body?: string) {
    const ref = { account, endpoint };
    const id = await deliveryStore.add(ref, event, type, body);
    const delivery = id === null ? null : await deliveryStore.delivery(account, id);
    if (delivery === null) throw new Failure('not_found');
    await deliveries.wake(ref);
    return delivery;
  }

  return {
    get,
    list: endpoints.list,

    async create(account, request) {
      const secret = createWebhookSecret();
      const fields = { ...storedFields(request), secret, createdAt: `${now()}` };
      await readers.add(account);
      const id = await endpoints.create(account, fields);
      return { ...endpointOf(id, fields), secret };
    },

    async update(account, id, change) {
      const current = await endpoints.read(account, id);
      const paused = change.disabled === true && current.disabledAt === undefined;
      const fields = {
        ...storedFields(change),
        ...(paused && { disabledAt: `${now()}`, disabledReason: 'owner' }),
      };
      if (Object.keys(fields).length > 0) await endpoints.write(account, id, fields);
      if (change.disabled === false) {
        await endpoints.clear(account, id, ...failureFields, 'noticed');
        await deliveries.wake({ account, endpoint: id });
      }
      return await get(account, id);
    },

    async remove(account, id) {
      await endpoints.read(account, id);
      await endpoints.remove(account, id);
    },

    async rotateSecret(account, id) {
      const { secret: oldSecret = '' } = await endpoints.read(account, id);
      const secret = createWebhookSecret();
      await endpoints.write(account, id, { secret, oldSecret, oldSecretUntil: `${now() + oldSecretMs}` });
      return { ...(await get(account, id)), secret };
    },

    async test(account, id, type) {
      await assertEnabled(account, id);
      const event = { type, at: now(), data: JSON.stringify(exampleData[type]) };
      return await deliver(account, id, `evt_test_${randomBase62(22)}`, type, bodyOf(event));
    },

    async deliveries(account, id) {
      if (id !== calls) await endpoints.read(account, id);
      return await deliveryStore.deliveries({ account, endpoint: id });
    },

    async resend(account, id, delivery) {
      if (id !== calls) await assertEnabled(account, id);
      const log = await deliveryStore.deliveries({ account, endpoint: id });
      const found = log.find(({ id }) => id === delivery);
      if (!found) throw new Failure('not_found');
      const stored = names.delivery(account, delivery);
      const endpoint = id === calls ? await orUnavailable(client.hget(stored, 'endpoint')) : id;
      return await deliver(account, endpoint ?? '', found.eventId, found.type);
    },

    disabledEndpoints: () => deps.disabled.claim(),
    markDisabledNotified: (account, endpoint) => deps.disabled.markNotified(account, endpoint),

    callSecret: (account) => callSecret(client, account),
    rotateCallSecret: (account) => rotateCallSecret(client, account, now() + oldSecretMs),

    isAllowed,

    async events(account, after) {
      await readers.add(account);
      const page = await deliveryStore.events(account, after);
      if (page === null) throw invalidRequest('after', 'unknown event, or one that is no longer stored');
      return page;
    },
  };
}

function allows(client: WebhooksDeps['webhookClient'], url: string): boolean {
  try {
    client.assertAllowed(url);
    return true;
  } catch (error) {
    if (error instanceof EgressError) return false;
    throw error;
  }
}

/** Endpoints that the service has disabled and whose owners are not notified yet. */
import { Failure } from '../api/errors.js';
import type { DisabledEndpoint } from '../api/webhooks.js';
import * as names from '../store/key-names.js';
import { orUnavailable, type Scripts } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';
import { endpointItem, endpointRef } from './delivery-store.js';
import { type EndpointStore, endpointOf } from './endpoint-store.js';

/** Owners are notified again after this, in case the process that claimed the notice died. */
const leaseMs = 120_000;
const claimedAtOnce = 20;

export interface DisabledEndpoints {
  /** Lists the endpoints of an account that were disabled since the last call, if the account is a shop with owners. */
  record(account: string): Promise<void>;
  /** Endpoints whose owners are to be notified, leased for two minutes. */
  claim(): Promise<DisabledEndpoint[]>;
  /** Records that the owners were notified. */
  markNotified(account: string, endpoint: string): Promise<void>;
}

interface DisabledEndpointsDeps {
  store: Pick<StoreConnection, 'client'>;
  scripts: Scripts;
  endpoints: Pick<EndpointStore, 'read'>;
}

/** All methods throw Failure `unavailable`. */
export function createDisabledEndpoints({
  store,
  scripts,
  endpoints,
}: DisabledEndpointsDeps): DisabledEndpoints {
  const { client } = store;
  const list = names.disabledEndpoints();

  async function recordEndpoint(account: string, endpoint: string): Promise<void> {
    const name = names.webhookEndpoint(account, endpoint);
    const [reason, noticed] = await orUnavailable(client.hmget(name, 'disabledReason', 'noticed'));
    if (!isByService(reason) || noticed) return;
    const isOwned = (await orUnavailable(client.scard(names.owners(account)))) > 0;
    // Listed first: a crash between the two lists it again.
    if (isOwned) await orUnavailable(client.zadd(list, 'NX', 0, endpointItem({ account, endpoint })));
    await scripts.run('hash-set-if-exists', [name], ['noticed', '1']);
  }

  async function disabledOf(item: string): Promise<DisabledEndpoint[]> {
    const { account, endpoint } = endpointRef(item);
    const fields = await endpoints.read(account, endpoint).catch(absentIfUnknown);
    if (fields && isByService(fields.disabledReason)) {
      return [{ account, endpoint: endpointOf(endpoint, fields) }];
    }
    await orUnavailable(client.zrem(list, item));
    return [];
  }

  return {
    async record(account) {
      const ids = await orUnavailable(client.smembers(names.webhookEndpoints(account)));
      await Promise.all(ids.map((id) => recordEndpoint(account, id)));
    },

    async claim() {
      const claimed = await scripts.run('lease-claim', [list], ['', leaseMs, claimedAtOnce]);
      return (await Promise.all(claimed.map((item) => disabledOf(String(item))))).flat();
    },

    async markNotified(account, endpoint) {
      await orUnavailable(client.zrem(list, endpointItem({ account, endpoint })));
    },
  };
}

function isByService(reason: string | null | undefined): boolean {
  return reason === 'gone' || reason === 'failing';
}

function absentIfUnknown(error: unknown): null {
  if (error instanceof Failure && error.failure === 'not_found') return null;
  throw error;
}

/**
 * A shop of the sandbox: one account with test-mode payment requests, for visitors without an account. A visitor sees their own
 * requests only. Requests are limited per address and per day, because they are free.
 */
import { createSecretCheck, sha256 } from '#engine/shared/secrets.js';
import type { AccountStore } from '../access/accounts.js';
import { addressGroup, countWithin } from '../access/callers.js';
import { Failure } from '../api/errors.js';
import {
  OperatorError,
  type PaymentRequest,
  type PaymentRequests,
  type Principal,
  type SandboxShop,
  type SentEvent,
  type ShopVisitor,
} from '../api/index.js';
import * as names from '../store/key-names.js';
import { orUnavailable, type Scripts } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';
import { type EventOutbox, eventSubject, paymentEventTypes } from './changes.js';
import type { StoredRequest } from './record.js';
import type { PaymentRequestStore } from './request-store.js';

const account = 'acc_sandboxshop';
const accountName = 'Sandbox shop';
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Requests of one address per hour, and of all addresses per day. */
const hourlyMax = 10;
const dailyMax = 500;

/** Has its own contract, so that visitors together cannot use up the reads and lookups of the service. */
const shopkeeper: Principal = {
  account,
  prefix: 'sandbox-shop',
  label: accountName,
  scope: 'sandbox-shop',
  mode: 'test',
  realm: 'sandbox',
  contract: { cap: 20_000, reads: 200 },
  rate: { limit: 0, used: 0, resetsInSeconds: 0 },
};

interface SandboxShopDeps {
  store: Pick<StoreConnection, 'client'>;
  scripts: Scripts;
  accounts: Pick<AccountStore, 'get' | 'create'>;
  paymentRequests: Pick<PaymentRequests, 'create' | 'get' | 'list'>;
  requests: Pick<PaymentRequestStore, 'read'>;
  outbox: Pick<EventOutbox, 'partOf'>;
}

export function createSandboxShop(deps: SandboxShopDeps): SandboxShop {
  const { paymentRequests, requests } = deps;
  return {
    async open(visitor, orderOf) {
      await assertAllowed(deps, visitor);
      await openAccount(deps);
      const { receipts, ...order } = orderOf();
      return await paymentRequests.create(shopkeeper, {
        ...order,
        externalId: visitorId(visitor.token),
        metadata: { receipts },
      });
    },

    async list(token) {
      const { paymentRequests: found } = await paymentRequests.list(account, {
        externalId: visitorId(token),
      });
      return found;
    },

    async get(token, id) {
      const paymentRequest = await paymentRequests.get(account, id);
      if (!isOf(token, paymentRequest)) throw new Failure('not_found');
      const stored = await requests.read({ account, id }, '');
      return { paymentRequest, events: stored ? await sentEvents(deps, stored) : [] };
    },
  };
}

/** Finds the request of a visitor. The token itself is not stored. */
function visitorId(token: string): string {
  return `visitor-${sha256(token).slice(0, 32)}`;
}

function isOf(token: string, { externalId }: PaymentRequest): boolean {
  return createSecretCheck(visitorId(token))(externalId);
}

/** Counts a request. @throws Failure `rate_limited` */
async function assertAllowed({ scripts }: SandboxShopDeps, { address }: ShopVisitor): Promise<void> {
  await countWithin(scripts, names.shopHour(sha256(addressGroup(address))), hourMs, hourlyMax);
  await countWithin(scripts, names.shopDay(), dayMs, dailyMax);
}

/** Created by the first visitor; concurrent creations write the same. */
async function openAccount({ accounts }: SandboxShopDeps): Promise<void> {
  try {
    await accounts.get(account);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    await accounts.create('enterprise', accountName, account);
  }
}

/** Every change has at most one event. */
async function sentEvents(
  { store, outbox }: SandboxShopDeps,
  { id, version }: StoredRequest,
): Promise<SentEvent[]> {
  const subjects = Array.from({ length: Number(version) + 1 }, (_, nth) => eventSubject(id, nth));
  const parts = subjects.flatMap((subject) =>
    paymentEventTypes.map((type) => outbox.partOf({ account, type, subject, at: 0, data: '{}' })),
  );
  const bodies = await orUnavailable(store.client.mget(parts.map(({ keys: [, key] }) => key)));
  return parts.flatMap(({ args: [event] }, index) => {
    const body = bodies[index];
    return body ? [{ id: String(event), body }] : [];
  });
}

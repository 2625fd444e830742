/**
 * `usage.threshold` and `key.revoked`. Both are recorded where they happen. A task publishes those that a process recorded and
 * did not publish because it died.
 */
import { logBackgroundError } from '#engine/shared/background-errors.js';
import type { Logger } from '../../log.js';
import type { KeyStore } from '../access/api-keys.js';
import type { KeyInfo } from '../api/index.js';
import type { Counter, Limit, Reservations } from '../metering/reservations.js';
import { monthly } from '../metering/screenshot-quota.js';
import type { PayerUsage } from '../metering/usage.js';
import { limitOf, type Payer, type VerificationQuota } from '../metering/verification-quota.js';
import * as names from '../store/key-names.js';
import { orUnavailable, scoredMembers } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';
import { type BackgroundTask, createSavedCursor, turnMs } from './background-tasks.js';
import type { Deliveries } from './deliveries.js';
import type { DisabledEndpoints } from './disabled-endpoints.js';
import type { EventReaders } from './event-readers.js';

/** Pause between two passes over all accounts. */
const pauseMs = 300_000;
/** A key is revoked within this time after its revocation was recorded. */
const revocationMs = 60_000;

const logContext = { component: 'webhooks' } as const;

interface AccountEventsDeps {
  store: Pick<StoreConnection, 'client'>;
  deliveries: Pick<Deliveries, 'publish' | 'wake'>;
  readers: EventReaders;
  disabled: Pick<DisabledEndpoints, 'record'>;
  reservations: Pick<Reservations, 'unpublished' | 'markPublished' | 'onThreshold'>;
  quota: Pick<VerificationQuota, 'planOf'>;
  keys: Pick<KeyStore, 'get' | 'list' | 'onRevoked'>;
  usageOf: (payer: Payer) => Promise<PayerUsage>;
  /** Tracks work that must finish before the process exits. */
  track: (work: Promise<void>) => void;
  log: Logger;
  now: () => number;
}

/** Starts publishing the events of this process. @returns the task that publishes those of others */
export function createAccountEvents(deps: AccountEventsDeps): BackgroundTask {
  const { store, readers, keys, reservations, track, log } = deps;
  const checked = createSavedCursor(store, 'checked');
  const logError = (error: unknown) => logBackgroundError(log, logContext, error);
  reservations.onThreshold((limit) => track(publishThresholds(deps, limit).catch(logError)));
  keys.onRevoked((key) => publishRevocation(deps, key).catch(logError));

  return {
    name: 'accounts',

    async run(stopping) {
      const end = performance.now() + turnMs;
      let last: string | null = (await checked.read()) ?? '';
      while (!stopping.aborted && performance.now() < end) {
        last = await readers.forEach(last, (account) => check(deps, account).catch(logError));
        await checked.write(last ?? '');
        if (last === null) return pauseMs;
      }
      return 0;
    },
  };
}

/** Publishes unpublished events, wakes endpoints whose due deliveries are not listed as due, and lists disabled endpoints. */
async function check(deps: AccountEventsDeps, account: string): Promise<void> {
  const { keys, store, now } = deps;
  for (const limit of await limitsOf(deps, account)) await publishThresholds(deps, limit);

  const recorded = await orUnavailable(store.client.zrange(names.revocations(account), 0, -1, 'WITHSCORES'));
  for (const [prefix, since] of scoredMembers(recorded)) {
    const key = await keys.get(prefix);
    if (key.revokedAt !== null) await publishRevocation(deps, key);
    else if (now() - since > revocationMs) await removeRevocation(deps, key);
  }
  await wakeOverdue(deps, account);
  await deps.disabled.record(account);
}

async function wakeOverdue({ store, deliveries, now }: AccountEventsDeps, account: string): Promise<void> {
  const { client } = store;
  for (const endpoint of await orUnavailable(client.smembers(names.webhookEndpoints(account)))) {
    const pending = names.pendingDeliveries(account, endpoint);
    const [, due] = await orUnavailable(client.zrange(pending, 0, 0, 'WITHSCORES'));
    if (due !== undefined && Number(due) < now()) await deliveries.wake({ account, endpoint });
  }
}

/** The caps of an account, and of its keys that have their own. */
async function limitsOf({ quota, keys }: AccountEventsDeps, account: string) {
  const terms = await quota.planOf(account);
  const contracted = terms.plan === 'enterprise' ? (await keys.list(account)).filter(hasContract) : [];
  return [wholePayer(account), ...contracted.map(payerOf)].flatMap((payer) => [
    limitOf(payer, terms),
    monthly(payer, terms.plan),
  ]);
}

async function publishThresholds(deps: AccountEventsDeps, limit: Limit): Promise<void> {
  for (const threshold of await deps.reservations.unpublished(limit)) {
    const { account, of, scope, window, percent, at } = threshold;
    const object = await deps.usageOf(await payerOfCounter(deps, threshold));
    const keyPrefix = scope === 'all' ? null : scope;
    const data = JSON.stringify({ counted: of, threshold: percent, keyPrefix, object });
    const subject = `${of} ${scope} ${window} ${percent}`;
    await deps.deliveries.publish({ account, type: 'usage.threshold', subject, at, data });
    await deps.reservations.markPublished(threshold);
  }
}

async function payerOfCounter({ keys }: AccountEventsDeps, { account, scope }: Counter): Promise<Payer> {
  return scope === 'all' ? wholePayer(account) : payerOf(await keys.get(scope));
}

async function publishRevocation(deps: AccountEventsDeps, key: KeyInfo): Promise<void> {
  const { account, prefix, label, mode, createdAt, lastUsedAt, revokedAt } = key;
  const data = JSON.stringify({ object: { prefix, label, mode, createdAt, lastUsedAt, revokedAt } });
  const at = Date.parse(revokedAt ?? '');
  await deps.deliveries.publish({ account, type: 'key.revoked', subject: prefix, at, data });
  await removeRevocation(deps, key);
}

async function removeRevocation({ store }: AccountEventsDeps, { account, prefix }: KeyInfo): Promise<void> {
  await orUnavailable(store.client.zrem(names.revocations(account), prefix));
}

function hasContract({ revokedAt, cap, reads }: KeyInfo): boolean {
  return revokedAt === null && (cap !== null || reads !== null);
}

function payerOf({ account, prefix, cap, reads }: KeyInfo): Payer {
  return { account, scope: prefix, contract: { cap, reads } };
}

function wholePayer(account: string): Payer {
  return { account, scope: 'all', contract: { cap: null, reads: null } };
}

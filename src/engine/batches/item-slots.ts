/**
 * Items of batches wait in a separate queue before the queue of a bank. It has half as many slots, so that single calls always
 * find the other half. Plans and accounts take turns in this queue too.
 */
import type { Principal } from '../access/authenticate.js';
import { plans } from '../api/plans.js';
import type { VerificationQuota } from '../metering/verification-quota.js';
import { assertUp, type Health } from '../verification/bank-health.js';
import { type BankQueue, QueuePlace } from '../verification/bank-queue.js';
import type { Call } from '../verification/call.js';
import type { ReceiptCache } from '../verification/receipt-cache.js';
import type { GetReceipt } from '../verification/receipt-service.js';

interface ItemSlotsDeps {
  getReceipt: GetReceipt;
  cache: Pick<ReceiptCache, 'read'>;
  bankQueue: Pick<BankQueue, 'acquire'>;
  quota: Pick<VerificationQuota, 'planOf'>;
  health: Health;
  slotsOf: (provider: string) => number;
  queueWaitMs: number;
}

/** Receipts, for single calls and items. */
export function createItemSlots(deps: ItemSlotsDeps): GetReceipt {
  const { getReceipt, cache, bankQueue, slotsOf, queueWaitMs } = deps;
  return async (call, expect) => {
    const { batch, entry, realm, target } = call;
    if (batch === undefined || entry === null) return await getReceipt(call, expect);
    if (await cache.read(realm, target)) return await getReceipt(call, expect);
    const slots = Math.max(1, Math.floor(slotsOf(target.provider) / 2));
    const slot = await bankQueue.acquire(
      `batch:${realm}:${target.provider}`,
      slots,
      await turnOf(deps, call, entry),
    );
    try {
      return await getReceipt({ ...call, deadline: performance.now() + queueWaitMs }, expect);
    } finally {
      // If this fails, the slot is free when its lease ends.
      await slot.release().catch(() => undefined);
    }
  };
}

/** An item may wait here as long as its batch takes; the wait for the bank is counted afterwards. */
async function turnOf({ quota, health }: ItemSlotsDeps, call: Call, { account }: Principal) {
  const { id, owner, realm, target, signal } = call;
  const { plan } = await quota.planOf(account);
  return {
    call: id,
    priority: plans[plan].priority,
    owner,
    place: new QueuePlace(),
    signal,
    refuse: () => assertUp(health, realm, target.provider),
    deadline: Number.POSITIVE_INFINITY,
  };
}

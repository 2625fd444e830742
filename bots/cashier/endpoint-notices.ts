/** Notifies owners that the service has disabled a webhook endpoint of their shop. */
import type { DisabledEndpoint } from '../../src/engine/index.js';
import { type MessengerDeps, sendToEach } from './broadcast.js';
import { renderDisabledEndpoint, type Words } from './render/index.js';

/** Safe to repeat. @throws Failure `unavailable`; Undeliverable `late`: the remaining owners are notified after two minutes */
export async function notifyDisabledEndpoints(deps: MessengerDeps, lost: AbortSignal): Promise<void> {
  for (const disabled of await deps.engine.webhooks.disabledEndpoints()) {
    if (lost.aborted) return;
    await notifyOwners(deps, disabled, lost);
  }
}

async function notifyOwners(
  deps: MessengerDeps,
  { account, endpoint }: DisabledEndpoint,
  lost: AbortSignal,
): Promise<void> {
  const { engine } = deps;
  const { shops, webhooks } = engine;
  const record = `endpoint:${endpoint.id}:${endpoint.disabledAt}`;
  const render = (words: Words) => renderDisabledEndpoint(words, endpoint);
  const [shop, people] = await Promise.all([shops.get(account), shops.owners(account)]);
  await sendToEach(deps, { record, people, shop, render }, lost);
  await webhooks.markDisabledNotified(account, endpoint.id);
  await engine.botStore('cashier').deleteTemporary(record);
}

/** Notifies owners of failures that only they can solve, once a day for each kind. */
import { type FailureName, type NoticeKind, OperatorError } from '../../../src/engine/index.js';
import { type MessengerDeps, sendToEach } from '../broadcast.js';
import { renderNotice, type Words } from '../render/index.js';

const kinds: Partial<Record<FailureName, NoticeKind>> = {
  quota_exceeded: 'quota',
  image_cap_reached: 'screenshots',
  revoked_key: 'revoked',
  invalid_key: 'revoked',
  missing_key: 'revoked',
};

export interface OwnerNotices {
  /** Notifies the owners if they have to solve this failure. Never throws. */
  notify(shop: string, failure: FailureName, signal: AbortSignal): Promise<void>;
}

export function createOwnerNotices(deps: MessengerDeps): OwnerNotices {
  const { engine, setting, log } = deps;
  const { shops } = engine;
  /** Notices being sent: one that outlasts the engine's lease is not started again. */
  const sending = new Set<string>();

  async function sendNotice(shop: string, kind: NoticeKind, signal: AbortSignal): Promise<void> {
    if (!(await shops.claimNotice(shop, kind))) return;
    const usage = await engine.accountUsage(shop).catch(unknownAccount);
    const record = `notice:${shop}:${kind}:${await shops.today(shop)}`;
    const render = (words: Words) => renderNotice(words, kind, usage, setting());
    const people = await shops.owners(shop);
    await sendToEach(deps, { record, people, shop: await shops.get(shop), render }, signal);
    await shops.markNoticeSent(shop, kind);
  }

  return {
    async notify(shop, failure, signal) {
      const kind = kinds[failure];
      const name = `${shop}:${kind}`;
      if (kind === undefined || sending.has(name)) return;
      sending.add(name);
      try {
        await sendNotice(shop, kind, signal);
      } catch (error) {
        if (!signal.aborted)
          log.warn({ component: 'cashier-bot', err: error }, 'owners could not be notified');
      } finally {
        sending.delete(name);
      }
    },
  };
}

function unknownAccount(error: unknown): null {
  if (error instanceof OperatorError) return null;
  throw error;
}

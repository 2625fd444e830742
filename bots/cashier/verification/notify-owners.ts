/** Notifies owners of failures that only they can solve, once a day for each kind. */
import { type Engine, type FailureName, type NoticeKind, OperatorError } from '../../../src/engine/index.js';
import type { Logger } from '../../../src/log.js';
import type { Delivery } from '../jobs/deliver.js';
import { renderNotice, type Setting, type Vocabulary, type Words } from '../render/index.js';
import { tellEach } from '../telling.js';

const kinds: Partial<Record<FailureName, NoticeKind>> = {
  quota_exceeded: 'quota',
  image_cap_reached: 'screenshots',
  revoked_key: 'revoked',
  invalid_key: 'revoked',
  missing_key: 'revoked',
};

export interface Owners {
  /** Notifies the owners if they have to solve this failure. Never throws. */
  tell(shop: string, failure: FailureName, signal: AbortSignal): Promise<void>;
}

export interface OwnersDeps {
  engine: Engine;
  delivery: Delivery;
  vocabulary: Vocabulary;
  setting: () => Setting;
  log: Logger;
}

export function createOwners({ engine, delivery, vocabulary, setting, log }: OwnersDeps): Owners {
  const { shops } = engine;
  /** Notices being sent: one that outlasts the engine's lease is not started again. */
  const telling = new Set<string>();

  async function tellOf(shop: string, kind: NoticeKind, signal: AbortSignal): Promise<void> {
    if (!(await shops.noticeDue(shop, kind))) return;
    const usage = await engine.accountUsage(shop).catch(unknownAccount);
    const note = `notice:${shop}:${kind}:${await shops.today(shop)}`;
    const draw = (words: Words) => renderNotice(words, kind, usage, setting());
    const people = await shops.owners(shop);
    await tellEach(
      { engine, delivery, vocabulary },
      { note, people, shop: await shops.get(shop), draw },
      signal,
    );
    await shops.noticeTold(shop, kind);
  }

  return {
    async tell(shop, failure, signal) {
      const kind = kinds[failure];
      const name = `${shop}:${kind}`;
      if (kind === undefined || telling.has(name)) return;
      telling.add(name);
      try {
        await tellOf(shop, kind, signal);
      } catch (error) {
        if (!signal.aborted)
          log.warn({ component: 'cashier-bot', err: error }, 'owners could not be notified');
      } finally {
        telling.delete(name);
      }
    },
  };
}

function unknownAccount(error: unknown): null {
  if (error instanceof OperatorError) return null;
  throw error;
}

/** What cashiers cannot help, the owners are told: once a day for each kind, with the numbers. */
import {
  type Engine,
  type FailureName,
  type NoticeKind,
  OperatorError,
  type Usage,
} from '../../../src/engine/index.js';
import type { Logger } from '../../../src/log.js';
import { chatOfPerson } from '../access.js';
import type { Delivery } from '../jobs/deliver.js';
import { localeOf, renderNotice, type Setting, type Vocabulary } from '../render/index.js';

const kinds: Partial<Record<FailureName, NoticeKind>> = {
  quota_exceeded: 'quota',
  image_cap_reached: 'screenshots',
  revoked_key: 'revoked',
  invalid_key: 'revoked',
  missing_key: 'revoked',
};

export interface Owners {
  /** Tells the owners of a shop where this failure is theirs to mend; never fails, whoever cannot be told. */
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

  async function tellOne(person: string, kind: NoticeKind, usage: Usage | null, signal: AbortSignal) {
    const chat = chatOfPerson(person);
    if (chat === null) return;
    const { language } = await shops.ofPerson(person);
    const notice = renderNotice(vocabulary.of(language ?? localeOf(undefined)), kind, usage, setting());
    await delivery.send(chat, notice, null, signal);
  }

  return {
    async tell(shop, failure, signal) {
      const kind = kinds[failure];
      try {
        if (kind === undefined || !(await shops.noticeDue(shop, kind))) return;
        const usage = await engine.accountUsage(shop).catch(unknownAccount);
        const owners = await shops.owners(shop);
        await Promise.allSettled(owners.map((person) => tellOne(person, kind, usage, signal)));
      } catch (error) {
        if (!signal.aborted) log.warn({ component: 'cashier-bot', err: error }, 'owners could not be told');
      }
    },
  };
}

function unknownAccount(error: unknown): null {
  if (error instanceof OperatorError) return null;
  throw error;
}

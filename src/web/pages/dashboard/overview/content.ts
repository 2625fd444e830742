/** Reads what the overview shows. */
import type { Engine } from '../../../../engine/index.js';
import type { PageContext } from '../../../types.js';
import type { Cap } from './cap.js';
import { capsOf } from './caps.js';
import type { Waiting } from './figures.js';
import type { OverviewContent } from './page.js';

const daysShown = 30;

/** @throws Failure `unavailable` */
export async function overviewOf(
  engine: Engine,
  account: string,
  context: PageContext,
): Promise<OverviewContent> {
  const [days, recent, endpoints, caps, waiting] = await Promise.all([
    engine.activity.days(account, daysShown),
    engine.activity.recent(account),
    engine.webhooks.list(account),
    capsFor(engine, account, context),
    waitingIn(engine, account),
  ]);
  return { days, recent, endpoints, caps, waiting, status: engine.status() };
}

/** Where contracts of keys set the caps, each key has its own. */
async function capsFor(engine: Engine, account: string, context: PageContext): Promise<Cap[]> {
  const contracts = await engine.accountOwner(account).contracts();
  if (contracts.length > 0) {
    return contracts.flatMap(({ label, usage }) => capsOf(context, usage, label));
  }
  return capsOf(context, await engine.accountUsage(account), null);
}

async function waitingIn({ paymentRequests }: Engine, account: string): Promise<Waiting> {
  const [open, review] = await Promise.all([
    paymentRequests.list(account, { status: 'open' }),
    paymentRequests.list(account, { status: 'review' }),
  ]);
  return {
    open: open.paymentRequests.length,
    review: review.paymentRequests.length,
    more: open.more,
  };
}

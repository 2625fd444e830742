/**
 * `bank.down` and `bank.up`, for all accounts with an endpoint that subscribes. They are derived from the events for
 * administrators, so that a change is published once, whichever processes see it.
 */
import type { Provider } from '../../providers/types.js';
import type { BankDown, BankUp, RecordedEvent } from '../api/events.js';
import type { WebhookEventType } from '../api/webhooks.js';
import type { Events } from '../store/events.js';
import type { StoreConnection } from '../store/types.js';
import type { Health } from '../verification/bank-health.js';
import { type BackgroundTask, createSavedCursor, turnMs } from './background-tasks.js';
import type { Deliveries } from './deliveries.js';
import type { EndpointStore } from './endpoint-store.js';
import type { EventReaders } from './event-readers.js';

const pauseMs = 1_000;
const readMax = 50;

interface BankEventsDeps {
  store: Pick<StoreConnection, 'client'>;
  events: Pick<Events, 'read' | 'end'>;
  readers: EventReaders;
  endpoints: Pick<EndpointStore, 'list'>;
  providers: readonly Pick<Provider, 'key' | 'name'>[];
  health: Pick<Health, 'of'>;
  deliveries: Pick<Deliveries, 'publish'>;
}

export function createBankEvents(deps: BankEventsDeps): BackgroundTask {
  const { store, events, readers, endpoints, deliveries } = deps;
  /** The last event that was published to every account. */
  const handled = createSavedCursor(store, 'event');
  /** The last account that the following event was published to. */
  const notifiedUpTo = createSavedCursor(store, 'told');

  /** The first run starts with the events from now on. */
  async function startAtEnd(): Promise<string> {
    const end = await events.end();
    await handled.write(end);
    return end;
  }

  async function notify(account: string, event: BankChange): Promise<void> {
    const type = typeOf(event);
    const wanted = (await endpoints.list(account)).some(({ events }) =>
      events.some((subscribed) => subscribed === '*' || subscribed === type),
    );
    if (!wanted) return;
    const subject = `${event.realm} ${event.provider} ${event.since}`;
    const data = JSON.stringify(dataOf(event, deps));
    await deliveries.publish({ account, type, subject, at: Date.parse(event.since), data });
  }

  return {
    name: 'banks',

    async run(stopping) {
      const end = performance.now() + turnMs;
      const isOver = () => stopping.aborted || performance.now() > end;
      const after = (await handled.read()) ?? (await startAtEnd());
      for (const { cursor, event } of await events.read(after, readMax)) {
        if (isBankChange(event)) {
          let last: string | null = (await notifiedUpTo.read()) ?? '';
          while (last !== null) {
            if (isOver()) return 0;
            last = await readers.forEach(last, (account) => notify(account, event));
            if (last !== null) await notifiedUpTo.write(last);
          }
          await notifiedUpTo.write('');
        }
        await handled.write(cursor);
      }
      return pauseMs;
    },
  };
}

type BankChange = BankDown | BankUp;

function isBankChange(event: RecordedEvent): event is RecordedEvent & BankChange {
  return event.kind === 'bank_down' || event.kind === 'bank_up';
}

function typeOf({ kind }: BankChange): WebhookEventType {
  return kind === 'bank_down' ? 'bank.down' : 'bank.up';
}

/** The bank as in `GET /api/status`, without the members that change constantly. */
function dataOf(event: BankChange, { providers, health }: BankEventsDeps) {
  const { realm, provider, since } = event;
  const name = providers.find(({ key }) => key === provider)?.name ?? provider;
  const bank = { providerKey: provider, name, since };
  if (event.kind === 'bank_down') {
    return { object: { ...bank, status: 'down' }, lastSuccessAt: event.lastSuccessAt };
  }
  // It answers again, perhaps not from every address.
  const status = health.of(realm, provider).state === 'degraded' ? 'degraded' : 'operational';
  return { object: { ...bank, status }, downSince: event.downSince, downtimeMs: event.downtimeMs };
}

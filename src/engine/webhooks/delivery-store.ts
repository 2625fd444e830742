/** Events of accounts and their deliveries in Redis. */
import { randomBase62, sha256 } from '#engine/shared/secrets.js';
import { boundsByPlan } from '../api/plans.js';
import type { AccountEvent, WebhookDelivery } from '../api/webhooks.js';
import * as names from '../store/key-names.js';
import { orUnavailable, type Scripts } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';
import { createCallUrls } from './call-urls.js';

const dayMs = 86_400_000;
const eventKeepDays = 30;
/** Longer than all attempts together. */
const deliveryKeepDays = 8;
const logMax = 100;
const eventsPerPage = 100;
/** Longer than an attempt can take. Attempts of a process that died are repeated after this. */
const deliveryLeaseMs = 30_000;
/** Number of endpoints in one claim, and its duration. */
const claimedAtOnce = 50;
const claimLeaseMs = 30_000;
/** An endpoint that fails for five days is disabled. A success, or two days without an attempt, starts the time again. */
const failingMs = 5 * dayMs;
const quietMs = 2 * dayMs;

/** Events stored per plan: the same number as requests answered 202. */
const eventBounds = boundsByPlan(({ requests }) => requests);

/** An endpoint of an account. */
export interface EndpointRef {
  account: string;
  endpoint: string;
}

export interface NewEvent {
  account: string;
  type: string;
  /** What the event is about. Publishing a subject again with the same type adds no second event. */
  subject: string;
  /** When it happened, ms since 1970. */
  at: number;
  /** JSON text. */
  data: string;
  /** An additional address that gets the event, signed with the account's own secret. */
  url?: string | undefined;
}

/** A delivery to send now. */
export interface ClaimedDelivery {
  id: string;
  event: string;
  /** The number of this attempt, from 1. */
  attempt: number;
  body: string;
}

export interface ClaimedDeliveries {
  /** Until the endpoint's next delivery is due, ms; null when it has none. */
  nextMs: number | null;
  url: string;
  /** Newest first. */
  secrets: string[];
  deliveries: ClaimedDelivery[];
}

/** `gone`: the endpoint answered 410. */
export type DeliveryOutcome = 'delivered' | 'failed' | 'gone';

export interface AttemptResult {
  /** `withdrawn`: the process stopped, and the attempt does not count. */
  outcome: DeliveryOutcome | 'withdrawn';
  httpStatus: number | null;
  error: string | null;
  ms: number;
  /** Until the next attempt, ms; null after the last. */
  waitMs: number | null;
}

export type DeliveryStore = ReturnType<typeof createDeliveryStore>;

/**
 * All methods throw Failure `unavailable`.
 * @param retentionDays of receipts, 0 for no limit: events contain receipts, so they are stored no longer, except while they are
 * delivered
 */
export function createDeliveryStore(
  { client }: Pick<StoreConnection, 'client'>,
  scripts: Scripts,
  retentionDays = 0,
) {
  const eventDays = Math.min(eventKeepDays, Math.max(deliveryKeepDays, retentionDays || eventKeepDays));
  const due = [names.dueEndpoints(), names.dueEndpointClaims()];

  const ttls = [eventDays * dayMs, deliveryKeepDays * dayMs];

  function keysOf(account: string, event: string): [string, string, string] {
    return [names.account(account), names.accountEvent(account, event), names.accountEvents(account)];
  }

  function run(account: string, event: string, args: (string | number)[], id = deliveryId()) {
    const [type = '', body = '', only = ''] = args;
    const rest = [id, only, logMax, ...eventBounds];
    return scripts.run('event-publish', keysOf(account, event), [event, type, body, ...ttls, ...rest]);
  }

  const addToUrl = createCallUrls(client, deliveryKeepDays * dayMs, (account, event, type, endpoint, id) =>
    run(account, event, [type, '', endpoint], id),
  );

  return {
    /** Safe to repeat. @returns the endpoints that have a delivery of the event */
    async publish(event: NewEvent): Promise<EndpointRef[]> {
      const { account, type, url } = event;
      const id = eventId(event);
      const endpoints = (await run(account, id, [type, bodyOf(event)])).map(String);
      if (url !== undefined) endpoints.push(await addToUrl(account, url, id, type));
      return endpoints.map((endpoint) => ({ account, endpoint }));
    },

    /** Keys and arguments by which another script publishes an event in its own step (`publish-event.part`). */
    partOf(event: NewEvent): { keys: [string, string, string]; args: (string | number)[] } {
      const id = eventId(event);
      const args = [id, event.type, bodyOf(event), ...ttls, deliveryId(), logMax, ...eventBounds];
      return { keys: keysOf(event.account, id), args };
    },

    /**
     * Adds one delivery.
     * @param body of an event that is not listed; absent: the body of the stored event
     * @returns its id, null when the event or the endpoint no longer exists
     */
    async add({ account, endpoint }: EndpointRef, event: string, type: string, body = '') {
      const [id] = await run(account, event, [type, body, endpoint]);
      return id === undefined ? null : String(id);
    },

    async deliveries({ account, endpoint }: EndpointRef): Promise<WebhookDelivery[]> {
      const ids = await orUnavailable(client.zrevrange(names.deliveryLog(account, endpoint), 0, -1));
      const found = await Promise.all(ids.map((id) => this.delivery(account, id)));
      return found.filter((delivery) => delivery !== null);
    },

    async delivery(account: string, id: string): Promise<WebhookDelivery | null> {
      const fields = await orUnavailable(client.hgetall(names.delivery(account, id)));
      return fields.event === undefined ? null : deliveryOf(id, fields);
    },

    /** @returns null when the cursor is unknown */
    events: (account: string, after?: string) => readEvents(client, account, after),

    /** Makes an endpoint due at once, for any process. */
    async wake(ref: EndpointRef): Promise<void> {
      await scripts.run('lease-settle', due, [endpointItem(ref), '', '']);
    },

    /** Claims endpoints with due deliveries, for 30 s. @param claim a unique name */
    async claimEndpoints(claim: string): Promise<EndpointRef[]> {
      const items = await scripts.run('lease-claim', due, [claim, claimLeaseMs, claimedAtOnce]);
      return items.map((item) => endpointRef(String(item)));
    },

    /** Ends a claim. @param nextMs until the endpoint is due again; null: it has no deliveries */
    async settleEndpoint(ref: EndpointRef, claim: string, nextMs: number | null): Promise<void> {
      await scripts.run('lease-settle', due, [endpointItem(ref), claim, nextMs ?? '']);
    },

    /** Claims due deliveries, for longer than an attempt takes. @returns null when the endpoint is removed or disabled */
    async claim({ account, endpoint }: EndpointRef, max: number): Promise<ClaimedDeliveries | null> {
      const keys = [
        names.account(account),
        names.webhookEndpoint(account, endpoint),
        names.pendingDeliveries(account, endpoint),
      ];
      const reply = (await scripts.run('delivery-claim', keys, [deliveryLeaseMs, max])).map(String);
      const [next, url, secret, oldSecret, ...parts] = reply;
      if (next === undefined || url === undefined || secret === undefined) return null;
      const deliveries: ClaimedDelivery[] = [];
      for (let at = 0; at < parts.length; at += 4) {
        const [id = '', event = '', attempts, body = ''] = parts.slice(at, at + 4);
        deliveries.push({ id, event, attempt: Number(attempts) + 1, body });
      }
      const secrets = oldSecret ? [secret, oldSecret] : [secret];
      return { nextMs: next === '' ? null : Number(next), url, secrets, deliveries };
    },

    /** @returns whether this attempt disabled the endpoint */
    async record(
      { account, endpoint }: EndpointRef,
      { id, attempt }: ClaimedDelivery,
      { outcome, httpStatus, error, ms, waitMs }: AttemptResult,
    ): Promise<boolean> {
      const keys = [
        names.delivery(account, id),
        names.webhookEndpoint(account, endpoint),
        names.pendingDeliveries(account, endpoint),
      ];
      const result = [outcome, httpStatus ?? '', error ?? '', Math.round(ms), waitMs ?? ''];
      const args = [id, attempt, ...result, failingMs, quietMs];
      return (await scripts.run('delivery-record', keys, args))[0] === 1;
    },
  };
}

async function readEvents(
  client: StoreConnection['client'],
  account: string,
  after?: string,
): Promise<{ events: AccountEvent[]; more: boolean } | null> {
  const list = names.accountEvents(account);
  const rank = after === undefined ? -1 : await orUnavailable(client.zrank(list, after));
  if (rank === null) return null;
  const ids = await orUnavailable(client.zrange(list, rank + 1, rank + 1 + eventsPerPage));
  const page = ids.slice(0, eventsPerPage);
  const texts = await Promise.all(
    page.map((id) => orUnavailable(client.get(names.accountEvent(account, id)))),
  );
  const events = page.flatMap((id, index) => {
    const text = texts[index];
    return typeof text === 'string' ? [{ id, text }] : [];
  });
  return { events, more: ids.length > page.length };
}

export function bodyOf({ type, at, data }: Pick<NewEvent, 'type' | 'at' | 'data'>): string {
  return `{"type":${JSON.stringify(type)},"timestamp":"${new Date(at).toISOString()}","data":${data}}`;
}

/** The same id for every publication of an event, so that receivers and the script recognise a repetition. */
function eventId({ account, type, subject }: NewEvent): string {
  return `evt_${sha256(`${account} ${type} ${subject}`).slice(0, 32)}`;
}

function deliveryId(): string {
  return `dlv_${randomBase62(22)}`;
}

/** An endpoint in lists of all accounts. */
export function endpointItem({ account, endpoint }: EndpointRef): string {
  return `${account}/${endpoint}`;
}

export function endpointRef(item: string): EndpointRef {
  const at = item.lastIndexOf('/');
  return { account: item.slice(0, at), endpoint: item.slice(at + 1) };
}

function deliveryOf(id: string, fields: Record<string, string>): WebhookDelivery {
  const number = (text: string | undefined) => (text ? Number(text) : null);
  return {
    id,
    eventId: fields.event ?? '',
    type: fields.type ?? '',
    status: fields.status as WebhookDelivery['status'],
    attempt: Number(fields.attempt),
    httpStatus: number(fields.httpStatus),
    error: fields.error || null,
    ms: number(fields.ms),
    createdAt: isoOf(fields.createdAt) ?? '',
    attemptedAt: isoOf(fields.attemptedAt),
    nextAttemptAt: isoOf(fields.nextAt),
  };
}

/** @param ms since 1970, as text */
export function isoOf(ms: string | undefined): string | null {
  return ms ? new Date(Number(ms)).toISOString() : null;
}

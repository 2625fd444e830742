/** Payment requests in Redis. */
import { sha256 } from '#engine/shared/secrets.js';
import { invalidRequest } from '../api/errors.js';
import type { PaymentRequestQuery, PaymentRequestStatus } from '../api/index.js';
import * as names from '../store/key-names.js';
import type { Claim } from '../store/payment-claims.js';
import { type EntryPart, noEntry, type PaymentBook, type PaymentEntry } from '../store/payment-entries.js';
import { orUnavailable, type Scripts, scoredMembers } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';
import {
  type PaymentState,
  type ReadAttempt,
  type RequestData,
  type RequestRef,
  readRequest,
  type StoredAttempt,
  type StoredRequest,
  unsentPrefix,
} from './record.js';

const dayMs = 86_400_000;
/** How long a request is stored after it has expired. */
const keepMs = 90 * dayMs;
/** The longest time that a request is open and then stored. */
const listMs = 98 * dayMs;
/** Longer than a payment may be older than its request (`notBefore`). */
const claimMs = 400 * dayMs;
const idempotencyMs = dayMs;
const pageMax = 100;
/** Attempts by payers, and by payers and merchant together. */
const payerAttemptsMax = 10;
const attemptsMax = 250;

/** An event, as `payment-request-change.lua` publishes it. */
export interface EventPart {
  keys: [account: string, event: string, events: string];
  args: (string | number)[];
}

/** A change that is recorded in one step. */
export interface RecordedChange {
  attempt?: { before: ReadAttempt; after: StoredAttempt } | undefined;
  request?: { status: PaymentRequestStatus; state: PaymentState; event: EventPart | null } | undefined;
  claim?: ClaimChange | undefined;
  entry?: PaymentEntry | undefined;
}

/** A new claim, or the end of the claim of a receipt, by its id. */
type ClaimChange = { kind: 'claim' | 'claim-anyway'; of: Claim } | { kind: 'release'; receipt: string };

export type ChangeReply =
  | { kind: 'done'; endpoints: string[]; field: string }
  | { kind: 'gone' | 'ended' | 'changed' | 'double' }
  | { kind: 'used'; own: boolean };

export type PaymentRequestStore = ReturnType<typeof createPaymentRequestStore>;

/** All methods throw Failure `unavailable`. */
export function createPaymentRequestStore(
  { client }: Pick<StoreConnection, 'client'>,
  scripts: Scripts,
  book: PaymentBook,
) {
  /** @param attempt reads this attempt alone; absent: all */
  async function read(ref: RequestRef, attempt?: string): Promise<StoredRequest | null> {
    const { account, id } = ref;
    const list = names.paymentAttempts(account, id);
    const [fields, attempts] = await orUnavailable(
      Promise.all([
        client.hgetall(names.paymentRequest(account, id)),
        attempt === undefined ? client.hgetall(list) : readOne(client, list, attempt),
      ]),
    );
    return readRequest(ref, fields, attempts);
  }

  return {
    read,

    /**
     * @param idempotency the Idempotency-Key and a digest of the request's body
     * @returns the id, an earlier one when the key was used before; null when it was used with another body
     */
    async create(
      { account, id }: RequestRef,
      data: RequestData,
      state: PaymentState,
      expiresAt: number,
      idempotency: { key: string; body: string } | null,
    ): Promise<string | null> {
      const { externalId } = data;
      const keys = [
        names.paymentRequest(account, id),
        names.paymentRequests(account),
        names.paymentRequestsIn(account, 'open'),
        names.paymentRequestsOf(account, sha256(externalId ?? '')),
        names.paymentRequestKey(account, sha256(idempotency?.key ?? '')),
      ];
      const ttl = expiresAt - Date.parse(data.createdAt) + keepMs;
      // Written first, so that a stored request can be opened by its payer.
      await orUnavailable(client.set(names.paymentRequestAccount(id), account, 'PX', Math.max(1, ttl)));
      const [kind, earlier] = await scripts.run('payment-request-create', keys, [
        ...[id, JSON.stringify(data), JSON.stringify(state), expiresAt, ttl, listMs],
        ...[idempotency?.body ?? '', idempotencyMs, externalId === null ? '' : '1'],
      ]);
      if (kind === 'other') return null;
      return kind === 'known' ? String(earlier) : id;
    },

    /** The account and its name; null when no account has this request. */
    async merchantOf(id: string) {
      const account = await orUnavailable(client.get(names.paymentRequestAccount(id)));
      if (account === null) return null;
      return { account, name: (await orUnavailable(client.hget(names.account(account), 'name'))) ?? '' };
    },

    /** The request created with an Idempotency-Key; null when there is none. */
    async createdWith(account: string, key: string) {
      const [request, body] = await orUnavailable(
        client.hmget(names.paymentRequestKey(account, sha256(key)), 'request', 'body'),
      );
      return request ? { request, body: body ?? '' } : null;
    },

    /** Newest first. @throws Failure `invalid_request` for an unknown cursor */
    list: (account: string, query: PaymentRequestQuery) => listRequests(client, read, account, query),

    /** @returns `begun`, `gone`, `too_many`, or the status of a request that is not open */
    async begin({ account, id }: RequestRef, attempt: StoredAttempt): Promise<string> {
      const keys = [names.paymentRequest(account, id), names.paymentAttempts(account, id)];
      const isPayers = attempt.by === 'payer' ? '1' : '';
      const args = [attempt.id, JSON.stringify(attempt), isPayers, payerAttemptsMax, attemptsMax];
      return String((await scripts.run('payment-request-begin', keys, args))[0]);
    },

    async change(request: StoredRequest, change: RecordedChange): Promise<ChangeReply> {
      const { account, id, version } = request;
      const write = (part: EntryPart) =>
        scripts.run(
          'payment-request-change',
          keysOf(request, change, part),
          argumentsOf(request, change, part),
        );
      const { entry } = change;
      const reply = entry ? await book.enter(account, entry, write) : await write(noEntry(account));
      const [kind, ...rest] = reply.map(String);
      if (kind === 'used') return { kind, own: rest[0] === id };
      if (kind !== 'done') return { kind: kind as 'gone' };
      return { kind, endpoints: rest, field: `${unsentPrefix}${version}` };
    },

    /** Records that the endpoints of a change are due. */
    async sent({ account, id }: RequestRef, field: string): Promise<void> {
      await orUnavailable(client.hdel(names.paymentRequest(account, id), field));
    },
  };
}

async function readOne(client: StoreConnection['client'], list: string, attempt: string) {
  const text = await client.hget(list, attempt);
  return text === null ? {} : { [attempt]: text };
}

/** The list with all requests that a query may find. */
function listOf(account: string, { status, externalId }: PaymentRequestQuery): string {
  if (externalId !== undefined) return names.paymentRequestsOf(account, sha256(externalId));
  return status === undefined ? names.paymentRequests(account) : names.paymentRequestsIn(account, status);
}

async function listRequests(
  client: StoreConnection['client'],
  read: (ref: RequestRef) => Promise<StoredRequest | null>,
  account: string,
  query: PaymentRequestQuery,
): Promise<{ requests: StoredRequest[]; more: boolean }> {
  const list = listOf(account, query);
  const found: StoredRequest[] = [];
  let before: string | null = '+inf';
  if (query.after !== undefined) {
    const score = await orUnavailable(client.zscore(names.paymentRequests(account), query.after));
    if (score === null) {
      throw invalidRequest('after', 'unknown payment request, or one that is no longer stored');
    }
    before = `(${score}`;
  }
  while (before !== null && found.length <= pageMax) {
    const page: string[] = await orUnavailable(
      client.zrevrangebyscore(list, before, '-inf', 'WITHSCORES', 'LIMIT', 0, pageMax + 1),
    );
    const ids = scoredMembers(page).map(([id]) => id);
    const requests = await Promise.all(ids.map((id) => read({ account, id })));
    found.push(...requests.flatMap((request) => (request && matches(request, query) ? request : [])));
    before = ids.length > pageMax ? `(${page.at(-1)}` : null;
  }
  return { requests: found.slice(0, pageMax), more: found.length > pageMax };
}

function matches({ status, data }: StoredRequest, query: PaymentRequestQuery): boolean {
  if (query.status !== undefined && status !== query.status) return false;
  return query.externalId === undefined || data.externalId === query.externalId;
}

function keysOf(
  { account, id, status }: StoredRequest,
  { request: next, claim, entry }: RecordedChange,
  part: EntryPart,
): string[] {
  const [own = '', line = '', transfers = '', ...alike] = claimKeys(account, claim);
  return [
    names.paymentRequest(account, id),
    names.paymentAttempts(account, id),
    names.paymentRequestsIn(account, status),
    names.paymentRequestsIn(account, next?.status ?? status),
    ...(next?.event?.keys ?? Array.from({ length: 3 }, () => names.account(account))),
    ...[own, entry ? names.bookRow(account, entry.receipt) : line, transfers],
    ...part.keys,
    ...alike,
  ];
}

/** Arguments of an event before the bounds by plan. */
const eventArguments = 7;

function argumentsOf(
  { id, version }: StoredRequest,
  { attempt, request: next, claim }: RecordedChange,
  part: EntryPart,
): (string | number)[] {
  const event = next?.event?.args ?? Array.from({ length: eventArguments }, () => '');
  return [
    ...[attempt?.after.id ?? '', attempt?.before.text ?? '', attempt ? textOf(attempt.after) : ''],
    ...[next ? version : '', next?.status ?? '', next ? JSON.stringify(next.state) : '', id],
    ...[claim?.kind ?? '', ...nearOf(claim), claimMs, listMs, ...event.slice(0, eventArguments)],
    ...part.args,
    ...event.slice(eventArguments),
  ];
}

/** The stored form of an attempt; the text of an attempt that was read is not part of it. */
function textOf(attempt: StoredAttempt | ReadAttempt): string {
  return JSON.stringify({ ...attempt, text: undefined });
}

function claimKeys(account: string, claim: ClaimChange | undefined): string[] {
  const none = names.account(account);
  if (claim === undefined) return [none, none, none];
  if (claim.kind === 'release') return [names.paymentClaim(account, claim.receipt), none, none];
  const { own, line, transfers, alike } = claim.of;
  return [own, line, transfers, ...alike.flat()];
}

function nearOf(claim: ClaimChange | undefined): Claim['near'] {
  return claim === undefined || claim.kind === 'release' ? ['', '', ''] : claim.of.near;
}

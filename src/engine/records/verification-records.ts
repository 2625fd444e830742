/** An account's records of receipts that it was shown (docs/api.md#records), which `record-verified.part` writes. */
import { chunks } from '#engine/shared/chunks.js';
import { windowAt } from '#engine/shared/windows.js';
import type { Realm } from '../../egress/types.js';
import type { Payment, Provider } from '../../providers/types.js';
import { memberNames } from '../access/member-names.js';
import { invalidRequest } from '../api/errors.js';
import type { VerificationQuery, VerificationRecord, VerificationRecords } from '../api/index.js';
import * as names from '../store/key-names.js';
import { orUnavailable, scoredMembers } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';

const pageMax = 100;
/** Entries of the list that are read at once. */
const entriesAtOnce = 1_000;
/** Entries that one page reads at most: entries of one bank may be rare in a list of 500,000. */
const entriesPerPage = 10_000;
const idPrefix = 'ver_';

interface RecordsDeps {
  store: Pick<StoreConnection, 'client'>;
  providers: readonly Provider[];
  timeZone: string;
}

/** An entry of the list: a receipt, and when it was first verified. */
interface Entry {
  printed: string;
  at: number;
}

/** First and last millisecond of the records that a query finds. */
interface Span {
  first: number;
  last: number;
}

/** A part of the list, newest first. */
interface Part {
  /** The entries that match the query. */
  entries: Entry[];
  /** Number of entries read. */
  read: number;
  /** Time of the last entry read; null when there is no older one. */
  reached: number | null;
}

export function createVerificationRecords(deps: RecordsDeps): VerificationRecords {
  const inTurn = createTurns();

  async function* recordsOf(account: string, realm: Realm, entries: readonly Entry[]) {
    for (const page of chunks(entries, pageMax)) {
      yield* await inTurn(account, () => readRecords(deps, account, realm, page));
    }
  }

  return {
    async *all(account, realm, query) {
      const span = spanOf(query, deps.timeZone);
      for await (const { entries } of readList(deps, account, realm, query, span)) {
        yield* recordsOf(account, realm, entries);
      }
    },

    async list(account, realm, query) {
      const verifications: VerificationRecord[] = [];
      const span = spanOf(query, deps.timeZone);
      let read = 0;
      for await (const part of readList(deps, account, realm, query, span)) {
        for await (const record of recordsOf(account, realm, part.entries)) {
          if (verifications.length === pageMax) return pageOf(verifications, verifications.at(-1)?.id);
          verifications.push(record);
        }
        read += part.read;
        if (read >= entriesPerPage && part.reached !== null) return pageOf(verifications, idOf(part.reached));
      }
      return pageOf(verifications);
    },
  };
}

/** Reads of one account run one after the other, so that many exports at once load the process and Redis no more than one. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async function inTurn<T>(account: string, read: () => Promise<T>): Promise<T> {
    const turn = (last.get(account) ?? Promise.resolve()).then(read);
    const ended = turn.catch(() => undefined);
    last.set(account, ended);
    try {
      return await turn;
    } finally {
      if (last.get(account) === ended) last.delete(account);
    }
  };
}

function pageOf(verifications: VerificationRecord[], next: string | null = null) {
  return { verifications, more: next !== null, next };
}

function idOf(at: number): string {
  return `${idPrefix}${at}`;
}

/** Reads the list in parts, newest first. */
async function* readList(
  deps: RecordsDeps,
  account: string,
  realm: Realm,
  query: VerificationQuery,
  { first, last }: Span,
): AsyncGenerator<Part> {
  if (query.reference !== undefined) {
    const found = await withReference(deps, account, realm, query.reference);
    const entries = found.filter(({ at, printed }) => at >= first && at <= last && matches(query, printed));
    yield { entries, read: found.length, reached: null };
    return;
  }
  const list = names.verifiedReceipts(account, realm);
  for (let before = last; ; ) {
    const page = await orUnavailable(
      deps.store.client.zrevrangebyscore(list, before, first, 'WITHSCORES', 'LIMIT', 0, entriesAtOnce),
    );
    const all = scoredMembers(page).map(([printed, at]) => ({ printed, at }));
    const reached = all.length < entriesAtOnce ? null : (all.at(-1)?.at ?? null);
    yield { entries: all.filter(({ printed }) => matches(query, printed)), read: all.length, reached };
    if (reached === null) return;
    before = reached - 1;
  }
}

function matches({ provider }: VerificationQuery, printed: string): boolean {
  return provider === undefined || providerOf(printed) === provider;
}

function providerOf(printed: string): string {
  return printed.split(':', 2)[1] ?? '';
}

/** Entries of receipts that print this number, or were looked up by it. */
async function withReference(
  { store: { client }, providers }: RecordsDeps,
  account: string,
  realm: Realm,
  reference: string,
): Promise<Entry[]> {
  const spellings = [...new Set([reference, reference.toUpperCase()])];
  const pairs = providers.flatMap(({ key }) => spellings.map((text) => [key, text] as const));
  const lookedUp = await orUnavailable(
    Promise.all(pairs.map(([key, text]) => client.hget(names.receipt(realm, key, text, ''), 'printed'))),
  );
  const ofNumber = pairs.map(([key, text]) => names.printed(realm, key, text));
  const candidates = [...new Set([...ofNumber, ...lookedUp.filter((found) => found !== null)])];
  const scores = await orUnavailable(client.zmscore(names.verifiedReceipts(account, realm), ...candidates));
  const entries = candidates.flatMap((printed, index) => {
    const score = scores[index];
    return score ? [{ printed, at: Number(score) }] : [];
  });
  return entries.sort((a, b) => b.at - a.at);
}

/** Entries whose record has expired are left out. */
async function readRecords(
  { store: { client } }: RecordsDeps,
  account: string,
  realm: Realm,
  entries: readonly Entry[],
): Promise<VerificationRecord[]> {
  const [records, shown] = await orUnavailable(
    Promise.all([
      Promise.all(
        entries.map(({ printed }) =>
          client.hmget(names.verifiedReceipt(account, printed), 'payment', 'checks'),
        ),
      ),
      Promise.all(entries.map(({ printed }) => client.hmget(names.seen(account, printed), ...seenFields))),
    ]),
  );
  const members = new Set(shown.flatMap(([, , , member]) => member ?? []));
  const staff = await memberNames(client, account, members);
  return entries.flatMap(({ printed, at }, index) => {
    const [payment, checks] = records[index] ?? [];
    if (!payment) return [];
    const verifiedAt = new Date(at).toISOString();
    const paid = JSON.parse(payment) as Payment;
    return {
      id: idOf(at),
      verdict: 'verified',
      providerKey: providerOf(printed),
      reference: paid.reference,
      verifiedAt,
      livemode: realm === 'live',
      payment: paid,
      ...(checks && { checks: JSON.parse(checks) as NonNullable<VerificationRecord['checks']> }),
      history: historyOf(shown[index] ?? [], verifiedAt, staff),
    };
  });
}

const seenFields = ['times', 'firstAt', 'firstBy', 'firstMember'] as const;

function historyOf(
  [times, firstAt, firstBy, firstMember]: readonly (string | null)[],
  verifiedAt: string,
  staff: ReadonlyMap<string, string>,
): VerificationRecord['history'] {
  const count = Math.max(1, Number(times ?? 1));
  return {
    seenBefore: count > 1,
    times: count,
    firstAt: firstAt ? new Date(Number(firstAt)).toISOString() : verifiedAt,
    firstBy: firstMember ? (staff.get(firstMember) ?? '') : (firstBy ?? ''),
  };
}

/** @throws Failure `invalid_request` for an invalid cursor */
function spanOf({ from, to, after }: VerificationQuery, timeZone: string): Span {
  const first = from === undefined ? 0 : (dayOf(from, timeZone)?.startsAt ?? Date.parse(from));
  const end = to === undefined ? Infinity : (dayOf(to, timeZone)?.endsAt ?? Date.parse(to));
  if (after !== undefined && !/^ver_\d{13,15}$/.test(after)) {
    throw invalidRequest('after', 'must be the id of a record');
  }
  const cursor = after === undefined ? Infinity : Number(after.slice(idPrefix.length));
  const last = Math.min(end, cursor) - 1;
  return { first, last: Math.min(last, Number.MAX_SAFE_INTEGER) };
}

/** The calendar day that a date names; null for a moment. */
function dayOf(text: string, timeZone: string) {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return null;
  let day = windowAt('day', Date.parse(`${text}T12:00:00Z`), timeZone);
  // Noon in Greenwich is on another day where the offset is more than eleven hours.
  if (day.name > text) day = windowAt('day', day.startsAt - 1, timeZone);
  if (day.name < text) day = windowAt('day', day.endsAt, timeZone);
  return day;
}

/** An account's records of receipts that it was shown (docs/api.md#records), which `record-verified.part` writes. */
import { windowAt } from '#engine/shared/windows.js';
import type { Realm } from '../../egress/types.js';
import type { Payment, Provider } from '../../providers/types.js';
import { Failure } from '../api/errors.js';
import type { VerificationQuery, VerificationRecord, VerificationRecords } from '../api/index.js';
import * as names from '../store/key-names.js';
import { orUnavailable } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';

const pageMax = 100;
/** Entries of the list that are read at once. */
const entriesAtOnce = 1_000;
/** Entries that one page reads: those of a bank may be rare in a list of 500,000. */
const entriesPerPage = 10_000;
const idPrefix = 'ver_';

interface RecordsDeps {
  store: Pick<StoreConnection, 'client'>;
  providers: readonly Provider[];
  timeZone: string;
}

/** An entry of the list. */
interface Entry {
  printed: string;
  at: number;
}

/** First and last millisecond of the records that a query finds. */
interface Span {
  first: number;
  last: number;
}

/** Some entries of the list, newest first. */
interface Part {
  /** Those that the query finds. */
  entries: Entry[];
  /** How many were read. */
  read: number;
  /** The last one that was read; null when nothing is older. */
  reached: number | null;
}

export function createVerificationRecords(deps: RecordsDeps): VerificationRecords {
  const inTurn = createTurns();

  async function* recordsOf(account: string, realm: Realm, entries: readonly Entry[]) {
    for (let from = 0; from < entries.length; from += pageMax) {
      const page = entries.slice(from, from + pageMax);
      yield* await inTurn(account, () => readRecords(deps, account, realm, page));
    }
  }

  return {
    async *all(account, realm, query) {
      const span = spanOf(query, deps.timeZone);
      for await (const { entries } of found(deps, account, realm, query, span)) {
        yield* recordsOf(account, realm, entries);
      }
    },

    async list(account, realm, query) {
      const verifications: VerificationRecord[] = [];
      const span = spanOf(query, deps.timeZone);
      let read = 0;
      for await (const part of found(deps, account, realm, query, span)) {
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

/**
 * Reads of one account run one after the other: however many files an account downloads at once, they take no more of the
 * process and of Redis than one.
 */
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

/** Parts of the list, newest first. */
async function* found(
  deps: RecordsDeps,
  account: string,
  realm: Realm,
  query: VerificationQuery,
  { first, last }: Span,
): AsyncGenerator<Part> {
  if (query.reference !== undefined) {
    const named = await withReference(deps, account, realm, query.reference);
    const entries = named.filter(({ at, printed }) => at >= first && at <= last && isOf(query, printed));
    yield { entries, read: named.length, reached: null };
    return;
  }
  const list = names.verifiedReceipts(account, realm);
  for (let before = last; ; ) {
    const page = await orUnavailable(
      deps.store.client.zrevrangebyscore(list, before, first, 'WITHSCORES', 'LIMIT', 0, entriesAtOnce),
    );
    const all = pairsOf(page);
    const reached = all.length < entriesAtOnce ? null : (all.at(-1)?.at ?? null);
    yield { entries: all.filter(({ printed }) => isOf(query, printed)), read: all.length, reached };
    if (reached === null) return;
    before = reached - 1;
  }
}

function pairsOf(page: readonly string[]): Entry[] {
  return page.flatMap((printed, index) =>
    index % 2 === 0 ? [{ printed, at: Number(page[index + 1]) }] : [],
  );
}

function isOf({ provider }: VerificationQuery, printed: string): boolean {
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
  const written = [...new Set([reference, reference.toUpperCase()])];
  const pairs = providers.flatMap(({ key }) => written.map((one) => [key, one] as const));
  const lookedUp = await orUnavailable(
    Promise.all(pairs.map(([key, one]) => client.hget(names.receipt(realm, key, one, ''), 'printed'))),
  );
  const printed = pairs.map(([key, one]) => names.printed(realm, key, one));
  const candidates = [...new Set([...printed, ...lookedUp.filter((one) => one !== null)])];
  const scores = await orUnavailable(client.zmscore(names.verifiedReceipts(account, realm), ...candidates));
  const entries = candidates.flatMap((one, index) => {
    const score = scores[index];
    return score ? [{ printed: one, at: Number(score) }] : [];
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
  const staff = await namesOf(client, account, shown);
  return entries.flatMap(({ printed, at }, index) => {
    const [payment, checks] = records[index] ?? [];
    if (!payment) return [];
    const verifiedAt = new Date(at).toISOString();
    const paid = JSON.parse(payment) as Payment;
    return {
      ...{ id: idOf(at), verdict: 'verified' as const, providerKey: providerOf(printed) },
      ...{ reference: paid.reference, verifiedAt, livemode: realm === 'live', payment: paid },
      ...(checks && { checks: JSON.parse(checks) as NonNullable<VerificationRecord['checks']> }),
      history: historyOf(shown[index] ?? [], verifiedAt, staff),
    };
  });
}

const seenFields = ['times', 'firstAt', 'firstBy', 'firstMember'] as const;

type Seen = readonly (string | null)[];

/** Names of the members who were shown a receipt first. */
async function namesOf(
  client: StoreConnection['client'],
  account: string,
  shown: readonly Seen[],
): Promise<ReadonlyMap<string, string>> {
  const members = [...new Set(shown.flatMap(([, , , member]) => member ?? []))];
  if (members.length === 0) return new Map();
  const fields = members.map((member) => `n:${member}`);
  const known = await orUnavailable(client.hmget(names.staff(account), ...fields));
  return new Map(members.map((member, index) => [member, known[index] ?? '']));
}

function historyOf(
  [times, firstAt, firstBy, firstMember]: Seen,
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

/** @throws Failure `invalid_request` for a cursor that is none */
function spanOf({ from, to, after }: VerificationQuery, timeZone: string): Span {
  const first = from === undefined ? 0 : (dayOf(from, timeZone)?.startsAt ?? Date.parse(from));
  const end = to === undefined ? Infinity : (dayOf(to, timeZone)?.endsAt ?? Date.parse(to));
  const seen = after === undefined ? Infinity : Number(after.slice(idPrefix.length));
  if (after !== undefined && !/^ver_\d{13,15}$/.test(after)) throw unknownCursor();
  const last = Math.min(end, seen) - 1;
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

function unknownCursor(): Failure {
  const message = 'must be the id of a record';
  return new Failure('invalid_request', { issues: [{ path: 'after', code: 'custom', message }] });
}

/** Authentication of API keys, and their request rate. */
import { sha256 } from '#engine/shared/secrets.js';
import { possiblySame } from '#engine/shared/transfers.js';
import type { Realm } from '../../egress/types.js';
import { Failure } from '../api/errors.js';
import type { Admission, History, Mode, Principal } from '../api/index.js';
import type { NeededScopes } from '../api/operation.js';
import * as names from '../store/key-names.js';
import type { ReceiptCopies, ReceiptCopy } from '../store/receipt-copies.js';
import { isReadable, readStored } from '../store/receipt-store.js';
import type { JoinableScripts, JoinedScript, Reply } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';

export type { Principal } from '../api/index.js';

const wellFormed = /^vk_(live|test)_[0-9A-Za-z]{32}$/;

/** An account's history with a receipt, and its saved accounts. */
export interface ReceiptHistory {
  history: History;
  /** Receiving accounts that it has saved, in their stored form. */
  saved: readonly string[];
}

/** A cached receipt, read during authentication. */
export interface CacheHit extends ReceiptHistory {
  body: string;
  /** This process's copy, when it keeps one. */
  copy?: ReceiptCopy | undefined;
}

export interface Authenticator {
  /**
   * Authenticates the key and, if a receipt is named, reads it from the cache, in one round trip.
   * @param needed scopes, one of which a restricted key needs
   * @throws Failure `missing_key`, `invalid_key`, `revoked_key`, `rate_limited`, `insufficient_scope`
   */
  authenticate(
    key: string | undefined,
    receipt: string | null,
    needed: NeededScopes,
    onAdmission?: (admission: Admission) => void,
  ): Promise<AdmitResult>;
}

/** The key, and the cached receipt. */
interface AdmitResult {
  entry: Principal;
  found: CacheHit | null;
}

interface AuthenticatorDeps {
  store: Pick<StoreConnection, 'client' | 'cluster'>;
  scripts: JoinableScripts;
  liveRealm: Realm;
  /** How long an account's record of a receipt that it was shown lives. */
  recordMs: number;
  copies: ReceiptCopies;
}

export function createAuthenticator({
  store,
  scripts,
  liveRealm,
  recordMs,
  copies,
}: AuthenticatorDeps): Authenticator {
  const admissions = new WeakMap<NeededScopes, Record<'alone' | 'withReceipt', JoinedScript>>();
  const recordOf = createRecordNames();

  /** The script for calls that pass the same array of scopes; those with a receipt have another number of keys. */
  function admissionsFor(needed: NeededScopes): Record<'alone' | 'withReceipt', JoinedScript> {
    let found = admissions.get(needed);
    if (!found) {
      const scopes = needed.length > 0 ? `,${needed.join(',')},` : '';
      const join = () => scripts.joined('admit-request', [recordMs, scopes]);
      found = { alone: join(), withReceipt: join() };
      admissions.set(needed, found);
    }
    return found;
  }

  /** On a cluster the receipt is read separately, from its own node, at the same time as the key. */
  async function admitOnCluster(
    record: string,
    needed: NeededScopes,
    receipt: string,
  ): Promise<[Reply, Receipt | null]> {
    const read = readStored(store, receipt);
    const admitted = admissionsFor(needed).alone([record], noCopy);
    const [reply, { text, printed, transfer }] = await Promise.all([admitted, read]);
    const found = isReadable(text) && printed ? { body: text, printed, transfer: transfer ?? '' } : null;
    return [reply, found];
  }

  /** The account is known only after the first round trip, so on a cluster its history takes a second one. */
  async function readHistoryOnCluster(
    entry: Principal,
    { body, printed, transfer }: Receipt,
  ): Promise<CacheHit> {
    const args = historyArgs(entry, { transfer, body, recordMs });
    const reply = await scripts.run('receipt-record-view', historyKeys(entry, printed), args);
    return { body, ...parseHistory(reply) };
  }

  return {
    async authenticate(key, receipt, needed, onAdmission) {
      const record = recordOf(key);
      if (receipt === null) {
        const reply = await admissionsFor(needed).alone([record], noCopy);
        return { entry: admit(linesOf(reply), onAdmission), found: null };
      }
      if (store.cluster) {
        const [reply, stored] = await admitOnCluster(record, needed, receipt);
        const entry = admit(linesOf(reply), onAdmission);
        return { entry, found: stored && (await readHistoryOnCluster(entry, stored)) };
      }
      const held = copies.get(receipt);
      const reply = await admissionsFor(needed).withReceipt(
        [record, receipt],
        held ? [held.version] : noCopy,
      );
      const lines = linesOf(reply);
      const entry = admit(lines, onAdmission);
      return { entry, found: foundIn(reply, lines, receipt, held) };
    },
  };

  /** @param held the copy whose version was sent with the call */
  function foundIn(
    reply: Reply,
    lines: readonly string[],
    name: string,
    held: ReceiptCopy | undefined,
  ): CacheHit | null {
    const [, receipt] = reply;
    if (!receipt) {
      copies.drop(name);
      return null;
    }
    const copy = receipt === isHeld ? held : copies.put(name, String(receipt));
    const [times, firstAt = '', firstBy = ''] = lines.slice(line.history, line.alike);
    const near = lines.length > line.alike ? lines.slice(line.alike) : nothing;
    const history = historyOf(Number(times), timeShown(firstAt, copy), firstBy, near);
    return { body: copy?.body ?? String(receipt), copy, history, saved: savedAccountsIn(reply, 2) };
  }

  /** @throws Failure `invalid_key`, `revoked_key`, `rate_limited`, `insufficient_scope` */
  function admit(lines: readonly string[], onAdmission?: (admission: Admission) => void): Principal {
    if (lines[0] === 'unknown') throw new Failure('invalid_key');
    if (lines[0] === 'revoked') throw new Failure('revoked_key');
    const entry = principalOf(lines, liveRealm);
    onAdmission?.(entry);
    refuseOverRate(entry);
    if (lines[line.allowed] === '0') throw new Failure('insufficient_scope');
    return entry;
  }
}

interface Receipt {
  body: string;
  printed: string;
  transfer: string;
}

/** The banks of a key: test keys always use the simulated banks, live keys those that BANKS names. */
export function realmOf(key: string | undefined, liveRealm: Realm): Realm {
  return key?.startsWith('vk_live_') ? liveRealm : 'sandbox';
}

/** What the script gets for a receipt of which this process holds no copy. */
const noCopy: readonly string[] = [''];

/** @returns a function that checks the form of a key and returns the Redis key of its record; it throws Failure `missing_key`, `invalid_key` */
function createRecordNames(): (key: string | undefined) => string {
  // A caller often sends several requests at once, so a key is hashed once in a turn of the event loop. Afterwards it is dropped: a
  // heap dump must not show keys.
  let latest: { key: string; record: string } | undefined;
  const drop = () => {
    latest = undefined;
  };
  return (key) => {
    if (key === undefined || key === '') throw new Failure('missing_key');
    if (latest?.key === key) return latest.record;
    if (!wellFormed.test(key)) throw new Failure('invalid_key');
    if (!latest) setImmediate(drop);
    latest = { key, record: names.keyRecord(sha256(key)) };
    return latest.record;
  };
}

function linesOf(reply: Reply): string[] {
  return String(reply[0]).split('\n');
}

/** Lines of a reply that are read by their position: whether the scopes allow the call, the first of the history, of the receipts alike. */
const line = { allowed: 7, history: 10, alike: 13 } as const;
/** In place of the body, when the stored receipt is the one that this process holds. */
const isHeld = 1;

function principalOf(lines: readonly string[], liveRealm: Realm): Principal {
  const [account = '', mode, prefix = '', rate, cap, reads, label = '', , second, used] = lines;
  return {
    account,
    prefix,
    mode: mode as Mode,
    realm: mode === 'live' ? liveRealm : 'sandbox',
    label,
    scope: prefix,
    contract: { cap: contractLimit(cap), reads: contractLimit(reads) },
    rate: {
      limit: Number(rate),
      used: Number(used),
      resetsInSeconds: 60 - (Number(second) % 60),
    },
  };
}

/** ISO 8601. Writing it takes as long as splitting the reply, so it is stored with the copy: an account mostly repeats its own calls. */
function timeShown(ms: string, copy: ReceiptCopy | undefined): string {
  if (copy?.firstShown?.ms === ms) return copy.firstShown.iso;
  const iso = new Date(Number(ms)).toISOString();
  if (copy) copy.firstShown = { ms, iso };
  return iso;
}

function contractLimit(optionalNumber: string | undefined): number | null {
  return optionalNumber === '-' || !optionalNumber ? null : Number(optionalNumber);
}

function refuseOverRate({ rate }: Principal): void {
  if (rate.used <= rate.limit) return;
  throw new Failure('rate_limited', { retryAfterSeconds: rate.resetsInSeconds, rateLimit: rate.limit });
}

/**
 * KEYS of `receipt-record-view.lua`.
 * @param printed the receipt, from `names.printed`
 * @param bound Redis key of the binding of the call's Idempotency-Key
 */
export function historyKeys(
  { account }: Pick<Principal, 'account'>,
  printed: string,
  bound?: string,
): string[] {
  const keys = [names.seen(account, printed), names.staff(account), names.receiving(account)];
  return bound === undefined ? keys : [...keys, bound];
}

/** A receipt that an account is shown. */
interface ShownReceipt {
  /** Id of the request answered 202. */
  promise?: string | undefined;
  /** Traits of the transfer (`transferOf`). */
  transfer?: string | undefined;
  /** The stored form of the receipt. */
  body: string;
  /** How long the account's record of it lives. */
  recordMs: number;
}

/** ARGV of `receipt-record-view.lua`. */
export function historyArgs(
  { label, member = '' }: Pick<Principal, 'label' | 'member'>,
  { promise = '', transfer = '', body, recordMs }: ShownReceipt,
): (string | number)[] {
  return [label, member, promise, transfer, body, recordMs];
}

/** @param reply of `receipt-record-view.lua` */
export function parseHistory(reply: Reply): ReceiptHistory {
  const [times, firstAt, firstBy, near] = reply;
  const iso = new Date(Number(firstAt)).toISOString();
  const history = historyOf(Number(times), iso, String(firstBy), near ? String(near).split('\n') : nothing);
  return { history, saved: savedAccountsIn(reply, 4) };
}

/** Saved accounts in a reply. Most replies have none; for these nothing is allocated. */
function savedAccountsIn(reply: Reply, from: number): readonly string[] {
  return reply.length > from ? reply.slice(from).map(String) : nothing;
}

const nothing: readonly string[] = [];

/** @param near the receipt's traits and those of receipts that may show the same transfer (`possiblySame`) */
function historyOf(times: number, firstAt: string, firstBy: string, near: readonly string[]): History {
  const history = { seenBefore: times > 1, times, firstAt, firstBy };
  const possiblySameAs = possiblySame(near);
  return possiblySameAs ? { ...history, possiblySameAs } : history;
}

/** A number of a record; an empty field means that none is set. */
export function optionalNumber(value: string | number | null | undefined): number | null {
  return value === '' || value === null || value === undefined ? null : Number(value);
}

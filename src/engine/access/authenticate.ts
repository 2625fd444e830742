/** Authentication of API keys, and their request rate. */
import { sha256 } from '#engine/shared/secrets.js';
import { possiblySame } from '#engine/shared/transfers.js';
import type { Realm } from '../../egress/types.js';
import { Failure } from '../api/errors.js';
import type { Admission, History, Mode, Principal } from '../api/index.js';
import type { NeededScopes } from '../api/operation.js';
import * as names from '../store/key-names.js';
import type { ReceiptCopies, ReceiptCopy } from '../store/receipt-copies.js';
import { isReadable } from '../store/receipt-store.js';
import { type JoinableScripts, type JoinedScript, orUnavailable, type Reply } from '../store/scripts.js';
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

/** Reply of the script: the key, and the cached receipt. */
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
  const admissions = new Map<string, Record<'alone' | 'withReceipt', JoinedScript>>();

  /** The script for calls that need the same scopes; those with a receipt have another number of keys. */
  function admissionsFor(needed: NeededScopes): Record<'alone' | 'withReceipt', JoinedScript> {
    const scopes = needed.length > 0 ? `,${needed.join(',')},` : '';
    let found = admissions.get(scopes);
    if (!found) {
      const join = () => scripts.joined('admit-request', [recordMs, scopes]);
      found = { alone: join(), withReceipt: join() };
      admissions.set(scopes, found);
    }
    return found;
  }

  /** On a cluster the receipt is read separately, from its own node, at the same time as the key. */
  async function admitOnCluster(
    record: string,
    needed: NeededScopes,
    receipt: string,
  ): Promise<[Reply, Receipt | null]> {
    const read = orUnavailable(store.client.hmget(receipt, 'body', 'printed', 'transfer'));
    const admitted = admissionsFor(needed).alone([record], noCopy);
    const [reply, [body, printed, transfer]] = await Promise.all([admitted, read]);
    const found = isReadable(body) && printed ? { body, printed, transfer: transfer ?? '' } : null;
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
        return admit(await admissionsFor(needed).alone([record], noCopy), onAdmission);
      }
      if (store.cluster) {
        const [reply, stored] = await admitOnCluster(record, needed, receipt);
        const { entry } = admit(reply, onAdmission);
        return { entry, found: stored && (await readHistoryOnCluster(entry, stored)) };
      }
      const copy = copies.get(receipt);
      const held = copy ? [copy.version] : noCopy;
      const reply = await admissionsFor(needed).withReceipt([record, receipt], held);
      const admitted = admit(reply, onAdmission);
      if (admitted.found === null) copies.drop(receipt);
      else attachCopy(admitted.found, receipt, copy);
      return admitted;
    },
  };

  /** The script replies `held` instead of the body when the copy is current. @param copy whose version was sent with the call */
  function attachCopy(found: CacheHit, receipt: string, copy: ReceiptCopy | undefined): void {
    found.copy = found.body === 'held' ? copy : copies.put(receipt, found.body);
    if (found.copy) found.body = found.copy.body;
  }

  /** @throws Failure `invalid_key`, `revoked_key`, `rate_limited`, `insufficient_scope` */
  function admit(reply: Reply, onAdmission?: (admission: Admission) => void): AdmitResult {
    if (reply[0] === 'unknown') throw new Failure('invalid_key');
    if (reply[0] === 'revoked') throw new Failure('revoked_key');
    const admitted = readAdmitted(reply, liveRealm);
    onAdmission?.(admitted.entry);
    refuseOverRate(admitted.entry);
    if (!admitted.allowed) throw new Failure('insufficient_scope');
    return admitted;
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

/** Checks the form of a key. @returns the Redis key of its record @throws Failure `missing_key`, `invalid_key` */
function recordOf(key: string | undefined): string {
  if (key === undefined || key === '') throw new Failure('missing_key');
  if (!wellFormed.test(key)) throw new Failure('invalid_key');
  return names.keyRecord(sha256(key));
}

function readAdmitted(reply: Reply, liveRealm: Realm): AdmitResult & { allowed: boolean } {
  const [text, body] = reply;
  const lines = String(text).split('\n');
  const [account = '', mode, prefix = '', rate, cap, reads, label = '', allowed, second, used] = lines;
  const entry: Principal = {
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
  const found = body
    ? {
        body: String(body),
        copy: undefined,
        history: historyOf(lines[10], lines[11], lines[12], lines.length > 13 ? lines.slice(13) : nothing),
        saved: savedAccountsIn(reply, 2),
      }
    : null;
  return { entry, found, allowed: allowed === '1' };
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
  const history = historyOf(times, firstAt, String(firstBy), near ? String(near).split('\n') : nothing);
  return { history, saved: savedAccountsIn(reply, 4) };
}

/** Saved accounts in a reply. Most replies have none; for these nothing is allocated. */
function savedAccountsIn(reply: Reply, from: number): readonly string[] {
  return reply.length > from ? reply.slice(from).map(String) : nothing;
}

const nothing: readonly string[] = [];

/** @param near the receipt's traits and those of receipts that may show the same transfer (`possiblySame`) */
function historyOf(
  times: string | number | null | undefined,
  firstAtMs: string | number | null | undefined,
  firstBy = '',
  near: readonly string[] = nothing,
): History {
  const history = {
    seenBefore: Number(times) > 1,
    times: Number(times),
    firstAt: new Date(Number(firstAtMs)).toISOString(),
    firstBy,
  };
  const possiblySameAs = possiblySame(near);
  return possiblySameAs ? { ...history, possiblySameAs } : history;
}

/** A number of a record; an empty field means that none is set. */
export function optionalNumber(value: string | number | null | undefined): number | null {
  return value === '' || value === null || value === undefined ? null : Number(value);
}

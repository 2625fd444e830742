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
import { type JoinableScripts, orUnavailable, type Reply } from '../store/scripts.js';
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
  // Calls with a receipt have three keys, the others two, and joined calls need the same number.
  const admitKey = scripts.joined('admit-request');
  const admitWithReceipt = scripts.joined('admit-request');

  /** On a cluster the receipt is read separately, from its own node, at the same time as the key. */
  async function admitOnCluster(
    keys: string[],
    args: (string | number)[],
    receipt: string,
  ): Promise<[Reply, Receipt | null]> {
    const read = orUnavailable(store.client.hmget(receipt, 'body', 'printed', 'transfer'));
    const [reply, [body, printed, transfer]] = await Promise.all([admitKey(keys, args), read]);
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
      const hash = digestOf(key);
      const keys = [names.keyRecord(hash), names.keyMinute(hash)];
      const copy = receipt === null || store.cluster ? undefined : copies.get(receipt);
      const args = [recordMs, needed.length > 0 ? `,${needed.join(',')},` : '', copy?.version ?? ''];
      if (receipt !== null && store.cluster) {
        const [reply, stored] = await admitOnCluster(keys, args, receipt);
        const { entry } = admit(reply, onAdmission);
        return { entry, found: stored && (await readHistoryOnCluster(entry, stored)) };
      }
      if (receipt === null) return admit(await admitKey(keys, args), onAdmission);
      const reply = await admitWithReceipt([...keys, receipt], args);
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

/** Checks the form of a key. @returns the SHA-256 under which it is stored @throws Failure `missing_key`, `invalid_key` */
function digestOf(key: string | undefined): string {
  if (key === undefined || key === '') throw new Failure('missing_key');
  if (!wellFormed.test(key)) throw new Failure('invalid_key');
  return sha256(key);
}

function readAdmitted(reply: Reply, liveRealm: Realm): AdmitResult & { allowed: boolean } {
  const [figures, label, body, firstBy, near] = reply;
  const [account = '', mode, prefix = '', rate, cap, reads, used, second, times, firstAt, allowed] =
    String(figures).split(' ');
  const entry: Principal = {
    account,
    prefix,
    mode: mode as Mode,
    realm: mode === 'live' ? liveRealm : 'sandbox',
    label: String(label),
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
        history: historyOf(Number(times), Number(firstAt), String(firstBy), String(near)),
        saved: savedAccountsIn(reply, 5),
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
  const history = historyOf(Number(times), Number(firstAt), String(firstBy), String(near));
  return { history, saved: savedAccountsIn(reply, 4) };
}

/** Saved accounts in a reply. Most replies have none; for these nothing is allocated. */
function savedAccountsIn(reply: Reply, from: number): readonly string[] {
  return reply.length > from ? reply.slice(from).map(String) : noAccounts;
}

const noAccounts: readonly string[] = [];

function historyOf(times: number, firstAtMs: number, firstBy: string, near: string): History {
  const history = { seenBefore: times > 1, times, firstAt: new Date(firstAtMs).toISOString(), firstBy };
  const possiblySameAs = possiblySame(near);
  return possiblySameAs ? { ...history, possiblySameAs } : history;
}

/** A number of a record; an empty field means that none is set. */
export function optionalNumber(value: string | number | null | undefined): number | null {
  return value === '' || value === null || value === undefined ? null : Number(value);
}

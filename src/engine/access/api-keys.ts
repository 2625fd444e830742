/** API keys: shown once, stored as SHA-256, identified by their first 14 characters (docs/api.md#keys-and-accounts). */
import { randomBase62, sha256 } from '#engine/shared/secrets.js';
import {
  type AccountInfo,
  type ApiKeys,
  type KeyChange,
  type KeyInfo,
  keyPrefixLength,
  type MintRequest,
  OperatorError,
} from '../api/index.js';
import { type Scope, scopes } from '../api/operation.js';
import { defaultRate, inForce } from '../api/plans.js';
import * as names from '../store/key-names.js';
import { orUnavailable } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';
import type { AccountStore } from './accounts.js';
import { optionalNumber } from './authenticate.js';

interface StoredKey {
  hash: string;
  record: Record<string, string>;
}

/** Keys of an account when another one is about to be minted. */
interface ExistingKeys {
  keys: readonly KeyInfo[];
  /** Keys being minted, including this one, and keys whose minting was interrupted by a crash. */
  pending: number;
}

export interface KeyStore extends ApiKeys {
  /**
   * Mints a key; it becomes active only if `check` does not throw. Of two concurrent mints at least one sees the other, so
   * that limits hold.
   */
  mintChecked(
    request: MintRequest,
    check: (existing: ExistingKeys) => void,
  ): Promise<KeyInfo & { key: string }>;
  /** Calls `listener` when a key was revoked. The revocation is recorded first, so that a crash in between loses no event. */
  onRevoked(listener: (key: KeyInfo) => Promise<void>): void;
}

/** Longer than it takes until an account is notified. */
const revocationsMs = 30 * 86_400_000;

export function createKeys(
  store: Pick<StoreConnection, 'client'>,
  accounts: AccountStore,
  now: () => number,
): KeyStore {
  const { client } = store;

  let onRevoked: (key: KeyInfo) => Promise<void> = async () => undefined;

  async function recordRevocation(account: string, prefix: string): Promise<void> {
    const name = names.revocations(account);
    const recorded = client.multi().zadd(name, now(), prefix).pexpire(name, revocationsMs).exec();
    // A leaked key is revoked even if its account will not be notified.
    await recorded.catch(() => undefined);
  }

  /** A prefix belongs to one key permanently: a key whose prefix is taken is discarded and drawn again. */
  async function drawKey(mode: string): Promise<{ key: string; prefix: string; hash: string }> {
    for (;;) {
      const key = `vk_${mode}_${randomBase62(32)}`;
      const prefix = key.slice(0, keyPrefixLength);
      const hash = sha256(key);
      if ((await orUnavailable(client.setnx(names.keyPrefix(prefix), hash))) === 1)
        return { key, prefix, hash };
    }
  }

  /** Null when there is no such key, or its minting is not finished. */
  async function findRecord(prefix: string): Promise<StoredKey | null> {
    const hash = await orUnavailable(client.get(names.keyPrefix(prefix)));
    const record = hash === null ? {} : await orUnavailable(client.hgetall(names.keyRecord(hash)));
    return hash === null || record.account === undefined ? null : { hash, record };
  }

  async function recordOf(prefix: string): Promise<StoredKey> {
    const found = await findRecord(prefix);
    if (found === null) throw new OperatorError(`No key has the prefix ${prefix}.`, 'unknown');
    return found;
  }

  async function describe(prefix: string): Promise<KeyInfo> {
    const { record } = await recordOf(prefix);
    return asInfo(record, await accounts.get(record.account ?? ''));
  }

  async function keysOf(account: AccountInfo): Promise<ExistingKeys> {
    const prefixes = await orUnavailable(client.smembers(names.accountKeys(account.id)));
    const found = (await Promise.all(prefixes.map(findRecord))).filter((key) => key !== null);
    const keys = found.map(({ record }) => asInfo(record, account));
    keys.sort((a, b) => a.createdAt.localeCompare(b.createdAt));
    return { keys, pending: prefixes.length - keys.length };
  }

  /** Lists a key before activating it: a crash leaves an unusable prefix, but never an active key that is not listed. */
  const mintChecked: KeyStore['mintChecked'] = async (request, check) => {
    refuseUnprintable(request);
    const account = await accountFor(accounts, request);
    const mode = request.mode ?? 'live';
    const { key, prefix, hash } = await drawKey(mode);
    await orUnavailable(client.sadd(names.accountKeys(account.id), prefix));
    try {
      check(await keysOf(account));
    } catch (error) {
      await orUnavailable(client.srem(names.accountKeys(account.id), prefix));
      await orUnavailable(client.del(names.keyPrefix(prefix)));
      throw error;
    }
    const record = {
      account: account.id,
      prefix,
      mode,
      label: request.label ?? prefix,
      rate: request.rate ?? defaultRate,
      cap: request.cap ?? '',
      reads: request.reads ?? '',
      createdAt: now(),
      ...(isRestricted(request) && { scopes: request.scopes.join(',') }),
    };
    await orUnavailable(client.hset(names.keyRecord(hash), record));
    return { key, ...(await describe(prefix)) };
  };

  return {
    mintChecked,
    mint: (request) => mintChecked(request, () => undefined),

    async list(account) {
      const owners = account === undefined ? await accounts.list() : [await accounts.get(account)];
      return (await Promise.all(owners.map(keysOf))).flatMap(({ keys }) => keys);
    },

    get: describe,

    async revoke(prefix) {
      const { hash, record } = await recordOf(prefix);
      if (record.revokedAt !== undefined) return await describe(prefix);
      await recordRevocation(record.account ?? '', prefix);
      await orUnavailable(client.hsetnx(names.keyRecord(hash), 'revokedAt', now()));
      const key = await describe(prefix);
      await onRevoked(key);
      return key;
    },

    onRevoked(listener) {
      onRevoked = listener;
    },

    async set(prefix, change) {
      const { hash, record } = await recordOf(prefix);
      refuseContract((await accounts.get(record.account ?? '')).plan, change);
      const fields = Object.entries(change).filter(([, value]) => value !== undefined);
      if (fields.length > 0)
        await orUnavailable(client.hset(names.keyRecord(hash), Object.fromEntries(fields)));
      return await describe(prefix);
    },
  };
}

/** The named account, or a new one. @throws OperatorError when the given plan is not that of the account */
async function accountFor(
  accounts: AccountStore,
  { account, plan, name, ...contract }: MintRequest,
): Promise<AccountInfo> {
  if (account === undefined) {
    refuseContract(plan ?? 'free', contract);
    return await accounts.create(plan ?? 'free', name ?? '');
  }
  const found = await accounts.get(account);
  refuseContract(found.plan, contract);
  if (plan !== undefined && plan !== found.plan) {
    throw new OperatorError(
      `Account ${account} is on plan ${found.plan}; change it with accounts set.`,
      'usage',
    );
  }
  return found;
}

/** Checks name and label, which are printed in tables and shown in answers. @throws OperatorError */
function refuseUnprintable({ name = '', label = '' }: MintRequest): void {
  if (!/[\p{Cc}\p{Bidi_Control}]/u.test(name + label)) return;
  const message =
    'A name or label cannot contain line breaks, control characters or characters that change its direction.';
  throw new OperatorError(message, 'usage');
}

/** A key that may do everything has no scopes of its own: it may do what later versions add. @throws OperatorError */
function isRestricted(request: MintRequest): request is MintRequest & { scopes: readonly Scope[] } {
  const { scopes: wanted } = request;
  if (wanted?.length === 0) throw new OperatorError('A key needs at least one scope.', 'usage');
  return wanted !== undefined && !scopes.every((scope) => wanted.includes(scope));
}

function refuseContract(plan: string, { cap, reads }: KeyChange): void {
  if (plan === 'enterprise' || (cap === undefined && reads === undefined)) return;
  throw new OperatorError('Only a key on plan enterprise can have its own cap or reads.', 'usage');
}

function asInfo(record: Record<string, string>, account: AccountInfo): KeyInfo {
  const contract = { cap: optionalNumber(record.cap), reads: optionalNumber(record.reads) };
  return {
    prefix: record.prefix ?? '',
    account: account.id,
    mode: record.mode === 'live' ? 'live' : 'test',
    plan: account.plan,
    label: record.label ?? '',
    rate: Number(record.rate),
    ...inForce(account.plan, contract),
    scopes: scopesOf(record),
    createdAt: isoTime(record.createdAt) ?? '',
    lastUsedAt: isoTime(record.lastUsedAt),
    revokedAt: isoTime(record.revokedAt),
  };
}

/** A scope that this version does not know allows nothing. */
function scopesOf(record: Record<string, string>): readonly Scope[] {
  const own = record.scopes?.split(',');
  return own === undefined ? scopes : scopes.filter((scope) => own.includes(scope));
}

function isoTime(ms: string | undefined): string | null {
  return ms === undefined ? null : new Date(Number(ms)).toISOString();
}

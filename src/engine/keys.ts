/** API keys: minted once, stored as SHA-256, known by their first 14 characters (docs/api.md#keys-and-accounts). */
import type { AccountBook } from './accounts.js';
import { figure } from './auth.js';
import { defaultRate, inForce } from './plans.js';
import { randomBase62, sha256 } from './secrets.js';
import * as names from './store/keys.js';
import { reach } from './store/scripts.js';
import type { StoreConnection } from './store/types.js';
import {
  type AccountInfo,
  type KeyChange,
  type KeyInfo,
  type Keys,
  type MintRequest,
  OperatorError,
} from './types.js';

const prefixLength = 14;

export function createKeys(
  store: Pick<StoreConnection, 'client'>,
  book: AccountBook,
  now: () => number,
): Keys {
  const { client } = store;

  /** A prefix names one key for ever: a key whose prefix is taken is thrown away and drawn again. */
  async function drawKey(mode: string): Promise<{ key: string; prefix: string; hash: string }> {
    for (;;) {
      const key = `vk_${mode}_${randomBase62(32)}`;
      const prefix = key.slice(0, prefixLength);
      const hash = sha256(key);
      if ((await reach(client.setnx(names.keyPrefix(prefix), hash))) === 1) return { key, prefix, hash };
    }
  }

  async function recordOf(prefix: string): Promise<{ hash: string; record: Record<string, string> }> {
    const hash = await reach(client.get(names.keyPrefix(prefix)));
    const record = hash === null ? {} : await reach(client.hgetall(names.keyRecord(hash)));
    if (hash === null || record.account === undefined)
      throw new OperatorError(`No key has the prefix ${prefix}.`, 'unknown');
    return { hash, record };
  }

  async function describe(prefix: string, account?: AccountInfo): Promise<KeyInfo> {
    const { record } = await recordOf(prefix);
    return asInfo(record, account ?? (await book.get(record.account ?? '')));
  }

  async function listOf(account: AccountInfo): Promise<KeyInfo[]> {
    const prefixes = await reach(client.smembers(names.accountKeys(account.id)));
    const keys = await Promise.all(prefixes.map((prefix) => describe(prefix, account)));
    return keys.sort((a, b) => a.createdAt.localeCompare(b.createdAt));
  }

  return {
    async mint(request) {
      refuseUnprintable(request);
      const account = await accountFor(book, request);
      const mode = request.mode ?? 'live';
      const { key, prefix, hash } = await drawKey(mode);
      const record = {
        account: account.id,
        prefix,
        mode,
        label: request.label ?? prefix,
        rate: request.rate ?? defaultRate,
        cap: request.cap ?? '',
        reads: request.reads ?? '',
        createdAt: now(),
      };
      await reach(client.hset(names.keyRecord(hash), record));
      await reach(client.sadd(names.accountKeys(account.id), prefix));
      return { key, ...(await describe(prefix, account)) };
    },

    async list(account) {
      const accounts = account === undefined ? await book.list() : [await book.get(account)];
      return (await Promise.all(accounts.map(listOf))).flat();
    },

    get: (prefix) => describe(prefix),

    async revoke(prefix) {
      const { hash } = await recordOf(prefix);
      await reach(client.hsetnx(names.keyRecord(hash), 'revokedAt', now()));
      return await describe(prefix);
    },

    async set(prefix, change) {
      const { hash, record } = await recordOf(prefix);
      refuseContract((await book.get(record.account ?? '')).plan, change);
      const fields = Object.entries(change).filter(([, value]) => value !== undefined);
      if (fields.length > 0) await reach(client.hset(names.keyRecord(hash), Object.fromEntries(fields)));
      return await describe(prefix);
    },
  };
}

/** The account named, or a new one. A plan given for an account that has another is a contradiction. */
async function accountFor(
  book: AccountBook,
  { account, plan, name, ...contract }: MintRequest,
): Promise<AccountInfo> {
  if (account === undefined) {
    refuseContract(plan ?? 'free', contract);
    return await book.open(plan ?? 'free', name ?? '');
  }
  const found = await book.get(account);
  refuseContract(found.plan, contract);
  if (plan !== undefined && plan !== found.plan) {
    throw new OperatorError(
      `Account ${account} is on plan ${found.plan}; change it with accounts set.`,
      'usage',
    );
  }
  return found;
}

/** They are printed in tables and shown in answers. */
function refuseUnprintable({ name = '', label = '' }: MintRequest): void {
  if (!/\p{Cc}/u.test(name + label)) return;
  throw new OperatorError('A name or label has no line breaks and no control characters.', 'usage');
}

function refuseContract(plan: string, { cap, reads }: KeyChange): void {
  if (plan === 'enterprise' || (cap === undefined && reads === undefined)) return;
  throw new OperatorError('A cap or reads of its own belong to a key on plan enterprise alone.', 'usage');
}

function asInfo(record: Record<string, string>, account: AccountInfo): KeyInfo {
  const contract = { cap: figure(record.cap), reads: figure(record.reads) };
  return {
    prefix: record.prefix ?? '',
    account: account.id,
    mode: record.mode === 'live' ? 'live' : 'test',
    plan: account.plan,
    label: record.label ?? '',
    rate: Number(record.rate),
    ...inForce(account.plan, contract),
    createdAt: isoTime(record.createdAt) ?? '',
    lastUsedAt: isoTime(record.lastUsedAt),
    revokedAt: isoTime(record.revokedAt),
  };
}

function isoTime(ms: string | undefined): string | null {
  return ms === undefined ? null : new Date(Number(ms)).toISOString();
}

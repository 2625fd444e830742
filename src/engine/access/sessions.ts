/**
 * Sign-in to the dashboard: a one-time link is exchanged for a session. Sessions are in the store, so that all processes
 * accept them and they survive restarts.
 */
import { randomBytes } from 'node:crypto';
import { sha256 } from '#engine/shared/secrets.js';
import type { Sessions } from '../api/dashboard.js';
import { addBounded } from '../store/bounded-hash.js';
import * as names from '../store/key-names.js';
import { orUnavailable } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';

/** A session ends when it is not used for this long. */
const idleMs = 30 * 86_400_000;
/** A session ends after this time even if it is used. */
const lifeMs = 90 * 86_400_000;
/** Per account; one more ends the oldest. */
const sessionsMax = 100;
/** The new end of a session in use is written at most this often. */
const slideMs = 3_600_000;
const wellFormed = /^[\w-]{43}$/;

export function createSessions({ client }: Pick<StoreConnection, 'client'>, now: () => number): Sessions {
  /** Number of times the account was signed out everywhere; null when there is no such account. */
  async function generationOf(account: string): Promise<string | null> {
    const [plan, ended] = await orUnavailable(client.hmget(names.account(account), 'plan', 'sessionsEnded'));
    return plan === null || plan === undefined ? null : (ended ?? '0');
  }

  /** @param link the stored form of a sign-in link @returns null when the link is not valid */
  async function openedBy(link: string | null): Promise<{ account: string; generation: string } | null> {
    const [account = '', generation = ''] = link?.split(' ') ?? [];
    // Links made before the account was signed out everywhere are no longer valid.
    return link !== null && (await generationOf(account)) === generation ? { account, generation } : null;
  }

  return {
    async opens(linkToken) {
      if (!wellFormed.test(linkToken)) return null;
      const opened = await openedBy(await orUnavailable(client.get(names.loginToken(sha256(linkToken)))));
      return opened?.account ?? null;
    },

    async redeem(linkToken) {
      if (!wellFormed.test(linkToken)) return null;
      const opened = await openedBy(await orUnavailable(client.getdel(names.loginToken(sha256(linkToken)))));
      if (opened === null) return null;
      const { account, generation } = opened;
      const token = randomBytes(32).toString('base64url');
      const key = names.session(sha256(token));
      const since = now();
      const list = { key: names.sessions(account), ms: lifeMs, max: sessionsMax };
      await addBounded({ client }, list, sha256(token), (oldest) => client.del(names.session(oldest)));
      await orUnavailable(
        client.multi().hset(key, { account, generation, since }).pexpire(key, idleMs).exec(),
      );
      return { token, session: { account, since: new Date(since).toISOString() } };
    },

    async read(token) {
      if (!wellFormed.test(token)) return null;
      const key = names.session(sha256(token));
      const [[account, generation, since], msLeft] = await orUnavailable(
        Promise.all([client.hmget(key, 'account', 'generation', 'since'), client.pttl(key)]),
      );
      if (!account || (await generationOf(account)) !== generation) return null;
      const lifeLeftMs = Number(since) + lifeMs - now();
      if (lifeLeftMs <= 0) return null;
      const slidTo = Math.min(idleMs, lifeLeftMs);
      if (msLeft < slidTo - slideMs) await orUnavailable(client.pexpire(key, slidTo));
      return { account, since: new Date(Number(since)).toISOString() };
    },

    async end(token) {
      if (!wellFormed.test(token)) return;
      const hash = sha256(token);
      const session = names.session(hash);
      const account = await orUnavailable(client.hget(session, 'account'));
      await orUnavailable(client.del(session));
      if (account !== null) await orUnavailable(client.zrem(names.sessions(account), hash));
    },

    async endAll(account) {
      if ((await generationOf(account)) === null) return;
      await orUnavailable(client.hincrby(names.account(account), 'sessionsEnded', 1));
    },
  };
}

/**
 * Sign-in to the dashboard: a one-time link becomes a session. Sessions live in the store, so that every
 * process knows them and a restart ends none.
 */
import { randomBytes } from 'node:crypto';
import type { Sessions } from '../api/dashboard.js';
import { sha256 } from '../shared/secrets.js';
import { addBounded } from '../store/bounded-hash.js';
import * as names from '../store/key-names.js';
import { reach } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';

/** A session that is not used for this long is over. */
const idleMs = 30 * 86_400_000;
/** One that is used all the time is over by then all the same. */
const lifeMs = 90 * 86_400_000;
/** Of one account; one more ends the oldest. */
const sessionsMax = 100;
/** One that is used lives on, but its end is not written down more often than this. */
const slideMs = 3_600_000;
const wellFormed = /^[\w-]{43}$/;

export function createSessions({ client }: Pick<StoreConnection, 'client'>, now: () => number): Sessions {
  /** How often the account was signed out everywhere; null where there is no such account. */
  async function generationOf(account: string): Promise<string | null> {
    const [plan, ended] = await reach(client.hmget(names.account(account), 'plan', 'sessionsEnded'));
    return plan === null || plan === undefined ? null : (ended ?? '0');
  }

  /** @param link what stands in the store for a sign-in link. @returns null where it opens nothing */
  async function openedBy(link: string | null): Promise<{ account: string; generation: string } | null> {
    const [account = '', generation = ''] = link?.split(' ') ?? [];
    // A link from before the account was signed out everywhere opens nothing any more.
    return link !== null && (await generationOf(account)) === generation ? { account, generation } : null;
  }

  return {
    async opens(linkToken) {
      if (!wellFormed.test(linkToken)) return null;
      const opened = await openedBy(await reach(client.get(names.loginToken(sha256(linkToken)))));
      return opened?.account ?? null;
    },

    async redeem(linkToken) {
      if (!wellFormed.test(linkToken)) return null;
      const opened = await openedBy(await reach(client.getdel(names.loginToken(sha256(linkToken)))));
      if (opened === null) return null;
      const { account, generation } = opened;
      const token = randomBytes(32).toString('base64url');
      const key = names.session(sha256(token));
      const since = now();
      const list = { key: names.sessions(account), ms: lifeMs, max: sessionsMax };
      await addBounded({ client }, list, sha256(token), (oldest) => client.del(names.session(oldest)));
      await reach(client.multi().hset(key, { account, generation, since }).pexpire(key, idleMs).exec());
      return { token, session: { account, since: new Date(since).toISOString() } };
    },

    async read(token) {
      if (!wellFormed.test(token)) return null;
      const key = names.session(sha256(token));
      const [[account, generation, since], msLeft] = await reach(
        Promise.all([client.hmget(key, 'account', 'generation', 'since'), client.pttl(key)]),
      );
      if (!account || (await generationOf(account)) !== generation) return null;
      const lifeLeftMs = Number(since) + lifeMs - now();
      if (lifeLeftMs <= 0) return null;
      const slidTo = Math.min(idleMs, lifeLeftMs);
      if (msLeft < slidTo - slideMs) await reach(client.pexpire(key, slidTo));
      return { account, since: new Date(Number(since)).toISOString() };
    },

    async end(token) {
      if (!wellFormed.test(token)) return;
      const hash = sha256(token);
      const session = names.session(hash);
      const account = await reach(client.hget(session, 'account'));
      await reach(client.del(session));
      if (account !== null) await reach(client.zrem(names.sessions(account), hash));
    },

    async endAll(account) {
      if ((await generationOf(account)) === null) return;
      await reach(client.hincrby(names.account(account), 'sessionsEnded', 1));
    },
  };
}

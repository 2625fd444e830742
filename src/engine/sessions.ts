/**
 * Sign-in to the dashboard: a one-time link becomes a session. Sessions live in the store, so that every
 * process knows them and a restart ends none.
 */
import { randomBytes } from 'node:crypto';
import { sha256 } from './secrets.js';
import * as names from './store/keys.js';
import { reach } from './store/scripts.js';
import type { StoreConnection } from './store/types.js';
import type { Sessions } from './types/dashboard.js';

/** A session that is not used for this long is over. */
const idleMs = 30 * 86_400_000;
/** One that is used lives on, but its end is not written down more often than this. */
const slideMs = 3_600_000;
const wellFormed = /^[\w-]{43}$/;

export function createSessions({ client }: Pick<StoreConnection, 'client'>, now: () => number): Sessions {
  /** How often the account was signed out everywhere; null where there is no such account. */
  async function generationOf(account: string): Promise<string | null> {
    const [plan, ended] = await reach(client.hmget(names.account(account), 'plan', 'sessionsEnded'));
    return plan === null || plan === undefined ? null : (ended ?? '0');
  }

  return {
    async redeem(linkToken) {
      if (!wellFormed.test(linkToken)) return null;
      const opens = await reach(client.getdel(names.loginToken(sha256(linkToken))));
      const [account = '', generation = ''] = opens?.split(' ') ?? [];
      // A link from before the account was signed out everywhere opens nothing any more.
      if (opens === null || (await generationOf(account)) !== generation) return null;
      const token = randomBytes(32).toString('base64url');
      const key = names.session(sha256(token));
      const since = now();
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
      if (msLeft < idleMs - slideMs) await reach(client.pexpire(key, idleMs));
      return { account, since: new Date(Number(since)).toISOString() };
    },

    async end(token) {
      if (wellFormed.test(token)) await reach(client.del(names.session(sha256(token))));
    },

    async endAll(account) {
      if ((await generationOf(account)) === null) return;
      await reach(client.hincrby(names.account(account), 'sessionsEnded', 1));
    },
  };
}

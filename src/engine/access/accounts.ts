/** Accounts: plan, and whether overage is enabled. */
import { randomBytes } from 'node:crypto';
import { randomBase62, sha256 } from '#engine/shared/secrets.js';
import { type AccountInfo, type Accounts, OperatorError, type Plan } from '../api/index.js';
import { plans } from '../api/plans.js';
import { addBounded } from '../store/bounded-hash.js';
import * as names from '../store/key-names.js';
import { orUnavailable } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';

/** A sign-in link is valid for ten minutes and works once. */
const loginLinkMs = 600_000;
/** Links per account; one more invalidates the oldest. */
const loginLinksMax = 20;

export interface AccountStore extends Accounts {
  /** @param id an unused id; default: a new random one */
  create(plan: Plan, name: string, id?: string): Promise<AccountInfo>;
}

export function createAccounts(
  store: Pick<StoreConnection, 'client'>,
  baseUrl: string,
  now: () => number,
): AccountStore {
  const { client } = store;

  async function get(id: string): Promise<AccountInfo> {
    const [record, keys] = await orUnavailable(
      Promise.all([client.hgetall(names.account(id)), client.scard(names.accountKeys(id))]),
    );
    if (record.plan === undefined) throw new OperatorError(`There is no account ${id}.`, 'unknown');
    const plan = record.plan as Plan;
    return {
      id,
      name: record.name ?? '',
      plan,
      overage: record.overage === 'on' && offersOverage(plan),
      createdAt: new Date(Number(record.createdAt)).toISOString(),
      keys,
    };
  }

  return {
    get,

    async create(plan, name, id = `acc_${randomBase62(16)}`) {
      const createdAt = now();
      await orUnavailable(client.hset(names.account(id), { name, plan, overage: 'off', createdAt }));
      await orUnavailable(client.zadd(names.accountIndex(), createdAt, id));
      return await get(id);
    },

    async list() {
      return await Promise.all((await orUnavailable(client.zrange(names.accountIndex(), 0, -1))).map(get));
    },

    // Writes changed fields only, so that concurrent changes of plan and overage are both kept.
    async set(id, { plan, overage, waiting }) {
      const account = await get(id);
      const newPlan = plan ?? account.plan;
      if (overage && !offersOverage(newPlan)) {
        throw new OperatorError(`Plan ${newPlan} has no overage.`, 'usage');
      }
      if (waiting !== undefined && newPlan !== 'enterprise') {
        throw new OperatorError('Only plan enterprise can have its own limit of waiting calls.', 'usage');
      }
      const endsOverage = plan !== undefined && !(offersOverage(plan) && offersOverage(account.plan));
      const newOverage = overage ?? (endsOverage ? false : undefined);
      const change = {
        ...(plan !== undefined && { plan }),
        ...(newOverage !== undefined && { overage: newOverage ? 'on' : 'off' }),
        ...(waiting !== undefined && { waiting }),
      };
      if (Object.keys(change).length > 0) await orUnavailable(client.hset(names.account(id), change));
      return await get(id);
    },

    async loginLink(id) {
      await get(id);
      const ended = await orUnavailable(client.hget(names.account(id), 'sessionsEnded'));
      const token = randomBytes(32).toString('base64url');
      const expiresAt = now() + loginLinkMs;
      const stored = `${id} ${ended ?? '0'}`;
      const list = { key: names.loginTokens(id), ms: loginLinkMs, max: loginLinksMax };
      await addBounded({ client }, list, sha256(token), (oldest) => client.del(names.loginToken(oldest)));
      await orUnavailable(client.set(names.loginToken(sha256(token)), stored, 'PX', loginLinkMs));
      return {
        url: `${baseUrl}/dashboard/login?token=${token}`,
        expiresAt: new Date(expiresAt).toISOString(),
      };
    },
  };
}

const offersOverage = (plan: Plan) => plans[plan].overageEtb !== null;

/** Callers without an API key: members of a shop, who use a bot, and visitors of the demo. */
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { sha256 } from '#engine/shared/secrets.js';
import { retrySeconds } from '#engine/shared/windows.js';
import type { Realm } from '../../egress/types.js';
import { Failure } from '../api/errors.js';
import type { Admission, Caller, DemoAllowance, DemoCaller, MemberCaller } from '../api/index.js';
import { defaultRate } from '../api/plans.js';
import * as names from '../store/key-names.js';
import { orUnavailable, type Scripts } from '../store/scripts.js';
import type { StoreConnection } from '../store/types.js';
import { type Authenticator, type Principal, realmOf } from './authenticate.js';

const minuteMs = 60_000;
const hourMs = 3_600_000;

/** Calls of an address per clock hour (docs/api.md#the-demo). */
const demoLimits = { verifications: 10, reads: 3 } as const;

type DemoUse = keyof typeof demoLimits;

const neededFor = { verifications: ['verify'], reads: ['images'] } as const;

export interface Callers {
  /**
   * Admits a caller and counts the call; null for callers without an account.
   * @param use the demo allowance to count against
   * @throws Failure 401, `rate_limited`, `not_found` when a member's account does not exist
   */
  admit(
    caller: Caller,
    use: DemoUse,
    onAdmission?: (admission: Admission) => void,
  ): Promise<Principal | null>;
  /** The same for a member. */
  admitMember(caller: MemberCaller, onAdmission?: (admission: Admission) => void): Promise<Principal>;
  /** Checks without counting. @throws Failure `rate_limited` when this address has used up its hour */
  assertDemoAllowance(caller: DemoCaller, use: DemoUse): Promise<void>;
  /** Reads without counting. @throws Failure `unavailable` */
  allowance(caller: DemoCaller): Promise<DemoAllowance>;
}

interface CallersDeps {
  store: Pick<StoreConnection, 'client'>;
  scripts: Scripts;
  authenticator: Authenticator;
  liveRealm: Realm;
}

export function createCallers({ store, scripts, authenticator, liveRealm }: CallersDeps): Callers {
  const { client } = store;

  async function member(
    { account, member: id, name }: MemberCaller,
    onAdmission?: (admission: Admission) => void,
  ): Promise<Principal> {
    const keys = [names.memberMinute(account, id), names.account(account)];
    const [answer, calls, msLeft] = await scripts.run('fixed-window-count', keys, [minuteMs]);
    if (answer === 'unknown') throw new Failure('not_found', { message: 'There is no such account.' });
    const resetsInSeconds = retrySeconds(Number(msLeft));
    // Under the account's caps, with the member's name in place of a key's label.
    const entry: Principal = {
      account,
      prefix: `member:${id}`,
      member: id,
      mode: 'live',
      realm: liveRealm,
      label: name,
      scope: 'all',
      contract: { cap: null, reads: null },
      rate: { limit: defaultRate, used: Number(calls), resetsInSeconds },
    };
    onAdmission?.(entry);
    if (entry.rate.used > defaultRate) {
      throw new Failure('rate_limited', { retryAfterSeconds: resetsInSeconds, rateLimit: defaultRate });
    }
    return entry;
  }

  const demoKey = ({ address }: DemoCaller, use: DemoUse) => names.demoHour(addressHash(address), use);

  async function demo(caller: DemoCaller, use: DemoUse): Promise<null> {
    const [, calls, msLeft] = await scripts.run('fixed-window-count', [demoKey(caller, use)], [hourMs]);
    if (Number(calls) > demoLimits[use]) throw demoExhausted(Number(msLeft));
    return null;
  }

  return {
    admitMember: member,

    async admit(caller, use, onAdmission) {
      switch (caller.kind) {
        case 'key':
          return (await authenticator.authenticate(caller.key, null, neededFor[use], onAdmission)).entry;
        case 'member':
          return await member(caller, onAdmission);
        case 'demo':
          return await demo(caller, use);
        case 'admitted':
          return caller.entry;
        case 'operator':
          return null;
      }
    },

    async allowance(caller) {
      const left = async (use: DemoUse) => {
        const calls = Number((await orUnavailable(client.get(demoKey(caller, use)))) ?? 0);
        return { left: Math.max(0, demoLimits[use] - calls), limit: demoLimits[use] };
      };
      const [verifications, reads] = await Promise.all([left('verifications'), left('reads')]);
      return { verifications, reads };
    },

    async assertDemoAllowance(caller, use) {
      const key = demoKey(caller, use);
      const [calls, msLeft] = await orUnavailable(Promise.all([client.get(key), client.pttl(key)]));
      if (Number(calls ?? 0) >= demoLimits[use]) throw demoExhausted(msLeft);
    },
  };
}

/** The banks of a caller: those that BANKS names, except for test keys. */
export function realmFor(caller: Caller, liveRealm: Realm): Realm {
  switch (caller.kind) {
    case 'key':
      return realmOf(caller.key, liveRealm);
    case 'operator':
      return caller.realm ?? liveRealm;
    case 'admitted':
      return caller.entry.realm;
    default:
      return liveRealm;
  }
}

/** The owner of a call: owners take turns in queues. Without blanks. */
export function turnOwner(caller: Caller, entry: Pick<Principal, 'account'> | null): string {
  if (entry) return accountOwner(entry);
  return caller.kind === 'demo' ? `d:${addressHash(caller.address)}` : caller.kind;
}

export function accountOwner({ account }: Pick<Principal, 'account'>): string {
  return `a:${account}`;
}

function addressHash(address: string): string {
  return sha256(addressGroup(address));
}

/** An IPv6 customer may have a whole /48 of addresses. */
const ipv6PrefixBytes = 6;

/**
 * Groups addresses that one customer can choose from: a /48 of IPv6, and an IPv4 address with all IPv6 addresses that
 * embed it (mapped, NAT64, 6to4, Teredo). All invalid addresses form one group.
 */
export function addressGroup(address: string): string {
  const cached = groups.get(address);
  if (cached !== undefined) return cached;
  const group = groupOf(address);
  groups.set(address, group);
  return group;
}

/** Cached, because parsing is the slowest step for an address, and most callers send many requests. */
const groups = new LRUCache<string, string>({ max: 1_000 });

function groupOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'none';
  const parsed = ipaddr.process(address);
  const bytes = parsed.toByteArray();
  if (parsed.kind() === 'ipv4') return bytes.join('.');
  switch (parsed.range()) {
    case '6to4':
      return bytes.slice(2, 6).join('.');
    case 'rfc6052':
      return bytes.slice(12).join('.');
    case 'teredo':
      // The embedded address has all bits inverted.
      return bytes
        .slice(12)
        .map((byte) => byte ^ 0xff)
        .join('.');
    default:
      return `${bytes.slice(0, ipv6PrefixBytes).join('.')}/48`;
  }
}

function demoExhausted(msLeft: number): Failure {
  const message = "This hour's allowance of the demo is used up; a key of your own does not have this limit.";
  return new Failure('rate_limited', { message, retryAfterSeconds: retrySeconds(msLeft) });
}

/** Counts one more in the current window of a key. @throws Failure `rate_limited` above `max` */
export async function countWithin(
  scripts: Scripts,
  key: string,
  windowMs: number,
  max: number,
): Promise<void> {
  const [, count, msLeft] = await scripts.run('fixed-window-count', [key], [windowMs]);
  if (Number(count) <= max) return;
  throw new Failure('rate_limited', { retryAfterSeconds: retrySeconds(Number(msLeft)) });
}

import { lookup as systemLookup } from 'node:dns/promises';
import { BlockList } from 'node:net';
import ipaddr from 'ipaddr.js';
import { withTimeout } from './deadline.js';
import { errorCode, TransportError } from './errors.js';

/** All addresses of a name, in connection order. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

/** The system's resolver. IPv4 first, because the banks use IPv4. */
export const systemResolve: ResolveHost = async (hostname) => {
  const found = await systemLookup(hostname, { all: true, order: 'ipv4first' });
  return found.map(({ address }) => address);
};

interface CacheTimes {
  /** Cache lifetime, ms. */
  freshMs?: number;
  /** Maximum wait for a lookup when a stale answer is available, ms. */
  waitMsMax?: number;
  /** Maximum age of a stale answer, ms. */
  staleMs?: number;
}

/**
 * Caches answers; when the resolver blocks or fails, a stale answer is used. A name has at most one running lookup, because
 * each one occupies a thread of Node's pool. Callers check cached answers like fresh ones.
 */
export function cachedResolve(
  resolve: ResolveHost,
  { freshMs = 30_000, waitMsMax = 1_000, staleMs = 86_400_000 }: CacheTimes = {},
): ResolveHost {
  const cached = new Map<string, { addresses: readonly string[]; at: number }>();
  const running = new Map<string, Promise<readonly string[]>>();
  const startLookup = (hostname: string) => {
    const lookup = resolve(hostname)
      .then((addresses) => {
        if (addresses.length > 0) cached.set(hostname, { addresses, at: performance.now() });
        return addresses;
      })
      .finally(() => running.delete(hostname));
    running.set(hostname, lookup);
    return lookup;
  };
  return async (hostname) => {
    const last = cached.get(hostname);
    const age = last ? performance.now() - last.at : Number.POSITIVE_INFINITY;
    if (last && age < freshMs) return last.addresses;
    const lookup = running.get(hostname) ?? startLookup(hostname);
    if (!last || age >= staleMs) return lookup;
    const limit = { ms: waitMsMax, message: 'no answer of the resolver in time', signals: [] };
    return withTimeout(limit, () => lookup).catch(() => last.addresses);
  };
}

/** IPv4-compatible IPv6 (deprecated by RFC 4291), which ipaddr.js misreads. */
const ipv4Compatible = new BlockList();
ipv4Compatible.addSubnet('::', 96, 'ipv6');

/** True for public addresses, including IPv4 addresses written as IPv6. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address) || ipv4Compatible.check(address, 'ipv6')) return false;
  return ipaddr.process(address).range() === 'unicast';
}

/**
 * Resolves a name once. The caller connects to exactly these addresses and never resolves again, which prevents DNS
 * rebinding.
 *
 * @param exempt non-public addresses that are allowed
 * @throws TransportError `private_address` when any address is not public, `unreachable` when there is none
 */
export async function resolvePublic(
  hostname: string,
  resolve: ResolveHost,
  exempt: readonly string[],
): Promise<readonly string[]> {
  const addresses = await resolve(hostname).catch((error: unknown) => {
    throw new TransportError('unreachable', `the name does not resolve (${errorCode(error)})`);
  });
  if (addresses.length === 0) throw new TransportError('unreachable', 'the name has no address');
  if (addresses.some((address) => !isPublic(address) && !exempt.includes(address))) {
    throw new TransportError('private_address', 'the name resolves to an address that is not public');
  }
  return addresses;
}

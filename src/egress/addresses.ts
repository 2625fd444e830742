import { lookup } from 'node:dns/promises';
import { BlockList } from 'node:net';
import ipaddr from 'ipaddr.js';
import { codeOf, Fault } from './faults.js';

/** All addresses of a name, in the order they are tried. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** The system's resolver, as any program on the machine would use it. IPv4 first: the banks live there. */
export const systemResolve: Resolve = async (hostname) => {
  const found = await lookup(hostname, { all: true, order: 'ipv4first' });
  return found.map(({ address }) => address);
};

/** IPv4-compatible IPv6, deprecated by RFC 4291: ipaddr.js takes it for the address within, or for any other. */
const ipv4Compatible = new BlockList();
ipv4Compatible.addSubnet('::', 96, 'ipv6');

/** True for addresses of the public internet, also when an IPv4 address comes dressed as IPv6. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address) || ipv4Compatible.check(address, 'ipv6')) return false;
  return ipaddr.process(address).range() === 'unicast';
}

/**
 * Resolves a name once. The caller connects to exactly these addresses and never asks again, so that a name
 * which changes between check and use gains nothing.
 *
 * @param exempt addresses let through although they are not public
 * @throws Fault `private_address` when even one of the addresses is not public, `unreachable` when there is none
 */
export async function resolvePublic(
  hostname: string,
  resolve: Resolve,
  exempt: readonly string[],
): Promise<readonly string[]> {
  const addresses = await resolve(hostname).catch((error: unknown) => {
    throw new Fault('unreachable', `the name does not resolve (${codeOf(error)})`);
  });
  if (addresses.length === 0) throw new Fault('unreachable', 'the name has no address');
  if (addresses.some((address) => !isPublic(address) && !exempt.includes(address))) {
    throw new Fault('private_address', 'the name resolves to an address that is not public');
  }
  return addresses;
}

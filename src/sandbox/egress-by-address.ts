import type { EgressRoute } from '../config/parsers.js';

/**
 * Identifies the egress address of a connection by its source address, which is all that a bank sees.
 *
 * A `local` route is recognised by its own address. Direct and proxied connections on loopback share 127.0.0.1, so every
 * other address counts as the first route of the configuration that is not `local` (as the first of all if there is none).
 */
export function egressNames(routes: readonly EgressRoute[]): (address: string | undefined) => string {
  const local = new Map(
    routes.flatMap((route) => (route.kind === 'local' ? [[route.address, route.name]] : [])),
  );
  const other = (routes.find((route) => route.kind !== 'local') ?? routes[0])?.name ?? 'main';
  return (address) => local.get(address ?? '') ?? other;
}

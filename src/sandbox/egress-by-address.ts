import type { EgressRoute } from '../config/parsers.js';

/**
 * Tells from which egress address a connection comes, by its source address, which is all a bank sees.
 *
 * A `local` route is known by its own address. Direct and proxied connections on loopback share 127.0.0.1:
 * every address that is no local route's is taken for the first route that is not `local` in the order of
 * the configuration (the first of all where there is none).
 */
export function egressNames(routes: readonly EgressRoute[]): (address: string | undefined) => string {
  const local = new Map(
    routes.flatMap((route) => (route.kind === 'local' ? [[route.address, route.name]] : [])),
  );
  const other = (routes.find((route) => route.kind !== 'local') ?? routes[0])?.name ?? 'main';
  return (address) => local.get(address ?? '') ?? other;
}

/** Whether a request was sent by a page of another origin, by the headers of the browser. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../config/index.js';

/** `none`: the user typed the address or used a bookmark. */
const ownSites: ReadonlySet<unknown> = new Set([undefined, 'same-origin', 'none']);

/**
 * A sibling subdomain is another origin too. Browsers send `Sec-Fetch-Site`, older ones only `Origin`; programs send neither.
 */
export function foreignOrigins({ BASE_URL }: Pick<Config, 'BASE_URL'>) {
  const own = BASE_URL === undefined ? null : new URL(BASE_URL).origin;
  return (headers: IncomingHttpHeaders): boolean =>
    !(ownSites.has(headers['sec-fetch-site']) && isOurs(headers.origin, headers.host, own));
}

/**
 * Browsers send `null` from pages with `Referrer-Policy: no-referrer`, such as ours, so it gives no information.
 * If BASE_URL is https, the origin has to be exactly that: anyone on the network can forge pages of the same host over HTTP.
 */
function isOurs(origin: string | undefined, host: string | undefined, own: string | null): boolean {
  if (origin === undefined || origin === 'null' || origin === own) return true;
  if (own?.startsWith('https:') || !URL.canParse(origin)) return false;
  return new URL(origin).host === host;
}

/** Whether a request was sent by a page of another origin, as browsers tell. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from './config/index.js';

/** `none`: typed or bookmarked by the reader. */
const ownSites: ReadonlySet<unknown> = new Set([undefined, 'same-origin', 'none']);

/**
 * A sibling subdomain is another origin too. Browsers say so by `Sec-Fetch-Site`, older ones by `Origin` alone; programs say
 * neither.
 */
export function foreignOrigins({ BASE_URL }: Pick<Config, 'BASE_URL'>) {
  const own = BASE_URL === undefined ? null : new URL(BASE_URL).origin;
  return (headers: IncomingHttpHeaders): boolean =>
    !(ownSites.has(headers['sec-fetch-site']) && isOurs(headers.origin, headers.host, own));
}

/**
 * `null` is what browsers send from pages with `Referrer-Policy: no-referrer`, as ours are: it tells nothing.
 * Where BASE_URL is https, its very origin is asked for: the same host in plain HTTP is anybody's on the way.
 */
function isOurs(origin: string | undefined, host: string | undefined, own: string | null): boolean {
  if (origin === undefined || origin === 'null' || origin === own) return true;
  if (own?.startsWith('https:') || !URL.canParse(origin)) return false;
  return new URL(origin).host === host;
}

/** Where a form may come from: a page of ours, in the browser of whoever sends it. */
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.js';

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** `none`: typed or bookmarked by the reader. */
const ownSites: ReadonlySet<unknown> = new Set([undefined, 'same-origin', 'none']);

/** A form that a page of another origin has sent. */
export class ForeignFormError extends Error {
  override readonly name = 'ForeignFormError';
}

/**
 * Refuses what changes something and comes from another origin, a sibling subdomain included. Browsers say so by
 * `Sec-Fetch-Site`, older ones by `Origin` alone; programs say neither, and have no cookies of ours.
 * @throws ForeignFormError
 */
export function refuseForeignForms({ BASE_URL }: Pick<Config, 'BASE_URL'>) {
  const own = BASE_URL === undefined ? null : new URL(BASE_URL).origin;
  return async ({ method, headers }: FastifyRequest): Promise<void> => {
    if (safeMethods.has(method)) return;
    const { origin, host } = headers;
    if (ownSites.has(headers['sec-fetch-site']) && isOurs(origin, host, own)) return;
    throw new ForeignFormError('A form was sent by a page of another origin.');
  };
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

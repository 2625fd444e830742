/** The cookies of the pages, and who a request says it is by them. */
import type { FastifyRequest } from 'fastify';
import { baseUrlOf, type Config } from '../config/index.js';

/** Common to all: sent to us alone, also by a link from elsewhere, and never shown to a script. */
export interface CookieOptions {
  path: '/';
  httpOnly: true;
  sameSite: 'lax';
  secure: boolean;
}

export interface Cookies {
  /** Over https both bear `__Host-`: browsers take such a name from this host alone, neither from a sibling nor from plain HTTP. */
  names: { session: string; csrf: string };
  options: CookieOptions;
  /** The token of the session whose cookie is well signed, whether that session lasts or not; null for none. */
  sessionToken(request: FastifyRequest): string | null;
}

/** @param config `BASE_URL` decides whether the address is https */
export function cookiesOf(config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>): Cookies {
  const secure = baseUrlOf(config).startsWith('https:');
  const prefix = secure ? '__Host-' : '';
  const names = { session: `${prefix}session`, csrf: `${prefix}csrf` };
  return {
    names,
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure },
    sessionToken(request) {
      const cookie = request.cookies[names.session];
      const unsigned = cookie === undefined ? null : request.unsignCookie(cookie);
      return unsigned?.valid ? unsigned.value : null;
    },
  };
}

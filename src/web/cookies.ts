/** Cookies of the pages, and the session they carry. */
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import { baseUrlOf, type Config } from '../config/index.js';

export interface Cookies {
  /** Over https all names begin with `__Host-`: browsers accept them from this host only, over https only. */
  names: { session: string; csrf: string; shop: string };
  /** This site only, also sent when following a link from another site, hidden from scripts. */
  options: Readonly<CookieSerializeOptions>;
  /** The value of a correctly signed cookie, even if its session has ended; else null. */
  read(request: FastifyRequest, name: 'session' | 'shop'): string | null;
}

/** @param config `BASE_URL` determines whether cookies need https */
export function cookiesOf(config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>): Cookies {
  const secure = baseUrlOf(config).startsWith('https:');
  const prefix = secure ? '__Host-' : '';
  const names = { session: `${prefix}session`, csrf: `${prefix}csrf`, shop: `${prefix}shop` };
  return {
    names,
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure },
    read(request, name) {
      const cookie = request.cookies[names[name]];
      const unsigned = cookie === undefined ? null : request.unsignCookie(cookie);
      return unsigned?.valid ? unsigned.value : null;
    },
  };
}

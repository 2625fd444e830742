/** Who is signed in: a signed cookie with the token of a session that lives in the store. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Engine, Session } from '../../../engine/index.js';
import type { Cookies } from '../../cookies.js';

/** As long as the engine keeps a session that is not used. */
const maxAgeSeconds = 30 * 24 * 3600;

export interface SignedIn extends Session {
  token: string;
}

export interface Door {
  /** Null for whoever is not signed in. @throws Failure `unavailable` */
  signedIn(request: FastifyRequest): Promise<SignedIn | null>;
  /** Gives the browser a session; tokens of forms begin anew with it. */
  open(reply: FastifyReply, token: string): void;
  /** Makes the cookie last as long as the session anew. */
  renew(reply: FastifyReply, token: string): void;
  /** Takes the cookie back. */
  close(reply: FastifyReply): void;
}

export function createDoor(
  engine: Pick<Engine, 'sessions'>,
  { names, options, sessionToken }: Cookies,
): Door {
  const keep = (reply: FastifyReply, token: string) =>
    void reply.setCookie(names.session, token, { ...options, signed: true, maxAge: maxAgeSeconds });
  return {
    async signedIn(request) {
      const token = sessionToken(request);
      const session = token === null ? null : await engine.sessions.read(token);
      return session && token !== null ? { ...session, token } : null;
    },
    open(reply, token) {
      keep(reply, token);
      reply.clearCookie(names.csrf, options);
    },
    renew: keep,
    close: (reply) => void reply.clearCookie(names.session, options),
  };
}

/** Sign-in sessions: a signed cookie with the token of a session in the store. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Engine, Session } from '../../../engine/index.js';
import type { Cookies } from '../../cookies.js';

/** Equals the engine's idle time-out of sessions. */
const maxAgeSeconds = 30 * 24 * 3600;

export interface SignedIn extends Session {
  token: string;
}

export interface SessionGuard {
  /** Null when not signed in. @throws Failure `unavailable` */
  signedIn(request: FastifyRequest): Promise<SignedIn | null>;
  /** Sets the session cookie and resets the CSRF token. */
  open(reply: FastifyReply, token: string): void;
  /** Renews the cookie's expiry with the session's. */
  renew(reply: FastifyReply, token: string): void;
  /** Clears the cookie. */
  close(reply: FastifyReply): void;
}

export function createSessionGuard(
  engine: Pick<Engine, 'sessions'>,
  { names, options, read }: Cookies,
): SessionGuard {
  const setCookie = (reply: FastifyReply, token: string) =>
    void reply.setCookie(names.session, token, { ...options, signed: true, maxAge: maxAgeSeconds });
  return {
    async signedIn(request) {
      const token = read(request, 'session');
      const session = token === null ? null : await engine.sessions.read(token);
      return session && token !== null ? { ...session, token } : null;
    },
    open(reply, token) {
      setCookie(reply, token);
      reply.clearCookie(names.csrf, options);
    },
    renew: setCookie,
    close: (reply) => void reply.clearCookie(names.session, options),
  };
}

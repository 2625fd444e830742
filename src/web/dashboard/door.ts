/** Who is signed in: a signed cookie with the token of a session that lives in the store. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Engine, Session } from '../../engine/index.js';

const cookieName = 'session';
/** As long as the engine keeps a session that is not used. */
const maxAgeSeconds = 30 * 24 * 3600;

export interface SignedIn extends Session {
  token: string;
}

export interface Door {
  /** Null for whoever is not signed in. @throws Failure `unavailable` */
  signedIn(request: FastifyRequest): Promise<SignedIn | null>;
  /** Gives the browser a session, or makes its cookie last as long as the session anew. */
  open(reply: FastifyReply, token: string): void;
  /** Takes the cookie back. */
  close(reply: FastifyReply): void;
}

export function createDoor(engine: Pick<Engine, 'sessions'>, secure: boolean): Door {
  // The dashboard is the only part that reads it: nothing else is sent it.
  const options = { path: '/dashboard', httpOnly: true, sameSite: 'lax', secure, signed: true } as const;
  return {
    async signedIn(request) {
      const cookie = request.cookies[cookieName];
      const unsigned = cookie === undefined ? null : request.unsignCookie(cookie);
      if (!unsigned?.valid) return null;
      const session = await engine.sessions.read(unsigned.value);
      return session && { ...session, token: unsigned.value };
    },
    open: (reply, token) => void reply.setCookie(cookieName, token, { ...options, maxAge: maxAgeSeconds }),
    close: (reply) => void reply.clearCookie(cookieName, options),
  };
}

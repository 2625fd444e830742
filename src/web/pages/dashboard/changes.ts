/** What an owner changes with a form. */
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { NoticeName } from './notice.js';
import type { SignedIn } from './session-guard.js';

/** What outlasts the session (keys, overage, endpoints and their secrets, new receiving accounts) needs a recent sign-in. */
const recentSignInMs = 24 * 3_600_000;

/** Text fields of a form, the first of each name. */
export type Fields = (name: string) => string;

/** A notice on the home page of the part, unless `at` says another; or a page. */
export type ChangeOutcome = NoticeName | { notice: NoticeName; at: string } | { page: string };

/** A change by a signed-in owner. */
export type Change = (
  session: SignedIn,
  fields: Fields,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<ChangeOutcome>;

/** A page, or a file, for somebody who is signed in. */
export type OwnersPage = (
  session: SignedIn,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<string | Readable>;

/** Pages and changes of a part of the dashboard, by their paths. */
export interface DashboardRoutes {
  /** Where its changes lead to. */
  home: string;
  pages: Readonly<Record<string, OwnersPage>>;
  changes: Readonly<Record<string, Change>>;
}

export function signedInRecently({ since }: Pick<SignedIn, 'since'>): boolean {
  return Date.now() - Date.parse(since) < recentSignInMs;
}

/** Types of the pages of a section, and of the changes that owners make with forms. */
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { NoticeName } from './notice.js';
import type { SignedIn } from './session-guard.js';

/** Changes that outlast the session (keys, overage, endpoints and their secrets, new receiving accounts) need a sign-in this recent. */
const recentSignInMs = 24 * 3_600_000;

/** Text fields of a form, the first of each name. */
export type Fields = (name: string) => string;

/** A notice on the home page of the section, or on the page `at`; or a page. */
export type ChangeOutcome = NoticeName | { notice: NoticeName; at: string } | { page: string };

/** A change by a signed-in owner. */
export type Change = (
  session: SignedIn,
  fields: Fields,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<ChangeOutcome>;

/** A page, or a file, for a signed-in owner. */
export type OwnersPage = (
  session: SignedIn,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<string | Readable>;

/** Pages and changes of a section, by their paths. */
export interface DashboardRoutes {
  /** Where its changes redirect to. */
  home: string;
  pages: Readonly<Record<string, OwnersPage>>;
  changes: Readonly<Record<string, Change>>;
}

export function signedInRecently({ since }: Pick<SignedIn, 'since'>): boolean {
  return Date.now() - Date.parse(since) < recentSignInMs;
}

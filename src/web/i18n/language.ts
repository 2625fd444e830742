/** The language of a page: `?lang=`, else the cookie of an earlier choice, else the language that the browser requests. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { Cookies } from '../cookies.js';
import { type PageLanguage, pageLanguages } from './index.js';

const cookieName = 'lang';
const yearSeconds = 365 * 24 * 3600;

/** English if the request names no language of the pages. Never throws, even where cookies were not parsed. */
export function languageOf(request: FastifyRequest): PageLanguage {
  return fromQuery(request) ?? fromCookie(request) ?? fromHeader(request) ?? 'en';
}

/** Keeps a choice made by `?lang=` for a year. */
export function rememberLanguage(
  request: FastifyRequest,
  reply: FastifyReply,
  options: Cookies['options'],
): void {
  const language = fromQuery(request);
  if (language) reply.setCookie(cookieName, language, { ...options, maxAge: yearSeconds });
}

function fromQuery({ query }: FastifyRequest): PageLanguage | undefined {
  const { lang } = (query ?? {}) as { lang?: unknown };
  return pageLanguages.find((language) => language === lang);
}

function fromCookie({ cookies }: Partial<FastifyRequest>): PageLanguage | undefined {
  return pageLanguages.find((language) => language === cookies?.[cookieName]);
}

/** Negotiator reads a missing header as `*`, which matches the first language of the list. */
function fromHeader({ headers }: FastifyRequest): PageLanguage | undefined {
  if (!headers['accept-language']) return undefined;
  const [best] = new Negotiator({ headers }).languages([
    'en',
    ...pageLanguages.filter((language) => language !== 'en'),
  ]);
  return pageLanguages.find((language) => language === best);
}

/** The language of a page: `?lang=`, else the cookie of an earlier choice, else the language that the browser requests. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { type PageLanguage, pageLanguages } from './index.js';

const cookieName = 'lang';
const yearSeconds = 365 * 24 * 3600;

/** English where nothing is said, or nothing that the pages are written in. Never throws, also where no cookie was read. */
export function languageOf(request: FastifyRequest): PageLanguage {
  return fromQuery(request) ?? fromCookie(request) ?? fromHeader(request) ?? 'en';
}

/** Keeps a choice made by `?lang=` for a year. */
export function rememberLanguage(request: FastifyRequest, reply: FastifyReply, secure: boolean): void {
  const language = fromQuery(request);
  if (!language) return;
  reply.setCookie(cookieName, language, {
    path: '/',
    maxAge: yearSeconds,
    sameSite: 'lax',
    httpOnly: true,
    secure,
  });
}

function fromQuery({ query }: FastifyRequest): PageLanguage | undefined {
  const { lang } = (query ?? {}) as { lang?: unknown };
  return pageLanguages.find((one) => one === lang);
}

function fromCookie({ cookies }: Partial<FastifyRequest>): PageLanguage | undefined {
  return pageLanguages.find((one) => one === cookies?.[cookieName]);
}

/** `*` asks for nothing in particular, and a browser that says nothing is taken to mean `*`. */
function fromHeader({ headers }: FastifyRequest): PageLanguage | undefined {
  if (!headers['accept-language']) return undefined;
  const [best] = new Negotiator({ headers }).languages([
    'en',
    ...pageLanguages.filter((one) => one !== 'en'),
  ]);
  return pageLanguages.find((one) => one === best);
}

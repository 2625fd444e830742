/** Which language a page is written in: `?lang=`, else the cookie of an earlier choice, else what the browser asks for. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { docsLanguages, type PageLanguage, pageLanguages } from './index.js';

const cookieName = 'lang';
const yearSeconds = 365 * 24 * 3600;

/** English where nothing is said, or nothing the page is written in. Never throws, also where no cookie was read. */
export function languageOf(
  request: FastifyRequest,
  languages: readonly PageLanguage[] = docsLanguages,
): PageLanguage {
  return (
    fromQuery(languages, request) ?? fromCookie(languages, request) ?? fromHeader(languages, request) ?? 'en'
  );
}

/** Keeps a choice made by `?lang=` for a year. */
export function rememberLanguage(request: FastifyRequest, reply: FastifyReply, secure: boolean): void {
  const language = fromQuery(pageLanguages, request);
  if (!language) return;
  reply.setCookie(cookieName, language, {
    path: '/',
    maxAge: yearSeconds,
    sameSite: 'lax',
    httpOnly: true,
    secure,
  });
}

type Languages = readonly PageLanguage[];

function fromQuery(spoken: Languages, { query }: FastifyRequest): PageLanguage | undefined {
  const { lang } = (query ?? {}) as { lang?: unknown };
  return spoken.find((one) => one === lang);
}

function fromCookie(spoken: Languages, { cookies }: Partial<FastifyRequest>): PageLanguage | undefined {
  return spoken.find((one) => one === cookies?.[cookieName]);
}

/** `*` asks for nothing in particular, and a browser that says nothing is taken to mean `*`. */
function fromHeader(spoken: Languages, { headers }: FastifyRequest): PageLanguage | undefined {
  if (!headers['accept-language']) return undefined;
  const [best] = new Negotiator({ headers }).languages(['en', ...spoken.filter((one) => one !== 'en')]);
  return spoken.find((one) => one === best);
}

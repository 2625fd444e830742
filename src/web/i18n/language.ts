/** Which language a page is written in: `?lang=`, else the cookie of an earlier choice, else what the browser asks for. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { type PageLanguage, pageLanguages, payLanguages } from './index.js';

const cookieName = 'lang';
const yearSeconds = 365 * 24 * 3600;

/** English where nothing is said, or nothing we speak. Never throws, also where no cookie was read. */
export function languageOf(request: FastifyRequest): PageLanguage {
  return oneOf(pageLanguages, request);
}

/** The same among more languages, for the page of payers. */
export function payLanguageOf(request: FastifyRequest) {
  return oneOf(payLanguages, request);
}

/** Keeps a choice made by `?lang=` for a year. */
export function rememberLanguage(request: FastifyRequest, reply: FastifyReply, secure: boolean): void {
  const language = fromQuery(payLanguages, request);
  if (!language) return;
  reply.setCookie(cookieName, language, {
    path: '/',
    maxAge: yearSeconds,
    sameSite: 'lax',
    httpOnly: true,
    secure,
  });
}

function oneOf<L extends string>(spoken: readonly L[], request: FastifyRequest): L {
  const language =
    fromQuery(spoken, request) ?? fromCookie(spoken, request) ?? fromHeader(spoken, request) ?? 'en';
  return language as L;
}

function fromQuery<L extends string>(spoken: readonly L[], { query }: FastifyRequest): L | undefined {
  const { lang } = (query ?? {}) as { lang?: unknown };
  return spoken.find((one) => one === lang);
}

function fromCookie<L extends string>(
  spoken: readonly L[],
  { cookies }: Partial<FastifyRequest>,
): L | undefined {
  return spoken.find((one) => one === cookies?.[cookieName]);
}

/** `*` asks for nothing in particular, and a browser that says nothing is taken to mean `*`. */
function fromHeader<L extends string>(spoken: readonly L[], { headers }: FastifyRequest): L | undefined {
  if (!headers['accept-language']) return undefined;
  const [best] = new Negotiator({ headers }).languages(['en', ...spoken.filter((one) => one !== 'en')]);
  return spoken.find((one) => one === best);
}

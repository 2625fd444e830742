/** From a component to the answer: text is escaped by preact, everything else is set here. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { wordsOf } from './i18n/index.js';
import { languageOf } from './i18n/language.js';
import type { Visit } from './types.js';

/** What a page needs to know of its reader. Makes the CSRF cookie where there is none yet. */
export function visitOf(request: FastifyRequest, reply: FastifyReply): Visit {
  const language = languageOf(request);
  return { language, words: wordsOf(language), csrfToken: reply.csrfToken() };
}

/** A whole document; never kept by anybody, because it may hold a receipt or a token. */
export function renderPage(reply: FastifyReply, page: VNode): string {
  stampPage(reply);
  return documentOf(page);
}

/** The headers of a page. */
export function stampPage(reply: FastifyReply): void {
  reply.header('content-type', 'text/html; charset=utf-8').header('cache-control', 'no-store');
  reply.header('vary', 'accept, accept-language, cookie');
}

export function documentOf(page: VNode): string {
  return `<!doctype html>${renderToString(page)}\n`;
}

/** A browser says that it reads HTML; anyone else is answered JSON. */
export function wantsPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') ?? false;
}

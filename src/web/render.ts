/** Renders components to HTTP responses; preact escapes text. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { wordsOf } from './i18n/index.js';
import { languageOf } from './i18n/language.js';
import type { PageContext, Visitor } from './types.js';

export function visitorOf(request: FastifyRequest): Visitor {
  const language = languageOf(request);
  return { language, words: wordsOf(language) };
}

/** The visitor of a page with forms. Sets the CSRF cookie if missing. */
export function pageContext(request: FastifyRequest, reply: FastifyReply): PageContext {
  return { ...visitorOf(request), csrfToken: reply.csrfToken() };
}

/** A whole document; not cacheable, because it may contain a receipt or a token. */
export function renderPage(reply: FastifyReply, page: VNode): string {
  setDocumentHeaders(reply);
  return documentOf(page);
}

/** The headers of a page. */
export function setDocumentHeaders(reply: FastifyReply): void {
  reply.header('content-type', 'text/html; charset=utf-8').header('cache-control', 'no-store');
  reply.header('vary', 'accept, accept-language, cookie');
}

export function documentOf(page: VNode): string {
  return `<!doctype html>${renderToString(page)}\n`;
}

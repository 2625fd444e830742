/** Pages for what went wrong. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from '../../engine/index.js';
import { Layout } from '../components/layout.js';
import { wordsOf } from '../i18n/index.js';
import { languageOf } from '../i18n/language.js';
import { ForeignFormError } from '../origin.js';
import { renderPage, stampPage } from '../render.js';

/** Made once for each failure and language: strangers may ask for them as fast as they like. */
const failurePages = new Map<string, string>();

/** What a browser gets outside our own routes as well: nothing of what was asked for is repeated. */
export function failurePage(failure: Failure, request: FastifyRequest, reply: FastifyReply): string {
  const language = languageOf(request);
  const key = `${failure.failure} ${language}`;
  const made = failurePages.get(key);
  if (made !== undefined) {
    stampPage(reply);
    return made;
  }
  const { means } = wordsOf(language).problems.kinds[failure.failure];
  const page = troublePage(failure.status, means, request, reply);
  failurePages.set(key, page);
  return page;
}

/** A form without its token, or from elsewhere, is 403; every other error is the server's to answer. */
export function refusedPage(error: FastifyError, request: FastifyRequest, reply: FastifyReply): string {
  if (!(error instanceof ForeignFormError || error.code?.startsWith('FST_CSRF_'))) throw error;
  reply.code(403);
  return troublePage(403, wordsOf(languageOf(request)).common.forged, request, reply);
}

function troublePage(status: number, message: string, request: FastifyRequest, reply: FastifyReply): string {
  const language = languageOf(request);
  const words = wordsOf(language);
  return renderPage(
    reply,
    <Layout visit={{ language, words }} title={String(status)}>
      <h1>{status}</h1>
      <p>{message}</p>
      <p>
        <a href="/">{words.common.home}</a>
      </p>
    </Layout>,
  );
}

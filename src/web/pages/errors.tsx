/** Error pages. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from '../../engine/index.js';
import { Icon, type IconName } from '../components/icon.js';
import { Layout } from '../components/layout.js';
import { ForeignFormError } from '../origin.js';
import { renderPage, setDocumentHeaders, visitorOf } from '../render.js';

/** Rendered once per failure and language, because anyone may request them at any rate. */
const failurePages = new Map<string, string>();

/** The error page, also outside our own routes: it repeats nothing of the request. */
export function failurePage(failure: Failure, request: FastifyRequest, reply: FastifyReply): string {
  const { language, words } = visitorOf(request);
  const key = `${failure.failure} ${language}`;
  const made = failurePages.get(key);
  if (made !== undefined) {
    setDocumentHeaders(reply);
    return made;
  }
  const { means } = words.problems.kinds[failure.failure];
  const page = messagePage(failure.status, means, request, reply);
  failurePages.set(key, page);
  return page;
}

/** 403 for a form without its token or from another origin; other errors go to the server's handler. */
export function refusedPage(error: FastifyError, request: FastifyRequest, reply: FastifyReply): string {
  if (!(error instanceof ForeignFormError || error.code?.startsWith('FST_CSRF_'))) throw error;
  reply.code(403);
  return messagePage(403, visitorOf(request).words.common.forged, request, reply);
}

function messagePage(status: number, message: string, request: FastifyRequest, reply: FastifyReply): string {
  const context = visitorOf(request);
  const { common } = context.words;
  return renderPage(
    reply,
    <Layout context={context} title={String(status)}>
      <section class="empty">
        <Icon name={iconOf(status)} size={48} />
        <h1>{status}</h1>
        <p class="lead">{message}</p>
        <p>
          <a class="button primary" href="/">
            {common.home}
          </a>{' '}
          <a class="button" href="/status">
            {common.status}
          </a>
        </p>
      </section>
    </Layout>,
  );
}

function iconOf(status: number): IconName {
  if (status === 404) return 'search';
  return status === 429 ? 'clock' : 'warning';
}

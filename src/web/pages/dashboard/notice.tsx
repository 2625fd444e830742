/** Result of the last form, shown after its redirect. */

import type { FastifyRequest } from 'fastify';
import type { Words } from '../../i18n/index.js';
import type { PageContext } from '../../types.js';

export type NoticeName = keyof Words['dashboard']['notices'];

const good: ReadonlySet<NoticeName> = new Set([
  'revoked',
  'renamed',
  'overage_on',
  'overage_off',
  'signed_out',
  'everywhere',
  'webhook_sent',
  'webhook_paused',
  'webhook_continued',
  'webhook_removed',
  'payment_made',
  'payment_canceled',
  'payment_accepted',
  'payment_added',
  'payment_refused',
  'account_added',
  'account_removed',
]);

/** @param name from the URL, so untrusted */
function noticeNamed(name: unknown, { words }: Pick<PageContext, 'words'>): NoticeName | null {
  const isNotice = typeof name === 'string' && Object.hasOwn(words.dashboard.notices, name);
  return isNotice ? (name as NoticeName) : null;
}

/** The notice of the redirect that led to a page. */
export function noticeIn(request: FastifyRequest, context: Pick<PageContext, 'words'>): NoticeName | null {
  return noticeNamed((request.query as { notice?: unknown }).notice, context);
}

export function Notice({ context, name }: { context: PageContext; name: NoticeName | null }) {
  if (name === null) return null;
  return (
    <p class={`notice ${good.has(name) ? 'good' : 'unsure'}`} role="status">
      {context.words.dashboard.notices[name]}
    </p>
  );
}

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

/** The notice of the redirect that led to a page. */
export function noticeIn({ query }: FastifyRequest, { words }: PageContext): NoticeName | null {
  const { notice } = query as { notice?: unknown };
  const isNotice = typeof notice === 'string' && Object.hasOwn(words.dashboard.notices, notice);
  return isNotice ? (notice as NoticeName) : null;
}

export function Notice({ context, name }: { context: PageContext; name: NoticeName | null }) {
  if (name === null) return null;
  return (
    <p class={`notice ${good.has(name) ? 'good' : 'unsure'}`} role="status">
      {context.words.dashboard.notices[name]}
    </p>
  );
}

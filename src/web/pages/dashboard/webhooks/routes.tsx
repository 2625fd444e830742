/** `/dashboard/webhooks`: pages and forms of webhook endpoints. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type Engine,
  Failure,
  type WebhookEndpointSecret,
  type WebhookEventType,
  webhookEventTypes,
} from '../../../../engine/index.js';
import { renderPage } from '../../../render.js';
import type { WebDeps } from '../../../types.js';
import {
  type Change,
  type DashboardRoutes,
  type Fields,
  type OwnersPage,
  signedInRecently,
} from '../changes.js';
import type { FrameFor } from '../frame.js';
import type { SignedIn } from '../session-guard.js';
import { WebhookLogPage } from './log.js';
import { WebhooksPage } from './page.js';

const path = '/dashboard/webhooks';
const endpointPath = `${path}/:id`;

/** Pages and changes by their paths. */
export function webhookRoutes({ engine }: Pick<WebDeps, 'engine'>, frameFor: FrameFor): DashboardRoutes {
  async function list(
    session: SignedIn,
    request: FastifyRequest,
    reply: FastifyReply,
    shown: WebhookEndpointSecret | null = null,
  ): Promise<string> {
    const [frame, endpoints] = await Promise.all([
      frameFor(session, request, reply),
      engine.webhooks.list(session.account),
    ]);
    return renderPage(reply, <WebhooksPage {...{ frame, endpoints, shown }} />);
  }

  const log: OwnersPage = async (session, request, reply) => {
    const { id } = idsIn(request);
    const [frame, endpoint, log] = await Promise.all([
      frameFor(session, request, reply),
      engine.webhooks.get(session.account, id),
      engine.webhooks.deliveries(session.account, id),
    ]);
    return renderPage(reply, <WebhookLogPage {...{ frame, endpoint, log }} />);
  };

  return {
    home: path,
    pages: { [path]: (session, request, reply) => list(session, request, reply), [endpointPath]: log },
    changes: changesOf(engine, list),
  };
}

/** @param show the list with a new secret */
function changesOf(
  engine: Pick<Engine, 'webhooks'>,
  show: (
    session: SignedIn,
    request: FastifyRequest,
    reply: FastifyReply,
    shown: WebhookEndpointSecret,
  ) => Promise<string>,
): DashboardRoutes['changes'] {
  const create: Change = async (session, fields, request, reply) => {
    if (!signedInRecently(session)) return 'sign_in_again';
    const events =
      fields('all') === 'on' ? (['*'] as const) : webhookEventTypes.filter((type) => fields(type) === 'on');
    const url = fields('url').trim();
    if (events.length === 0) return 'webhook_events';
    if (!isAddress(url)) return 'webhook_refused';
    const description = fields('description').trim().slice(0, 200) || null;
    const made = await engine.webhooks.create(session.account, { url, events, description });
    return { page: await show(session, request, reply, made) };
  };

  const rotate: Change = async (session, _fields, request, reply) => {
    if (!signedInRecently(session)) return 'sign_in_again';
    const made = await engine.webhooks.rotateSecret(session.account, idsIn(request).id);
    return { page: await show(session, request, reply, made) };
  };

  const test: Change = async ({ account }, fields, request) => {
    const { id } = idsIn(request);
    await engine.webhooks.test(account, id, typeIn(fields));
    return { notice: 'webhook_sent', at: `${path}/${id}` };
  };

  const resend: Change = async ({ account }, _fields, request) => {
    const { id, delivery } = idsIn(request);
    await engine.webhooks.resend(account, id, delivery);
    return { notice: 'webhook_sent', at: `${path}/${id}` };
  };

  const setDisabled =
    (disabled: boolean): Change =>
    async ({ account }, _fields, request) => {
      await engine.webhooks.update(account, idsIn(request).id, { disabled });
      return disabled ? 'webhook_paused' : 'webhook_continued';
    };

  const remove: Change = async ({ account }, _fields, request) => {
    await engine.webhooks.remove(account, idsIn(request).id);
    return 'webhook_removed';
  };

  const all = {
    [path]: create,
    [`${endpointPath}/rotate`]: rotate,
    [`${endpointPath}/test`]: test,
    [`${endpointPath}/pause`]: setDisabled(true),
    [`${endpointPath}/continue`]: setDisabled(false),
    [`${endpointPath}/remove`]: remove,
    [`${endpointPath}/deliveries/:delivery/resend`]: resend,
  };
  return Object.fromEntries(Object.entries(all).map(([path, change]) => [path, refusing(change)]));
}

/** Turns rejections of the engine into notices. */
function refusing(change: Change): Change {
  return async (...call) => {
    try {
      return await change(...call);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.failure === 'not_found') return 'webhook_unknown';
      if (error.failure !== 'invalid_request') throw error;
      const [issue] = error.details.issues ?? [];
      if (issue?.path === 'id') return 'webhook_off';
      return issue?.path === 'url' ? 'webhook_refused' : 'webhook_too_many';
    }
  };
}

function isAddress(url: string): boolean {
  return url.length <= 2_048 && URL.canParse(url);
}

function typeIn(fields: Fields): WebhookEventType {
  return webhookEventTypes.find((type) => type === fields('type')) ?? 'verification.completed';
}

function idsIn({ params }: FastifyRequest): { id: string; delivery: string } {
  return params as { id: string; delivery: string };
}

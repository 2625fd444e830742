/** `/dashboard/keys`: page and forms of API keys. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Mode, scopes } from '../../../../engine/index.js';
import { baseUrlFor } from '../../../base-url.js';
import { renderPage } from '../../../render.js';
import type { WebDeps } from '../../../types.js';
import { type Change, type DashboardRoutes, signedInRecently } from '../changes.js';
import type { FrameFor } from '../frame.js';
import type { SignedIn } from '../session-guard.js';
import { KeysPage } from './page.js';

const path = '/dashboard/keys';

export function keyRoutes({ engine, config }: WebDeps, frameFor: FrameFor): DashboardRoutes {
  async function show(
    session: SignedIn,
    request: FastifyRequest,
    reply: FastifyReply,
    apiKey: string | null = null,
  ): Promise<string> {
    const [frame, keys] = await Promise.all([
      frameFor(session, request, reply),
      engine.accountOwner(session.account).keys(),
    ]);
    return renderPage(reply, <KeysPage {...{ frame, keys, apiKey }} baseUrl={baseUrlFor(request, config)} />);
  }

  const mint: Change = async (session, fields, request, reply) => {
    if (!signedInRecently(session)) return 'sign_in_again';
    const mode: Mode = fields('mode') === 'test' ? 'test' : 'live';
    // Boxes that are not checked are not sent.
    const chosen = scopes.filter((scope) => fields(`scope-${scope}`) === 'on');
    const settings = {
      label: fields('label'),
      mode,
      ...(fields('scopes') === 'chosen' && { scopes: chosen }),
    };
    const { key } = await engine.accountOwner(session.account).mint(settings);
    return { page: await show(session, request, reply, key) };
  };

  const relabel: Change = async ({ account }, fields, request) => {
    await engine.accountOwner(account).relabel(prefixOf(request), fields('label'));
    return 'renamed';
  };

  const revoke: Change = async ({ account }, _fields, request) => {
    await engine.accountOwner(account).revoke(prefixOf(request));
    return 'revoked';
  };

  return {
    home: path,
    pages: { [path]: (session, request, reply) => show(session, request, reply) },
    changes: { [path]: mint, [`${path}/:prefix/label`]: relabel, [`${path}/:prefix/revoke`]: revoke },
  };
}

function prefixOf({ params }: FastifyRequest): string {
  return (params as { prefix: string }).prefix;
}

/** `/dashboard`: the account owner's pages. */
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AccountOwnerError, type Engine, type Mode, scopes } from '../../../engine/index.js';
import { wantsPage } from '../../../http/pages.js';
import { baseUrlFor } from '../../base-url.js';
import type { Cookies } from '../../cookies.js';
import { pageContext, renderPage } from '../../render.js';
import type { WebDeps } from '../../types.js';
import {
  type Change,
  type ChangeOutcome,
  type DashboardRoutes,
  type Fields,
  type OwnersPage,
  signedInRecently,
} from './changes.js';
import { noticeIn } from './notice.js';
import { type AccountView, DashboardPage } from './page.js';
import { receivingRoutes } from './payments/receiving-routes.js';
import { paymentRoutes } from './payments/routes.js';
import { createSessionGuard, type SignedIn } from './session-guard.js';
import { LinkPage, SignInPage } from './sign-in.js';
import { webhookRoutes } from './webhook-routes.js';

const daysShown = 30;
export function createDashboard(deps: WebDeps, cookies: Cookies) {
  const { engine, config } = deps;
  const sessionGuard = createSessionGuard(engine, cookies);

  async function renderDashboard(
    session: SignedIn,
    apiKey: string | null,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string> {
    const context = pageContext(request, reply);
    const names = new Map(engine.providers().map(({ key, name }) => [key, name]));
    const view = await viewOf(engine, session.account);
    return renderPage(
      reply,
      <DashboardPage
        context={context}
        clock={{ language: context.language, timeZone: config.TIME_ZONE }}
        view={view}
        notice={noticeIn(request, context)}
        apiKey={apiKey}
        baseUrl={baseUrlFor(request, config)}
        bankName={(key) => names.get(key) ?? key}
      />,
    );
  }

  async function mainPage(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    if (!wantsPage(request)) return forPrograms(reply);
    const session = await sessionGuard.signedIn(request);
    if (session) {
      sessionGuard.renew(reply, session.token);
      return await renderDashboard(session, null, request, reply);
    }
    const context = pageContext(request, reply);
    return renderPage(reply, <SignInPage context={context} notice={noticeIn(request, context)} />);
  }

  /** GET changes nothing, because chat programs preview every link. */
  async function linkPage(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const { token } = request.query as { token?: unknown };
    const context = pageContext(request, reply);
    const account = typeof token === 'string' ? await engine.sessions.opens(token) : null;
    if (typeof token !== 'string' || account === null) {
      return renderPage(reply, <SignInPage context={context} notice={null} refused />);
    }
    return renderPage(
      reply,
      <LinkPage context={context} token={token} account={await engine.accounts.get(account)} />,
    );
  }

  async function signIn(request: FastifyRequest, reply: FastifyReply) {
    const redeemed = await engine.sessions.redeem(fieldsOf(request)('token'));
    if (redeemed) {
      sessionGuard.open(reply, redeemed.token);
      return await reply.redirect('/dashboard', 303);
    }
    reply.code(410);
    return renderPage(reply, <SignInPage context={pageContext(request, reply)} notice={null} refused />);
  }

  /** Without a session it redirects with a notice and changes nothing. */
  function changing(change: Change) {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const session = await sessionGuard.signedIn(request);
      const outcome: ChangeOutcome = session ? await outcomeOf(change, session, request, reply) : 'expired';
      if (typeof outcome === 'object' && 'page' in outcome) return outcome.page;
      const { notice, at } = typeof outcome === 'object' ? outcome : { notice: outcome, at: '/dashboard' };
      return await reply.redirect(`${at}?notice=${notice}`, 303);
    };
  }

  /** A page for somebody who is signed in; anyone else is sent to sign in. */
  function signedIn(page: OwnersPage) {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const session = await sessionGuard.signedIn(request);
      if (!session) return await reply.redirect('/dashboard', 303);
      sessionGuard.renew(reply, session.token);
      return await page(session, request, reply);
    };
  }

  const { pages: subpages, changes: subchanges } = subpagesOf(deps);
  const changes = { ...changesOf(engine, sessionGuard, renderDashboard), ...subchanges };

  return {
    register(site: FastifyInstance): void {
      site.register(async (pages) => {
        pages.register(formbody, { bodyLimit: 16 * 1024 });
        const schema = { hide: true };
        pages.get('/dashboard', { schema }, mainPage);
        pages.get('/dashboard/login', { schema }, linkPage);
        // GET on the form's path: language links and reloads of its response page lead here.
        for (const path of Object.keys(changes).filter((path) => !(path in subpages))) {
          pages.get(path, { schema }, (_request, reply) => reply.redirect('/dashboard', 303));
        }
        for (const [path, page] of Object.entries(subpages)) {
          pages.get(path, { schema }, signedIn(page));
        }
        pages.register(async (forms) => {
          forms.addHook('preHandler', forms.csrfProtection);
          forms.post('/dashboard/login', { schema }, signIn);
          for (const [path, change] of Object.entries(changes))
            forms.post(path, { schema }, changing(change));
        });
      });
    },
  };
}

/** Pages of their own, and the changes that their forms make. */
function subpagesOf(deps: WebDeps): DashboardRoutes {
  const parts = [webhookRoutes(deps), paymentRoutes(deps), receivingRoutes(deps)];
  return {
    pages: Object.assign({}, ...parts.map(({ pages }) => pages)),
    changes: Object.assign({}, ...parts.map(({ changes }) => changes)),
  };
}

/** The changes that an owner can make, by the path of their form. @param show the page with a new key */
function changesOf(
  engine: Engine,
  sessionGuard: ReturnType<typeof createSessionGuard>,
  renderDashboard: (
    session: SignedIn,
    apiKey: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<string>,
): Readonly<Record<string, Change>> {
  const mint: Change = async ({ account, ...session }, fields, request, reply) => {
    if (!signedInRecently(session)) return 'sign_in_again';
    const mode: Mode = fields('mode') === 'test' ? 'test' : 'live';
    // Boxes that are not checked are not sent.
    const chosen = scopes.filter((scope) => fields(`scope-${scope}`) === 'on');
    const settings = {
      label: fields('label'),
      mode,
      ...(fields('scopes') === 'chosen' && { scopes: chosen }),
    };
    const { key } = await engine.accountOwner(account).mint(settings);
    return { page: await renderDashboard({ account, ...session }, key, request, reply) };
  };

  const relabel: Change = async ({ account }, fields, request) => {
    await engine.accountOwner(account).relabel(prefixOf(request), fields('label'));
    return 'renamed';
  };

  const revoke: Change = async ({ account }, _fields, request) => {
    await engine.accountOwner(account).revoke(prefixOf(request));
    return 'revoked';
  };

  const overage: Change = async ({ account, ...session }, fields) => {
    const on = fields('overage') === 'on';
    if (on && !signedInRecently(session)) return 'sign_in_again';
    await engine.accountOwner(account).setOverage(on);
    return on ? 'overage_on' : 'overage_off';
  };

  const signOut: Change = async ({ token }, _fields, _request, reply) => {
    await engine.sessions.end(token);
    sessionGuard.close(reply);
    return 'signed_out';
  };

  const signOutEverywhere: Change = async ({ account }, _fields, _request, reply) => {
    await engine.sessions.endAll(account);
    sessionGuard.close(reply);
    return 'everywhere';
  };

  return {
    '/dashboard/keys': mint,
    '/dashboard/keys/:prefix/label': relabel,
    '/dashboard/keys/:prefix/revoke': revoke,
    '/dashboard/overage': overage,
    '/dashboard/logout': signOut,
    '/dashboard/logout-everywhere': signOutEverywhere,
  };
}

/** A page for browsers, JSON for other clients. */
function forPrograms(reply: FastifyReply): string {
  reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store');
  reply.header('vary', 'accept');
  return JSON.stringify({
    ok: true,
    service: 'deresegn',
    signIn: 'deresegn login-link ID',
    usage: '/api/usage',
  });
}

async function viewOf(engine: Engine, id: string): Promise<AccountView> {
  const owner = engine.accountOwner(id);
  const [account, keys, usage, contracts, days, recent, members, receiving, endpoints] = await Promise.all([
    engine.accounts.get(id),
    owner.keys(),
    engine.accountUsage(id),
    owner.contracts(),
    engine.activity.days(id, daysShown),
    engine.activity.recent(id),
    engine.shops.members(id),
    engine.shops.accounts(id),
    engine.webhooks.list(id),
  ]);
  return { account, keys, usage, contracts, days, recent, members, receiving, endpoints };
}

/** Turns expected rejections into notices; other errors go to the server's handler. */
async function outcomeOf(
  change: Change,
  session: SignedIn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ChangeOutcome> {
  try {
    return await change(session, fieldsOf(request), request, reply);
  } catch (error) {
    if (error instanceof AccountOwnerError) return error.kind;
    throw error;
  }
}

function fieldsOf({ body }: FastifyRequest): Fields {
  const fields = (body ?? {}) as Record<string, unknown>;
  return (name) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return typeof value === 'string' ? value : '';
  };
}

function prefixOf({ params }: FastifyRequest): string {
  return (params as { prefix: string }).prefix;
}

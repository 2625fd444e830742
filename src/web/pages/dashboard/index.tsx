/** `/dashboard`: the account owner's pages. */
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AccountOwnerError } from '../../../engine/index.js';
import { wantsPage } from '../../../http/pages.js';
import type { Cookies } from '../../cookies.js';
import { pageContext, renderPage } from '../../render.js';
import type { WebDeps } from '../../types.js';
import type { Change, ChangeOutcome, DashboardRoutes, Fields, OwnersPage } from './changes.js';
import { createFrames } from './frame.js';
import { keyRoutes } from './keys/routes.js';
import { noticeIn } from './notice.js';
import { overviewOf } from './overview/content.js';
import { OverviewPage } from './overview/page.js';
import { receivingRoutes } from './payments/receiving-routes.js';
import { paymentRoutes } from './payments/routes.js';
import { peopleRoutes } from './people/routes.js';
import { recordRoutes } from './records/routes.js';
import { createSessionGuard, type SignedIn } from './session-guard.js';
import { settingsRoutes } from './settings/routes.js';
import { LinkPage, SignInPage } from './sign-in.js';
import { webhookRoutes } from './webhooks/routes.js';

/** Without a session it explains how to sign in. */
const overviewPath = '/dashboard';

export function dashboardPages(site: FastifyInstance, deps: WebDeps, cookies: Cookies): void {
  const { engine, config } = deps;
  const bot = config.CASHIER_BOT_USERNAME;
  const sessionGuard = createSessionGuard(engine, cookies);
  const frameFor = createFrames(deps);

  async function mainPage(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    if (!wantsPage(request)) return forPrograms(reply);
    const session = await sessionGuard.signedIn(request);
    if (session) {
      sessionGuard.renew(reply, session.token);
      const frame = await frameFor(session, request, reply);
      const content = await overviewOf(engine, session.account, frame.context);
      return renderPage(reply, <OverviewPage frame={frame} content={content} />);
    }
    const context = pageContext(request, reply);
    return renderPage(reply, <SignInPage context={context} bot={bot} notice={noticeIn(request, context)} />);
  }

  /** GET changes nothing, because chat programs preview every link. */
  async function linkPage(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const { token } = request.query as { token?: unknown };
    const context = pageContext(request, reply);
    const account = typeof token === 'string' ? await engine.sessions.opens(token) : null;
    if (typeof token !== 'string' || account === null) {
      return renderPage(reply, <SignInPage context={context} bot={bot} notice={null} refused />);
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
      return await reply.redirect(overviewPath, 303);
    }
    reply.code(410);
    return renderPage(
      reply,
      <SignInPage context={pageContext(request, reply)} bot={bot} notice={null} refused />,
    );
  }

  /** Without a session it redirects with a notice and changes nothing. */
  function changeHandler(change: Change, home: string) {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const session = await sessionGuard.signedIn(request);
      if (!session) return await reply.redirect(`${overviewPath}?notice=expired`, 303);
      const outcome = await outcomeOf(change, session, request, reply);
      if (typeof outcome === 'object' && 'page' in outcome) return outcome.page;
      const { notice, at } = typeof outcome === 'object' ? outcome : { notice: outcome, at: home };
      return await reply.redirect(`${at}?notice=${notice}`, 303);
    };
  }

  /** Without a session it redirects to the sign-in page. */
  function pageHandler(page: OwnersPage) {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const session = await sessionGuard.signedIn(request);
      if (!session) return await reply.redirect(overviewPath, 303);
      sessionGuard.renew(reply, session.token);
      return await page(session, request, reply);
    };
  }

  const sections: readonly DashboardRoutes[] = [
    recordRoutes,
    keyRoutes,
    webhookRoutes,
    paymentRoutes,
    receivingRoutes,
    peopleRoutes,
    settingsRoutes,
  ].map((routesOf) => routesOf(deps, frameFor, sessionGuard));
  const schema = { hide: true };

  function registerPages(pages: FastifyInstance, { home, pages: own, changes }: DashboardRoutes): void {
    for (const [path, page] of Object.entries(own)) pages.get(path, { schema }, pageHandler(page));
    // GET on the form's path: language links and reloads of its response page lead here.
    for (const path of Object.keys(changes).filter((path) => !(path in own))) {
      pages.get(path, { schema }, (_request, reply) => reply.redirect(home, 303));
    }
  }

  site.register(async (pages) => {
    pages.register(formbody, { bodyLimit: 16 * 1024 });
    pages.get(overviewPath, { schema }, mainPage);
    pages.get('/dashboard/login', { schema }, linkPage);
    for (const section of sections) registerPages(pages, section);
    pages.register(async (forms) => {
      forms.addHook('preHandler', forms.csrfProtection);
      forms.post('/dashboard/login', { schema }, signIn);
      for (const { home, changes } of sections) {
        for (const [path, change] of Object.entries(changes)) {
          forms.post(path, { schema }, changeHandler(change, home));
        }
      }
    });
  });
}

/** The JSON for clients that are not browsers. */
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

/** The web door to the engine: pages for people. */
import { randomBytes } from 'node:crypto';
import cookie from '@fastify/cookie';
import csrf from '@fastify/csrf-protection';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from '../engine/index.js';
import { assetRoutes } from './assets.js';
import { csrfField } from './components/form.js';
import { cookiesOf } from './cookies.js';
import { rememberLanguage } from './i18n/language.js';
import { refuseForeignForms } from './origin.js';
import { createDashboard } from './pages/dashboard/index.js';
import { errorPages } from './pages/docs/errors.js';
import { guidePage } from './pages/docs/guide.js';
import { failurePage, refusedPage } from './pages/errors.js';
import { createLanding } from './pages/landing/index.js';
import { sandboxPage } from './pages/sandbox/index.js';
import { createStatus } from './pages/status/index.js';
import type { PageTools, WebDeps } from './types.js';

export type { WebDeps } from './types.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Caches may keep the answer for others: no cookie goes with it. */
    shared?: boolean;
  }
  interface FastifyReply {
    /** The token of a form for whoever asks; makes the cookie it goes with where there is none yet. */
    csrfToken(): string;
  }
}

/** The pages as the server takes them in. */
export interface Pages {
  /**
   * Registers every page with an address of its own, and what pages load. To be called on a scope whose answers get
   * the headers of pages; it also gets cookies, CSRF protection and the memory of a chosen language.
   */
  register(site: FastifyInstance, tools: PageTools): void;
  /** What a browser gets at addresses where programs get JSON. @returns a document */
  home(request: FastifyRequest, reply: FastifyReply): Promise<string>;
  sandbox(request: FastifyRequest, reply: FastifyReply): Promise<Buffer>;
  /** What a browser gets where something failed. @returns a document */
  failure(failure: Failure, request: FastifyRequest, reply: FastifyReply): string;
}

export function createPages(deps: WebDeps): Pages {
  const { config } = deps;
  const cookies = cookiesOf(config);
  const secret = config.SESSION_SECRET ?? randomBytes(32).toString('hex');
  const landing = createLanding(deps);
  return {
    register(site, tools) {
      site.register(cookie, { secret });
      // A token is good for the session it was made in, and for no other visitor's cookie that somebody has planted.
      const boundTo = (request: FastifyRequest) => cookies.sessionToken(request) ?? 'nobody';
      site.register(csrf, {
        cookieKey: cookies.names.csrf,
        cookieOpts: { ...cookies.options, signed: true },
        csrfOpts: { hmacKey: secret },
        getUserInfo: boundTo,
        getToken: tokenOf,
      });
      site.decorateReply('csrfToken', function () {
        return this.generateCsrf({ userInfo: boundTo(this.request) });
      });
      site.addHook('onRequest', refuseForeignForms(config));
      site.addHook('onRequest', async (request, reply) => {
        if (!request.routeOptions.config.shared) rememberLanguage(request, reply, cookies.options.secure);
      });
      site.setErrorHandler(refusedPage);
      assetRoutes(site);
      landing.register(site, tools);
      createStatus(deps).register(site);
      createDashboard(deps, cookies).register(site);
      errorPages(site, tools);
      guidePage(site, deps);
    },
    home: landing.page,
    sandbox: sandboxPage(deps),
    failure: failurePage,
  };
}

/** From the form, or from a script's header. */
function tokenOf({ body, headers }: FastifyRequest): string | undefined {
  const { [csrfField]: field } = (body ?? {}) as Record<string, unknown>;
  const token = field ?? headers[`x-${csrfField}`];
  return typeof token === 'string' ? token : undefined;
}

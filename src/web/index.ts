/** Web pages on top of the engine. */
import { randomBytes } from 'node:crypto';
import cookie from '@fastify/cookie';
import csrf from '@fastify/csrf-protection';
import type { FastifyRequest } from 'fastify';
import { compressPages } from '../http/compression.js';
import type { Pages } from '../http/pages.js';
import { assetRoutes } from './assets.js';
import { csrfField } from './components/form.js';
import { cookiesOf } from './cookies.js';
import { rememberLanguage } from './i18n/language.js';
import { refuseForeignForms } from './origin.js';
import { componentsPage } from './pages/components/index.js';
import { dashboardPages } from './pages/dashboard/index.js';
import { errorPages } from './pages/docs/errors.js';
import { guidePage } from './pages/docs/guide.js';
import { paymentGuide } from './pages/docs/payment-requests.js';
import { referencePage } from './pages/docs/reference.js';
import { failurePage, refusedPage } from './pages/errors.js';
import { createLanding } from './pages/landing/index.js';
import { payPages } from './pages/pay/index.js';
import { sandboxPage } from './pages/sandbox/index.js';
import { shopRoutes } from './pages/shop/index.js';
import { statusPages } from './pages/status/index.js';
import type { WebDeps } from './types.js';

export type { WebDeps } from './types.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for cacheable responses, which set no cookie. */
    shared?: boolean;
  }
  interface FastifyReply {
    /** CSRF token for this visitor; sets its cookie if missing. */
    csrfToken(): string;
  }
}

export function createPages(deps: WebDeps): Pages {
  const { config } = deps;
  const cookies = cookiesOf(config);
  const secret = config.SESSION_SECRET ?? randomBytes(32).toString('hex');
  const landing = createLanding(deps);
  return {
    register(site, tools) {
      site.register(cookie, { secret });
      // Binds tokens to the session, so that a planted CSRF cookie of another visitor is useless.
      const boundTo = (request: FastifyRequest) => cookies.read(request, 'session') ?? 'nobody';
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
        if (!request.routeOptions.config.shared) rememberLanguage(request, reply, cookies.options);
      });
      site.setErrorHandler(refusedPage);
      payPages(site, deps, tools);
      shopRoutes(site, deps, cookies);
      dashboardPages(site, deps, cookies);
      site.register(async (open) => {
        await compressPages(open);
        assetRoutes(open);
        landing.register(open, tools);
        componentsPage(open, deps);
        statusPages(open, deps);
        errorPages(open, tools);
        guidePage(open, deps);
        paymentGuide(open, deps);
        referencePage(open);
      });
    },
    home: landing.page,
    sandbox: sandboxPage(deps),
    failure: failurePage,
  };
}

/** The token from the form or from a script's header. */
function tokenOf({ body, headers }: FastifyRequest): string | undefined {
  const { [csrfField]: field } = (body ?? {}) as Record<string, unknown>;
  const token = field ?? headers[`x-${csrfField}`];
  return typeof token === 'string' ? token : undefined;
}

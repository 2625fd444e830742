/** `/sandbox/shop`: payment requests to try, with simulated banks and without an account. */
import { randomBytes } from 'node:crypto';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure, type ShopOrder } from '../../../engine/index.js';
import type { Cookies } from '../../cookies.js';
import { pageContext, renderPage } from '../../render.js';
import type { WebDeps } from '../../types.js';
import { OrderPage, type ShopNotice, ShopPage } from './page.js';

const path = '/sandbox/shop';
/** Simulated receipts have amounts in these steps, in birr. */
const step = 50;
const birrMax = 25_000;
const yearMs = 365 * 86_400_000;
const visitorSeconds = 30 * 24 * 3600;

type Paying = NonNullable<NonNullable<WebDeps['sandbox']>['paying']>;

/** Registers nothing where there are no simulated banks. */
export function shopRoutes(site: FastifyInstance, { engine, sandbox }: WebDeps, cookies: Cookies): void {
  const { sandboxShop } = engine;
  const paying = sandbox?.paying;
  if (!paying) return;
  const orderFor = (birr: number) => orderOf(paying, birr);
  const visitorIn = (request: FastifyRequest) => cookies.read(request, 'shop');

  async function list(request: FastifyRequest, reply: FastifyReply, notice: ShopNotice | null = null) {
    const context = pageContext(request, reply);
    const token = visitorIn(request);
    const paymentRequests = token === null ? [] : await sandboxShop.list(token);
    return renderPage(reply, <ShopPage {...{ context, paymentRequests, notice, step, birrMax }} />);
  }

  async function make(request: FastifyRequest, reply: FastifyReply) {
    const birr = birrIn(request);
    if (birr === null) return await list(request, reply.code(400), 'amount');
    const token = visitorIn(request) ?? createVisitor(cookies, reply);
    try {
      const { id } = await sandboxShop.open({ token, address: request.ip }, () => orderFor(birr));
      return await reply.redirect(`${path}/${id}`, 303);
    } catch (error) {
      if (!(error instanceof Failure) || error.failure !== 'rate_limited') throw error;
      reply.header('retry-after', error.details.retryAfterSeconds ?? 60);
      return await list(request, reply.code(429), 'busy');
    }
  }

  async function show(request: FastifyRequest, reply: FastifyReply) {
    const token = visitorIn(request);
    if (token === null) throw new Failure('not_found');
    const shown = await sandboxShop.get(token, (request.params as { id: string }).id);
    const { receipts: stored = '' } = shown.paymentRequest.metadata;
    const receipts = stored.split(' ').map((pair) => pair.split(':') as [outcome: string, reference: string]);
    const context = pageContext(request, reply);
    return renderPage(reply, <OrderPage {...{ context, ...shown, receipts }} />);
  }

  site.register(async (scope) => {
    scope.register(formbody, { bodyLimit: 4 * 1024 });
    const schema = { hide: true };
    scope.get(path, { schema }, (request, reply) => list(request, reply));
    scope.get(`${path}/:id`, { schema }, show);
    scope.post(path, { schema, preHandler: scope.csrfProtection }, make);
  });
}

/** A new visitor: 128 random bits in a signed cookie. */
function createVisitor({ names, options }: Cookies, reply: FastifyReply): string {
  const token = randomBytes(16).toString('base64url');
  reply.setCookie(names.shop, token, { ...options, signed: true, maxAge: visitorSeconds });
  return token;
}

/** An order with receipts that no other visitor has. */
function orderOf(paying: Paying, birr: number): ShopOrder {
  const found = paying(birr, randomBytes(16).toString('hex'), new Date().toISOString().slice(0, 7));
  return {
    amount: `${birr}.00`,
    description: 'Order 17',
    notBefore: new Date(Date.now() - yearMs).toISOString(),
    receivers: found
      .filter(({ isVerified }) => isVerified)
      .map(({ receiver }) => ({ provider: 'telebirr', ...receiver })),
    receipts: found.map(({ outcome, reference }) => `${outcome}:${reference}`).join(' '),
  };
}

function birrIn({ body }: FastifyRequest): number | null {
  const { amount } = (body ?? {}) as { amount?: unknown };
  const birr = typeof amount === 'string' && /^\d{1,5}$/.test(amount.trim()) ? Number(amount) : 0;
  return birr >= step && birr <= birrMax && birr % step === 0 ? birr : null;
}

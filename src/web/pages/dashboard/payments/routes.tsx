/** `/dashboard/payment-requests`: pages and forms of payment requests. */
import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import {
  AccountOwnerError,
  type Engine,
  Failure,
  type PaymentRequestInput,
  paymentRequestStatuses,
} from '../../../../engine/index.js';
import { renderPage } from '../../../render.js';
import type { WebDeps } from '../../../types.js';
import type { Change, ChangeOutcome, DashboardRoutes, Fields, OwnersPage } from '../changes.js';
import type { FrameFor } from '../frame.js';
import type { NoticeName } from '../notice.js';
import { PaymentRequestsPage } from './list.js';
import { PaymentRequestPage } from './request.js';

const path = '/dashboard/payment-requests';
const requestPath = `${path}/:id`;
/** The date of a simulated receipt depends on its reference: for test requests any date counts. */
const simulatedSince = '2023-01-01T00:00:00Z';

/** Pages and changes by their paths. */
export function paymentRoutes({ engine }: Pick<WebDeps, 'engine'>, frameFor: FrameFor): DashboardRoutes {
  const list: OwnersPage = async (session, request, reply) => {
    const query = queryOf(request);
    const [frame, { paymentRequests, more }, receiving] = await Promise.all([
      frameFor(session, request, reply),
      engine.paymentRequests.list(session.account, query),
      engine.shops.accounts(session.account),
    ]);
    const form = { token: randomUUID(), hasAccounts: receiving.length > 0 };
    return renderPage(reply, <PaymentRequestsPage {...{ frame, query, paymentRequests, more, form }} />);
  };

  const show: OwnersPage = async (session, request, reply) => {
    const [frame, shown] = await Promise.all([
      frameFor(session, request, reply),
      engine.paymentRequests.get(session.account, idIn(request)),
    ]);
    return renderPage(reply, <PaymentRequestPage frame={frame} shown={shown} />);
  };

  return { home: path, pages: { [path]: list, [requestPath]: show }, changes: changesOf(engine) };
}

function changesOf(engine: Pick<Engine, 'paymentRequests' | 'accountOwner'>): DashboardRoutes['changes'] {
  const create: Change = async ({ account }, fields) => {
    const mode = fields('mode') === 'test' ? 'test' : 'live';
    const caller = await engine.accountOwner(account).caller(mode);
    const input = { ...inputIn(fields), ...(mode === 'test' && { notBefore: simulatedSince }) };
    // A form that is sent twice creates one request.
    const token = fields('token');
    const key = token === '' ? undefined : `${token} ${JSON.stringify(input)}`;
    const { id } = await engine.paymentRequests.create(caller, input, key);
    return { notice: 'payment_made', at: `${path}/${id}` };
  };

  const cancel: Change = async ({ account }, _fields, request) => {
    await engine.paymentRequests.cancel(account, idIn(request));
    return requestWith(request, 'payment_canceled');
  };

  const decide =
    (decision: 'accept' | 'refuse', done: NoticeName): Change =>
    async ({ account }, fields, request) => {
      const reason = shortened(fields('reason'), 200);
      if (reason === undefined) return requestWith(request, 'payment_reason');
      const attempt = fields('attempt') || undefined;
      const { status } = await engine.paymentRequests[decision](account, idIn(request), reason, { attempt });
      return requestWith(request, decision === 'accept' && status === 'open' ? 'payment_added' : done);
    };

  return {
    [path]: refusing(create, refusedCreation),
    [`${requestPath}/cancel`]: refusing(cancel, refusedChange),
    [`${requestPath}/accept`]: refusing(decide('accept', 'payment_accepted'), refusedChange),
    [`${requestPath}/refuse`]: refusing(decide('refuse', 'payment_refused'), refusedChange),
  };
}

/** Turns rejections of the engine into notices; `outcomeOf` returns null for failures of the service. */
function refusing(
  change: Change,
  outcomeOf: (failure: Failure, request: FastifyRequest) => ChangeOutcome | null,
) {
  return async (...call: Parameters<Change>): Promise<ChangeOutcome> => {
    try {
      return await change(...call);
    } catch (error) {
      if (error instanceof AccountOwnerError && error.kind === 'contract') return 'payment_contract';
      const outcome = error instanceof Failure ? outcomeOf(error, call[2]) : null;
      if (outcome === null) throw error;
      return outcome;
    }
  };
}

function refusedCreation({ failure, details }: Failure): ChangeOutcome | null {
  if (failure === 'rate_limited') return 'payment_too_many';
  if (failure !== 'invalid_request') return null;
  switch (details.issues?.[0]?.path) {
    case 'amount':
      return 'payment_amount';
    case 'expiresInMinutes':
      return 'payment_minutes';
    case 'receivers':
      return 'payment_receivers';
    default:
      return null;
  }
}

function refusedChange({ failure }: Failure, request: FastifyRequest): ChangeOutcome | null {
  if (failure === 'not_found') return 'payment_unknown';
  return failure === 'invalid_request' ? requestWith(request, 'payment_changed') : null;
}

function requestWith(request: FastifyRequest, notice: NoticeName): ChangeOutcome {
  return { notice, at: `${path}/${encodeURIComponent(idIn(request))}` };
}

/** With the lengths that the API allows. */
function inputIn(fields: Fields): PaymentRequestInput {
  const minutes = fields('minutes').trim();
  return {
    amount: fields('amount').trim(),
    description: shortened(fields('description'), 200),
    externalId: shortened(fields('externalId'), 100),
    expiresInMinutes: minutes === '' ? undefined : Number(minutes),
    partial: fields('partial') === 'on',
  };
}

function shortened(text: string, max: number): string | undefined {
  return text.trim().slice(0, max) || undefined;
}

function queryOf({ query }: FastifyRequest) {
  const { status, after } = query as Record<string, unknown>;
  return {
    status: paymentRequestStatuses.find((name) => name === status),
    after: typeof after === 'string' && /^pr_[0-9a-z]{26}$/.test(after) ? after : undefined,
  };
}

function idIn({ params }: FastifyRequest): string {
  return (params as { id: string }).id;
}

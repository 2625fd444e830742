/** /api/receiving-accounts: where an account is paid; the same list as the cashier bot's /accounts. */
import { type Engine, Failure, type ReceivingAccount, ShopError } from '../../engine/index.js';
import { requireKey } from '../plugins/authentication.js';
import { json } from '../reply.js';
import {
  answer,
  bodyFailures,
  failureResponses,
  keyFailures,
  recordedExamples,
  serviceFailures,
} from '../schemas/failures.js';
import {
  receivingAccount,
  receivingAccountBody,
  receivingAccountList,
  receivingAccountParams,
} from '../schemas/receiving-accounts.js';
import { removed } from '../schemas/webhooks.js';
import type { App } from '../types.js';

const url = '/api/receiving-accounts';
const common = { tags: ['account'], security: [{ key: [] }] };

export function receivingAccountsRoutes(app: App, { engine }: { engine: Engine }): void {
  app.route({
    method: 'GET',
    url,
    config: { keyed: true },
    schema: {
      ...common,
      operationId: 'listReceivingAccounts',
      summary: 'List receiving accounts',
      description: 'Where the account is paid. Whole numbers are not shown.',
      response: {
        200: answer(
          'The accounts, by bank.',
          receivingAccountList,
          recordedExamples({ receiving_accounts: 'One account' }),
        ),
        ...failureResponses([...keyFailures, ...serviceFailures]),
      },
    },
    handler: async (request, reply) => {
      const { account } = await requireKey(engine, request, reply);
      return json(reply, { ok: true, accounts: (await engine.shops.accounts(account)).map(shown) });
    },
  });
  app.route({
    method: 'POST',
    url,
    config: { keyed: true },
    schema: {
      ...common,
      operationId: 'addReceivingAccount',
      summary: 'Add a receiving account',
      description:
        'From then on `checks.receiver` compares payments with it. The same bank and number again: its name is replaced. At most 20.',
      body: receivingAccountBody,
      response: {
        201: answer(
          'The account as it is saved.',
          receivingAccount,
          recordedExamples({ receiving_account: 'A new account' }),
        ),
        ...failureResponses([...bodyFailures, ...keyFailures, ...serviceFailures]),
      },
    },
    handler: async (request, reply) => {
      const { account: owner } = await requireKey(engine, request, reply);
      const { provider, account, name } = request.body;
      const saved = await engine.shops
        .saveAccount(owner, { provider, number: account, holder: name ?? null })
        .catch(refused);
      return json(reply.code(201), { ok: true, ...shown(saved) });
    },
  });
  app.route({
    method: 'DELETE',
    url: `${url}/:id`,
    config: { keyed: true },
    schema: {
      ...common,
      operationId: 'removeReceivingAccount',
      summary: 'Remove a receiving account',
      description: 'Payments to it are no longer taken for payments to the account.',
      params: receivingAccountParams,
      response: {
        200: answer('It is removed.', removed),
        ...failureResponses([...keyFailures, 'not_found', ...serviceFailures]),
      },
    },
    handler: async (request, reply) => {
      const { account } = await requireKey(engine, request, reply);
      const { id } = request.params;
      if (!(await engine.shops.removeAccount(account, id))) throw new Failure('not_found');
      return json(reply, { ok: true, id });
    },
  });
}

/** With the member names of `expect`. */
function shown({ id, provider, lastFour, holder }: ReceivingAccount) {
  return { id, provider, lastFour, name: holder };
}

const members: Readonly<Record<string, string>> = { number: 'account', holder: 'name' };

/** Throws a refusal of the engine as an issue of the member it is about. */
function refused(error: unknown): never {
  if (!(error instanceof ShopError)) throw error;
  const { kind, field = '' } = error;
  const [path, message] =
    kind === 'too_many'
      ? ['', 'an account has at most 20 receiving accounts']
      : [members[field] ?? field, messages[field] ?? 'has no visible characters'];
  throw new Failure('invalid_request', { issues: [{ path, code: 'custom', message }] });
}

const messages: Readonly<Record<string, string>> = {
  number: 'must have 5 to 34 letters and digits, four digits in a row among them',
};

/** /api/receiving-accounts: where an account is paid; the same list as the cashier bot's /accounts. */
import { type Engine, Failure, type ReceivingAccount, ShopError } from '../../engine/index.js';
import { accountRoutes } from '../account-routes.js';
import { answer, bodyFailures, recordedExamples } from '../schemas/failures.js';
import {
  receivingAccount,
  receivingAccountBody,
  receivingAccountList,
  receivingAccountParams,
} from '../schemas/receiving-accounts.js';
import { removed } from '../schemas/webhooks.js';
import type { App } from '../types.js';

const url = '/api/receiving-accounts';

export function receivingAccountsRoutes(app: App, { engine }: { engine: Engine }): void {
  const route = accountRoutes(app, engine, 'account');
  route({
    ...{ method: 'GET', url },
    schema: {
      operationId: 'listReceivingAccounts',
      summary: 'List receiving accounts',
      description: 'The accounts that customers pay to. Whole numbers are not shown.',
    },
    success: answer(
      'The accounts, by bank.',
      receivingAccountList,
      recordedExamples({ receiving_accounts: 'One account' }),
    ),
    handle: async ({ account }) => ({ accounts: (await engine.shops.accounts(account)).map(toResponse) }),
  });
  route({
    ...{ method: 'POST', url, status: 201 },
    schema: {
      operationId: 'addReceivingAccount',
      summary: 'Add a receiving account',
      description:
        'From then on `checks.receiver` compares payments with it. Adding the same bank and number again replaces the name. At most 20.',
      body: receivingAccountBody,
    },
    success: answer(
      'The account as it is saved.',
      receivingAccount,
      recordedExamples({ receiving_account: 'A new account' }),
    ),
    failures: bodyFailures,
    async handle({ account: owner }, { body: { provider, account, name } }) {
      const saved = await engine.shops
        .saveAccount(owner, { provider, number: account, holder: name ?? null })
        .catch(throwAsIssue);
      return toResponse(saved);
    },
  });
  route({
    ...{ method: 'DELETE', url: `${url}/:id` },
    schema: {
      operationId: 'removeReceivingAccount',
      summary: 'Remove a receiving account',
      description: 'Payments to it no longer count as payments to the account.',
      params: receivingAccountParams,
    },
    success: answer('It is removed.', removed),
    failures: ['not_found'],
    async handle({ account }, { params: { id } }) {
      if (!(await engine.shops.removeAccount(account, id))) throw new Failure('not_found');
      return { id };
    },
  });
}

/** With the member names of `expect`. */
function toResponse({ id, provider, lastFour, holder }: ReceivingAccount) {
  return { id, provider, lastFour, name: holder };
}

const members: Readonly<Record<string, string>> = { number: 'account', holder: 'name' };

/** Throws a rejection of the engine as an issue of the member it is about. */
function throwAsIssue(error: unknown): never {
  if (!(error instanceof ShopError)) throw error;
  const { kind, field = '' } = error;
  const [path, message] =
    kind === 'too_many'
      ? ['', 'an account has at most 20 receiving accounts']
      : [members[field] ?? field, messages[field] ?? 'has no visible characters'];
  throw new Failure('invalid_request', { issues: [{ path, code: 'custom', message }] });
}

const messages: Readonly<Record<string, string>> = {
  number: 'must have 5 to 34 letters and digits, including four digits in a row',
};

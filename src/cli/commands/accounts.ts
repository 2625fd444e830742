/** `accounts`: accounts and their plans. */
import { Command, Option } from 'commander';
import type { AccountInfo, Plan } from '../../engine/api/index.js';
import { planNames } from '../../engine/api/plans.js';
import { commandGroup, wholeNumber, withJson } from '../arguments.js';
import type { Cli } from '../context.js';
import { formatTable } from '../table.js';

export const accounts = commandGroup('accounts', 'accounts and their plans', [accountsList, accountsSet]);

function accountsList(cli: Cli): Command {
  return withJson(new Command('list'))
    .description('list all accounts')
    .action(async (options: { json?: boolean }) => {
      const accounts = await cli.withEngine('lasting', (engine) => engine.accounts.list());
      const lines = accounts.length > 0 ? accountTable(accounts) : ['There are no accounts.'];
      cli.print(options, accounts, lines);
    });
}

function accountTable(accounts: readonly AccountInfo[]): string[] {
  const head = ['ACCOUNT', 'PLAN', 'OVERAGE', 'KEYS', 'CREATED', 'NAME'];
  const rows = accounts.map(({ id, plan, overage, keys, createdAt, name }) => [
    id,
    plan,
    overage ? 'on' : 'off',
    String(keys),
    createdAt,
    name,
  ]);
  return formatTable(head, rows);
}

interface Options {
  json?: boolean;
  plan?: Plan;
  overage?: 'on' | 'off';
  waiting?: number;
}

function accountsSet(cli: Cli): Command {
  return withJson(new Command('set'))
    .description("change an account's plan, overage or contract")
    .argument('<id>', 'the account')
    .addOption(new Option('--plan <plan>', 'the new plan').choices([...planNames]))
    .addOption(new Option('--overage <state>', 'continue past the cap, at a price').choices(['on', 'off']))
    .option(
      '--waiting <n>',
      "calls that may wait at once, of an Enterprise account's contract",
      wholeNumber(1),
    )
    .action(async (id: string, { json, plan, overage, waiting }: Options, command: Command) => {
      if (plan === undefined && overage === undefined && waiting === undefined) {
        command.error('error: nothing to set: --plan, --overage or --waiting');
      }
      const change = { plan, waiting, overage: overage === undefined ? undefined : overage === 'on' };
      const account = await cli.withEngine('lasting', (engine) => engine.accounts.set(id, change));
      cli.print({ json }, account, accountTable([account]));
    });
}

import { Command } from 'commander';
import type { AccountInfo } from '../../engine/api/index.js';
import { withJson } from '../arguments.js';
import type { Cli } from '../context.js';
import { table } from '../table.js';

export function accountsList(cli: Cli): Command {
  return withJson(new Command('list'))
    .description('all accounts')
    .action(async (options: { json?: boolean }) => {
      const accounts = await cli.withEngine('lasting', (engine) => engine.accounts.list());
      const lines = accounts.length > 0 ? accountTable(accounts) : ['There are no accounts.'];
      cli.print(options, accounts, lines);
    });
}

export function accountTable(accounts: readonly AccountInfo[]): string[] {
  const head = ['ACCOUNT', 'PLAN', 'OVERAGE', 'KEYS', 'CREATED', 'NAME'];
  const rows = accounts.map(({ id, plan, overage, keys, createdAt, name }) => [
    id,
    plan,
    overage ? 'on' : 'off',
    String(keys),
    createdAt,
    name,
  ]);
  return table(head, rows);
}

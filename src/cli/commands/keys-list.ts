import { Command } from 'commander';
import type { KeyInfo } from '../../engine/api/index.js';
import { withJson } from '../arguments.js';
import type { Cli } from '../context.js';
import { limit, table } from '../table.js';

export function keysList(cli: Cli): Command {
  return withJson(new Command('list'))
    .description('keys by their prefixes')
    .option('--account <id>', 'of this account only')
    .action(async ({ json, account }: { json?: boolean; account?: string }) => {
      const keys = await cli.withEngine('lasting', (engine) => engine.keys.list(account));
      cli.print({ json }, keys, keys.length > 0 ? keyTable(keys) : ['There are no keys.']);
    });
}

export function keyTable(keys: readonly KeyInfo[]): string[] {
  const head = ['PREFIX', 'ACCOUNT', 'MODE', 'PLAN', 'RATE', 'CAP', 'READS', 'STATE', 'LABEL'];
  const rows = keys.map(({ prefix, account, mode, plan, rate, cap, reads, revokedAt, label }) => [
    prefix,
    account,
    mode,
    plan,
    String(rate),
    limit(cap),
    limit(reads),
    revokedAt === null ? 'active' : `revoked ${revokedAt}`,
    label,
  ]);
  return table(head, rows);
}

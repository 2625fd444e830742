import { Command } from 'commander';
import type { ProviderInfo } from '../../engine/api/index.js';
import { withJson } from '../arguments.js';
import type { Cli } from '../context.js';
import { formatTable } from '../table.js';

export function providers(cli: Cli): Command {
  return withJson(new Command('providers'))
    .description('list the banks that are supported or recognised')
    .action(async (options: { json?: boolean }) => {
      const banks = await cli.withEngine('passing', async (engine) => engine.providers());
      cli.print(options, banks, providerTable(banks));
    });
}

function providerTable(banks: readonly ProviderInfo[]): string[] {
  const head = ['KEY', 'NAME', 'SUPPORT', 'BARE REFERENCE', 'NEEDS', 'LINKS AT'];
  const rows = banks.map(({ key, name, support, bareReference, needs, hosts }) => [
    key,
    name,
    support,
    bareReference ? 'yes' : 'no',
    needs.join(', '),
    hosts.join(', '),
  ]);
  return formatTable(head, rows);
}

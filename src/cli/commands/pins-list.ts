import { Command } from 'commander';
import { withJson } from '../arguments.js';
import type { Cli } from '../context.js';
import { table } from '../table.js';

export function pinsList(cli: Cli): Command {
  return withJson(new Command('list'))
    .description('pinned certificates, of the store and of TLS_PINS')
    .action(async (options: { json?: boolean }) => {
      const pins = await cli.withEngine('lasting', (engine) => engine.pins.list());
      const rows = pins.map(({ host, pin, from, addedAt }) => [host, pin, from, addedAt ?? '']);
      cli.print(options, pins, table(['HOST', 'KEY', 'FROM', 'ADDED'], rows));
    });
}

import { Command } from 'commander';
import { withJson } from '../arguments.js';
import type { Cli } from '../context.js';

export function pinsRemove(cli: Cli): Command {
  return withJson(new Command('remove'))
    .description('forget the stored pins of a host; its chain must verify again, or TLS_PINS decide')
    .argument('<host>', 'such as apps.cbe.com.et:100; the port is 443 when left out')
    .action(async (host: string, options: { json?: boolean }) => {
      const removed = await cli.withEngine('lasting', (engine) => engine.pins.remove(host));
      cli.print(options, { host, removed }, [`${removed} removed.`]);
    });
}

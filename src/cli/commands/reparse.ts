import { Command } from 'commander';
import { withJson } from '../arguments.js';
import type { Cli } from '../context.js';

/** `reparse`: parses stored answers of view-limited links again; no bank is asked. */
export function reparse(cli: Cli): Command {
  return withJson(new Command('reparse'))
    .description('parse the stored answers of view-limited links again, after a parser was fixed')
    .action(async (options: { json?: boolean }) => {
      const done = await cli.withEngine('lasting', (engine) => engine.reparse());
      cli.print(options, done, [
        `${done.read} read: ${done.settled} settled, ${done.unreadable} still unreadable.`,
      ]);
    });
}

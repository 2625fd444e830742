import { Command } from 'commander';
import { keyPrefix, wholeKeyNote, withJson } from '../arguments.js';
import type { Cli } from '../context.js';

/** `keys revoke`: takes effect with the next call. */
export function keysRevoke(cli: Cli): Command {
  return withJson(new Command('revoke'))
    .description('make a key unusable, at once and for good')
    .argument('<prefix>', 'the first 14 characters of the key')
    .action(async (typed: string, options: { json?: boolean }) => {
      const note = wholeKeyNote(typed);
      if (note !== null) cli.note(note);
      const key = await cli.withEngine('lasting', (engine) => engine.keys.revoke(keyPrefix(typed)));
      cli.print(options, key, [`${key.prefix} is revoked.`]);
    });
}

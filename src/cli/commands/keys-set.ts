import { Command } from 'commander';
import type { KeyChange } from '../../engine/api/index.js';
import { keyPrefix, wholeKeyNote, wholeNumber, withJson } from '../arguments.js';
import type { Cli } from '../context.js';
import { keyTable } from './keys-list.js';

export function keysSet(cli: Cli): Command {
  return withJson(new Command('set'))
    .description("change a key's own limits")
    .argument('<prefix>', 'the first 14 characters of the key')
    .option('--rate <n>', 'requests a minute', wholeNumber(1))
    .option('--cap <n>', "verifications of an Enterprise key's contract", wholeNumber(0))
    .option('--reads <n>', "screenshot reads of an Enterprise key's contract", wholeNumber(0))
    .action(async (typed: string, { json, ...change }: KeyChange & { json?: boolean }, command: Command) => {
      if (Object.keys(change).length === 0) command.error('error: nothing to set: --rate, --cap or --reads');
      const note = wholeKeyNote(typed);
      if (note !== null) cli.note(note);
      const key = await cli.withEngine('lasting', (engine) => engine.keys.set(keyPrefix(typed), change));
      cli.print({ json }, key, keyTable([key]));
    });
}

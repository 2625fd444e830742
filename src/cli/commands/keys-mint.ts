import { Command, Option } from 'commander';
import type { MintRequest } from '../../engine/api/index.js';
import { planNames } from '../../engine/api/plans.js';
import { wholeNumber, withJson } from '../arguments.js';
import type { Cli } from '../context.js';
import { limit, pairs } from '../table.js';

/** `keys mint`: creates a key and shows it, once. */
export function keysMint(cli: Cli): Command {
  return withJson(new Command('mint'))
    .description('make an API key; it is shown this once')
    .addOption(new Option('--plan <plan>', 'plan of a new account (default: free)').choices([...planNames]))
    .option('--account <id>', 'an account there is; without it a new one is made')
    .option('--name <text>', 'name of the new account')
    .option('--label <text>', 'what the key is for, shown in histories')
    .addOption(
      new Option('--mode <mode>', 'real or simulated banks').choices(['live', 'test']).default('live'),
    )
    .option('--rate <n>', 'requests a minute', wholeNumber(1))
    .option('--cap <n>', "verifications of an Enterprise key's contract", wholeNumber(0))
    .option('--reads <n>', "screenshot reads of an Enterprise key's contract", wholeNumber(0))
    .action(async ({ json, ...request }: MintRequest & { json?: boolean }) => {
      const minted = await cli.withEngine('lasting', (engine) => engine.keys.mint(request));
      const { key, prefix, account, mode, plan, rate, cap, reads } = minted;
      const shown = { key, prefix, account, mode, plan, rate, cap, reads };
      const lines = pairs({ ...shown, rate: `${rate} a minute`, cap: limit(cap), reads: limit(reads) });
      cli.print({ json }, shown, [...lines, '', 'The key is shown only once; keep it.']);
    });
}

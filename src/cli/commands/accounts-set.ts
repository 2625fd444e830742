import { Command, Option } from 'commander';
import type { Plan } from '../../engine/api/index.js';
import { planNames } from '../../engine/api/plans.js';
import { wholeNumber, withJson } from '../arguments.js';
import type { Cli } from '../context.js';
import { accountTable } from './accounts-list.js';

interface Options {
  json?: boolean;
  plan?: Plan;
  overage?: 'on' | 'off';
  waiting?: number;
}

export function accountsSet(cli: Cli): Command {
  return withJson(new Command('set'))
    .description("change an account's plan, whether verifications over its cap are bought, or its contract")
    .argument('<id>', 'the account')
    .addOption(new Option('--plan <plan>', 'the new plan').choices([...planNames]))
    .addOption(new Option('--overage <state>', 'go on over the cap, at a price').choices(['on', 'off']))
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

import { Command, Option } from 'commander';
import { planNames } from '../../engine/plans.js';
import type { Plan } from '../../engine/types.js';
import { withJson } from '../arguments.js';
import type { Cli } from '../context.js';
import { accountTable } from './accounts-list.js';

interface Options {
  json?: boolean;
  plan?: Plan;
  overage?: 'on' | 'off';
}

export function accountsSet(cli: Cli): Command {
  return withJson(new Command('set'))
    .description("change an account's plan, or whether verifications over its cap are bought")
    .argument('<id>', 'the account')
    .addOption(new Option('--plan <plan>', 'the new plan').choices([...planNames]))
    .addOption(new Option('--overage <state>', 'go on over the cap, at a price').choices(['on', 'off']))
    .action(async (id: string, { json, plan, overage }: Options, command: Command) => {
      if (plan === undefined && overage === undefined) {
        command.error('error: nothing to set: --plan or --overage');
      }
      const change = { plan, overage: overage === undefined ? undefined : overage === 'on' };
      const account = await cli.withEngine('lasting', (engine) => engine.accounts.set(id, change));
      cli.print({ json }, account, accountTable([account]));
    });
}

import { Command } from 'commander';
import type { Usage } from '../../engine/api/index.js';
import { withJson } from '../arguments.js';
import type { Cli } from '../context.js';
import { limit, pairs } from '../table.js';

export function usage(cli: Cli): Command {
  return withJson(new Command('usage'))
    .description('show the usage of an account')
    .argument('<id>', 'the account')
    .action(async (id: string, options: { json?: boolean }) => {
      const used = await cli.withEngine('lasting', (engine) => engine.accountUsage(id));
      cli.print(options, used, usageLines(used));
    });
}

function usageLines({ account, plan, verifications, screenshots }: Usage): string[] {
  const { used, cap, window, endsAt, overage } = verifications;
  return pairs({
    account,
    plan,
    verifications: `${used} of ${limit(cap)} this ${window}, which ends ${endsAt}`,
    overage: overage.enabled ? `${overage.count} for ${overage.amountEtb} ETB` : null,
    screenshots: `${screenshots.used} of ${limit(screenshots.cap)} this month, which ends ${screenshots.endsAt}`,
  });
}

import { Command } from 'commander';
import { withJson } from '../arguments.js';
import type { Cli } from '../context.js';

export function loginLink(cli: Cli): Command {
  return withJson(new Command('login-link'))
    .description('create a link that signs in to the dashboard once, within ten minutes')
    .argument('<id>', 'the account')
    .action(async (id: string, options: { json?: boolean }) => {
      const link = await cli.withEngine('lasting', (engine) => engine.accounts.loginLink(id));
      cli.print(options, link, [link.url, `Works once, until ${link.expiresAt}.`]);
    });
}

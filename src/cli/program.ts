/** All commands of the command line (docs/api.md#command-line). */
import { Command } from 'commander';
import { accountsList } from './commands/accounts-list.js';
import { accountsSet } from './commands/accounts-set.js';
import { keysList } from './commands/keys-list.js';
import { keysMint } from './commands/keys-mint.js';
import { keysRevoke } from './commands/keys-revoke.js';
import { keysSet } from './commands/keys-set.js';
import { loginLink } from './commands/login-link.js';
import { pinsAdd } from './commands/pins-add.js';
import { pinsList } from './commands/pins-list.js';
import { pinsRemove } from './commands/pins-remove.js';
import { pinsShow } from './commands/pins-show.js';
import { providers } from './commands/providers.js';
import { read } from './commands/read.js';
import { reparse } from './commands/reparse.js';
import { sandboxList } from './commands/sandbox-list.js';
import { sandboxSet } from './commands/sandbox-set.js';
import { status } from './commands/status.js';
import { usage } from './commands/usage.js';
import { verify } from './commands/verify.js';
import type { Cli } from './context.js';
import { harmlessLines } from './table.js';

export function createProgram(cli: Cli): Command {
  const program = new Command('deresegn')
    .description(
      'Verifies Ethiopian bank and wallet receipts at the bank. Talks to the same store as the service.',
    )
    .addCommand(group('keys', 'API keys', keysMint, keysList, keysRevoke, keysSet))
    .addCommand(group('accounts', 'accounts and their plans', accountsList, accountsSet))
    .addCommand(usage(cli))
    .addCommand(verify(cli))
    .addCommand(read(cli))
    .addCommand(status(cli))
    .addCommand(providers(cli))
    .addCommand(loginLink(cli))
    .addCommand(group('pins', 'pinned certificates of banks', pinsShow, pinsAdd, pinsList, pinsRemove))
    .addCommand(reparse(cli))
    .addCommand(group('sandbox', 'the simulated banks', sandboxList, sandboxSet));
  throwInsteadOfExit(program);
  return program;

  function group(name: string, description: string, ...members: ((cli: Cli) => Command)[]): Command {
    const command = new Command(name).description(description);
    for (const member of members) command.addCommand(member(cli));
    return command;
  }
}

/**
 * Makes commander throw instead of exit, and removes terminal control characters from its output. commander does not apply
 * these settings to added commands.
 */
function throwInsteadOfExit(command: Command): void {
  command.exitOverride();
  command.configureOutput({ writeErr: (text) => void process.stderr.write(harmlessLines(text)) });
  for (const member of command.commands) throwInsteadOfExit(member);
}

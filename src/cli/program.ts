/** All commands of the command line (docs/api.md#command-line). */
import { Command } from 'commander';
import { accountsList, accountsSet } from './commands/accounts.js';
import { keysList, keysMint, keysRevoke, keysSet } from './commands/keys.js';
import { loginLink } from './commands/login-link.js';
import { mcp } from './commands/mcp.js';
import {
  paymentRequestsAccept,
  paymentRequestsCancel,
  paymentRequestsCreate,
  paymentRequestsList,
  paymentRequestsRefuse,
  paymentRequestsShow,
} from './commands/payment-requests.js';
import { pinsAdd, pinsList, pinsRemove, pinsShow } from './commands/pins.js';
import { providers } from './commands/providers.js';
import { read } from './commands/read.js';
import { reparse } from './commands/reparse.js';
import { sandboxList, sandboxSet } from './commands/sandbox.js';
import { status } from './commands/status.js';
import { usage } from './commands/usage.js';
import { listVerifications } from './commands/verifications.js';
import { verify } from './commands/verify.js';
import {
  webhooksCreate,
  webhooksList,
  webhooksLog,
  webhooksRemove,
  webhooksResend,
  webhooksRotate,
  webhooksSet,
  webhooksTest,
} from './commands/webhooks.js';
import type { Cli } from './context.js';
import { harmlessLines } from './table.js';

export function createProgram(cli: Cli): Command {
  const program = new Command('deresegn')
    .description(
      'Verifies Ethiopian bank and wallet receipts at the bank. Talks to the same store as the service.',
    )
    .addCommand(group('keys', 'API keys', keysMint, keysList, keysRevoke, keysSet))
    .addCommand(group('accounts', 'accounts and their plans', accountsList, accountsSet))
    .addCommand(webhooks())
    .addCommand(paymentRequests())
    .addCommand(listVerifications(cli))
    .addCommand(usage(cli))
    .addCommand(verify(cli))
    .addCommand(read(cli))
    .addCommand(status(cli))
    .addCommand(providers(cli))
    .addCommand(loginLink(cli))
    .addCommand(mcp())
    .addCommand(group('pins', 'pinned certificates of banks', pinsShow, pinsAdd, pinsList, pinsRemove))
    .addCommand(reparse(cli))
    .addCommand(group('sandbox', 'the simulated banks', sandboxList, sandboxSet));
  throwInsteadOfExit(program);
  return program;

  function webhooks(): Command {
    const changes = [webhooksCreate, webhooksSet, webhooksRemove, webhooksRotate] as const;
    const deliveries = [webhooksTest, webhooksLog, webhooksResend] as const;
    return group('webhooks', "an account's webhook endpoints", webhooksList, ...changes, ...deliveries);
  }

  function paymentRequests(): Command {
    const decisions = [paymentRequestsCancel, paymentRequestsAccept, paymentRequestsRefuse] as const;
    const description = "an account's payment requests";
    const requests = [paymentRequestsList, paymentRequestsShow, paymentRequestsCreate] as const;
    return group('payment-requests', description, ...requests, ...decisions);
  }

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

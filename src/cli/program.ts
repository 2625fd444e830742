/** All commands of the command line (docs/api.md#command-line). */
import type { Command } from 'commander';
import { commandGroup } from './arguments.js';
import { accounts } from './commands/accounts.js';
import { keys } from './commands/keys.js';
import { loginLink } from './commands/login-link.js';
import { mcp } from './commands/mcp.js';
import { paymentRequests } from './commands/payment-requests.js';
import { pins } from './commands/pins.js';
import { providers } from './commands/providers.js';
import { read } from './commands/read.js';
import { reparse } from './commands/reparse.js';
import { sandbox } from './commands/sandbox.js';
import { status } from './commands/status.js';
import { usage } from './commands/usage.js';
import { listVerifications } from './commands/verifications.js';
import { verify } from './commands/verify.js';
import { webhooks } from './commands/webhooks.js';
import type { Cli } from './context.js';
import { harmlessLines } from './table.js';

const description =
  'Verifies Ethiopian bank and wallet receipts at the bank. Talks to the same store as the service.';

export function createProgram(cli: Cli): Command {
  const program = commandGroup('deresegn', description, [
    ...[keys, accounts, webhooks, paymentRequests, listVerifications, usage],
    ...[verify, read, status, providers, loginLink, mcp, pins, reparse, sandbox],
  ])(cli);
  throwInsteadOfExit(program);
  return program;
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

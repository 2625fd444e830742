/** Groups of commands, options of several commands, and parsers of arguments, whose errors commander reports as usage errors. */
import { Command, InvalidArgumentError } from 'commander';
import { keyPrefixLength } from '../engine/api/index.js';
import type { Cli } from './context.js';

/** A command that consists of others. */
export function commandGroup(
  name: string,
  description: string,
  members: readonly ((cli: Cli) => Command)[],
): (cli: Cli) => Command {
  return (cli) => {
    const command = new Command(name).description(description);
    for (const member of members) command.addCommand(member(cli));
    return command;
  };
}

/** A whole number of at least `least`. */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d{1,15}$/.test(text) && number >= least) return number;
    throw new InvalidArgumentError(`Expected a whole number of at least ${least}.`);
  };
}

/** The prefix of a key. Accepts a whole key, for example a leaked one, but uses only its prefix, and warns. */
export function keyPrefixIn(cli: Cli, text: string): string {
  if (text.trim().length > keyPrefixLength) {
    cli.note(
      'Only the first 14 characters were used. A whole key stays in the history of the shell: clear it.',
    );
  }
  return text.trim().slice(0, keyPrefixLength);
}

/** The `--json` option of every command. */
export function withJson(command: Command): Command {
  return command.option('--json', 'print JSON');
}

export interface AccountOptions {
  json?: boolean;
  account: string;
}

/** The options of commands about what belongs to an account. */
export function withAccount(command: Command): Command {
  return withJson(command).requiredOption('--account <id>', 'the account');
}

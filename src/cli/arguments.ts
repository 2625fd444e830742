/** Readers of single arguments; commander turns their complaints into bad usage. */
import { type Command, InvalidArgumentError } from 'commander';

/** A whole number from `least` on. */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d{1,15}$/.test(text) && number >= least) return number;
    throw new InvalidArgumentError(`It takes a whole number from ${least}.`);
  };
}

/** Every command prints JSON when asked to. */
export function withJson(command: Command): Command {
  return command.option('--json', 'print JSON');
}

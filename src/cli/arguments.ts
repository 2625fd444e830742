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

const prefixLength = 14;

/** The prefix of a key. Of a whole key, which is what one has at hand when it has leaked, nothing more is kept or repeated. */
export function keyPrefix(text: string): string {
  return text.trim().slice(0, prefixLength);
}

/** What to say where more than a prefix was typed; null where nothing has to be said. */
export function wholeKeyNote(typed: string): string | null {
  return typed.trim().length > prefixLength
    ? 'Only the first 14 characters were used. A whole key stays in the history of the shell: clear it.'
    : null;
}

/** Every command prints JSON when asked to. */
export function withJson(command: Command): Command {
  return command.option('--json', 'print JSON');
}

/** Parsers of arguments; commander reports their errors as usage errors. */
import { type Command, InvalidArgumentError } from 'commander';
import { keyPrefixLength } from '../engine/api/index.js';

/** A whole number of at least `least`. */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d{1,15}$/.test(text) && number >= least) return number;
    throw new InvalidArgumentError(`Expected a whole number of at least ${least}.`);
  };
}

/** The prefix of a key. Accepts a whole key, for example a leaked one, but keeps and prints only its prefix. */
export function parseKeyPrefix(text: string): string {
  return text.trim().slice(0, keyPrefixLength);
}

/** A warning when more than a prefix was typed, else null. */
export function wholeKeyNote(typed: string): string | null {
  return typed.trim().length > keyPrefixLength
    ? 'Only the first 14 characters were used. A whole key stays in the history of the shell: clear it.'
    : null;
}

/** The `--json` option of every command. */
export function withJson(command: Command): Command {
  return command.option('--json', 'print JSON');
}

/** Command line options of `npm run fuzz`. */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

export interface Options {
  /** The same seed makes the same inputs. */
  seed: number;
  /** Cases of each target; undefined: the number that each target sets. */
  runs: number | undefined;
  /** A small number of cases, for build machines. */
  short: boolean;
  /** Names of parts or targets; none means all. */
  only: readonly string[];
}

/** @throws Error saying what is wrong with the arguments */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      seed: { type: 'string' },
      runs: { type: 'string' },
      short: { type: 'boolean', default: false },
    },
  });
  return {
    seed: wholeNumber('seed', values.seed) ?? randomInt(2 ** 31),
    runs: wholeNumber('runs', values.runs),
    short: values.short,
    only: positionals,
  };
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,10}$/.test(text)) throw new Error(`--${name} takes a whole number`);
  return Number(text);
}

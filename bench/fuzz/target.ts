/** One target: a property over generated inputs, checked a bounded number of times. */
import fc from 'fast-check';
import type { Options } from './options.js';

export interface Target<Input> {
  /** For example `POST /api/verify`. */
  name: string;
  inputs: fc.Arbitrary<Input>;
  /** What is wrong with how the input was taken, in plain words; null when nothing is. Must not throw. */
  fault(input: Input): Promise<string | null> | string | null;
  /** The exact input, for a person who repeats it by hand. */
  show(input: Input): string;
  /** Cases of a full run, and of a short one. */
  runs: { full: number; short: number };
  /** What came back so far, in a few words: it shows whether the inputs reach anything. */
  seen?: (() => string) | undefined;
}

/** A target whose kind of input nobody else has to know. */
export interface AnyTarget {
  name: string;
  examine(options: Options): Promise<Outcome>;
}

export interface Outcome {
  name: string;
  /** Cases that were checked; fewer than asked for where the time was over first. */
  cases: number;
  asked: number;
  msMax: number;
  seen: string;
  /** Null: none was found. */
  failure: { words: string; input: string; path: string | null; shrinks: number } | null;
}

/** No target takes longer, so that the whole has an end on a slow machine: the rest of its cases is left out. */
const budgetMs = { full: 90_000, short: 30_000 };
/** Of a shown input. */
const shownMax = 8_000;

export function target<Input>(definition: Target<Input>): AnyTarget {
  return { name: definition.name, examine: (options) => examine(definition, options) };
}

async function examine<Input>(definition: Target<Input>, options: Options): Promise<Outcome> {
  const { name, inputs, fault, show, runs } = definition;
  const size = options.short ? 'short' : 'full';
  const asked = options.runs ?? runs[size];
  let msMax = 0;
  const property = fc.asyncProperty(inputs, async (input) => {
    const startedAt = performance.now();
    const found = await fault(input);
    msMax = Math.max(msMax, performance.now() - startedAt);
    if (found !== null) throw new Error(found);
  });
  const result = await fc.check(property, {
    seed: options.seed,
    numRuns: asked,
    interruptAfterTimeLimit: budgetMs[size],
  });
  const cases = result.failed ? result.numRuns : Math.min(result.numRuns, asked);
  const input = result.counterexample?.[0];
  const failure =
    result.failed && input !== undefined
      ? {
          words:
            result.errorInstance instanceof Error
              ? result.errorInstance.message
              : String(result.errorInstance),
          input: cut(show(input)),
          path: result.counterexamplePath,
          shrinks: result.numShrinks,
        }
      : null;
  return { name, cases, asked, msMax, seen: definition.seen?.() ?? '', failure };
}

function cut(text: string): string {
  if (text.length <= shownMax) return text;
  return `${text.slice(0, shownMax)}… (${text.length} characters; the seed makes all of them again)`;
}

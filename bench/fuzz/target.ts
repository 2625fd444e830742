/** One target: a property over generated inputs, checked a bounded number of times. */
import fc from 'fast-check';
import type { Options } from './options.js';

interface Target<Input> {
  /** For example `POST /api/verify`. */
  name: string;
  inputs: fc.Arbitrary<Input>;
  /** What is wrong with how the input was handled, in plain words; null if nothing. Must not throw. */
  fault(input: Input): Promise<string | null> | string | null;
  /** The exact input, for a person who repeats it by hand. */
  show(input: Input): string;
  /** Cases of a full run, and of a short one. */
  runs: { full: number; short: number };
  /** Number of cases of a full run that run at the same time, each stream with its own seed; 1 when absent. */
  streams?: number;
  /** Summary of the answers so far, which shows whether the inputs reach the code. */
  seen?: (() => string) | undefined;
}

/** A target that hides the type of its input. */
export interface AnyTarget {
  name: string;
  examine(options: Options): Promise<Outcome>;
}

export interface Outcome {
  name: string;
  /** Cases that were checked; fewer than requested if the time ran out. */
  cases: number;
  asked: number;
  msMax: number;
  seen: string;
  /** Null if none was found. */
  failure: Fault | null;
}

interface Fault {
  words: string;
  input: string;
  /** Seed that generated the input; null if there was no seed. */
  seed: number | null;
  path: string | null;
  shrinks: number;
}

/** Time limit of a target, so that a run ends on a slow machine: the remaining cases are skipped. */
const budgetMs = { full: 3_600_000, short: 20_000 };
/** Maximum length of a printed input. */
const shownMax = 8_000;

export function target<Input>(definition: Target<Input>): AnyTarget {
  return { name: definition.name, examine: (options) => examine(definition, options) };
}

async function examine<Input>(definition: Target<Input>, options: Options): Promise<Outcome> {
  const { name, inputs, fault, runs, streams = 1 } = definition;
  const size = options.short ? 'short' : 'full';
  const asked = options.runs ?? runs[size];
  let msMax = 0;
  const property = fc.asyncProperty(inputs, async (input) => {
    const startedAt = performance.now();
    const found = await fault(input);
    msMax = Math.max(msMax, performance.now() - startedAt);
    if (found !== null) throw new Error(found);
  });
  const abreast = options.short || options.runs !== undefined ? 1 : streams;
  const share = Math.ceil(asked / abreast);
  const results = await Promise.all(
    Array.from({ length: abreast }, (_, nth) =>
      fc.check(property, {
        seed: options.seed + nth,
        numRuns: share,
        interruptAfterTimeLimit: budgetMs[size],
      }),
    ),
  );
  const cases = results.reduce(
    (sum, { failed, numRuns }) => sum + (failed ? numRuns : Math.min(numRuns, share)),
    0,
  );
  const [failure = null] = results.flatMap((result) => faultOf(definition, result));
  return { name, cases, asked, msMax, seen: definition.seen?.() ?? '', failure };
}

function faultOf<Input>({ show }: Target<Input>, result: fc.RunDetails<[Input]>): Fault[] {
  const { failed, counterexample, errorInstance, counterexamplePath, numShrinks, seed } = result;
  const input = counterexample?.[0];
  if (!failed || input === undefined) return [];
  const words = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return [{ words, input: cut(show(input)), seed, path: counterexamplePath, shrinks: numShrinks }];
}

function cut(text: string): string {
  if (text.length <= shownMax) return text;
  return `${text.slice(0, shownMax)}… (${text.length} characters; the seed makes all of them again)`;
}

/** One target: a property over generated inputs, checked a bounded number of times. */
import fc from 'fast-check';
import type { Options } from './options.js';

interface Target<Input> {
  /** For example `POST /api/verify`. */
  name: string;
  inputs: fc.Arbitrary<Input>;
  /** What is wrong with how the input was taken, in plain words; null when nothing is. Must not throw. */
  fault(input: Input): Promise<string | null> | string | null;
  /** The exact input, for a person who repeats it by hand. */
  show(input: Input): string;
  /** Cases of a full run, and of a short one. */
  runs: { full: number; short: number };
  /** So many of a full run's cases are under way at a time, each stream with a seed of its own; 1 when absent. */
  streams?: number;
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
  failure: Fault | null;
}

interface Fault {
  words: string;
  input: string;
  /** Of the inputs that it is one of; null where no seed made it. */
  seed: number | null;
  path: string | null;
  shrinks: number;
}

/** No target takes longer, so that the whole has an end on a slow machine: the rest of its cases is left out. */
const budgetMs = { full: 3_600_000, short: 20_000 };
/** Of a shown input. */
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

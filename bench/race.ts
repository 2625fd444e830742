/**
 * Servers loaded in turns, in many short rounds, so that a machine that slows down affects all alike. In addition to throughput, the
 * processor time of a request is read from the processes themselves: other load on the machine hardly changes it.
 */
import { type BenchEnvironment, withEnvironment } from './environment.js';
import { cpuSeconds } from './linux.js';
import { type Contestant, load } from './load.js';
import { effort } from './quick-mode.js';
import { median } from './table.js';

export interface Racer extends Contestant {
  /** Processes that answer. */
  pids: readonly number[];
  /** The process of its Redis, when it has one of its own. */
  store?: number;
  /** Runs each of its turns, and may do something before and after it that is not measured. */
  around?: <T>(turn: () => Promise<T>) => Promise<T>;
}

/** Of one racer in one round. */
export interface Round {
  perSecond: number;
  /** Processor time of a request in the processes that answer, user and system, µs. */
  micros: number;
  /** The same in Redis. */
  storeMicros: number;
}

interface Effort {
  rounds: number;
  secondsPerRound: number;
  warmUpSeconds: number;
  /** How many racers run one after the other in every round: 2 for pairs; 1 when absent. */
  together?: number;
}

/** How often processes are started: one can be a fifth slower than another of the same version for as long as it runs. */
export const starts = effort(5, 1);

/** Measures several times, each time in a new environment, with new processes. */
export async function measureAnew<T>(measure: (environment: BenchEnvironment) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let nth = 0; nth < starts; nth += 1) all.push(await withEnvironment(measure));
  return all;
}

/** Races processes that `start` starts anew each time. @returns the rounds of all starts */
export async function raceAnew<N extends string>(
  start: (environment: BenchEnvironment) => Promise<Record<N, Racer>>,
  efforts: Effort,
): Promise<Record<N, Round[]>> {
  return joined(await measureAnew(async (environment) => race(await start(environment), efforts)));
}

/** The values of each name in all of them, in their order. */
export function joined<N extends string, T>(all: readonly Record<N, T[]>[]): Record<N, T[]> {
  const names = Object.keys(all[0] ?? {}) as N[];
  const entries = names.map((name) => [name, all.flatMap((one) => one[name])]);
  return Object.fromEntries(entries) as Record<N, T[]>;
}

/** @returns the rounds of each racer. Each racer, or each group that runs together, begins a round as often as the others */
export async function race<N extends string>(
  racers: Record<N, Racer>,
  { rounds, secondsPerRound, warmUpSeconds, together = 1 }: Effort,
): Promise<Record<N, Round[]>> {
  const all = Object.entries<Racer>(racers) as [N, Racer][];
  const results = Object.fromEntries(all.map(([name]) => [name, []])) as unknown as Record<N, Round[]>;
  // In turns too: warmed up one after the other, the first took less time a request than the last, whichever they were.
  for (let second = 0; second < warmUpSeconds; second += 1) {
    for (const [, racer] of all) await turnOf(racer, () => load(racer, 1));
  }
  for (let round = 0; round < rounds; round += 1) {
    const first = (round * together) % all.length;
    for (const [name, racer] of [...all.slice(first), ...all.slice(0, first)]) {
      results[name].push(await turnOf(racer, () => run(racer, secondsPerRound)));
    }
  }
  return results;
}

function turnOf<T>({ around }: Racer, turn: () => Promise<T>): Promise<T> {
  return around ? around(turn) : turn();
}

async function run(racer: Racer, seconds: number): Promise<Round> {
  const store = racer.store === undefined ? [] : [racer.store];
  const spent = () => [cpuSeconds(racer.pids), cpuSeconds(store)] as const;
  const [before, storeBefore] = spent();
  const perSecond = await load(racer, seconds);
  const [after, storeAfter] = spent();
  const each = 1e6 / (perSecond * seconds);
  return { perSecond, micros: (after - before) * each, storeMicros: (storeAfter - storeBefore) * each };
}

/** Ratio of a figure of two racers in each round. */
export function ratios(
  these: readonly Round[],
  those: readonly Round[],
  what: keyof Round | ((round: Round) => number),
): number[] {
  const of = typeof what === 'function' ? what : (round: Round) => round[what];
  return these.map((round, nth) => of(round) / of(those[nth] ?? round));
}

/** Joins turns that followed each other into rounds: the median of each group, which other load on the machine moves less. */
export function mediansOf(turns: readonly number[], turnsPerRound: number): number[] {
  const rounds = Math.ceil(turns.length / turnsPerRound);
  return Array.from({ length: rounds }, (_, nth) =>
    median(turns.slice(nth * turnsPerRound, (nth + 1) * turnsPerRound)),
  );
}

/**
 * `npm run bench -- check`: whether a cached verification still costs what `results/latest.json` says. It compares processor time
 * with that of bare Fastify in the same run, in its short form, and fails when the ratio is more than 15 % above the recorded one
 * three times in a row, because a single excess may be due to the machine.
 */
import { processorTime, startPair } from './cached.js';
import { startRedis, withEnvironment } from './environment.js';
import { type Racer, race, ratios } from './race.js';
import { readResults } from './results.js';
import { ending } from './summary.js';
import { median } from './table.js';

const attempts = 3;
const allowed = 1.15;
const efforts = { rounds: 7, secondsPerRound: 1, warmUpSeconds: 3 };

/** Prints the ratios, and as its last line `N passed, N failed`. @returns the exit code */
export function check(): Promise<0 | 1> {
  const recorded = readResults().find(({ id }) => id === processorTime)?.figures[0]?.value;
  if (recorded === undefined) throw new Error(`${processorTime} was never recorded`);
  return withEnvironment(async (environment) => {
    const racers = await startPair(environment, await startRedis(environment));
    const found: string[] = [];
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const ratio = await ratioOf(racers);
      found.push(ratio.toFixed(3));
      console.log(
        `a cached verification takes ${ratio.toFixed(3)} of bare Fastify's processor time, recorded ${recorded.toFixed(3)}`,
      );
      if (isWithin(ratio, recorded)) {
        console.log(ending(1, []));
        return 0;
      }
    }
    const error = `${found.join(', ')} of bare Fastify's processor time, recorded ${recorded.toFixed(3)}`;
    console.log(ending(0, [{ name: 'speed of cached verifications', error }]));
    return 1;
  });
}

/** Whether a ratio is as recorded, with an allowance for the machine. */
export function isWithin(ratio: number, recorded: number): boolean {
  return ratio <= recorded * allowed;
}

async function ratioOf(racers: Record<'ours' | 'bare', Racer>): Promise<number> {
  const { ours, bare } = await race(racers, efforts);
  return median(ratios(ours, bare, 'micros'));
}

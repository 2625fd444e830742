/**
 * `npm run bench -- check`: whether a cached verification still costs what `results/latest.json` says. It compares processor time
 * with that of bare Fastify in the same run, in its short form, and fails when the ratio is more than 15 % above the recorded one
 * three times in a row, each time in new processes, because a single excess may be due to the machine or to a process. The ratio
 * depends on the processor and on what else its host runs, so the version that was recorded runs beside this one, and its ratio
 * there takes the place of the recorded ratio.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { processorTime, startPair } from './cached.js';
import { checkOut, startVersion } from './compare.js';
import { type BenchEnvironment, startRedis, withEnvironment } from './environment.js';
import { type Racer, race, ratios } from './race.js';
import { type Measured, readResults } from './results.js';
import { ending } from './summary.js';
import { median } from './table.js';

const attempts = 3;
const allowed = 1.15;
const efforts = { rounds: 7, secondsPerRound: 1, warmUpSeconds: 3 };

/** Prints the ratios, and as its last line `N passed, N failed`. @returns the exit code */
export function check(): Promise<0 | 1> {
  const row = readResults().find(({ id }) => id === processorTime);
  const recorded = row?.figures[0]?.value;
  if (!row || recorded === undefined) throw new Error(`${processorTime} was never recorded`);
  return withEnvironment(async (environment) => {
    const earlier = checkOutRecorded(environment, row);
    const found: string[] = [];
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const ratio = await withEnvironment((own) => ratiosOf(own, earlier, recorded));
      const text = `${ratio.ours.toFixed(3)} of bare Fastify's processor time, recorded ${ratio.recorded.toFixed(3)}`;
      found.push(text);
      console.log(`a cached verification takes ${text}`);
      if (isWithin(ratio.ours, ratio.recorded)) {
        console.log(ending(1, []));
        return 0;
      }
    }
    console.log(ending(0, [{ name: 'speed of cached verifications', error: found.join('; ') }]));
    return 1;
  });
}

/** The directory of the version that was recorded; undefined in a clone without that version. */
function checkOutRecorded({ directory }: BenchEnvironment, { measuredAt }: Measured): string | undefined {
  const args = ['log', '-1', '--format=%H', `-S${measuredAt}`, '--', 'bench/results/latest.json'];
  const commit = execFileSync('git', args, { encoding: 'utf8' }).trim();
  console.log(`recorded by ${commit || 'a commit that this clone does not have'}`);
  return commit === '' ? undefined : checkOut(commit, join(directory, 'earlier'));
}

/** Whether a ratio is as recorded, with an allowance for the machine. */
export function isWithin(ratio: number, recorded: number): boolean {
  return ratio <= recorded * allowed;
}

/** In new processes: two processes of one version differ, earlier ones by a fifth. */
async function ratiosOf(
  environment: BenchEnvironment,
  earlier: string | undefined,
  recorded: number,
): Promise<Record<'ours' | 'recorded', number>> {
  const racers: Record<string, Racer> = await startPair(environment, await startRedis(environment));
  if (earlier !== undefined) racers.recorded = await startVersion(environment, earlier);
  const rounds = await race(racers, efforts);
  const ofBare = (racer: string) => median(ratios(rounds[racer] ?? [], rounds.bare ?? [], 'micros'));
  return { ours: ofBare('ours'), recorded: rounds.recorded ? ofBare('recorded') : recorded };
}

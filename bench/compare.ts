/**
 * `npm run bench -- compare REF`: compares cached calls of this working tree and of another version, in interleaved rounds.
 * The processor time of a request is read from the service's own process, so other load on the machine hardly changes it.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BenchEnvironment, startRedisProcess, startService, withEnvironment } from './environment.js';
import { effort, numberOf } from './quick-mode.js';
import { type Racer, type Round, raceAnew, ratios, starts } from './race.js';
import { figure, median, type Row, spread } from './table.js';

const efforts = {
  rounds: Math.ceil(numberOf('--rounds', effort(10, 2)) / starts),
  secondsPerRound: effort(2, 1),
  warmUpSeconds: effort(4, 1),
};

/** @param ref a commit, branch or tag of this repository @returns ratios of this working tree over that version */
export function compare(ref: string): Promise<Row[]> {
  return withEnvironment(async (environment) => {
    const directory = checkOut(ref, join(environment.directory, 'earlier'));
    const start = async (own: BenchEnvironment) => ({
      earlier: await startVersion(own, directory),
      current: await startVersion(own, '.'),
    });
    const rounds = await raceAnew(start, efforts);
    return [
      row('micros', 'processor time of a request, service', 'µs', rounds),
      row('storeMicros', 'processor time of a request, Redis', 'µs', rounds),
      row('perSecond', 'throughput', '/s', rounds),
    ];
  });
}

/** Clones the version and builds it. Its packages are installed only if they differ from those of the working tree. */
export function checkOut(ref: string, directory: string): string {
  const run = (file: string, args: string[], cwd: string) =>
    execFileSync(file, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const commit = run('git', ['rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`], '.').trim();
  run('git', ['clone', '--quiet', '--no-checkout', resolve('.'), directory], '.');
  run('git', ['checkout', '--quiet', '--detach', commit], directory);
  const lock = (of: string) => readFileSync(join(of, 'package-lock.json'), 'utf8');
  if (lock('.') === lock(directory)) symlinkSync(resolve('node_modules'), join(directory, 'node_modules'));
  else run('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], directory);
  run('npm', ['run', 'build'], directory);
  if (!existsSync(join(directory, 'dist/main.js'))) throw new Error(`${ref} was not built to dist/main.js`);
  return directory;
}

/** Starts a built version with a Redis of its own. @param directory of the version */
export async function startVersion(environment: BenchEnvironment, directory: string): Promise<Racer> {
  const data = join(environment.directory, directory === '.' ? 'redis-current' : 'redis-earlier');
  mkdirSync(data);
  const redis = await startRedisProcess({ ...environment, directory: data });
  const { url, headers, pid } = await startService(environment, `unix://${redis.socket}`, {}, directory);
  const body = JSON.stringify({ reference: 'DKK4A1B2C3' });
  return { url: `${url}/api/verify`, headers, body, pids: [pid], store: redis.pid };
}

function row(
  what: keyof Round,
  name: string,
  unit: string,
  { earlier, current }: Record<'earlier' | 'current', Round[]>,
): Row {
  const of = (all: readonly Round[]) => median(all.map((round) => round[what]));
  const all = ratios(current, earlier, what);
  return {
    id: `compare.${what.toLowerCase()}`,
    name,
    figures: [...spread(all, 'of it'), figure(of(current), unit)],
    baseline: [figure(of(earlier), unit)],
    budget: null,
    holds: true,
    rounds: { ratios: all },
  };
}

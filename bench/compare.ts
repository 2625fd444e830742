/**
 * `npm run bench -- compare REF`: cached calls of this working tree beside those of another version, in interleaved rounds.
 * The processor time of a request is read from the service's own process, so other load on the machine hardly changes it.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BenchEnvironment, startRedisProcess, startService, withEnvironment } from './environment.js';
import { cpuSeconds } from './linux.js';
import { type Contestant, load } from './load.js';
import { effort, numberOf } from './quick-mode.js';
import { figure, median, type Row } from './table.js';

const rounds = numberOf('--rounds', effort(7, 2));
const secondsPerRound = effort(2, 1);
const warmUpSeconds = effort(4, 1);

interface Version extends Contestant {
  pid: number;
  storePid: number;
}

/** Of one round. */
interface Measured {
  perSecond: number;
  /** Processor time of a request, µs: user and system. */
  service: number;
  store: number;
}

/** @param ref a commit, branch or tag of this repository @returns ratios of this working tree over that version */
export function compare(ref: string): Promise<Row[]> {
  return withEnvironment(async (environment) => {
    const earlier = await startVersion(environment, checkOut(ref, join(environment.directory, 'earlier')));
    const current = await startVersion(environment, '.');
    for (const version of [earlier, current]) await load(version, warmUpSeconds);
    const [before, now]: [Measured[], Measured[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      // Each version goes first as often as the other.
      const turns = [
        async () => before.push(await measure(earlier)),
        async () => now.push(await measure(current)),
      ];
      for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn();
    }
    return [
      row('service', 'processor time of a request, service', 'µs', before, now),
      row('store', 'processor time of a request, Redis', 'µs', before, now),
      row('perSecond', 'throughput', '/s', before, now),
    ];
  });
}

/** Clones the version and builds it. Its packages are installed only if they differ from those of the working tree. */
function checkOut(ref: string, directory: string): string {
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

async function startVersion(environment: BenchEnvironment, directory: string): Promise<Version> {
  const data = join(environment.directory, directory === '.' ? 'redis-current' : 'redis-earlier');
  mkdirSync(data);
  const redis = await startRedisProcess({ ...environment, directory: data });
  const { url, headers, pid } = await startService(environment, `unix://${redis.socket}`, {}, directory);
  const body = JSON.stringify({ reference: 'DKK4A1B2C3' });
  return { url: `${url}/api/verify`, headers, body, pid, storePid: redis.pid };
}

async function measure(version: Version): Promise<Measured> {
  const time = () => [cpuSeconds([version.pid]), cpuSeconds([version.storePid])] as const;
  const [service, store] = time();
  const perSecond = await load(version, secondsPerRound);
  const [serviceAfter, storeAfter] = time();
  const each = 1e6 / (perSecond * secondsPerRound);
  return { perSecond, service: (serviceAfter - service) * each, store: (storeAfter - store) * each };
}

function row(
  what: keyof Measured,
  name: string,
  unit: string,
  before: readonly Measured[],
  now: readonly Measured[],
): Row {
  const [past, present] = [before, now].map((all) => all.map((one) => one[what]));
  const ratios = (present ?? []).map((value, round) => value / (past?.[round] ?? Number.NaN));
  return {
    id: `compare.${what.toLowerCase()}`,
    name,
    figures: [
      figure(median(ratios), 'of it'),
      figure(Math.min(...ratios), '', 'least'),
      figure(Math.max(...ratios), '', 'most'),
      figure(median(present ?? []), unit),
    ],
    baseline: [figure(median(past ?? []), unit)],
    budget: null,
    holds: true,
    rounds: { ratios },
  };
}

/**
 * Time from releasing a bank's slot in one process to acquiring it in another, in which the slot is unused. Two processes
 * take turns in one bank's queue. Baseline: a Redis PING from the same processes.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type BenchEnvironment, startRedis, withEnvironment } from './environment.js';
import { figure, median, quantile, type Row } from './table.js';

/** Start and end of holding a slot, µs on the machine's monotonic clock. */
export interface Turn {
  from: number;
  to: number;
}

export interface Report {
  turns: Turn[];
  /** Redis round trips, µs. */
  pings: number[];
}

/** @returns one row; no budget is set */
export function queue(): Promise<Row[]> {
  return withEnvironment(async (environment) => {
    const redis = await startRedis(environment);
    const members = [startMember(environment, redis), startMember(environment, redis)];
    for (const member of members) await nextMessage(member);
    for (const member of members) member.send('go');
    const reports = (await Promise.all(members.map(nextMessage))) as Report[];
    const gaps = handOvers(reports).map(inMs);
    const pings = reports.flatMap((report) => report.pings).map(inMs);
    return [
      {
        id: 'queue.hand-over',
        name: 'hand-over of a slot to another process',
        figures: [figure(median(gaps), 'ms'), figure(quantile(gaps, 0.99), 'ms', '99 % within')],
        baseline: [figure(median(pings), 'ms', 'PING')],
        budget: null,
        holds: true,
      },
    ];
  });
}

function startMember({ cleanups }: BenchEnvironment, redis: string): ChildProcess {
  const env = { ...process.env, REDIS: redis };
  const member = fork('bench/servers/queue-worker.ts', { execArgv: ['--import', 'tsx'], env });
  cleanups.push(() => member.kill('SIGKILL'));
  return member;
}

/** The next message of a process: first "ready", then its report. */
async function nextMessage(member: ChildProcess): Promise<unknown> {
  const ended = once(member, 'exit').then(([code]) => {
    throw new Error(`a member of the line ended with ${code}`);
  });
  const [message] = (await Promise.race([once(member, 'message'), ended])) as [unknown];
  return message;
}

/** Times from the end of one process's turn to the start of the other's. */
function handOvers(reports: readonly Report[]): number[] {
  const all = reports.flatMap(({ turns }, member) => turns.map((turn) => ({ ...turn, member })));
  all.sort((a, b) => a.from - b.from);
  return all.flatMap((turn, index) => {
    const before = all[index - 1];
    return before && before.member !== turn.member ? [turn.from - before.to] : [];
  });
}

function inMs(microseconds: number): number {
  return microseconds / 1000;
}

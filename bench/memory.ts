/**
 * Memory of an idle service in its usual roles, with a real Redis, after it has settled. Its child processes are a separate
 * figure. Baseline: bare Fastify, idle for the same time.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { serviceEnvironment, startRedis, withEnvironment } from './environment.js';
import { childrenOf, residentBytes } from './linux.js';
import { node, type Server, start } from './process.js';
import { effort } from './quick-mode.js';
import { figure, median, type Row } from './table.js';

/** Long enough for the first probe round and a garbage collection after the start. */
const settleMs = effort(90_000, 10_000);
const samples = effort(10, 3);
const betweenMs = 1_000;
const budgetMb = 120;

/** @returns one row */
export function memory(): Promise<Row[]> {
  return withEnvironment(async (environment) => {
    const redis = `unix://${await startRedis(environment)}`;
    const { ROLES: _, ...env } = serviceEnvironment(environment, redis);
    const service = await start([...node, 'dist/main.js'], env);
    environment.cleanups.push(() => service.stop());
    const bare = await start([...node, 'bench/servers/hello.mjs'], {});
    environment.cleanups.push(() => bare.stop());
    await sleep(settleMs);
    const rounds: Record<'service' | 'children' | 'bare', number[]> = { service: [], children: [], bare: [] };
    for (let sample = 0; sample < samples; sample += 1) {
      rounds.service.push(megabytes(service));
      rounds.children.push(childrenOf(service.pid).reduce((sum, pid) => sum + residentBytes(pid), 0) / 1e6);
      rounds.bare.push(megabytes(bare));
      await sleep(betweenMs);
    }
    return [row(rounds)];
  });
}

function row(rounds: Record<'service' | 'children' | 'bare', number[]>): Row {
  const mb = median(rounds.service);
  return {
    id: 'memory.idle',
    name: 'resident memory when idle',
    figures: [figure(mb, 'MB'), figure(median(rounds.children), 'MB', 'its reader of pictures beside it')],
    baseline: [figure(median(rounds.bare), 'MB', 'bare Fastify')],
    budget: '< 120 MB',
    holds: mb < budgetMb,
    rounds,
  };
}

function megabytes({ pid }: Server): number {
  return residentBytes(pid) / 1e6;
}

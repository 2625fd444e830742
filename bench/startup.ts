/**
 * Startup time: from the start of the process until `/readyz` answers 200, with Redis already running. Baseline: a minimal
 * Fastify process, started in turns with it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { serviceEnvironment, startRedis, withEnvironment } from './environment.js';
import { node, start } from './process.js';
import { effort } from './quick-mode.js';
import { figure, median, type Row } from './table.js';

const rounds = effort(9, 2);
const budgetMs = 1_000;

/** @returns one row */
export function startup(): Promise<Row[]> {
  return withEnvironment(async (environment) => {
    const redis = `unix://${await startRedis(environment)}`;
    // As a person starts it, in all its usual roles.
    const { ROLES: _, ...env } = serviceEnvironment(environment, redis);
    const service = () => readyAfterMs([...node, 'dist/main.js'], env);
    const bare = () => readyAfterMs([...node, 'bench/servers/hello.mjs'], {});
    const times: { service: number[]; bare: number[] } = { service: [], bare: [] };
    // The first start reads files that are not in the file cache yet, and makes the first key.
    await service();
    await bare();
    for (let round = 0; round < rounds; round += 1) {
      times.service.push(await service());
      times.bare.push(await bare());
    }
    const ms = median(times.service);
    return [
      {
        id: 'startup.ready',
        name: 'from the start of the process until it is ready to serve',
        figures: [figure(ms, 'ms')],
        baseline: [figure(median(times.bare), 'ms', 'bare Fastify')],
        budget: '< 1,000 ms',
        holds: ms < budgetMs,
        rounds: times,
      },
    ];
  });
}

async function readyAfterMs(command: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const startedAt = performance.now();
  const server = await start(command, env);
  try {
    while (!(await isReady(server.url))) await sleep(5);
    return performance.now() - startedAt;
  } finally {
    await server.stop();
  }
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`);
  await response.arrayBuffer();
  return response.status === 200;
}

/**
 * Loaded into the first process of several (`node --import`): at the first question of a worker for figures, the other worker
 * dies. Until it has ended, the first process does nothing else, so it asks a worker that is gone before it hears of its end.
 */
import cluster from 'node:cluster';
import { readdirSync, readFileSync } from 'node:fs';

/** `Z` is a process that has ended, and whose parent has not heard of it; its other threads hold its sockets for a moment more. */
const hasEnded = (pid) =>
  / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')) && readdirSync(`/proc/${pid}/task`).length === 1;

function killOther(asking, message) {
  if (!message?.metricsRequest) return;
  cluster.off('message', killOther);
  const other = Object.values(cluster.workers).find((worker) => worker !== asking);
  other.process.kill('SIGKILL');
  while (!hasEnded(other.process.pid));
}

if (cluster.isPrimary) cluster.on('message', killOther);

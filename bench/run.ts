/** Runs the benchmarks named on the command line, or all of them, and draws one table. */
import { arch, cpus, platform } from 'node:os';
import { cached } from './cached.js';
import { queue } from './queue.js';
import { reading } from './reading.js';
import { draw } from './table.js';
import { uncached } from './uncached.js';
import { waiters } from './waiters.js';
import { workers } from './workers.js';

const benchmarks = { cached, uncached, queue, waiters, workers, reading };

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  console.error(
    `No such benchmark: ${unknown.join(', ')}. There are: ${Object.keys(benchmarks).join(', ')}.`,
  );
  process.exit(2);
}

const rows = [];
for (const [name, benchmark] of Object.entries(benchmarks)) {
  if (asked.length === 0 || asked.includes(name)) rows.push(...(await benchmark()));
}
console.log(
  `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, ${platform()} ${arch()}, Node ${process.version}\n`,
);
console.log(draw(rows));

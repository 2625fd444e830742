/** Runs the benchmarks named on the command line, or the usual ones; draws one table and keeps it as results/latest.json. */
import { bots } from './bots.js';
import { cached } from './cached.js';
import { memory } from './memory.js';
import { queue } from './queue.js';
import { quick } from './quick-mode.js';
import { reading } from './reading.js';
import { machineText, record, thisMachine } from './results.js';
import { soak } from './soak.js';
import { startup } from './startup.js';
import { draw, type Row } from './table.js';
import { uncached } from './uncached.js';
import { waiters } from './waiting-callers.js';
import { workers } from './workers.js';

const usual = { cached, uncached, queue, waiters, workers, startup, memory, bots, reading };
/** Half an hour is for whoever asks for it. */
const benchmarks: Record<string, () => Promise<Row[]>> = { ...usual, soak };

const asked = process.argv.slice(2).filter((word) => /^[a-z]/.test(word));
const unknown = asked.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  console.error(
    `No such benchmark: ${unknown.join(', ')}. There are: ${Object.keys(benchmarks).join(', ')}.`,
  );
  process.exit(2);
}

const all: Row[] = [];
for (const name of asked.length > 0 ? asked : Object.keys(usual)) {
  const rows = (await benchmarks[name]?.()) ?? [];
  // Kept at once: what fails later takes nothing away.
  record(name, rows, quick);
  all.push(...rows);
}
console.log(`${machineText(thisMachine())}\n`);
console.log(draw(all));

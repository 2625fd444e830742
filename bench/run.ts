/** Runs the benchmarks named on the command line, or the usual ones; prints a table and stores results/latest.json. */
import { batch } from './batch.js';
import { bots } from './bots.js';
import { cached } from './cached.js';
import { check } from './check.js';
import { compare } from './compare.js';
import { deliveries } from './deliveries.js';
import { growth } from './growth.js';
import { history } from './history.js';
import { memory } from './memory.js';
import { pages } from './pages.js';
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

const usual = {
  cached,
  uncached,
  queue,
  batch,
  waiters,
  workers,
  startup,
  memory,
  bots,
  deliveries,
  history,
  pages,
  reading,
};
/** Named only: the soak takes half an hour, growth most of an hour and several gigabytes. */
const benchmarks: Record<string, () => Promise<Row[]>> = { ...usual, growth, soak };

const [first, ref] = process.argv.slice(2);
/** Those of all benchmarks (`quick-mode.ts`). */
const options = ['--quick', '--rounds', '--minutes', '--pictures'];
const unknownOption = process.argv.slice(2).find((word) => word.startsWith('-') && !options.includes(word));
if (unknownOption !== undefined) {
  const names = [...Object.keys(benchmarks), 'check', 'compare REF'].join(', ');
  console.error(
    `No such option: ${unknownOption}. There are ${options.join(', ')}; benchmarks are ${names}.`,
  );
  process.exit(2);
}
if (first === 'compare') {
  if (ref === undefined) {
    console.error('compare takes a commit, a branch or a tag.');
    process.exit(2);
  }
  console.log(draw(await compare(ref)));
  process.exit();
}

if (first === 'check') process.exit(await check());

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
  // Stored at once, so that a later failure loses nothing.
  record(name, rows, quick);
  all.push(...rows);
}
console.log(`${machineText(thisMachine())}\n`);
console.log(draw(all));

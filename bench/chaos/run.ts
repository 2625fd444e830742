/** `npm run chaos [-- --short | --only NAME]`: one fault after another under constant traffic; exit code 1 if anything breaks. */
import { parseArgs } from 'node:util';
import { ending } from '../ending.js';
import { Book } from './book.js';
import { Desk } from './desk.js';
import { type Fault, faults } from './faults/index.js';
import { openHouse } from './house.js';
import { complaints, draw, holds } from './report.js';
import { type Row, round, warmUp } from './round.js';
import { Traffic } from './traffic.js';

const asked = chosen();
const rows: Row[] = [];
const skipped: string[] = [];
const startedAt = Date.now();
for (const clock of [false, true]) {
  const here = asked.filter((fault) => (fault.clock ?? false) === clock);
  if (here.length > 0) await inOneHouse(here, clock);
}
console.log(`\n${draw(rows, skipped)}`);
const broken = rows.filter((row) => !holds(row));
for (const row of broken) console.log(complaints(row).join('\n'));
const seconds = Math.round((Date.now() - startedAt) / 1000);
console.log(`\n${rows.length} faults, ${skipped.length} skipped, ${seconds} s`);
const failures = broken.map((row) => ({ name: row.title, error: complaints(row)[0] ?? '' }));
console.log(ending(rows.length - broken.length, failures));
process.exit(broken.length > 0 || rows.length === 0 ? 1 : 0);

async function inOneHouse(list: readonly Fault[], clock: boolean): Promise<void> {
  console.log(
    `Starting Redis, banks, two services and a bot${clock ? ' on a clock that can be moved' : ''}...`,
  );
  const house = await openHouse({ clock });
  const leave = () => void house.close().finally(() => process.exit(130));
  process.once('SIGINT', leave).once('SIGTERM', leave);
  try {
    await warmUp(house);
    const book = new Book();
    const desk = new Desk(house, book);
    const parts = { house, book, desk, traffic: new Traffic(house, desk, book) };
    for (const fault of list) {
      const reason = fault.impossible?.(house) ?? null;
      if (reason !== null) {
        skipped.push(`${fault.title}: ${reason}`);
        console.log(`- ${fault.title}: SKIPPED, ${reason}`);
        continue;
      }
      const began = Date.now();
      const row = await round(parts, fault);
      rows.push(row);
      const took = ((Date.now() - began) / 1000).toFixed(0);
      console.log(`- ${fault.title}: ${holds(row) ? 'holds' : 'BROKEN'} (${took} s)`);
      if (!holds(row)) console.log(complaints(row).join('\n'));
    }
  } finally {
    process.off('SIGINT', leave).off('SIGTERM', leave);
    await house.close();
  }
}

function chosen(): readonly Fault[] {
  const options = { short: { type: 'boolean' }, only: { type: 'string', multiple: true } } as const;
  try {
    const { short, only } = parseArgs({ options }).values;
    const unknown = (only ?? []).filter((name) => !faults.some((fault) => fault.name === name));
    if (unknown.length > 0) throw new Error(`No such fault: ${unknown.join(', ')}.`);
    return faults.filter((fault) => (only ? only.includes(fault.name) : !short || fault.short));
  } catch (error) {
    console.error(`${(error as Error).message}\nThere are: ${faults.map(({ name }) => name).join(', ')}.`);
    process.exit(2);
  }
}

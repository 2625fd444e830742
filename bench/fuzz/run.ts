/** `npm run fuzz`: fuzzes the built service, the bank parsers and the bots. */
import { arch, cpus, platform } from 'node:os';
import { record } from '../results.js';
import { figure, type Row } from '../table.js';
import { banks } from './banks/index.js';
import { bots } from './bots/index.js';
import { readOptions } from './options.js';
import { report } from './report.js';
import { rest } from './rest/index.js';
import type { Outcome } from './target.js';

const parts = {
  reads: { examine: rest.bind(null, 'reads'), what: 'hostile requests that read, to two workers' },
  writes: {
    examine: rest.bind(null, 'writes'),
    what: 'hostile requests that write, pictures among them, to two workers',
  },
  undocumented: {
    examine: rest.bind(null, 'undocumented'),
    what: 'other addresses and bytes, forms, updates of chats and answers of a model, to two workers',
  },
  banks: { examine: banks, what: 'damaged pages of banks, and whatever payers write on theirs' },
  bots: { examine: bots, what: 'damaged updates of chats, polled and posted' },
};

try {
  const options = readOptions(process.argv.slice(2));
  console.log(
    `Seed ${options.seed}; repeat with: npm run fuzz -- --seed ${options.seed}${options.short ? ' --short' : ''}`,
  );
  console.log(
    `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, ${platform()} ${arch()}, Node ${process.version}\n`,
  );
  const named = options.only.filter((name) => name in parts);
  const only = options.only.filter((one) => !(one in parts));
  const outcomes: Outcome[] = [];
  for (const [name, { examine, what }] of Object.entries(parts)) {
    if (named.length > 0 && !named.includes(name)) continue;
    const found = await examine({ ...options, only });
    outcomes.push(...found);
    // Part by part, so that an interrupted run has already printed its findings.
    if (!options.short && options.runs === undefined && only.length === 0)
      record(`fuzz ${name}`, [rowOf(name, what, found)], false);
  }
  process.exitCode = report(outcomes, options) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? (error.stack ?? error.message) : error);
  process.exitCode = 2;
}

function rowOf(name: string, what: string, outcomes: readonly Outcome[]): Row {
  const cases = outcomes.reduce((sum, outcome) => sum + outcome.cases, 0);
  const found = outcomes.filter(({ failure }) => failure).length;
  return {
    id: `fuzz.${name}`,
    name: what,
    figures: [figure(found, 'faults found'), figure(cases, 'cases', 'in')],
    baseline: [],
    budget: '0',
    holds: found === 0,
  };
}

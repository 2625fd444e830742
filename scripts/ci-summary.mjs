/**
 * Last step of `.ci/run`: `node scripts/ci-summary.mjs [--installed SECONDS] [--took SECONDS] NAME=FILE[=SECONDS[=PROCESSOR SECONDS]]...`
 * reads the output of each run and prints the durations, all failures and the totals. Exit code 1 if something failed or nothing passed.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { summaryOfRuns, timeTable } from './lib/summary.mjs';

const { values, positionals } = parseArgs({
  options: { installed: { type: 'string' }, took: { type: 'string' } },
  allowPositionals: true,
});
const runs = positionals.map((argument) => {
  const [name, file, seconds, processorSeconds] = argument.split('=');
  return { name, output: readFileSync(file, 'utf8'), ...(seconds && { seconds, processorSeconds }) };
});
const { lines, passed, failed } = summaryOfRuns(runs);
const times = timeTable([
  { name: 'install', seconds: values.installed },
  ...runs,
  { name: 'in all', seconds: values.took },
]);
process.stdout.write(`\n${[...times, ...lines].join('\n')}\n`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

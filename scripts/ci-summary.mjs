/**
 * The end of `.ci/run`: `node scripts/ci-summary.mjs NAME=FILE[=SECONDS]...` reads the output of each run, prints how long
 * each took, what failed in any of them and the sum of all, and ends with 1 when something failed or nothing passed.
 */
import { readFileSync } from 'node:fs';
import { summaryOfRuns, timeTable } from './lib/summary.mjs';

const runs = process.argv.slice(2).map((argument) => {
  const [name, file, seconds] = argument.split('=');
  return { name, output: readFileSync(file, 'utf8'), ...(seconds && { seconds: Number(seconds) }) };
});
const { lines, passed, failed } = summaryOfRuns(runs);
process.stdout.write(`\n${[...timeTable(runs), ...lines].join('\n')}\n`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

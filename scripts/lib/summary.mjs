/** The end of a run: every failure by name, then the sum as `N passed, N failed` on the last line. */

/** What the line of a failure begins with, so that it is found again in a long output. */
const mark = 'FAILED ';
const sumPattern = /^(\d+) passed, (\d+) failed$/;

/**
 * @typedef {{name: string, error: string}} Failure
 * @param {readonly {name: string, passed: number, failures: readonly Failure[]}[]} parts of the run
 * @returns {string[]} lines
 */
export function summary(parts) {
  const failures = parts.flatMap((part) => part.failures);
  return [
    ...parts.map(({ name, ...part }) => `${name}: ${sum(part.passed, part.failures.length)}`),
    '',
    ...failures.map(({ name, error }) => `${mark}${name}: ${error}`),
    sum(sumOf(parts, 'passed'), failures.length),
  ];
}

/**
 * The end of several runs, each known by its output alone: one without a sum at its end has failed too.
 * @param {readonly {name: string, output: string}[]} runs
 * @returns {{lines: string[], passed: number, failed: number}}
 */
export function summaryOfRuns(runs) {
  const results = runs.map(readRun);
  const [passed, failed] = [sumOf(results, 'passed'), sumOf(results, 'failed')];
  return { lines: [...results.flatMap(({ lines }) => lines), sum(passed, failed)], passed, failed };
}

function readRun({ name, output }) {
  const lines = output.split('\n');
  const end = lines.findLastIndex((line) => sumPattern.test(line));
  if (end < 0) return { passed: 0, failed: 1, lines: [`${mark}${name}: it ended without a sum`] };
  // What tests print may look alike: only the lines directly before the sum are its failures.
  const before = lines.slice(0, end);
  const failures = before.slice(before.findLastIndex((line) => !line.startsWith(mark)) + 1);
  const [, passed, failed] = sumPattern.exec(lines[end]);
  return {
    passed: Number(passed),
    failed: Number(failed),
    lines: failures.map((line) => `${mark}${name}: ${line.slice(mark.length)}`),
  };
}

const sum = (passed, failed) => `${passed} passed, ${failed} failed`;
const sumOf = (parts, field) => parts.reduce((total, part) => total + part[field], 0);

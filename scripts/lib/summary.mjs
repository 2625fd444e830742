/** Summary of a run: every failure by name, and on the last line `N passed, N failed[, N skipped]`. */
import { skippedText } from './programs.mjs';

/** Prefix of a failure's line, to find it in a long output. */
const mark = 'FAILED ';
const sumPattern = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/;

/**
 * @typedef {{name: string, error: string}} Failure
 * @typedef {object} Part
 * @property {string} name
 * @property {number} passed
 * @property {readonly Failure[]} failures
 * @property {number} [skipped] number of skipped tests
 * @property {Readonly<Record<string, number>>} [skippedFor] the same by unmet requirement
 *
 * @param {readonly Part[]} parts of the run
 * @returns {string[]} lines
 */
export function summary(parts) {
  const failures = parts.flatMap((part) => part.failures);
  const skipped = total(parts, 'skipped');
  const advice =
    skipped === 0
      ? ['No test was skipped.']
      : parts.flatMap(({ skippedFor = {} }) => skippedText(skippedFor));
  return [
    ...parts.map((part) => `${part.name}: ${sum(part.passed, part.failures.length, part.skipped)}`),
    '',
    ...(advice.length > 0 ? [...advice, ''] : []),
    ...failures.map(({ name, error }) => `${mark}${name}: ${error}`),
    sum(total(parts, 'passed'), failures.length, skipped),
  ];
}

/**
 * Summary of several runs from their outputs. A run whose output does not end with totals counts as failed.
 * @param {readonly {name: string, output: string}[]} runs
 * @returns {{lines: string[], passed: number, failed: number}}
 */
export function summaryOfRuns(runs) {
  const results = runs.map(readRun);
  const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map((field) => total(results, field));
  const lines = [...results.flatMap((result) => result.lines), sum(passed, failed, skipped)];
  return { lines, passed, failed };
}

/**
 * Durations of several runs.
 * @param {readonly {name: string, seconds?: string, processorSeconds?: string}[]} runs
 * @returns {string[]} lines; empty if no run was timed
 */
export function timeTable(runs) {
  const timed = runs.filter(({ seconds }) => seconds !== undefined);
  if (timed.length === 0) return [];
  const line = ({ name, seconds, processorSeconds }) => {
    const processor =
      processorSeconds === undefined ? '' : `, ${processorSeconds.padStart(4)} s of processor time`;
    return `${name.padEnd(8)} ${seconds.padStart(5)} s${processor}`;
  };
  return [...timed.map(line), ''];
}

function readRun({ name, output }) {
  const lines = output.split('\n');
  const end = lines.findLastIndex((line) => sumPattern.test(line));
  if (end < 0) {
    return { passed: 0, failed: 1, skipped: 0, lines: [`${mark}${name}: it ended without a sum`] };
  }
  // Tests may print similar lines: only those directly before the totals are failures.
  const before = lines.slice(0, end);
  const failures = before.slice(before.findLastIndex((line) => !line.startsWith(mark)) + 1);
  const [, passed, failed, skipped = '0'] = sumPattern.exec(lines[end]);
  return {
    passed: Number(passed),
    failed: Number(failed),
    skipped: Number(skipped),
    lines: failures.map((line) => `${mark}${name}: ${line.slice(mark.length)}`),
  };
}

const sum = (passed, failed, skipped = 0) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
const total = (parts, field) => parts.reduce((so, part) => so + (part[field] ?? 0), 0);

/**
 * A vitest reporter. It writes to RUN_REPORT_FILE the number of passed tests, the skipped tests by missing requirement, and
 * each failure with the first line of its error. Vitest's own JSON reporter omits groups whose `beforeAll` failed and errors
 * outside of tests.
 */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { requirements } from './programs.mjs';
import { root } from './run.mjs';

const errorCharsMax = 300;

export default class Reporter {
  /** Called by vitest at the end of the run. */
  onTestRunEnd(modules, unhandledErrors) {
    const report = {
      passed: 0,
      skipped: 0,
      skippedFor: {},
      failures: unhandledErrors.map((error) => failure('outside any test', error)),
    };
    for (const module of modules) {
      report.passed += [...module.children.allTests('passed')].length;
      for (const test of module.children.allTests('skipped')) countSkipped(report, test);
      report.failures.push(...failuresOf(module));
    }
    writeFileSync(process.env.RUN_REPORT_FILE, JSON.stringify(report));
  }
}

/** Counts a skipped test for its first unmet requirement. */
function countSkipped(report, { tags }) {
  report.skipped += 1;
  const missing = requirements.find(({ name, isMet }) => tags.includes(`needs-${name}`) && !isMet());
  if (missing) report.skippedFor[missing.name] = (report.skippedFor[missing.name] ?? 0) + 1;
}

/** Failures of a file: load error, group hooks, tests, in this order. */
function failuresOf(module) {
  const file = relative(root, module.moduleId);
  const groups = [...module.children.allSuites()];
  const tests = [...module.children.allTests('failed')];
  return [
    ...module.errors().map((error) => failure(file, error)),
    ...groups.flatMap((group) =>
      group.errors().map((error) => failure(`${file} > ${group.fullName}`, error)),
    ),
    ...tests.map((test) => failure(`${file} > ${test.fullName}`, test.result().errors[0])),
  ];
}

function failure(name, { name: kind = 'Error', message = '' } = {}) {
  const [line] = stripVTControlCharacters(message).trim().split('\n');
  return { name, error: `${kind}: ${line}`.slice(0, errorCharsMax) };
}

/**
 * The last lines of a run, as of `npm test`: failures by name, then `N passed, N failed`. `.ci/run` adds up these totals.
 */
export function ending(passed: number, failures: readonly { name: string; error: string }[]): string {
  const lines = failures.map(({ name, error }) => `FAILED ${name}: ${error.trim().split('\n', 1)[0]}`);
  return ['', ...lines, `${passed} passed, ${failures.length} failed`].join('\n');
}

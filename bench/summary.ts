/**
 * The last lines of a run: what failed by name, then `N passed, N failed`, as `npm test` ends. `.ci/run` adds up what it
 * reads there.
 */
export function ending(passed: number, failures: readonly { name: string; error: string }[]): string {
  const lines = failures.map(({ name, error }) => `FAILED ${name}: ${error.trim().split('\n', 1)[0]}`);
  return ['', ...lines, `${passed} passed, ${failures.length} failed`].join('\n');
}

/**
 * The built service: system tests start processes from the build, not from the sources. Importing this file builds the
 * sources if the build is stale, and throws if the build fails.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { repository } from './processes.js';

/** Entry point of the service, relative to the repository, for `startProcess`. */
export const builtService = 'dist/main.js';
/** Entry point of the command line. */
export const builtCli = 'dist/src/cli/main.js';

buildWhenStale();

/** Builds if stale. `npm test` has built already. Concurrent test files wait for one build. */
function buildWhenStale(): void {
  const script = join(repository, 'scripts/build.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--when-stale'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The build failed.\n${stdout}${stderr}`);
}
